//! What a PDF says of itself: title, language, standards, fonts, headings and links.

use std::collections::BTreeMap;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{
    Array, Dict, Name, Object, ObjectIdentifier, Rect, Stream, String as PdfString,
};

use crate::verify::lines::joined;
use crate::verify::read::glyphs::{PageText, PlacedGlyph};
use crate::verify::read::{Font, Heading, Link, PdfProperties};

/// How deep a structure may be nested, and how many parts it may have, that is still walked.
const DEEPEST: usize = 100;
const MOST_PARTS: usize = 1_000_000;

/// Reads it.
pub fn about(pdf: &Pdf, pages: &[PageText]) -> PdfProperties {
    let root = pdf
        .xref()
        .get::<Dict>(pdf.xref().root_id())
        .unwrap_or_default();
    let information = pdf.metadata();
    let text = |bytes: &Option<Vec<u8>>| {
        bytes
            .as_deref()
            .map(decoded)
            .filter(|text| !text.is_empty())
    };
    let is_marked = root
        .get::<Dict>("MarkInfo")
        .and_then(|info| info.get::<bool>("Marked"))
        .unwrap_or(false);
    let claims = root
        .get::<Stream>("Metadata")
        .and_then(|stream| Some(stream.decoded().ok()?.into_owned()));
    PdfProperties {
        title: text(&information.title),
        author: text(&information.author),
        language: root
            .get::<PdfString>("Lang")
            .map(|tag| decoded(tag.as_bytes())),
        tagged: is_marked && root.contains_key("StructTreeRoot"),
        standards: claims
            .map(|xml| standards(&String::from_utf8_lossy(&xml)))
            .unwrap_or_default(),
        fonts: fonts(pdf),
        headings: headings(pdf, &root, pages),
        links: links(pdf, pages),
    }
}

/// A text string: UTF-16 or UTF-8 where it says so, else bytes that are characters.
pub fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => {
            let units: Vec<u16> = rest
                .chunks(2)
                .map(|pair| u16::from_be_bytes([pair[0], *pair.get(1).unwrap_or(&0)]))
                .collect();
            String::from_utf16_lossy(&units)
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// The standards that the metadata claim.
fn standards(xml: &str) -> Vec<String> {
    // A property is an element or an attribute.
    let property = |name: &str| {
        let after = xml
            .split(name)
            .nth(1)?
            .trim_start_matches(['>', '=', '"', '\'', ' ']);
        Some(
            after
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect::<String>(),
        )
        .filter(|value| !value.is_empty())
    };
    let archive = property("pdfaid:part").map(|part| {
        let level = property("pdfaid:conformance")
            .unwrap_or_default()
            .to_lowercase();
        format!("PDF/A-{part}{level}")
    });
    archive
        .into_iter()
        .chain(property("pdfuaid:part").map(|part| format!("PDF/UA-{part}")))
        .collect()
}

fn fonts(pdf: &Pdf) -> Vec<Font> {
    let mut found = Vec::new();
    for page in pdf.pages().iter() {
        let mut resources = Some(page.resources());
        while let Some(known) = resources {
            found.extend(
                known
                    .fonts
                    .keys()
                    .filter_map(|name| known.fonts.get::<Dict>(name.as_ref()))
                    .map(|f| font(&f)),
            );
            resources = known.parent();
        }
    }
    found.sort();
    found.dedup();
    found
}

fn font(font: &Dict<'_>) -> Font {
    let name =
        |font: &Dict<'_>, key: &str| font.get::<Name>(key).map(|name| name.as_str().to_owned());
    let is_drawn = name(font, "Subtype").as_deref() == Some("Type3");
    let below = font
        .get::<Array>("DescendantFonts")
        .and_then(|fonts| fonts.iter::<Dict>().next());
    let described = below.as_ref().unwrap_or(font).get::<Dict>("FontDescriptor");
    let holds_file = |described: Dict<'_>| {
        ["FontFile", "FontFile2", "FontFile3"]
            .iter()
            .any(|key| described.contains_key(key))
    };
    let known = name(font, "BaseFont")
        .or_else(|| name(font, "Name"))
        .unwrap_or_else(|| "drawn glyphs".to_owned());
    let known = known
        .split_once('+')
        .filter(|(tag, _)| tag.len() == 6)
        .map_or(&*known, |(_, name)| name);
    Font {
        name: known.to_owned(),
        embedded: is_drawn || described.is_some_and(holds_file),
        mapped: font.contains_key("ToUnicode"),
    }
}

fn headings(pdf: &Pdf, root: &Dict<'_>, pages: &[PageText]) -> Vec<Heading> {
    let Some(tree) = root.get::<Dict>("StructTreeRoot") else {
        return Vec::new();
    };
    let numbers = pdf
        .pages()
        .iter()
        .enumerate()
        .filter_map(|(at, page)| Some((page.raw().obj_id()?, at)));
    let mut walk = Walk {
        roles: tree.get::<Dict>("RoleMap").unwrap_or_default(),
        pages: numbers.collect(),
        glyphs: pages,
        left: MOST_PARTS,
        found: Vec::new(),
    };
    walk.children(&tree, None, None, 0);
    walk.found
        .into_iter()
        .map(|(level, glyphs)| Heading {
            level,
            text: joined(&glyphs),
        })
        .collect()
}

/// A walk through the structure of a file.
struct Walk<'a> {
    roles: Dict<'a>,
    pages: BTreeMap<ObjectIdentifier, usize>,
    glyphs: &'a [PageText],
    /// How many parts may still be looked at.
    left: usize,
    /// The level of each heading, and its glyphs.
    found: Vec<(u8, Vec<PlacedGlyph>)>,
}

