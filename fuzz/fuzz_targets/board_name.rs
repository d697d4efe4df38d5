#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| outplay_laws::board_name(data));
