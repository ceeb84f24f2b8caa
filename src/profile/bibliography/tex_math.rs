//! Formulas as text: `pulldown-latex` knows the signs and makes `MathML`, whose scripts become raised and
//! lowered text.

use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};
use roxmltree::{Document, Node};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::compose;

use crate::profile::bibliography::markup::{END, SUB, SUPER};
use crate::profile::bibliography::tex_commands::COMMANDS;

/// Definitions could expand without limit.
const DEFINITIONS: [&str; 8] = [
    "\\def",
    "\\gdef",
    "\\edef",
    "\\xdef",
    "\\let",
    "\\newcommand",
    "\\renewcommand",
    "\\providecommand",
];

/// The invisible sign between a function and what it is applied to.
const APPLICATION: &str = "\u{2061}";

/// The text of `~` and of a backslash before a space.
const SPACE: &str = "\u{a0}";

/// Signs over a letter, and the characters that combine with it.
const ACCENTS: [(char, char); 13] = [
    ('^', '\u{302}'),
    ('ˆ', '\u{302}'),
    ('~', '\u{303}'),
    ('˜', '\u{303}'),
    ('¯', '\u{304}'),
    ('‾', '\u{304}'),
    ('˙', '\u{307}'),
    ('¨', '\u{308}'),
    ('´', '\u{301}'),
    ('`', '\u{300}'),
    ('ˇ', '\u{30c}'),
    ('˘', '\u{306}'),
    ('˚', '\u{30a}'),
];

/// Returns a formula as text; `None` if a command in it is not known.
pub fn math_text(formula: &str) -> Option<String> {
    if DEFINITIONS.iter().any(|command| formula.contains(command)) {
        return None;
    }
    let formula = drawn(&formula.replace("\\operatorname*", "\\operatorname"));
    let storage = Storage::new();
    let events: Result<Vec<_>, _> = Parser::new(&formula, &storage).collect();
    let mut xml = String::new();
    let events = events.ok()?.into_iter().map(Ok::<_, std::fmt::Error>);
    push_mathml(&mut xml, events, RenderConfig::default()).ok()?;
    // The writer leaves these signs as they are.
    let xml = xml.replace("><</", ">&lt;</").replace(">&</", ">&amp;</");
    let xml = xml.replace("&amp;nbsp;", SPACE).replace("&nbsp;", SPACE);
    let document = Document::parse(&xml).ok()?;
    let mut writer = MathWriter::default();
    writer.element(document.root_element());
    if writer.has_tex {
        return None;
    }
    Some(
        writer
            .text
            .trim_matches(' ')
            .chars()
            .flat_map(plain_letter)
            .nfc()
            .collect(),
    )
}

/// Returns the commands of a formula, such as `\alpha`.
pub fn commands(formula: &str) -> impl Iterator<Item = &str> {
    formula.match_indices('\\').filter_map(|(start, _)| {
        let length = length_of_name(&formula[start + 1..]);
        (length > 0).then(|| &formula[start..=start + length])
    })
}

/// Returns the first command of a formula that is not known.
pub fn first_unknown(formula: &str) -> Option<&str> {
    commands(formula).find(|command| {
        math_text(command).is_none() && math_text(&format!("{command}{{x}}{{x}}")).is_none()
    })
}

/// Returns whether a command puts a sign over or under letters that no font has.
pub fn is_undrawn(command: &str) -> bool {
    COMMANDS.undrawn.contains(command.trim_start_matches('\\'))
}

/// Returns a formula without such commands. Their arguments stay.
fn drawn(formula: &str) -> String {
    let mut parts = formula.split('\\');
    let mut done = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_at(length_of_name(part));
        if is_undrawn(name) {
            done += rest;
        } else {
            done.extend(["\\", part]);
        }
    }
    done
}

/// Returns the length of the name of a command that begins here.
fn length_of_name(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphabetic).count()
}

/// Returns whether an element is the name of a function, such as `log`.
fn is_function(node: Node) -> bool {
    let name = node.text().unwrap_or_default();
    name == APPLICATION || node.tag_name().name() == "mi" && name.chars().count() > 1
}

/// Returns a formula of `mhchem` as text, in which figures after letters are low and charges are high.
pub fn chemical_text(formula: &str) -> String {
    let mut text = String::new();
    let mut is_after_letter = false;
    let mut rest = formula.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '0'..='9' if is_after_letter => {
                text.push(SUB);
                text.push(character);
                while let Some(figure) = rest.next_if(char::is_ascii_digit) {
                    text.push(figure);
                }
                text.push(END);
            }
            '^' | '_' => {
                text.push(if character == '^' { SUPER } else { SUB });
                while let Some(part) = rest.next_if(|c| !c.is_whitespace()) {
                    if part != '{' && part != '}' {
                        text.push(part);
                    }
                }
                text.push(END);
            }
            '{' | '}' | '\\' => {}
            other => text.push(other),
        }
        is_after_letter = character.is_alphabetic() || character == ')';
    }
    text
}

