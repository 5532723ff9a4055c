//! The words of the pages in other languages, put together from those of the pages, of the games and of the lessons. The English
//! text is the key everywhere; what a language lacks stays English.

use plyground_games::registry;
use plyground_xray::lessons;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

/// The pages themselves, and what the server tells them: the code of the language and a [`Table`] as JSON.
const PAGES: &[(&str, &str)] = &[("de", include_str!("../translations/de.json"))];

/// The words of a language.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Texts of the pages.
    pub page: BTreeMap<String, PageText>,
    /// Texts that the server sends, in which `{name}` stands for anything.
    pub server: BTreeMap<String, String>,
}

/// A text, or its forms for one and for many.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PageText {
    /// The same for every number.
    Plain(String),
    /// For one, and for any other number.
    Plural([String; 2]),
}

/// A table as a document.
pub struct TableDocument {
    /// The code of the language.
    language: &'static str,
    /// JSON.
    pub json: String,
    /// Names the content.
    pub digits: String,
}

/// The document of a language, if there is one besides English.
pub fn document(language: &str) -> Option<&'static TableDocument> {
    static DOCUMENTS: OnceLock<Vec<TableDocument>> = OnceLock::new();
    let documents = DOCUMENTS.get_or_init(|| {
        let write = |(language, _): &(&'static str, &str)| {
            let json = serde_json::to_string(&table(language)).expect("a table of texts is valid JSON");
            let mut hasher = DefaultHasher::new();
            json.hash(&mut hasher);
            TableDocument { language, digits: format!("{:016x}", hasher.finish()), json }
        };
        PAGES.iter().map(write).collect()
    });
    documents.iter().find(|document| document.language == language)
}

/// All words of a language.
fn table(language: &str) -> Table {
    let of =
        |list: &[(&'static str, &'static str)]| list.iter().find(|(code, _)| *code == language).map(|(_, text)| *text);
    let mut table: Table =
        of(PAGES).map_or_else(Table::default, |text| serde_json::from_str(text).expect("a test reads every table"));
    let games = registry::infos().into_iter().filter_map(|info| of(info.translations));
    for text in games.chain(of(lessons::TRANSLATIONS)) {
        let own: BTreeMap<String, String> = serde_json::from_str(text).expect("a test reads every table");
        table.server.extend(own);
    }
    table
}

#[cfg(test)]
mod tests;
