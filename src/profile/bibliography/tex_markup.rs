//! Turns TeX markup into plain text: commands, formulas, quotation marks and dashes.

use biblatex::{Chunk, ChunksRef};

/// Returns the text of a field without its TeX.
pub fn plain(chunks: ChunksRef) -> String {
    let text: String = chunks.iter().map(|chunk| plain_chunk(&chunk.v)).collect();
    text.replace("---", "—")
        .replace("--", "–")
        .replace("``", "“")
        .replace("''", "”")
}

fn plain_chunk(chunk: &Chunk) -> String {
    match chunk {
        Chunk::Normal(text) | Chunk::Verbatim(text) => {
            without_markup(&without_commands(&with_fractions(text)))
        }
        Chunk::Math(text) => without_commands(&with_small_figures(&with_fractions(text))),
    }
}

/// The commands of fractions.
const FRACTIONS: [&str; 3] = ["\\frac{", "\\tfrac{", "\\dfrac{"];

/// Writes fractions with a slash: `\frac{1}{2}` becomes `1/2`. Parts that are not one word are put
/// in parentheses.
fn with_fractions(text: &str) -> String {
    let (mut done, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((at, command)) = first_of(rest, &FRACTIONS) {
        let after = &rest[at + command.len() - 1..];
        let Some((above, after)) = group(after) else {
            break;
        };
        let Some((below, after)) = group(after) else {
            break;
        };
        done += &rest[..at];
        done += &format!("{}/{}", as_factor(above), as_factor(below));
        rest = after;
    }
    done + rest
}

/// Returns the first place of one of several commands in a text.
fn first_of<'a>(text: &str, commands: &[&'a str]) -> Option<(usize, &'a str)> {
    let places = commands
        .iter()
        .filter_map(|command| Some((text.find(command)?, *command)));
    places.min_by_key(|(at, _)| *at)
}

/// Returns the content of the group in braces with which a text starts, and what follows it.
pub fn group(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('{')?;
    let mut depth = 1_usize;
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inside[..at], &inside[at + 1..]));
        }
    }
    None
}

/// Returns a part of a fraction, whose own fractions are written with a slash, too.
fn as_factor(part: &str) -> String {
    let inner = with_fractions(part);
    if inner
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '.' | '\\' | '{' | '}' | '^' | '_'))
    {
        inner
    } else {
        format!("({inner})")
    }
}

/// The characters that have raised and lowered forms, in the order of these.
const FIGURES: &str = "0123456789+-";

const RAISED_FIGURES: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";

const LOWERED_FIGURES: &str = "₀₁₂₃₄₅₆₇₈₉₊₋";

/// Replaces raised and lowered digits by Unicode superscripts and subscripts: `CO_2`, `10^{-3}`.
fn with_small_figures(math: &str) -> String {
    let (mut done, mut rest) = (String::with_capacity(math.len()), math);
    while let Some(at) = rest.find(['^', '_']) {
        let forms = if rest[at..].starts_with('^') {
            RAISED_FIGURES
        } else {
            LOWERED_FIGURES
        };
        let after = &rest[at + 1..];
        let (group, length) = first_group(after);
        if let Some(figures) = small_figures(group, forms) {
            done += &rest[..at];
            done += &figures;
            rest = &after[length..];
        } else {
            done += &rest[..=at];
            rest = after;
        }
    }
    done + rest
}

/// Returns the group in braces or the character with which a text starts, and its length with
/// braces.
fn first_group(text: &str) -> (&str, usize) {
    let inside = text.strip_prefix('{').and_then(|text| text.split_once('}'));
    if let Some((group, _)) = inside {
        return (group, group.len() + 2);
    }
    let length = text.chars().next().map_or(0, char::len_utf8);
    (&text[..length], length)
}

/// Returns the raised or lowered forms of all characters; `None` if one has none, or there are no
/// characters.
fn small_figures(text: &str, forms: &str) -> Option<String> {
    let figures: Option<String> = text.chars().map(|c| small_figure(c, forms)).collect();
    figures.filter(|figures| !figures.is_empty())
}

