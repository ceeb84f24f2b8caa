//! Writes texts and blocks as HTML, with everything escaped.

use crate::content::plain;
use crate::content::resume::{
    Align, Block, Direction, EntryField, Inline, Inlines, Resume, ResumeItem, Separators,
};
use crate::export::html::images::address;
use crate::export::outline::{OutlineImage, OutlineSegment, remark};
use crate::export::tags::{ForeignLanguages, is_right_to_left};
use crate::profile::{bare_address, changes_order, encoded_url, link_fault};
use crate::typeset::Image;

/// Writes the parts of a page.
pub(super) struct HtmlWriter<'a> {
    html: String,
    /// The punctuation of the language.
    pub(super) separators: &'a Separators,
    foreign: &'a ForeignLanguages,
    direction: Direction,
    images: &'a [Image],
}

impl<'a> HtmlWriter<'a> {
    pub(super) fn new(
        resume: &'a Resume,
        foreign: &'a ForeignLanguages,
        images: &'a [Image],
    ) -> Self {
        Self {
            html: String::new(),
            separators: &resume.separators,
            foreign,
            direction: resume.direction,
            images,
        }
    }

    pub(super) fn finish(self) -> String {
        self.html
    }

    /// Adds markup.
    pub(super) fn raw(&mut self, markup: &str) {
        self.html.push_str(markup);
    }

    /// Adds a text that is escaped, without marks of its language: for attributes.
    pub(super) fn escaped(&mut self, text: &str) {
        self.raw(&escaped(text));
    }

    /// Adds a text, with marks of words in other languages and directions.
    pub(super) fn text(&mut self, text: &str) {
        for passage in self.foreign.passages(text) {
            let Some(language) = passage.language else {
                self.escaped(passage.text);
                continue;
            };
            let is_rtl = is_right_to_left(language.as_str());
            let (element, direction) = match (is_rtl, self.direction) {
                (true, Direction::Ltr) => ("bdi", " dir=\"rtl\""),
                (false, Direction::Rtl) => ("bdi", " dir=\"ltr\""),
                _ => ("span", ""),
            };
            self.raw(&format!(
                "<{element} lang=\"{}\"{direction}>",
                language.as_str()
            ));
            self.escaped(passage.text);
            self.raw(&format!("</{element}>"));
        }
    }

    /// Adds an element with a text.
    pub(super) fn element(&mut self, name: &str, class: &str, content: &[Inline]) {
        self.open(name, class);
        self.inlines(content);
        self.raw(&format!("</{name}>\n"));
    }

    /// Opens an element; `class` may be empty.
    pub(super) fn open(&mut self, name: &str, class: &str) {
        self.raw(&format!("<{name}"));
        if !class.is_empty() {
            self.raw(&format!(" class=\"{class}\""));
        }
        self.raw(">");
    }

    /// Adds the text of a paragraph.
    pub(super) fn inlines(&mut self, content: &[Inline]) {
        for inline in content {
            self.inline(inline);
        }
    }

    fn inline(&mut self, inline: &Inline) {
        match inline {
            Inline::Strong { content } => self.marked("strong", content),
            Inline::Emph { content } => self.marked("em", content),
            Inline::Strike { content } => self.marked("s", content),
            Inline::Super { content } => self.marked("sup", content),
            Inline::Sub { content } => self.marked("sub", content),
            Inline::Link { url, content } => {
                let is_open = self.open_link(url, "", &plain(content));
                self.inlines(content);
                if is_open {
                    self.raw("</a>");
                }
            }
            Inline::Level { content, .. } => self.inlines(content),
            Inline::Picture { path, content } => {
                // The text after it says what it shows.
                let image = OutlineImage {
                    name: path,
                    description: String::new(),
                };
                self.image(&image, "picture");
                self.inlines(content);
            }
            Inline::Code { text } => {
                self.raw("<code>");
                self.escaped(text);
                self.raw("</code>");
            }
            Inline::Break => self.raw("<br>"),
            Inline::Text(text) => self.text(text),
        }
    }

