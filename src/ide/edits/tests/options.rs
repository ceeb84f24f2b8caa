//! Options of the layout.

use serde_json::json;

use super::{assert_edit, comments, edited, texts, value};

#[test]
fn setting_and_unsetting_an_option_changes_nothing() {
    for text in texts() {
        let before = value(&text);
        for (layout, name) in [
            (Some("compact"), "zeal"),
            (None, "zeal"),
            (Some("vita"), "zeal"),
        ] {
            let set =
                json!({ "kind": "set-option", "layout": layout, "name": name, "value": "a\"b" });
            let found = edited(&text, set).text;
            let mut expected = before.clone();
            let root = expected.as_table_mut().expect("a table");
            let design = root
                .entry("design")
                .or_insert_with(|| toml::Table::new().into());
            let mut table = design.as_table_mut().expect("a table");
            if let Some(layout) = layout {
                let own = table
                    .entry(layout)
                    .or_insert_with(|| toml::Table::new().into());
                table = own.as_table_mut().expect("a table");
            }
            table.insert(name.to_owned(), "a\"b".into());
            assert_eq!(value(&found), expected, "{found}");
            assert_eq!(comments(&found), comments(&text));
            let unset =
                json!({ "kind": "set-option", "layout": layout, "name": name, "value": null });
            assert_edit(&found, unset, &text);
        }
    }
}

#[test]
fn an_option_is_set_where_it_is_set_already() {
    let set = |value| json!({ "kind": "set-option", "layout": "compact", "name": "dates", "value": value });
    for (before, after) in [
        (
            "[design]\ndates = \"long\" # why\n",
            "[design]\ndates = \"iso\" # why\n",
        ),
        (
            "design.dates = 'long'\n[person]\n",
            "design.dates = \"iso\"\n[person]\n",
        ),
        (
            "design = { dates = 1, compact = { dates = 'long' } }\n",
            "design = { dates = 1, compact = { dates = \"iso\" } }\n",
        ),
        (
            "[design]\ndates = 1\n[design.compact]\ndates = 'long'\n",
            "[design]\ndates = 1\n[design.compact]\ndates = \"iso\"\n",
        ),
    ] {
        assert_edit(before, set("iso"), after);
    }
}

#[test]
fn tables_of_options_are_made_where_they_belong() {
    let set = |layout: Option<&str>| json!({ "kind": "set-option", "layout": layout, "name": "dates", "value": "iso" });
    let compact = set(Some("compact"));
    for (edit, before, after) in [
        (&compact, "", "[design.compact]\ndates = \"iso\"\n"),
        (
            &compact,
            "# A.\n",
            "# A.\n\n[design.compact]\ndates = \"iso\"\n",
        ),
        (
            &compact,
            "layout = 'ats'",
            "layout = 'ats'\n\n[design.compact]\ndates = \"iso\"",
        ),
        (
            &compact,
            "[person]\nname = \"a\"\n\n# Sections.\n[[section]]\ntitle = \"b\"\n",
            "[person]\nname = \"a\"\n\n[design.compact]\ndates = \"iso\"\n\n# Sections.\n[[section]]\ntitle = \"b\"\n",
        ),
        (
            &compact,
            "[design]\nfont = 'x'\n\n[design.ats]\nmono = true\n\n[letter]\n",
            "[design]\nfont = 'x'\n\n[design.ats]\nmono = true\n\n[design.compact]\ndates = \"iso\"\n\n[letter]\n",
        ),
        (
            &compact,
            "design.compact.font = 'x'\n[person]\n",
            "design.compact.font = 'x'\ndesign.compact.dates = \"iso\"\n[person]\n",
        ),
        (
            &compact,
            "design.font = 'x'\n[person]\n",
            "design.font = 'x'\ndesign.compact = { dates = \"iso\" }\n[person]\n",
        ),
        (
            &compact,
            "design = {}\n",
            "design = { compact = { dates = \"iso\" } }\n",
        ),
        (
            &compact,
            "design = { font = 'x' }\n",
            "design = { font = 'x', compact = { dates = \"iso\" } }\n",
        ),
        (
            &set(None),
            "[design.compact]\nmono = true\n",
            "[design]\ndates = \"iso\"\n\n[design.compact]\nmono = true\n",
        ),
        (
            &set(None),
            "  [design] # a\n  font = 'x' # b\n\n[[section]]\n",
            "  [design] # a\n  font = 'x' # b\n  dates = \"iso\"\n\n[[section]]\n",
        ),
    ] {
        assert_edit(before, edit.clone(), after);
    }
}

#[test]
fn an_option_of_a_variant_is_set_in_the_variant() {
    let text =
        "[design]\ndates = \"long\"\n\n[variant.a]\ndesign = { dates = \"iso\" }\nlayout = 'ats'\n";
    assert_edit(
        text,
        json!({ "kind": "set-option", "layout": "ats", "variant": "a", "name": "dates", "value": "short" }),
        "[design]\ndates = \"long\"\n\n[variant.a]\ndesign = { dates = \"short\" }\nlayout = 'ats'\n",
    );
    assert_edit(
        text,
        json!({ "kind": "set-option", "layout": "ats", "variant": "a", "name": "dates", "value": null }),
        "[design]\ndates = \"long\"\n\n[variant.a]\nlayout = 'ats'\n",
    );
    assert_edit(
        text,
        json!({ "kind": "set-layout", "layout": "vita", "variant": "a" }),
        "[design]\ndates = \"long\"\n\n[variant.a]\ndesign = { dates = \"iso\" }\nlayout = \"vita\"\n",
    );
}

#[test]
fn the_layout_comes_first() {
    let set = json!({ "kind": "set-layout", "layout": "vita" });
    for (before, after) in [
        ("", "layout = \"vita\"\n"),
        ("layout = 'ats' # a\n", "layout = \"vita\" # a\n"),
        (
            "#:schema a\n# A.\nlocale = 'de'\n",
            "#:schema a\nlayout = \"vita\"\n# A.\nlocale = 'de'\n",
        ),
        (
            "# Top.\n\n[person]\nname = 'a'\n",
            "# Top.\n\nlayout = \"vita\"\n\n[person]\nname = 'a'\n",
        ),
        ("[person]\n", "layout = \"vita\"\n\n[person]\n"),
    ] {
        assert_edit(before, set.clone(), after);
    }
}

#[test]
fn values_are_written_as_toml() {
    let set = |value: serde_json::Value| {
        let edit = json!({ "kind": "set-option", "layout": null, "name": "x", "value": value });
        edited("", edit).text
    };
    assert_eq!(set(json!(true)), "[design]\nx = true\n");
    assert_eq!(set(json!(0.96)), "[design]\nx = 0.96\n");
    assert_eq!(set(json!(2)), "[design]\nx = 2\n");
    assert_eq!(set(json!(["a", "b"])), "[design]\nx = [\"a\", \"b\"]\n");
    for hostile in [
        "\"\n[person]\n",
        "'''",
        "\\",
        "\u{0}",
        "é\u{202e}",
        "\"\"\"\\",
    ] {
        let text = set(json!(hostile));
        assert_eq!(
            value(&text)["design"]["x"].as_str(),
            Some(hostile),
            "{text}"
        );
    }
}

#[test]
fn keys_that_are_not_bare_are_quoted() {
    let edit = json!({ "kind": "set-option", "layout": "a.b\"]\n", "name": "x y", "value": 1 });
    let text = edited("", edit).text;
    assert_eq!(
        value(&text)["design"]["a.b\"]\n"]["x y"].as_integer(),
        Some(1),
        "{text}"
    );
}
