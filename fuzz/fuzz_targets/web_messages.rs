#![no_main]
plyground_fuzz::target!("web_messages");
