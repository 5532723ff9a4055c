//! Files that are there whole or not at all, and files that are safe to read.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// How the names of drafts begin.
const DRAFT: &str = ".tmp";
/// A draft this old is left over from a program that was killed. Another program may be writing a younger one.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Writes a file under another name first, forces it to disk and renames it. When this returns without an error, the new content
/// survives a power failure; with an error, the old file is as it was.
///
/// # Errors
/// When the folder cannot be made or written to.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    // Drafts are private by default.
    write_draft(tempfile::Builder::new().prefix(DRAFT), path, content)
}

/// As [`replace`], in a folder that must exist, for a file that others may read as far as the system's usual permissions go.
///
/// # Errors
/// When the folder cannot be written to.
pub fn replace_readable(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    write_draft(builder.prefix(DRAFT), path, content)
}

fn write_draft(builder: &tempfile::Builder<'_, '_>, path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut draft = builder.tempfile_in(folder)?;
    draft.write_all(content)?;
    draft.as_file().sync_all()?;
    draft.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Forces the names of a folder's files to disk: a new or renamed file is safe only after that.
///
/// # Errors
/// When the folder cannot be opened or synced.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems do not let a folder be opened, and keep names in another way.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes drafts that a killed program left behind. What cannot be removed stays, which does no harm.
pub fn sweep_drafts(folder: &Path) {
    let now = SystemTime::now();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_draft = entry.file_name().to_str().is_some_and(|name| name.starts_with(DRAFT));
        let is_abandoned = entry.metadata().is_ok_and(|facts| {
            let age = facts.modified().ok().and_then(|written| now.duration_since(written).ok());
            facts.is_file() && age.is_some_and(|age| age > ABANDONED)
        });
        if is_draft && is_abandoned {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Reads a text of at most `limit` bytes from a regular file. A pipe or a device, which might never end or never begin, is
/// refused before it is opened.
///
/// # Errors
/// When it is no regular file, too large, not UTF-8, or cannot be read.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let refuse = |reason: String| Err(io::Error::new(ErrorKind::InvalidData, reason));
    if !fs::metadata(path)?.is_file() {
        return refuse("this is no regular file".to_string());
    }
    let mut text = String::new();
    File::open(path)?.take(limit + 1).read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        return refuse(format!("it has more than {limit} bytes"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_leaves_no_draft() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/file");
        for content in ["first", "second"] {
            replace(&path, content.as_bytes()).expect("written");
            assert_eq!(read_text(&path, 6).expect("read"), content);
        }
        assert_eq!(fs::read_dir(folder.path().join("new")).expect("there").count(), 1);
        assert!(read_text(&path, 5).is_err(), "too large");
        assert!(read_text(folder.path(), 5).is_err(), "a folder");
    }

    #[test]
    fn only_abandoned_drafts_are_swept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, age: Duration| {
            let path = folder.path().join(name);
            let file = File::create(&path).expect("created");
            file.set_modified(SystemTime::now() - age).expect("aged");
            path
        };
        let old = 2 * ABANDONED;
        let (left, young, other) =
            (file(".tmpAbCdEf", old), file(".tmpGhIjKl", Duration::ZERO), file("game.json", old));
        sweep_drafts(folder.path());
        assert_eq!([left, young, other].map(|path| path.exists()), [false, true, true]);
    }
}
