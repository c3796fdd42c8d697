//! Whoever else connects to a port: random bytes, slow bytes, nothing at all.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use cluster::{Alarm, join};

use crate::workers::{Run, listeners};

#[test]
fn whoever_is_no_worker_does_not_disturb() {
    let (mut listeners, addresses) = listeners(2);
    let hosts = Run::hosts(0, addresses.clone());
    let first = listeners.remove(0);
    let waiting = thread::spawn(move || join(hosts, first, &Alarm::default()).map(drop));
    let target = addresses[0];
    let mut slow = TcpStream::connect(target).expect("it listens");
    let mut random = 1_u32;
    let n_frames = if std::env::var_os("ERL2LTS_LONG").is_some() { 10_000 } else { 500 };
    for n in 0..n_frames {
        let mut bytes = vec![0; 1 + n % 200];
        for byte in &mut bytes {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = random.to_le_bytes()[3];
        }
        if let Ok(mut stream) = TcpStream::connect_timeout(&target, Duration::from_secs(5)) {
            let _ = stream.write_all(&bytes);
            if n % 50 == 0 {
                let _ = slow.write_all(&bytes[..1]);
                let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
                let _ = stream.read(&mut [0; 16]);
            }
        }
    }
    let began = Instant::now();
    let hosts = Run::hosts(1, addresses);
    assert!(join(hosts, listeners.remove(0), &Alarm::default()).is_ok());
    assert!(waiting.join().expect("no panic").is_ok());
    assert!(began.elapsed() < Duration::from_secs(10));
}
