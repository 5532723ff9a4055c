#![no_main]
plyground_fuzz::target!("literal_tree");