fn small_figure(figure: char, forms: &str) -> Option<char> {
    let position = FIGURES.chars().position(|known| known == figure)?;
    forms.chars().nth(position)
}

/// Returns the text without the HTML that exports of publishers contain: `&amp;`, `<i>`.
fn without_markup(text: &str) -> String {
    const TAGS: [&str; 12] = [
        "<i>", "</i>", "<b>", "</b>", "<em>", "</em>", "<sub>", "</sub>", "<sup>", "</sup>",
        "<scp>", "</scp>",
    ];
    const ENTITIES: [(&str, &str); 5] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let text = TAGS
        .iter()
        .fold(text.to_owned(), |text, tag| text.replace(tag, ""));
    ENTITIES
        .iter()
        .fold(text, |text, (entity, sign)| text.replace(entity, sign))
}

/// Returns the text without the commands that the parser leaves in it: `O(n \log n)`, `\emph{so}`.
pub fn without_commands(text: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        plain += &rest[..at];
        let name = &rest[at + 1..];
        let length = name
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(name.len());
        let command = &name[..length];
        // A function is shown by its name; font commands are dropped.
        match SIGNS.iter().find(|(known, _)| *known == command) {
            Some((_, sign)) => plain += sign,
            None if FUNCTIONS.contains(&command) => plain += command,
            None => {}
        }
        rest = &name[length..];
        if length == 0 {
            let sign = rest.chars().next();
            match sign {
                // Narrow spaces.
                Some(',' | ';' | ':' | '!') => plain.push('\u{202f}'),
                // Hyphenation points and ligature breaks.
                Some('-' | '/') => {}
                Some('\\') => plain.push(' '),
                sign => plain.extend(sign),
            }
            rest = &rest[sign.map_or(0, char::len_utf8)..];
        } else if !FUNCTIONS.contains(&command) {
            rest = rest.strip_prefix(' ').unwrap_or(rest);
        }
    }
    plain += rest;
    plain
        .replace(['{', '}'], "")
        .replace('~', "\u{a0}")
        .replace(TILDE, "~")
}

/// Marks a literal tilde until the tildes that mean spaces are replaced.
const TILDE: char = '\u{1}';

const FUNCTIONS: [&str; 10] = [
    "log", "ln", "exp", "sin", "cos", "tan", "min", "max", "lim", "det",
];

const SIGNS: [(&str, &str); 30] = [
    ("sim", "\u{1}"),
    ("textasciitilde", "\u{1}"),
    ("textbackslash", "\\"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("textellipsis", "…"),
    ("sqrt", "√"),
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("pi", "π"),
    ("sigma", "σ"),
    ("omega", "ω"),
    ("Delta", "Δ"),
    ("Omega", "Ω"),
    ("times", "×"),
    ("cdot", "·"),
    ("pm", "±"),
    ("leq", "≤"),
    ("geq", "≥"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("infty", "∞"),
    ("ldots", "…"),
    ("dots", "…"),
];

/// Returns pages with a dash between numbers: `87-102` becomes `87–102`.
pub fn with_dashes(pages: &str) -> String {
    let mut chars: Vec<char> = pages.chars().collect();
    for at in 1..chars.len().saturating_sub(1) {
        if chars[at] == '-' && chars[at - 1].is_ascii_digit() && chars[at + 1].is_ascii_digit() {
            chars[at] = '–';
        }
    }
    chars.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_have_a_slash() {
        for (tex, expected) in [
            (r"a \frac{1}{2} b", "a 1/2 b"),
            (r"\dfrac{n+1}{2}", "(n+1)/2"),
            (r"\frac{1}{\frac{a}{b}}", "1/(a/b)"),
            (r"\frac{1}{2", r"\frac{1}{2"),
            (r"\frac12", r"\frac12"),
        ] {
            assert_eq!(with_fractions(tex), expected);
        }
    }
}
