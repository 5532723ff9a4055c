//! The types in the comments of the page modules.

use crate::npm;
use std::path::Path;
use std::process::Command;

const TYPESCRIPT: &str = "5.9.3";

#[test]
fn the_types_of_the_page_modules_are_right() {
    let Some(compiler) = npm::package("typescript", TYPESCRIPT) else { return };
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    let checked = Command::new("node").arg(compiler.join("bin/tsc")).arg("--project").arg(project).output();
    let checked = checked.expect("Node starts where npm does");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}
