//! A recorded search as one file that plays back without a server: the viewer's modules as one classic script, the
//! styles, and the recording as data.

use crate::{assets, messages};
use plyground_core::{Cell, Scene};
use serde_json::Value;
use std::fmt::Write;

/// The module that shows a recording.
const ENTRY: &str = "viewer.js";
/// In the order of the pages.
const STYLES: &[&str] = &["style.css", "board.css", "viewer.css"];

/// A board in the words of the pages.
pub fn scene_json(scene: Scene) -> Value {
    serde_json::to_value(messages::Scene::from(scene)).unwrap_or(Value::Null)
}

/// A cell of a board in the words of the pages.
pub fn cell_json(cell: &Cell) -> Value {
    serde_json::to_value(messages::Cell::from(cell.clone())).unwrap_or(Value::Null)
}

/// The page with this recording, given as JSON.
pub fn offline_page(title: &str, recording: &str) -> String {
    let styles: String = STYLES.iter().map(|name| assets::text(name)).collect();
    let mut script = String::new();
    add_module(ENTRY, &mut Vec::new(), &mut script);
    // A script element ends at the first `</script`, even within a string.
    let data = recording.replace('<', "\\u003c");
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>
<html lang=\"en\" data-theme=\"light\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<title>{title}</title>
<style>
{styles}</style>
</head>
<body>
<main id=\"page\"></main>
<script type=\"application/json\" id=\"recording\">{data}</script>
<script>
\"use strict\";
(() => {{
if (matchMedia(\"(prefers-color-scheme: dark)\").matches) document.documentElement.dataset.theme = \"dark\";
const modules = {{}};
{script}modules[\"{ENTRY}\"].mountRecording(document.getElementById(\"page\"), JSON.parse(document.getElementById(\"recording\").textContent), {{ link: true }});
}})();
</script>
</body>
</html>
"
    )
}

/// Adds a module after those that it imports: a function that returns what the module exports. The viewer's modules
/// keep to the simple forms that this needs; a test tries the result.
fn add_module(name: &str, added: &mut Vec<String>, script: &mut String) {
    if added.iter().any(|known| known == name) {
        return;
    }
    added.push(name.to_string());
    let (mut body, mut exported) = (String::new(), Vec::new());
    for line in assets::text(name).lines() {
        if let Some((names, path)) = imported(line) {
            add_module(path, added, script);
            let _ = writeln!(body, "const {{ {names} }} = modules[\"{path}\"];");
        } else if let Some(declaration) = line.strip_prefix("export ") {
            exported.push(declared(declaration).to_string());
            let _ = writeln!(body, "{declaration}");
        } else {
            let _ = writeln!(body, "{line}");
        }
    }
    let _ = writeln!(script, "modules[\"{name}\"] = (() => {{\n{body}return {{ {} }};\n}})();", exported.join(", "));
}

/// What `import { a, b } from "./x.js";` names, and from where.
fn imported(line: &str) -> Option<(&str, &str)> {
    let (names, rest) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    Some((names, rest.strip_suffix("\";")?))
}

/// The name in `function name(…`, `class Name {` or `const NAME = …`.
fn declared(declaration: &str) -> &str {
    let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
    let name = rest.split_once(' ').map_or("", |(_, name)| name);
    name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_one_file_without_modules() {
        let page = offline_page("Isola & <others>", r#"{"text":"</script><b>"}"#);
        assert!(page.contains("<title>Isola &amp; &lt;others></title>"));
        assert!(page.contains(r#"{"text":"\u003c/script>\u003cb>"}"#), "data cannot end its element");
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(!page.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
        assert!(!page.contains("src=\"") && !page.contains("href=\"/"), "nothing is loaded");
    }

    #[test]
    fn every_module_comes_after_what_it_imports() {
        let page = offline_page("", "{}");
        let defined = |name: &str| page.find(&format!("modules[\"{name}\"] = (")).unwrap_or_else(|| panic!("{name}"));
        for (at, _) in page.match_indices("} = modules[\"") {
            let name = page[at + 13..].split('"').next().expect("a name");
            assert!(defined(name) < at, "{name} is used before it is defined");
        }
        assert!(defined("dom.js") < defined("board.js") && defined("searchview.js") < defined("viewer.js"));
    }

    #[test]
    fn declarations_and_imports_are_read() {
        assert_eq!(declared("function sceneAt(scene, boards) {"), "sceneAt");
        assert_eq!(declared("async function load() {"), "load");
        assert_eq!(declared("class Trace {"), "Trace");
        assert_eq!(declared("const NULL_WINDOW = 1;"), "NULL_WINDOW");
        assert_eq!(imported("import { el, fill } from \"./dom.js\";"), Some(("el, fill", "dom.js")));
        assert_eq!(imported("// import { el } from \"./dom.js\";"), None);
    }
}
