#![no_main]
plyground_fuzz::target!("ggf");
