//! TeX as text: accents, letters and signs become characters, formulas, raised and lowered parts and links
//! are marked. Commands that are not known are returned, too; their texts stay.
//!
//! It runs before `biblatex` takes an entry apart, which knows few commands and drops the others. The
//! groups in braces stay, as they hold names together.

use std::ops::Range;

use unicode_normalization::char::compose;

use crate::profile::bibliography::markup::{END, HIDDEN, LINK, LINKED, QUOTE, SUB, SUPER, hidden};
use crate::profile::bibliography::tex_commands::COMMANDS;
use crate::profile::bibliography::tex_html::{without_entities, without_html};
use crate::profile::bibliography::tex_math::{
    chemical_text, commands, first_unknown, is_undrawn, math_text,
};

/// A command that is not known, and where it is in the text.
#[derive(Debug, PartialEq, Eq)]
pub struct UnknownCommand {
    /// The command as written: `\unheardof`.
    pub command: String,
    /// Its place.
    pub span: Range<usize>,
}

/// Returns a text without TeX, for `biblatex`, and the commands that are not known.
pub fn without_tex(tex: &str) -> (String, Vec<UnknownCommand>) {
    let mut reader = TexReader::new(tex);
    reader.text(0);
    (reader.done, reader.unknown)
}

/// Returns a text that is not TeX, such as an address, without the signs that some programs write as
/// commands there: `{\textless}`.
pub fn without_signs(tex: &str) -> String {
    let mut done = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(start) = rest.find('\\') {
        done += &rest[..start];
        let after = &rest[start + 1..];
        let length = after
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(after.len());
        let (name, after_name) = after.split_at(length);
        if let Some(sign) = COMMANDS.signs.get(name) {
            done += sign;
            rest = after_name.strip_prefix("{}").unwrap_or(after_name);
            rest = rest.trim_start();
        } else {
            done.push('\\');
            rest = after;
        }
    }
    done += rest;
    let done = done.replace("$<$", "<").replace("$>$", ">");
    without_entities(&done).into_owned()
}

/// Reads TeX from a place on.
struct TexReader<'t> {
    tex: &'t str,
    at: usize,
    done: String,
    unknown: Vec<UnknownCommand>,
}

impl<'t> TexReader<'t> {
    fn new(tex: &'t str) -> Self {
        Self {
            tex,
            at: 0,
            done: String::with_capacity(tex.len()),
            unknown: Vec::new(),
        }
    }

    fn rest(&self) -> &'t str {
        &self.tex[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, expected: &str) -> bool {
        let is_there = self.rest().starts_with(expected);
        if is_there {
            self.at += expected.len();
        }
        is_there
    }

    /// Reads to the end, or to the brace that closes the group.
    fn text(&mut self, depth: usize) {
        while let Some(character) = self.next() {
            match character {
                '\\' => self.command(),
                '{' => {
                    self.done.push('{');
                    self.text(depth + 1);
                    self.done.push('}');
                }
                '}' if depth > 0 => return,
                '$' => self.dollar(),
                '~' => self.hide('\u{a0}'),
                QUOTE => self.done.push('"'),
                '`' if self.eat("`") => self.done.push('“'),
                '`' => self.done.push('‘'),
                '?' | '!' if self.is_inverted() => {
                    self.eat("`");
                    self.done.push(if character == '?' { '¿' } else { '¡' });
                }
                // None of these is text.
                '\u{1}'..='\u{8}' | '\u{b}' | '\u{e}'..='\u{1f}' => {}
                other => self.done.push(other),
            }
        }
    }

    /// Returns whether the sign before is one of the beginning of a sentence: ``?` ``.
    fn is_inverted(&self) -> bool {
        self.rest().starts_with('`') && !self.rest().starts_with("``")
    }

    /// Writes a character so that `biblatex` takes it for text.
    fn hide(&mut self, character: char) {
        self.done.push(hidden(character));
    }

    fn write(&mut self, text: &str) {
        text.chars().for_each(|character| self.hide(character));
    }

    /// Reads a formula after its first dollar sign. A dollar sign without another is one of money.
    fn dollar(&mut self) {
        let is_display = self.rest().starts_with('$') && self.rest()[1..].contains("$$");
        let end = if is_display { "$$" } else { "$" };
        let start = self.at + usize::from(is_display);
        let length = end_of_formula(&self.tex[start..], end);
        match length {
            Some(length) => {
                self.formula(start..start + length);
                self.at = start + length + end.len();
            }
            None => self.hide('$'),
        }
    }

    /// Writes a formula. One with commands that are not known keeps the others.
    fn formula(&mut self, span: Range<usize>) {
        let source = without_entities(self.tex[span.clone()].trim());
        if source.is_empty() {
            return;
        }
        let text = math_text(&source);
        let command = match &text {
            Some(_) => commands(&source).find(|command| is_undrawn(command)),
            None => Some(first_unknown(&source).unwrap_or(&source)),
        };
        self.unknown.extend(command.map(|command| UnknownCommand {
            command: command.to_owned(),
            span,
        }));
        if let Some(text) = text {
            return self.write(&text);
        }
        let (text, _) = without_tex(&source.replace(['^', '_'], ""));
        self.done += &text;
    }

