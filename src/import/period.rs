//! Which of two dates, as a profile writes them, is the earlier.

/// Returns whether a date is before another, as far as both are precise.
pub fn is_before(end: &str, start: &str) -> bool {
    let length = end.len().min(start.len());
    is_date(end) && is_date(start) && end[..length] < start[..length]
}

/// Returns whether a text has nothing but digits and hyphens.
pub fn is_date(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_compared_as_far_as_they_are_precise() {
        assert!(is_before("2019", "2020-05"));
        assert!(is_before("2020-04", "2020-05-01"));
        assert!(!is_before("2020", "2020-05"));
        assert!(!is_before("2021-01", "2020-12"));
        assert!(!is_before("present", "2020"));
        assert!(!is_before("Fall 2019", "2020"));
    }
}
