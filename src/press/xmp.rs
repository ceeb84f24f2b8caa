//! What a file says of itself in XMP.

use crate::press::pdfx::DocumentInfo;
use crate::press::settings::PdfxStandard;

/// The packet. `document` is the number that tells the document from others.
pub fn packet(identity: &DocumentInfo, standard: PdfxStandard, document: &str) -> String {
    let date = identity.date.to_xmp();
    let standard = match standard {
        PdfxStandard::X1a => "<pdfx:GTS_PDFXVersion>PDF/X-1a:2003</pdfx:GTS_PDFXVersion>",
        PdfxStandard::X4 => "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>",
    };
    let author = identity
        .author
        .as_deref()
        .map_or_else(String::new, |author| {
            format!(
                "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>\n",
                escaped(author)
            )
        });
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
        <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\
        <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\
        <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
        xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\" \
        xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:pdfx=\"http://ns.adobe.com/pdfx/1.3/\" \
        xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\">\n\
        <dc:format>application/pdf</dc:format>\n\
        <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>\n\
        {author}\
        <xmp:CreatorTool>{maker}</xmp:CreatorTool>\n\
        <xmp:CreateDate>{date}</xmp:CreateDate>\n\
        <xmp:ModifyDate>{date}</xmp:ModifyDate>\n\
        <xmp:MetadataDate>{date}</xmp:MetadataDate>\n\
        <xmpMM:DocumentID>uuid:{document}</xmpMM:DocumentID>\n\
        <xmpMM:VersionID>1</xmpMM:VersionID>\n\
        <xmpMM:RenditionClass>default</xmpMM:RenditionClass>\n\
        <pdf:Producer>{maker}</pdf:Producer>\n\
        <pdf:Trapped>False</pdf:Trapped>\n\
        {standard}\n\
        </rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>",
        title = escaped(&identity.title),
        maker = crate::press::pdfx::MAKER,
    )
}

fn escaped(text: &str) -> String {
    let is_allowed = |c: &char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    let text: String = text.chars().filter(is_allowed).collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
