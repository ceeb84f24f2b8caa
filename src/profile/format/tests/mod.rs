//! Formats every profile at hand, with comments put everywhere, and many odd texts.

mod orders;
mod properties;

use crate::profile::format::format;
use orders::canonical;

/// Formats, and holds what came out against everything that is promised.
fn formatted(text: &str) -> String {
    properties::check(text, &canonical);
    format(text, &canonical)
}

#[track_caller]
fn assert_formats(text: &str, expected: &str) {
    let found = formatted(text);
    assert!(
        found == expected,
        "\n--- expected\n{expected}\n--- found\n{found}"
    );
}

#[track_caller]
fn assert_stays(text: &str) {
    assert_formats(text, text);
}

#[test]
fn keys_stand_in_order_and_unknown_ones_last_as_written() {
    assert_formats(
        "zeal=1\nlocale   =   'en'\nanon = 2\n\tlayout = \"compact\"  \n\n\n",
        "layout = \"compact\"\nlocale = 'en'\nzeal = 1\nanon = 2\n",
    );
}

#[test]
fn tables_stand_in_order() {
    assert_formats(
        "[letter]\n[variant.b]\n[other]\n[variant.a]\n[design]\n[[section]]\n[person]\n",
        "[person]\n\n[design]\n\n[[section]]\n\n[letter]\n\n[variant.b]\n\n[variant.a]\n\n[other]\n",
    );
}

#[test]
fn what_belongs_to_a_section_stays_under_it() {
    let text = "[[section]]\n[[section.subsection]]\ntitle = 'A'\n[[section.subsection.entry]]\ntext = '1'\n\
                [[section.entry]]\ntext = '2'\n[section.entry.meta]\nB = '1'\nA = '2'\n[[section]]\n\
                 [[section.entry]]\ntext = '3'\n";
    assert_formats(
        text,
        "[[section]]\n\n[[section.entry]]\ntext = '2'\n\n[section.entry.meta]\nB = '1'\nA = '2'\n\n\
         [[section.subsection]]\ntitle = 'A'\n\n[[section.subsection.entry]]\ntext = '1'\n\n\
         [[section]]\n\n[[section.entry]]\ntext = '3'\n",
    );
}

#[test]
fn sections_of_both_forms_keep_their_order_and_entries_join_the_first_of_their_kind() {
    assert_formats(
        "[letter]\n[[section]]\nkind='list'\n# A.\n[[skill]]\nname='a'\n[[section]]\ntitle='t'\n[[language]]\n\
         [[section.entry]]\n# B.\n[[skill]] # b\nkeywords=[]\nname='b'\n[words]\n",
        "[words]\n\n[[section]]\nkind = 'list'\n\n# A.\n[[skill]]\nname = 'a'\n\n# B.\n[[skill]] # b\n\
         name = 'b'\nkeywords = []\n\n[[section]]\ntitle = 't'\n\n[[section.entry]]\n\n[[language]]\n\n[letter]\n",
    );
}

#[test]
fn contacts_keep_their_order_at_the_place_of_the_first() {
    let person = "links = []\nstatus = 's'\nphone = '1'\nname = 'N'\nemail = 'e'\n";
    let expected = "name = 'N'\nlinks = []\nphone = '1'\nemail = 'e'\nstatus = 's'\n";
    assert_formats(
        &format!("[person]\n{person}"),
        &format!("[person]\n{expected}"),
    );
    assert_formats(
        &format!("[variant.x.person]\n{person}"),
        &format!("[variant.x.person]\n{expected}"),
    );
}

#[test]
fn contacts_of_others_are_keys_like_any() {
    assert_formats(
        "[[section]]\n[[section.entry]]\nphone = '1'\nemail = 'e'\n",
        "[[section]]\n\n[[section.entry]]\nemail = 'e'\nphone = '1'\n",
    );
}

#[test]
fn the_users_own_keys_stay_as_written() {
    assert_stays(
        "title = { zh = '一', en = 'one' }\n\n[design]\nz = 1\na = 2\n\n[design.compact]\nz.y = 1\nb = 2\nz.a = 3\n",
    );
}

#[test]
fn dotted_keys_stay_dotted_and_are_ordered_part_by_part() {
    assert_formats(
        "person . url = 'u'\nlayout = 'l'\nperson.\"name\" = 'n'\nx.b = 1\ny = 2\nx.a = 3\n",
        "layout = 'l'\nperson.\"name\" = 'n'\nperson.url = 'u'\nx.b = 1\ny = 2\nx.a = 3\n",
    );
}

#[test]
fn comments_move_with_their_keys() {
    assert_formats(
        "locale = 'en'# b\n  # about the layout\n#   in two lines  \nlayout = 'compact'      # a\n",
        "# about the layout\n#   in two lines\nlayout = 'compact' # a\nlocale = 'en' # b\n",
    );
}