    fn command(&mut self) {
        let start = self.at - 1;
        let letters = self.rest().bytes().take_while(u8::is_ascii_alphabetic);
        let length = letters.count();
        let name = if length > 0 {
            let name = &self.rest()[..length];
            self.at += length;
            name
        } else {
            let from = self.at;
            if self.next().is_none() {
                return self.hide('\\');
            }
            &self.tex[from..self.at]
        };
        if let Some(mark) = COMMANDS.accents.get(name)
            && (length != 1 || self.rest().starts_with(|c: char| "{ \\".contains(c)))
        {
            return self.accent(*mark);
        }
        if length == 0 {
            return self.sign_command(name, start);
        }
        if let Some(sign) = COMMANDS.signs.get(name) {
            self.end_of_name();
            return self.write(sign);
        }
        self.named(name, start);
    }

    /// A command that is one sign: `\&`, `\,`, `\(`.
    fn sign_command(&mut self, name: &str, start: usize) {
        match name {
            "," | ";" | ":" | ">" => self.hide('\u{202f}'),
            " " | "\\" | "\n" | "\t" => self.done.push(' '),
            // Hyphenation points, ligature breaks, corrections of space.
            "-" | "/" | "!" | "@" => {}
            "(" | "[" => {
                let end = if name == "(" { "\\)" } else { "\\]" };
                match self.rest().find(end) {
                    Some(length) => {
                        self.formula(self.at..self.at + length);
                        self.at += length + end.len();
                    }
                    None => self.done += name,
                }
            }
            "{" | "}" | "$" => self.hide(name.chars().next().unwrap_or_default()),
            "%" | "&" | "#" | "_" | "+" | "*" | "." | ")" | "]" => self.done += name,
            _ if name.starts_with(|c: char| c.is_ascii_punctuation()) => {
                self.tell(start);
                self.done += name;
            }
            // A backslash before a letter of another script is one.
            _ => {
                self.hide('\\');
                self.done += name;
            }
        }
    }

    /// A command of letters, other than a sign.
    fn named(&mut self, name: &str, start: usize) {
        if self.rest().starts_with("*{") {
            self.eat("*");
        }
        if COMMANDS.switches.contains(name) {
            return self.end_of_name();
        }
        if COMMANDS.kept.contains(name) {
            return self.argument_as_text();
        }
        if let Some(count) = COMMANDS.dropped.get(name) {
            for _ in 0..*count {
                let _ = self.argument();
            }
            return;
        }
        if COMMANDS.moved.contains(name) {
            return self.length();
        }
        if let Some([before, after]) = COMMANDS.wrapped.get(name) {
            self.write(before);
            self.argument_as_text();
            return self.write(after);
        }
        match name {
            "textsuperscript" | "sp" => self.script(SUPER),
            "textsubscript" | "sb" => self.script(SUB),
            "ensuremath" => {
                let argument = self.argument();
                self.formula(argument);
            }
            "href" => {
                let url = self.argument();
                let url = self.tex[url].replace(['\\', '{', '}'], "");
                self.done.push(LINK);
                self.write(&url);
                self.done.push(LINKED);
                self.argument_as_text();
                self.done.push(END);
            }
            "url" | "path" | "nolinkurl" => {
                let url = self.argument();
                self.write(&self.tex[url].replace('\\', ""));
            }
            "textcolor" | "foreignlanguage" | "colorbox" => {
                let _ = self.argument();
                self.argument_as_text();
            }
            "frac" | "tfrac" | "dfrac" | "sfrac" | "nicefrac" => {
                let above = self.argument();
                let below = self.argument();
                let [above, below] = [above, below].map(|part| &self.tex[part]);
                self.formula_of(&format!("\\frac{{{above}}}{{{below}}}"), start);
            }
            "sqrt" => {
                let root = self.argument();
                self.formula_of(&format!("\\sqrt{{{}}}", &self.tex[root]), start);
            }
            "ce" => {
                let formula = self.argument();
                self.done += &chemical_text(&self.tex[formula]);
            }
            _ => self.elsewhere(name, start),
        }
    }

    /// A command that formulas have, or that nothing is known about: its text stays.
    fn elsewhere(&mut self, name: &str, start: usize) {
        // `\textalpha` is the letter outside of formulas.
        let names = [Some(name), name.strip_prefix("text")];
        let sign = names
            .into_iter()
            .flatten()
            .find_map(|name| math_text(&format!("\\{name}")));
        if let Some(sign) = sign.filter(|sign| !sign.is_empty()) {
            self.end_of_name();
            return self.write(&sign);
        }
        self.tell(start);
        if self.rest().starts_with('{') {
            return self.argument_as_text();
        }
        self.write(&self.tex[start..self.at]);
    }

