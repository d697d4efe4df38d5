#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| outplay_laws::made_board(data));
