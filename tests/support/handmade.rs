//! Small PDFs, written object by object, each with one defect.

/// A one-page PDF that conforms to PDF/X-1a:2003: A4 with a bleed of 10 pt, and black text in an
/// embedded font.
#[derive(Clone)]
pub struct Handmade {
    /// The version in the header.
    pub version: &'static str,
    /// The content stream of the page.
    pub content: String,
    /// Boxes and other entries of the page dictionary.
    pub page: String,
    /// Entries of the resources, in addition to the font.
    pub resources: String,
    /// Entries of the catalog, in addition to the pages.
    pub root: String,
    /// Entries of the information dictionary, in addition to title and dates.
    pub information: String,
    /// Entries of the trailer, in addition to catalog and information.
    pub trailer: String,
    /// Entries of the font dictionary.
    pub font: String,
    /// Further objects, from number 10 on.
    pub objects: Vec<Vec<u8>>,
}

/// Object number of the page.
pub const PAGE: usize = 3;

/// Object number of the first further object.
pub const FURTHER: usize = 10;

/// Operators that show text of 10 pt.
pub const TEXT: &str = "BT /F 10 Tf 72 700 Td (text) Tj ET ";

impl Default for Handmade {
    fn default() -> Self {
        Self {
            version: "1.4",
            content: format!("0 0 0 1 k {TEXT}"),
            page: "/MediaBox [0 0 615 862] /BleedBox [0 0 615 862] /TrimBox [10 10 605 852]".to_owned(),
            resources: String::new(),
            root: "/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (FOGRA39) \
                /RegistryName (http://www.color.org) /Info (coated) >>]"
                .to_owned(),
            information: "/Trapped /False /GTS_PDFXVersion (PDF/X-1a:2003)".to_owned(),
            trailer: "/ID [<0123> <0123>]".to_owned(),
            font: "/Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Face /FirstChar 32 /LastChar 32 /Widths [500] \
                /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+Face /FontFile2 7 0 R >>"
                .to_owned(),
            objects: Vec::new(),
        }
    }
}

impl Handmade {
    /// Returns a PDF with this content stream.
    pub fn drawing(content: &str) -> Self {
        Self {
            content: content.to_owned(),
            ..Self::default()
        }
    }

    /// Adds entries to the resources.
    pub fn with(mut self, resources: &str) -> Self {
        self.resources += resources;
        self
    }

    /// Adds an object.
    pub fn object(mut self, object: &str) -> Self {
        self.objects.push(object.as_bytes().to_vec());
        self
    }

    /// Adds a stream.
    pub fn stream(mut self, dictionary: &str, content: &[u8]) -> Self {
        self.objects.push(stream(dictionary, content));
        self
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut objects: Vec<Vec<u8>> = [
            format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.root),
            format!("<< /Type /Pages /Kids [{PAGE} 0 R] /Count 1 >>"),
            format!(
                "<< /Type /Page /Parent 2 0 R {} /Contents 4 0 R /Resources << /Font << /F 5 0 R >> {} >> >>",
                self.page, self.resources
            ),
            String::new(),
            format!("<< {} >>", self.font),
            format!("<< /Title (A title) /CreationDate (D:20260314) /ModDate (D:20260314) {} >>", self.information),
        ]
        .map(String::into_bytes)
        .to_vec();
        objects[3] = stream("", self.content.as_bytes());
        objects.push(stream("", b"a font"));
        objects.extend([b"null".to_vec(), b"null".to_vec()]);
        objects.extend(self.objects.clone());
        let mut bytes = format!("%PDF-{}\n%\u{e9}\u{e9}\n", self.version).into_bytes();
        let mut offsets = Vec::new();
        for (number, object) in (1..).zip(&objects) {
            offsets.push(bytes.len());
            bytes.extend(
                format!("{number} 0 obj\n")
                    .bytes()
                    .chain(object.iter().copied())
                    .chain(*b"\nendobj\n"),
            );
        }
        let start = bytes.len();
        let size = objects.len() + 1;
        let table: String = offsets
            .iter()
            .map(|offset| format!("{offset:010} 00000 n \n"))
            .collect();
        let end = format!(
            "xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R /Info 6 0 R {} >>\n\
            startxref\n{start}\n%%EOF\n",
            self.trailer
        );
        bytes.extend(end.into_bytes());
        bytes
    }
}

fn stream(dictionary: &str, content: &[u8]) -> Vec<u8> {
    let head = format!("<< {dictionary} /Length {} >>\nstream\n", content.len());
    [head.as_bytes(), content, b"\nendstream"].concat()
}