    fn formula_of(&mut self, formula: &str, start: usize) {
        if let Some(text) = math_text(formula) {
            return self.write(&text);
        }
        self.tell(start);
        let (text, _) = without_tex(formula.trim_start_matches("\\frac"));
        self.done += &text;
    }

    /// Notes that the command from here is not known.
    fn tell(&mut self, start: usize) {
        self.unknown.push(UnknownCommand {
            command: self.tex[start..self.at].to_owned(),
            span: start..self.at,
        });
    }

    /// Skips what ends the name of a command: spaces, or an empty group.
    fn end_of_name(&mut self) {
        if self.eat("{}") {
            return;
        }
        let spaces = self.rest().len() - self.rest().trim_start().len();
        self.at += spaces;
    }

    /// Returns the place of the argument that follows: a group without its braces, a command, or a
    /// character.
    fn argument(&mut self) -> Range<usize> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        if self.rest().starts_with('{') {
            let start = self.at + 1;
            let length = length_of_group(&self.tex[start..]);
            self.at = (start + length + 1).min(self.tex.len());
            return start..start + length;
        }
        let start = self.at;
        if self.next() == Some('\\') {
            let letters = self.rest().bytes().take_while(u8::is_ascii_alphabetic);
            match letters.count() {
                0 => {
                    self.next();
                }
                length => {
                    self.at += length;
                    let end = self.at;
                    self.end_of_name();
                    return start..end;
                }
            }
        }
        start..self.at
    }

    /// Skips a length: `2pt`, ` -.17ex`.
    fn length(&mut self) {
        let is_number = |c: char| c.is_ascii_digit() || " =+-.".contains(c);
        let unit = self.rest().trim_start_matches(is_number);
        let length = unit.bytes().take_while(u8::is_ascii_lowercase).count();
        if length >= 2 {
            self.at += self.rest().len() - unit.len() + 2;
        }
    }

    /// Writes the argument that follows as text.
    fn argument_as_text(&mut self) {
        // Options of a command, as in `\sout[…]{…}`, are not text.
        if self.rest().starts_with('[')
            && let Some(end) = self.rest().find("]{")
        {
            self.at += end + 1;
        }
        let argument = self.argument();
        self.inner(argument);
    }

    fn inner(&mut self, span: Range<usize>) {
        let mut reader = TexReader::new(&self.tex[span.clone()]);
        reader.text(0);
        self.done += &reader.done;
        self.unknown
            .extend(reader.unknown.into_iter().map(|unknown| {
                let UnknownCommand { command, span: at } = unknown;
                UnknownCommand {
                    command,
                    span: span.start + at.start..span.start + at.end,
                }
            }));
    }

    fn script(&mut self, mark: char) {
        self.done.push(mark);
        self.argument_as_text();
        self.done.push(END);
    }

    /// Puts an accent on the argument that follows.
    fn accent(&mut self, mark: char) {
        let argument = self.argument();
        let start = self.done.len();
        self.inner(argument);
        let written = self.done.split_off(start);
        let mut letters = written.trim_start_matches(['{', ' ']).chars();
        let rest;
        match letters.next() {
            None | Some('}') => {
                // An accent on nothing is the sign itself.
                let signs = [
                    ('\u{302}', '^'),
                    ('\u{303}', '~'),
                    ('\u{301}', '´'),
                    ('\u{300}', '`'),
                ];
                let sign = signs.iter().find(|(known, _)| *known == mark);
                return self.hide(sign.map_or('\u{a8}', |(_, sign)| *sign));
            }
            Some(letter) => {
                let letter = match letter {
                    'ı' => 'i',
                    'ȷ' => 'j',
                    other => other,
                };
                rest = letters.as_str();
                match compose(letter, mark) {
                    Some(composed) => self.done.push(composed),
                    None => self.done.extend([letter, mark]),
                }
            }
        }
        self.done
            .extend(rest.chars().filter(|c| *c != '}' && *c != '{'));
    }
}

/// Returns the length of a formula before its end; `None` if it has none. `\$` does not end it.
fn end_of_formula(text: &str, end: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find(end)?;
        if !text[..at].ends_with('\\') {
            return Some(at);
        }
        from = at + 1;
    }
}

/// Returns the length of a group up to its closing brace.
fn length_of_group(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' if depth == 0 => return at,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns a text that `biblatex` is done with.
pub fn shown(text: &str) -> String {
    let text = without_html(text)
        .replace("---", "—")
        .replace("--", "–")
        .replace("''", "”");
    text.chars()
        .filter(|character| !matches!(character, '{' | '}'))
        .map(|character| {
            let known = HIDDEN.iter().find(|(_, hidden)| *hidden == character);
            known.map_or(character, |(known, _)| *known)
        })
        .collect()
}