impl Walk<'_> {
    /// Looks at what a part is made of. `heading` is that of `found` which it belongs to.
    fn children(
        &mut self,
        part: &Dict<'_>,
        page: Option<usize>,
        heading: Option<usize>,
        depth: usize,
    ) {
        let Some(children) = part.get::<Object>("K") else {
            return;
        };
        let page = part
            .get_ref("Pg")
            .and_then(|page| self.pages.get(&page.into()).copied())
            .or(page);
        match children {
            Object::Array(children) => {
                children
                    .iter::<Object>()
                    .for_each(|child| self.child(child, page, heading, depth));
            }
            child => self.child(child, page, heading, depth),
        }
    }

    fn child(
        &mut self,
        child: Object<'_>,
        page: Option<usize>,
        heading: Option<usize>,
        depth: usize,
    ) {
        if depth > DEEPEST || self.left == 0 {
            return;
        }
        self.left -= 1;
        if let Object::Number(number) = &child {
            self.text(page, i32::try_from(number.as_i64()).ok(), heading);
        }
        let Some(part) = child.into_dict() else {
            return;
        };
        if let Some(number) = part.get::<i32>("MCID") {
            let page = part
                .get_ref("Pg")
                .and_then(|page| self.pages.get(&page.into()).copied())
                .or(page);
            self.text(page, Some(number), heading);
            return;
        }
        let level = part
            .get::<Name>("S")
            .and_then(|role| self.level(role.as_str()));
        let heading = match level {
            Some(level) => {
                self.found.push((level, Vec::new()));
                Some(self.found.len() - 1)
            }
            None => heading,
        };
        self.children(&part, page, heading, depth + 1);
    }

    /// The level of a heading, by its name or by what that is mapped to.
    fn level(&self, role: &str) -> Option<u8> {
        let of = |role: &str| role.strip_prefix('H')?.parse().ok();
        of(role).or_else(|| of(self.roles.get::<Name>(role)?.as_str()))
    }

    fn text(&mut self, page: Option<usize>, mark: Option<i32>, heading: Option<usize>) {
        let (Some(page), Some(heading)) = (page.and_then(|page| self.glyphs.get(page)), heading)
        else {
            return;
        };
        self.found[heading].1.extend(
            page.glyphs
                .iter()
                .filter(|glyph| glyph.mark == mark)
                .cloned(),
        );
    }
}

fn links(pdf: &Pdf, pages: &[PageText]) -> Vec<Link> {
    let mut found = Vec::new();
    for (number, (page, text)) in pdf.pages().iter().zip(pages).enumerate() {
        let Some(annotations) = page.raw().get::<Array>("Annots") else {
            continue;
        };
        for annotation in annotations.iter::<Dict>() {
            let action = annotation.get::<Dict>("A");
            let Some(url) = action.and_then(|action| action.get::<PdfString>("URI")) else {
                continue;
            };
            let areas = areas(&annotation);
            let is_inside = |glyph: &&PlacedGlyph| {
                let (x, y) = (
                    f64::midpoint(glyph.at.x, glyph.end.x),
                    glyph.at.y + glyph.size * 0.25,
                );
                areas.iter().any(|area| {
                    (area[0]..=area[2]).contains(&x) && (area[1]..=area[3]).contains(&y)
                })
            };
            let glyphs: Vec<PlacedGlyph> = text.glyphs.iter().filter(is_inside).cloned().collect();
            found.push(Link {
                url: decoded(url.as_bytes()),
                text: joined(&glyphs),
                page: number + 1,
            });
        }
    }
    found
}

/// The areas that a link covers: left, lower, right and upper edge of each.
fn areas(annotation: &Dict<'_>) -> Vec<[f64; 4]> {
    let corners = annotation
        .get::<Array>("QuadPoints")
        .map(|points| points.iter::<f32>().collect::<Vec<f32>>());
    let of_corners = |points: &[f32]| {
        let least = |start: usize| {
            points[start..]
                .iter()
                .step_by(2)
                .copied()
                .fold(f32::INFINITY, f32::min)
        };
        let most = |start: usize| {
            points[start..]
                .iter()
                .step_by(2)
                .copied()
                .fold(f32::NEG_INFINITY, f32::max)
        };
        [least(0), least(1), most(0), most(1)].map(f64::from)
    };
    match corners {
        Some(corners) if corners.len() >= 8 => corners.chunks_exact(8).map(of_corners).collect(),
        _ => annotation
            .get::<Rect>("Rect")
            .map(|area| vec![[area.x0, area.y0, area.x1, area.y1]])
            .unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_as_elements_and_as_attributes() {
        let elements = "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>";
        assert_eq!(standards(elements), ["PDF/A-2a", "PDF/UA-1"]);
        assert_eq!(
            standards("<x pdfaid:part=\"3\" pdfaid:conformance=\"B\"/>"),
            ["PDF/A-3b"]
        );
        assert_eq!(standards("<x pdfaid:part='4'/>"), ["PDF/A-4"]);
        assert_eq!(standards("<x/>"), [] as [String; 0]);
    }

    #[test]
    fn texts_are_decoded() {
        assert_eq!(decoded(b"\xfe\xff\0A\x62\x10"), "A成");
        assert_eq!(decoded("\u{feff}é".as_bytes()), "é");
        assert_eq!(decoded(b"a\xe9"), "aé");
    }
}
