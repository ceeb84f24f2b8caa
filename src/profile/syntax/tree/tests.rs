//! What the tree of a text has, and which errors.

use toml::de::DeTable;

use super::*;

/// Describes the statements in one line each.
fn described(text: &str) -> Vec<String> {
    let tree = read(text);
    tree.statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Header(header) => {
                let brackets = if header.is_double { "[[" } else { "[" };
                Some(format!("{brackets}{}", names(&header.keys)))
            }
            Statement::Member(member) => Some(described_member(member)),
            Statement::Stray(_) => None,
        })
        .collect()
}

fn names(keys: &[KeySyntax]) -> String {
    let names: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
    names.join(".")
}

fn described_member(member: &MemberSyntax) -> String {
    let value = member
        .value
        .as_ref()
        .map(|value| format!("={}", described_value(value)));
    names(&member.keys) + &value.unwrap_or_default()
}

fn described_value(value: &ValueSyntax) -> String {
    match &value.form {
        ValueForm::Missing => "?".to_owned(),
        ValueForm::Bare => "bare".to_owned(),
        ValueForm::Quoted { text, .. } => text.clone(),
        ValueForm::List(items) => {
            let items: Vec<String> = items.iter().map(described_value).collect();
            format!("[{}]", items.join(","))
        }
        ValueForm::Inline(members) => {
            let members: Vec<String> = members.iter().map(described_member).collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

#[test]
fn reads_whole_statements() {
    assert_eq!(
        described(
            "a = 1 # c\n[b.\"c d\"]\ne.f = [\"x\", 'y']\n[[g]]\nh = { i = 1979-05-27 07:32:00, j = true }\n"
        ),
        ["a=bare", "[b.c d", "e.f=[x,y]", "[[g", "h={i=bare,j=bare}"]
    );
    assert_eq!(
        described("a = \"\"\"\nb = 1\n[c]\"\"\"\nd = 3.5"),
        ["a=b = 1\n[c]", "d=bare"]
    );
}

#[test]
fn reads_half_typed_statements() {
    assert_eq!(described("lay\nlocale = \"en\""), ["lay", "locale=en"]);
    assert_eq!(
        described("layout =\nlocale = 1"),
        ["layout=?", "locale=bare"]
    );
    assert_eq!(described("layout = \"com\nb = 1"), ["layout=com", "b=bare"]);
    assert_eq!(described("[des\na = 1"), ["[des", "a=bare"]);
    assert_eq!(described("[[section.\na = 1"), ["[[section.", "a=bare"]);
    assert_eq!(described("["), ["["]);
    assert_eq!(described("a.\nb = 1"), ["a.", "b=bare"]);
    assert_eq!(described("= 1\n] }\nb = 2"), ["=bare", "b=bare"]);
}

#[test]
fn an_open_bracket_ends_at_the_next_statement() {
    assert_eq!(
        described("links = [\n  { net\n\n[design]\na = 1"),
        ["links=[{net}]", "[design", "a=bare"]
    );
    assert_eq!(described("links = [\n[[sec"), ["links=[]", "[[sec"]);
    assert_eq!(
        described("tags = [\"a\",\nsummary = \"x\""),
        ["tags=[a]", "summary=x"]
    );
    assert_eq!(
        described("links = [\n { a = 1\n { b = 2 },\n]\nc = 3"),
        ["links=[{a=bare},{b=bare}]", "c=bare"]
    );
}

#[test]
fn tables_and_lists_of_several_lines_stay_whole() {
    assert_eq!(
        described("a = [ # x\n  \"b\",\n  [\"c\"],\n]\nd = {\n e = 1, # y\n f = 2,\n}\ng = 1"),
        ["a=[b,[c]]", "d={e=bare,f=bare}", "g=bare"]
    );
}

#[test]
fn deep_brackets_do_not_overflow_the_stack() {
    let deep = "a = ".to_owned() + &"[".repeat(100_000) + &"{a=".repeat(100_000);
    assert_eq!(read(&deep).statements.len(), 1);
}

#[test]
fn no_text_is_too_odd() {
    // Each prefix of a text with all kinds of tokens is a text that someone may have typed.
    let text = "\u{feff}a.'b' = [{ c = \"d\\u00e9\", e = '''f\r\n''' }, 1.5] # g\r\n[[h.\"i\"]]\n😀 = ]}\"\"\"";
    for (end, _) in text.char_indices() {
        let tree = read(&text[..end]);
        for statement in &tree.statements {
            let span = statement.span();
            assert!(text.get(span.clone()).is_some(), "{span:?} of {end}");
        }
    }
}

fn kinds(text: &str) -> Vec<(ErrorKind, &str)> {
    let errors = read(text).errors;
    errors
        .into_iter()
        .map(|error| (error.kind, &text[error.span]))
        .collect()
}

#[test]
fn classifies_errors_by_their_structure() {
    let cases: [(&str, ErrorKind, &str); 22] = [
        ("[a", ErrorKind::UnclosedHeader { is_double: false }, ""),
        ("[[a]", ErrorKind::UnclosedHeader { is_double: true }, ""),
        ("a = [1", ErrorKind::UnclosedBracket { closing: "]" }, "["),
        (
            "a = { b = 1",
            ErrorKind::UnclosedBracket { closing: "}" },
            "{",
        ),
        ("a = ]", ErrorKind::UnopenedBracket, ""),
        ("= 1", ErrorKind::EmptyKey, ""),
        ("é = 1", ErrorKind::KeyCharacter, "é"),
        ("{", ErrorKind::LineStart, ""),
        ("a", ErrorKind::KeyWithoutValue, ""),
        ("a = { b, c = 1 }", ErrorKind::MemberWithoutValue, ""),
        ("a = [1 [2]]", ErrorKind::MissingComma, ""),
        ("a = [1,,2]", ErrorKind::ExtraComma, ","),
        ("a = = 1", ErrorKind::ExtraEquals, "="),
        ("a = 'b' c", ErrorKind::TrailingText, ""),
        ("a =", ErrorKind::MissingValue, ""),
        ("a = \"b", ErrorKind::UnclosedString { quotes: "\"" }, "\"b"),
        ("a = b'", ErrorKind::UnopenedString { quotes: "'" }, ""),
        ("a = \"\\q\"", ErrorKind::UnknownEscape, ""),
        ("a = yes", ErrorKind::UnquotedText, "yes"),
        ("a = True", ErrorKind::UnquotedText, "True"),
        ("a = 01", ErrorKind::LeadingZero, "0"),
        ("a = 2024-13", ErrorKind::Date, "2024-13"),
    ];
    for (text, kind, at) in cases {
        assert_eq!(kinds(text).first(), Some(&(kind, at)), "{text}");
    }
}

/// With a search of all errors for each, this would take minutes.
#[test]
fn finds_many_errors_at_once() {
    for (line, kind) in [
        ("= 1\n", ErrorKind::EmptyKey),
        ("[a\n", ErrorKind::UnclosedHeader { is_double: false }),
    ] {
        let errors = read(&line.repeat(50_000)).errors;
        let found = errors.iter().filter(|error| error.kind == kind).count();
        assert!(found > 40_000, "{line}: {found}");
    }
}

#[test]
fn tells_wrong_escapes_apart() {
    for (text, kind) in [
        ("a = \"\\u12\"", ErrorKind::IncompleteEscape),
        ("a = \"\\Users\"", ErrorKind::IncompleteEscape),
        ("a = \"\\uD800\"", ErrorKind::EscapedCharacter),
        ("a = \"x\u{1}\"", ErrorKind::StringCharacter),
    ] {
        let found = kinds(text);
        assert_eq!(found.first().map(|(kind, _)| *kind), Some(kind), "{text}");
    }
}

#[test]
fn missing_quotes_hide_the_brackets_that_they_swallow() {
    let open = |quotes| ErrorKind::UnclosedString { quotes };
    let text = "a = [{ b = \"c }]\nd = 1\n";
    assert_eq!(kinds(text), [(open("\""), "\"c }]")]);
    assert_eq!(described(text), ["a=[{b=c }]}]", "d=bare"]);
    // The lines below a text without closing quotes are statements again.
    let text = "a = \"\"\"b\n\n[c]\nd = 1\n";
    assert_eq!(kinds(text).len(), 1);
    assert_eq!(described(text)[1..], ["[c", "d=bare"]);
}

#[test]
fn of_nested_brackets_the_open_one_is_told() {
    let open = |closing| ErrorKind::UnclosedBracket { closing };
    assert_eq!(kinds("a = { b = [1 }\nc = 1"), [(open("]"), "[")]);
    assert_eq!(kinds("a = [{ b = 1\nc = 1"), [(open("}"), "{")]);
}

#[test]
fn agrees_with_toml_on_the_grammar() {
    let deep = format!("a = {}{}", "[".repeat(200), "]".repeat(200));
    for text in [
        "",
        "a = 1",
        "[a]\nb.c = { d = [1, 'x'] }",
        "a = { b\n= 1, c = # d\n 2 }",
        &deep,
        "a = \"x\r\"",
        "# \u{7}",
    ] {
        let is_valid = DeTable::parse_recoverable(text).1.is_empty();
        assert_eq!(read(text).errors.is_empty(), is_valid, "{text:?}");
    }
}