#[test]
fn a_comment_right_below_a_key_stays_below_it() {
    assert_formats(
        "[person] # p\n# below the header\n\nphoto = 'p' # b\n# name = 'M'\n\nname = 'N'\n# status = 's'\n\n\
         # ruler\n\n# design\n[design] # d\n",
        "[person] # p\n# below the header\n\nname = 'N'\n# status = 's'\n\nphoto = 'p' # b\n# name = 'M'\n\n\
         # ruler\n\n# design\n[design] # d\n",
    );
}

#[test]
fn comments_above_a_header_move_with_it() {
    assert_formats(
        "# top\n\n# ---- design\n# of it\n\n[design]\n\n\n# ---- person\n\n\n# he\n[person]\n# no keys\n",
        "# top\n\n# ---- person\n\n# he\n[person]\n# no keys\n\n# ---- design\n# of it\n\n[design]\n",
    );
}

#[test]
fn the_top_of_the_file_stays_on_top() {
    assert_formats(
        "\n\n#:schema s\n# top\n\n[design]\n[person]",
        "#:schema s\n# top\n\n[person]\n\n[design]\n",
    );
    assert_formats(
        "#:schema s\n# l\nlocale = 'l'\nlayout = 'l'",
        "#:schema s\nlayout = 'l'\n# l\nlocale = 'l'\n",
    );
    assert_formats(
        "# l\nlocale = 'l'\nlayout = 'l'",
        "layout = 'l'\n# l\nlocale = 'l'\n",
    );
}

#[test]
fn the_end_of_the_file_stays_at_the_end() {
    assert_formats(
        "[design]\na = 1\n# b = 2\n\n\n# end\n\n# of it\n\n[person]\n# x\n\n# last\n\n\n# very last",
        "# end\n\n# of it\n\n[person]\n# x\n\n[design]\na = 1\n# b = 2\n\n# last\n\n# very last\n",
    );
}

#[test]
fn nothing_but_comments_or_nothing() {
    assert_formats("", "");
    assert_formats(" \n\t\n\n", "");
    assert_formats("\n# a\n\n\n# b", "# a\n\n# b\n");
    assert_formats("#:schema s", "#:schema s\n");
}

#[test]
fn blank_lines_stay_until_keys_move() {
    assert_formats(
        "\n\nlayout = 'a'\n\n\n\nlocale = 'b'\ntitle = 't'\n",
        "layout = 'a'\n\nlocale = 'b'\ntitle = 't'\n",
    );
    assert_formats(
        "layout = 'a'\n\ntitle = 't'\n\nlocale = 'b'\n",
        "layout = 'a'\nlocale = 'b'\ntitle = 't'\n",
    );
    assert_formats(
        "[person]\n\nname = 'n'\n[design]",
        "[person]\nname = 'n'\n\n[design]\n",
    );
}

#[test]
fn line_breaks_and_byte_order_marks_are_made_uniform() {
    assert_formats(
        "\u{feff}# top\r\n\r\nx = [ # a\r\n1,\r\n]\r\n[a]  \r\n",
        "# top\n\nx = [ # a\n  1,\n]\n\n[a]\n",
    );
}

#[test]
fn values_stay_as_typed() {
    assert_stays(
        "a = 0xdead\nb = 1_000\nc = +1e9\nd = 2020-01-01 10:00:00Z\ne = \"\\u00e9 \\\"\"\nf = '''\n  two  \n\n\n\
         \tlines  \n'''\n\
         g = \"\"\"a \\\n   b\"\"\" # behind\nh = \"\"\"\"x\"\"\"\"\n\"# no\" = '# no comment'\n",
    );
}

#[test]
fn arrays_that_fit_stand_on_one_line() {
    assert_formats(
        "a=[ 'b','c' , ]\nd = [\n]\ne = [\n\n 1\n,\n\n 2]\n",
        "a = ['b', 'c']\nd = []\ne = [1, 2]\n",
    );
    let [first, second, third] = [("b", 38), ("é", 38), ("c", 24)]
        .map(|(letter, length)| format!("'{}'", letter.repeat(length)));
    let line = format!("abcde = [{first}, {second}, {third}]\n");
    assert_eq!(line.chars().count(), 120 + 1);
    assert_stays(&line);
    let broken = format!("abcdef = [\n  {first},\n  {second},\n  {third},\n]\n");
    assert_formats(&line.replace("abcde", "abcdef"), &broken);
    assert_formats(&broken.replace("abcdef", "abcde"), &line);
}

#[test]
fn sentences_and_tables_on_lines_of_their_own_keep_them() {
    assert_stays("a = [\n  'A sentence is longer than a keyword may be.',\n]\n");
    assert_stays("a = [\n  { b = 1 },\n]\n");
    assert_stays(
        "a = ['A sentence is longer than a keyword may be.']\nb = [{ c = 1 }]\nc = [['d'], ['e']]\n",
    );
    assert_formats("a = [[\n'b', 'c'\n], ['d']]\n", "a = [['b', 'c'], ['d']]\n");
    assert_formats(
        "a = [\n['b', 'c'], ['d']]\n",
        "a = [\n  ['b', 'c'],\n  ['d'],\n]\n",
    );
}