    /// Opens an element of a date, as `2001-12-31`.
    pub(super) fn open_time(&mut self, class: &str, date: &str) {
        let date = escaped(date);
        self.raw(&format!("<time class=\"{class}\" datetime=\"{date}\">"));
    }

    /// Adds an image with a class, unless the document was made without images.
    pub(super) fn image(&mut self, image: &OutlineImage, class: &str) {
        let Some(address) = address(self.images, image.name) else {
            return;
        };
        let description = escaped(&image.description);
        self.raw(&format!(
            "<img class=\"{class}\" alt=\"{description}\" src=\"{address}\">\n"
        ));
    }

    fn marked(&mut self, element: &str, content: &[Inline]) {
        self.open(element, "");
        self.inlines(content);
        self.raw(&format!("</{element}>"));
    }

    /// Opens a link, unless its target is not one that a link may have. On paper, the target follows
    /// a text that does not name it.
    fn open_link(&mut self, url: &str, class: &str, shown: &str) -> bool {
        if link_fault(url).is_some() {
            return false;
        }
        self.raw("<a");
        if !class.is_empty() {
            self.raw(&format!(" class=\"{class}\""));
        }
        self.raw(&format!(" href=\"{}\"", escaped(&encoded_url(url))));
        let address = bare_address(url);
        if url.starts_with("http") && !shown.contains(address) {
            self.raw(&format!(" data-address=\"{}\"", escaped(address)));
        }
        self.raw(">");
        true
    }

    /// Adds the colon after a label, and ends its element.
    pub(super) fn label_end(&mut self, label: &str) {
        let colon = self.separators.after_label(label);
        self.html.push_str(colon.trim_end());
        self.raw("</span>");
        self.raw(&colon[colon.trim_end().len()..]);
    }

    /// Adds the separator of the members of a list.
    pub(super) fn list_separator(&mut self) {
        self.html.push_str(&self.separators.list);
    }

    /// Adds a remark in parentheses.
    pub(super) fn remark(&mut self, text: &str) {
        self.text(&remark(self.separators, text));
    }

    /// Adds texts with a separator, each in an element with its class.
    pub(super) fn segments(&mut self, segments: &[OutlineSegment], between: &str) {
        for (index, segment) in segments.iter().enumerate() {
            if index > 0 {
                self.raw(between);
            }
            self.segment(segment, class_of(segment), "u-url");
        }
    }

    /// Adds the texts of a field with a class, and a class of the link on them.
    pub(super) fn segment(&mut self, segment: &OutlineSegment, class: &str, link_class: &str) {
        if let Some(label) = &segment.label {
            self.raw("<span class=\"label\">");
            self.inlines(label);
            self.label_end(&plain(label));
        }
        for (index, text) in segment.texts.iter().enumerate() {
            if index > 0 {
                self.list_separator();
            }
            let is_linked = segment
                .url
                .as_deref()
                .is_some_and(|url| self.open_link(url, link_class, &plain(text)));
            // Each text keeps its own order among texts of the other direction.
            let element = if self.is_isolated(text) {
                "bdi"
            } else {
                "span"
            };
            let has_element = element == "bdi" || !class.is_empty();
            if has_element {
                self.open(element, class);
            }
            self.inlines(text);
            if has_element {
                self.raw(&format!("</{element}>"));
            }
            if is_linked {
                self.raw("</a>");
            }
        }
    }

    fn is_isolated(&self, text: &[Inline]) -> bool {
        self.direction == Direction::Rtl || plain(text).chars().any(changes_order)
    }

