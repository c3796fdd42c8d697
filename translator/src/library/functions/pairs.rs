//! Functions that take something which another function gives back: files, sockets, workers of a pool, monitors.
//!
//! Input: a function. Output: the functions of its module that give back what it returns. What is taken back by a name, such
//! as with `register/2`, has no row: no value tells which one it is.

/// Functions that take something, with those of the same module that give it back.
static PAIRS: [(&str, &[&str], &[&str]); 11] = [
    ("dets", &["open_file"], &["close"]),
    ("disk_log", &["open"], &["close"]),
    ("erlang", &["monitor"], &["demonitor"]),
    ("erlang", &["open_port"], &["port_close"]),
    ("ets", &["new"], &["delete"]),
    ("file", &["open"], &["close"]),
    ("gen_tcp", &["accept", "connect", "listen"], &["close"]),
    ("gen_udp", &["open"], &["close"]),
    ("poolboy", &["checkout"], &["checkin"]),
    ("ssl", &["connect", "listen", "transport_accept"], &["close"]),
    ("zlib", &["open"], &["close"]),
];

/// The functions of the same module that give back what a function returns; none where it takes nothing.
pub fn given_back_by(module: &str, name: &str) -> &'static [&'static str] {
    let is_own = |row: &&(&str, &[&str], &[&str])| row.0 == module && row.1.contains(&name);
    PAIRS.iter().find(is_own).map_or(&[], |row| row.2)
}
