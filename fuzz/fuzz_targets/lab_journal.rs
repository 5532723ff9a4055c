#![no_main]
plyground_fuzz::target!("lab_journal");
