//! The memory of this process.

#[cfg(target_os = "linux")]
use std::sync::LazyLock;

/// The number of the entry with the size of a page, in the vector that the kernel passes.
#[cfg(target_os = "linux")]
const AT_PAGESZ: usize = 6;

/// The size of a page where the kernel does not tell, in bytes.
#[cfg(target_os = "linux")]
const USUAL_PAGE: u64 = 4096;

/// Returns the resident memory in bytes, without the parts of files such as the program itself;
/// `None` on systems that do not show it in `/proc`.
#[cfg(target_os = "linux")]
pub fn resident() -> Option<u64> {
    static PAGE: LazyLock<u64> = LazyLock::new(|| page_size().unwrap_or(USUAL_PAGE));
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let mut pages = statm.split(' ').skip(1).map(str::parse::<u64>);
    let resident = pages.next()?.ok()?;
    let of_files = pages.next()?.ok()?;
    Some(resident.saturating_sub(of_files) * *PAGE)
}

/// Returns the resident memory; `None`, as other systems do not show it in `/proc`.
#[cfg(not(target_os = "linux"))]
pub fn resident() -> Option<u64> {
    None
}

/// Returns the size of a page in bytes.
#[cfg(target_os = "linux")]
fn page_size() -> Option<u64> {
    let vector = std::fs::read("/proc/self/auxv").ok()?;
    let words: Vec<usize> = vector
        .chunks_exact(size_of::<usize>())
        .map(|word| word.try_into().map_or(0, usize::from_ne_bytes))
        .collect();
    let mut entries = words.chunks_exact(2);
    let entry = entries.find(|entry| entry[0] == AT_PAGESZ)?;
    u64::try_from(entry[1]).ok().filter(|size| *size > 0)
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn counts_what_is_used_and_not_what_is_reserved() {
        let size = page_size().expect("a size");
        assert!(size.is_power_of_two() && size >= 4096, "{size}");
        let before = resident().expect("/proc");
        let reserved = Vec::<u8>::with_capacity(512 << 20);
        let used = vec![1_u8; 256 << 20];
        let grown = resident().expect("/proc").saturating_sub(before) >> 20;
        // Other tests run at the same time.
        assert!((200..450).contains(&grown), "{grown} MiB");
        drop((reserved, used));
    }
}