/// Returns a letter or sign of formulas, which no font of a text has, as one of texts.
fn plain_letter(letter: char) -> impl Iterator<Item = char> {
    let letter = match letter {
        '∗' => '*',
        '⋅' => '·',
        '∣' => '|',
        'ϵ' => 'ε',
        other => other,
    };
    let is_styled = ('\u{1d400}'..='\u{1d7ff}').contains(&letter);
    let plain = is_styled.then(|| letter.nfkc());
    let own = (!is_styled).then_some(letter);
    plain.into_iter().flatten().chain(own)
}

#[derive(Default)]
struct MathWriter {
    text: String,
    /// How deep in raised or lowered text it is, which has no spaces.
    scripts: usize,
    /// Whether a space belongs before a letter or figure.
    wants_space: bool,
    /// Whether the name of a function has TeX in it that is not known.
    has_tex: bool,
}

impl MathWriter {
    fn element(&mut self, node: Node) {
        let children: Vec<Node> = node.children().filter(Node::is_element).collect();
        match (node.tag_name().name(), children.as_slice()) {
            ("mo", []) => self.operator(node.text().unwrap_or_default()),
            ("mspace", []) => self.space(node),
            ("annotation", _) => {}
            (_, []) => self.word(node.text().unwrap_or_default(), node.tag_name().name()),
            ("msup", [base, above]) => self.scripts(*base, None, Some(*above)),
            // The line under a text is only its look.
            ("munder", [base, below]) if below.text() == Some("_") => self.element(*base),
            ("msub" | "munder", [base, below]) => self.scripts(*base, Some(*below), None),
            ("msubsup" | "munderover", [base, below, above]) => {
                self.scripts(*base, Some(*below), Some(*above));
            }
            ("mover", [base, above]) => self.over(*base, *above),
            // Numbers above each other without a line, as in `\binom`.
            ("mfrac", [above, below]) if node.has_attribute("linethickness") => {
                self.element(*above);
                self.text.push(' ');
                self.element(*below);
            }
            ("mfrac", [above, below]) => {
                self.grouped(&[*above]);
                self.text.push('/');
                self.grouped(&[*below]);
            }
            ("msqrt", _) => {
                self.text.push('√');
                self.grouped(&children);
            }
            ("mroot", [base, index]) => {
                self.script(SUPER, *index);
                self.text.push('√');
                self.grouped(&[*base]);
            }
            _ => children.into_iter().for_each(|child| self.element(child)),
        }
    }

    fn word(&mut self, text: &str, tag: &str) {
        if text == SPACE {
            self.wants_space = false;
            return self.text.push_str(SPACE);
        }
        let is_function = tag == "mi" && text.chars().count() > 1;
        if is_function && text.contains(['\\', '{', '_', '^', '~']) {
            // The names of functions are not read, as in `\mathop{\rm lim}`.
            return match math_text(text) {
                Some(text) => self.word(&text.replace(['\\', '{', '_', '^', '~'], " "), tag),
                None => self.has_tex = true,
            };
        }
        self.wants_space |= is_function;
        let follows = self
            .text
            .ends_with(|c: char| c.is_alphanumeric() || c == ')' || c == END);
        if self.scripts == 0 && follows && self.wants_space {
            self.text.push(' ');
        }
        self.wants_space = is_function;
        self.text += text;
    }

    fn operator(&mut self, text: &str) {
        let sign = match text {
            APPLICATION => return,
            "∼" => "~",
            other => other,
        };
        let is_joined = sign
            .chars()
            .all(|c| c.is_alphanumeric() || "()[]{}|,;.:!?/'′″‴…∂∇∞∑∫∏√°~*%‖⟨⟩⌊⌋⌈⌉".contains(c));
        let follows = self
            .text
            .chars()
            .next_back()
            .is_some_and(|c| !" ([{/".contains(c) && c != SUPER && c != SUB);
        self.wants_space = false;
        if is_joined || self.scripts > 0 || !follows {
            self.text += sign;
            // What punctuation separates stays apart.
            if matches!(sign, "," | ";") && self.scripts == 0 {
                self.text.push(' ');
            }
            return;
        }
        self.text += &format!(" {sign} ");
    }

    fn space(&mut self, node: Node) {
        let neighbors = [node.prev_sibling_element(), node.next_sibling_element()];
        if neighbors.into_iter().flatten().any(is_function) {
            // The spaces about a function are those of the words.
            return;
        }
        let width = node.attribute("width").unwrap_or_default();
        if !width.is_empty() && !width.starts_with(['-', '0']) || width.starts_with("0.") {
            self.text.push('\u{202f}');
        }
    }

