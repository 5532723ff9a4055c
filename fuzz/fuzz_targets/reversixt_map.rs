#![no_main]
plyground_fuzz::target!("reversixt_map");
