#![no_main]
plyground_fuzz::target!("einstein_net");