    fn over(&mut self, base: Node, above: Node) {
        let sign = above.descendants().find_map(|node| node.text());
        let mut sign = sign.unwrap_or_default().chars();
        let accent = sign.next().filter(|_| sign.next().is_none());
        let accent = ACCENTS.iter().find(|(known, _)| Some(*known) == accent);
        let Some((_, accent)) = accent else {
            return self.scripts(base, None, Some(above));
        };
        let start = self.text.len();
        self.element(base);
        let written = self.text.split_off(start);
        let mut letters = written.chars();
        if let Some(first) = letters.next() {
            match compose(first, *accent) {
                Some(composed) => self.text.push(composed),
                None => self.text.extend([first, *accent]),
            }
        }
        self.text += letters.as_str();
    }

    fn scripts(&mut self, base: Node, below: Option<Node>, above: Option<Node>) {
        self.element(base);
        if let Some(below) = below {
            self.script(SUB, below);
        }
        if let Some(above) = above {
            self.script(SUPER, above);
        }
    }

    fn script(&mut self, mark: char, node: Node) {
        let start = self.text.len();
        self.scripts += 1;
        self.element(node);
        self.scripts -= 1;
        let written = self.text.split_off(start);
        match written.as_str() {
            // The sign of degrees, and primes, stand high themselves.
            "∘" => self.text.push('°'),
            text if text.chars().all(|c| "′″‴".contains(c)) => self.text += text,
            text => self.text += &format!("{mark}{text}{END}"),
        }
    }

    /// Writes a part of a fraction or below a root: in parentheses, unless it is one word.
    fn grouped(&mut self, nodes: &[Node]) {
        let start = self.text.len();
        for node in nodes {
            self.element(*node);
        }
        let written = self.text.split_off(start);
        if written
            .chars()
            .all(|c| c.is_alphanumeric() || c == '.' || [SUPER, SUB, END].contains(&c))
        {
            self.text += &written;
        } else {
            self.text += &format!("({})", written.trim_matches(' '));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::bibliography::markup::unmarked;

    #[test]
    fn formulas_are_text_with_scripts() {
        for (formula, expected) in [
            ("x", "x"),
            (r"\alpha\beta\Gamma\Omega\varepsilon", "αβΓΩε"),
            (r"4.8~\mathrm{fb}", "4.8\u{a0}fb"),
            (r"13\ {\rm TeV}", "13\u{a0}TeV"),
            (r"x\text{ if }y", "x\u{a0}if\u{a0}y"),
            (r"5\,\beta", "5\u{202f}β"),
            (r"p_T", "p[T]"),
            (r"B^0_s", "B[s]<0>"),
            (r"{}^{14}\mathrm{C}", "<14>C"),
            (r"37^\circ", "37°"),
            (r"O(n \log n)", "O(n log n)"),
            (r"p \leq 0.05", "p ≤ 0.05"),
            (r"5\times10^{-3}", "5 × 10<−3>"),
            (r"\frac{1}{\frac{a}{b}}", "1/(a/b)"),
            (r"\hat{x}\bar y", "x̂ȳ"),
            (r"\mathbb{R}^n", "ℝ<n>"),
            (r"\sqrt{x+1}", "√(x + 1)"),
            (r"f'(x)", "f′(x)"),
            (r"\not=", "≠"),
            (r"a<5 \& b>2", "a < 5&b > 2"),
            (r"\vec{x}\mathit{x}\mathcal{O}", "xxO"),
            (r"\mathop{\rm lim}_{n} x", "lim[n]x"),
            (
                r"\mathop{\rm lim} x \operatorname*{arg\,max} y",
                "lim x arg\u{202f}max y",
            ),
            (r"\underline{x}\binom{n}{k}\mathring{A}", "x(n k)Å"),
            (r"\underbrace{a+b}_{n}", "a + b[n]"),
            (r"\hbar\nabla\partial\infty\ell", "ℏ∇∂∞ℓ"),
            (r"a \pm b \approx c \rightarrow d", "a ± b ≈ c → d"),
        ] {
            let text = math_text(formula).unwrap_or_else(|| panic!("{formula} is not read"));
            let mut shown = String::new();
            let mut open = Vec::new();
            for character in text.chars() {
                match character {
                    SUPER => (shown.push('<'), open.push('>')).0,
                    SUB => (shown.push('['), open.push(']')).0,
                    END => shown.extend(open.pop()),
                    other => shown.push(other),
                }
            }
            assert_eq!(shown, expected, "{formula}");
            assert!(!unmarked(&text).contains([SUPER, SUB, END]));
        }
        assert_eq!(math_text(r"\def\a{\b\b}\a"), None);
        assert_eq!(math_text(r"\unheardof"), None);
        assert_eq!(math_text(r"\mathop{\unheardof{x}}"), None);
    }
}
