//! Colors as other formats write them.

/// Returns a color as a profile writes it, `#004f90`: from `rgb(0, 79, 144)`, `#004F90`, `#04f` or
/// `004f90`.
pub fn hex(written: &str) -> Option<String> {
    let written = written.trim();
    if let Some(numbers) = written
        .strip_prefix("rgb(")
        .and_then(|rest| rest.strip_suffix(')'))
    {
        let parts: Vec<u8> = numbers
            .split(',')
            .map(|part| part.trim().parse().ok())
            .collect::<Option<_>>()?;
        let [red, green, blue] = parts[..] else {
            return None;
        };
        return Some(format!("#{red:02x}{green:02x}{blue:02x}"));
    }
    let digits = written.strip_prefix('#').unwrap_or(written).to_lowercase();
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        3 => {
            let doubled: String = digits.chars().flat_map(|digit| [digit, digit]).collect();
            Some(format!("#{doubled}"))
        }
        6 => Some(format!("#{digits}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_six_digits() {
        for written in ["rgb(0, 79, 144)", "#004F90", "004f90", " rgb(0,79,144) "] {
            assert_eq!(hex(written).as_deref(), Some("#004f90"), "{written}");
        }
        assert_eq!(hex("#04f").as_deref(), Some("#0044ff"));
        for written in ["rgb(0, 79)", "rgb(0, 79, 256)", "blue", "#12345", ""] {
            assert_eq!(hex(written), None, "{written}");
        }
    }
}