    /// Adds blocks of text.
    pub(super) fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph { content } => self.element("p", "", content),
            Block::List {
                numbered,
                start,
                items,
            } => self.list(numbered.then_some(*start), items, |page, item| {
                page.list_item(item);
            }),
            Block::Quote { blocks } => {
                self.raw("<blockquote>\n");
                self.blocks(blocks);
                self.raw("</blockquote>\n");
            }
            Block::Code { text } => {
                self.raw("<pre><code>");
                self.escaped(text);
                self.raw("</code></pre>\n");
            }
            Block::Table {
                align,
                header,
                rows,
            } => self.table(align, header, rows),
            Block::Rule => self.raw("<hr>\n"),
        }
    }

    /// Adds a list, with a number if it is numbered.
    fn list<T>(&mut self, start: Option<u64>, items: &[T], write: impl Fn(&mut Self, &T)) {
        let element = if start.is_some() { "ol" } else { "ul" };
        self.raw(&format!("<{element}"));
        if let Some(start) = start.filter(|start| *start != 1) {
            self.raw(&format!(" start=\"{start}\""));
        }
        self.raw(">\n");
        for item in items {
            self.raw("<li>");
            write(self, item);
            self.raw("</li>\n");
        }
        self.raw(&format!("</{element}>\n"));
    }

    fn list_item(&mut self, item: &[Block]) {
        match item {
            [Block::Paragraph { content }, rest @ ..] => {
                self.inlines(content);
                self.blocks(rest);
            }
            blocks => self.blocks(blocks),
        }
    }

    fn table(&mut self, align: &[Option<Align>], header: &[Inlines], rows: &[Vec<Inlines>]) {
        self.raw("<table>\n");
        if header.iter().any(|cell| !cell.is_empty()) {
            self.raw("<thead>\n");
            self.row(align, header, true);
            self.raw("</thead>\n");
        }
        self.raw("<tbody>\n");
        for row in rows {
            self.row(align, row, false);
        }
        self.raw("</tbody>\n</table>\n");
    }

    fn row(&mut self, align: &[Option<Align>], cells: &[Inlines], is_header: bool) {
        self.raw("<tr>");
        for (index, cell) in cells.iter().enumerate() {
            let class = match align.get(index) {
                Some(Some(Align::Start)) => " class=\"start\"",
                Some(Some(Align::Center)) => " class=\"center\"",
                Some(Some(Align::End)) => " class=\"end\"",
                _ => "",
            };
            // A header without text names nothing.
            let is_header = is_header && !cell.is_empty();
            let element = if is_header { "th" } else { "td" };
            let scope = if is_header { " scope=\"col\"" } else { "" };
            self.raw(&format!("<{element}{scope}{class}>"));
            self.inlines(cell);
            self.raw(&format!("</{element}>"));
        }
        self.raw("</tr>\n");
    }

    /// Adds bullets, which may contain bullets.
    pub(super) fn items(&mut self, items: &[ResumeItem], numbered: bool) {
        if !items.is_empty() {
            self.list(numbered.then_some(1), items, |page, item| {
                page.inlines(&item.content);
                page.items(&item.items, false);
            });
        }
    }
}

/// Returns the class of a field: a property of microformats where there is one.
fn class_of(segment: &OutlineSegment) -> &'static str {
    match segment.field {
        EntryField::Title | EntryField::Text => "p-name",
        EntryField::Subtitle => "subtitle",
        EntryField::Organization => "p-org",
        EntryField::Position | EntryField::Role => "p-role",
        EntryField::Level => "level",
        EntryField::Team => "p-organization-unit",
        EntryField::Location => "p-location",
        EntryField::EmploymentType => "employment-type",
        EntryField::Project => "project",
        EntryField::Authors => "p-author",
        EntryField::Venue | EntryField::VenueShort => "p-publication",
        EntryField::Imprint => "imprint",
        EntryField::PublicationType => "type",
        EntryField::Status => "status",
        EntryField::Doi => "u-uid",
        EntryField::Advisor => "advisor",
        EntryField::Meta => "fact",
        EntryField::Contacts => "contact",
        EntryField::Links => "link",
        EntryField::Notes => "note",
        EntryField::Keywords => "p-category",
    }
}

/// Escapes a text for elements and for attributes in double quotation marks.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