#[test]
fn comments_in_arrays_stay_with_their_members() {
    assert_formats(
        "a = [     # open\n# above\n\n\n     1  # one\n  , # after\n  # two\n 2, # two\n\n 3, 4\n # four\n,\n\n\
         # end\n\n]# behind\n",
        "a = [ # open\n  # above\n\n  1, # one\n  # after\n  # two\n  2, # two\n\n  3,\n  4,\n  # four\n\n  # end\n\
         ] # behind\n",
    );
    assert_formats(
        "a = [\n# none\n]\nb = [# none\n]\n",
        "a = [\n  # none\n]\nb = [ # none\n]\n",
    );
}

#[test]
fn blank_lines_in_arrays_part_groups_but_not_the_brackets() {
    assert_formats(
        "a = [\n\n\n{ b = 1 },\n\n\n{ b = 2 },\n\n]\n",
        "a = [\n  { b = 1 },\n\n  { b = 2 },\n]\n",
    );
    assert_stays("a = [ # open\n\n  # by itself\n\n  { b = 1 },\n]\n");
}

#[test]
fn inline_tables_are_not_broken() {
    let long = "x".repeat(130);
    assert_formats(
        &format!("[[section]]\nhighlights = [{{items=['{long}'],text='t',}}]\n"),
        &format!("[[section]]\nhighlights = [\n  {{ text = 't', items = ['{long}'] }},\n]\n"),
    );
    assert_formats(
        "a = {}\nb = {   }\nc = {x.y=1,x.z={}}\n",
        "a = {}\nb = {}\nc = { x.y = 1, x.z = {} }\n",
    );
    assert_formats("a = {\n  b = 1,\n  c = 2,\n}\n", "a = { b = 1, c = 2 }\n");
}

#[test]
fn arrays_in_inline_tables_keep_their_lines() {
    assert_formats(
        "[[section]]\nhighlights = [{ items = [\n'a', { items = ['b',\n'c'], text = 'd' }], text = 'e' }, 'f']\n",
        "[[section]]\nhighlights = [\n  { text = 'e', items = [\n    'a',\n    { text = 'd', items = [\n      'b',\n      'c',\n    ] },\n  ] },\n  'f',\n]\n",
    );
    assert_stays("a = { b = [\n  'c',\n], d = 1 } # e\n");
    assert_stays("a = { b = \"\"\"\nc\n\"\"\" }\nd = [\n  '''\ne''',\n]\n");
}

#[test]
fn comments_in_inline_tables_move_with_their_keys() {
    assert_formats(
        "[person]\nlinks = [{ # open\n\n# u\nurl = 'u', # url\n\n label = 'l' # label\n\n# end\n}]\n",
        "[person]\nlinks = [\n  { # open\n    label = 'l', # label\n    # u\n    url = 'u', # url\n\n    # end\n  },\n]\n",
    );
}

#[test]
fn odd_headers_survive() {
    assert_formats(
        "[ a . \"b c\" . 'd' ]\nx = 1\n[a]\ny = 1\n",
        "[a]\ny = 1\n\n[a.\"b c\".'d']\nx = 1\n",
    );
    assert_formats(
        "[a.b.c]\n# c\n\n# b\n[a.b]\n[z]\n[a]\n",
        "[a]\n\n# b\n[a.b]\n\n[a.b.c]\n# c\n\n[z]\n",
    );
    assert_formats(
        "[fruit]\napple.color = 1\napple.taste.sweet = true\n# t\n[fruit.apple.texture] # u\nsmooth = true\n",
        "[fruit]\napple.color = 1\napple.taste.sweet = true\n\n# t\n[fruit.apple.texture] # u\nsmooth = true\n",
    );
    assert_formats(
        "[x.a]\n[y]\n[[x.b]]\n[[x.b]]\n[x.b.c]",
        "[x.a]\n\n[[x.b]]\n\n[[x.b]]\n\n[x.b.c]\n\n[y]\n",
    );
    assert_stays("\"\" = 1\n'a.b'.c = 2\n\n[\"[x]\"]\n3.14 = 1\n");
}

#[test]
fn no_comment_is_lost_where_there_is_no_place_for_it() {
    assert_stays("a = { b # c\n= 1 }\n");
}

#[test]
fn line_breaks_in_strings_are_made_uniform_too() {
    assert_eq!(
        value(&formatted("a = \"\"\"\r\nb\r\n\"\"\"\r\n")),
        value("a = \"b\\n\"\n")
    );
}

fn value(text: &str) -> toml::Table {
    text.parse::<toml::Table>().expect("a text that is TOML")
}

#[test]
fn what_is_commented_out_at_the_end_of_a_table_stays_there() {
    assert_formats(
        "[[section]]\ntitle = 'B'\nkind = 'list'\n#[[section.entry]]\n#text = 'old'\n\n[[section.entry]]\ntext = 'new'\n",
        "[[section]]\nkind = 'list'\ntitle = 'B'\n#[[section.entry]]\n#text = 'old'\n\n[[section.entry]]\ntext = 'new'\n",
    );
}
