//! Functions that OTP once had, and has no more: a call of one is `undef`.
//!
//! Input: a function of another module. Output: whether it is one of these, as of OTP 25. Modules that a project may well
//! have itself, such as `http` or `pg`, are left out, and so is what `erlang` had.

/// Functions by module and name, with the numbers of their arguments.
pub const REMOVED: [(&str, &str, &[usize]); 60] = [
    ("crypto", "aes_cbc_128_decrypt", &[3]),
    ("crypto", "aes_cbc_128_encrypt", &[3]),
    ("crypto", "aes_cbc_256_decrypt", &[3]),
    ("crypto", "aes_cbc_256_encrypt", &[3]),
    ("crypto", "aes_cfb_128_decrypt", &[3]),
    ("crypto", "aes_cfb_128_encrypt", &[3]),
    ("crypto", "aes_ctr_decrypt", &[3]),
    ("crypto", "aes_ctr_encrypt", &[3]),
    ("crypto", "block_decrypt", &[3, 4]),
    ("crypto", "block_encrypt", &[3, 4]),
    ("crypto", "cmac", &[3, 4]),
    ("crypto", "des3_cbc_decrypt", &[5]),
    ("crypto", "des3_cbc_encrypt", &[5]),
    ("crypto", "des_cbc_decrypt", &[3]),
    ("crypto", "des_cbc_encrypt", &[3]),
    ("crypto", "dh_compute_key", &[3]),
    ("crypto", "dh_generate_key", &[1]),
    ("crypto", "erlint", &[1]),
    ("crypto", "hmac", &[3, 4]),
    ("crypto", "hmac_final", &[1]),
    ("crypto", "hmac_final_n", &[2]),
    ("crypto", "hmac_init", &[2]),
    ("crypto", "hmac_update", &[2]),
    ("crypto", "md4", &[1]),
    ("crypto", "md5", &[1]),
    ("crypto", "md5_final", &[1]),
    ("crypto", "md5_init", &[0]),
    ("crypto", "md5_mac", &[2]),
    ("crypto", "md5_mac_96", &[2]),
    ("crypto", "md5_update", &[2]),
    ("crypto", "mpint", &[1]),
    ("crypto", "next_iv", &[2, 3]),
    ("crypto", "poly1305", &[2]),
    ("crypto", "rand_bytes", &[1, 3]),
    ("crypto", "rc4_encrypt", &[2]),
    ("crypto", "rsa_sign", &[2, 3]),
    ("crypto", "rsa_verify", &[3, 4]),
    ("crypto", "sha", &[1]),
    ("crypto", "sha256", &[1]),
    ("crypto", "sha512", &[1]),
    ("crypto", "sha_final", &[1]),
    ("crypto", "sha_init", &[0]),
    ("crypto", "sha_mac", &[2, 3]),
    ("crypto", "sha_mac_96", &[2]),
    ("crypto", "sha_update", &[2]),
    ("crypto", "stream_decrypt", &[2]),
    ("crypto", "stream_encrypt", &[2]),
    ("crypto", "stream_init", &[2, 3]),
    ("crypto", "strong_rand_mpint", &[3]),
    ("filename", "find_src", &[1, 2]),
    ("filename", "safe_relative_path", &[1]),
    ("public_key", "ssh_decode", &[2]),
    ("public_key", "ssh_encode", &[2]),
    ("rpc", "safe_multi_server_call", &[2, 3]),
    ("ssl", "cipher_suites", &[0, 1]),
    ("ssl", "connection_info", &[1]),
    ("ssl", "negotiated_next_protocol", &[1]),
    ("ssl", "pid", &[1]),
    ("ssl", "seed", &[1]),
    ("ssl", "ssl_accept", &[1, 2, 3]),
];

/// Whether a function is one of these.
pub fn is_removed(module: &str, function: &str, arity: usize) -> bool {
    let row = REMOVED.iter().find(|row| (row.0, row.1) == (module, function));
    row.is_some_and(|row| row.2.contains(&arity))
}
