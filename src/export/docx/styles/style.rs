//! The names of the styles of paragraphs. Word knows most of them, and offers them for editing.

/// A style of paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Text.
    Normal,
    /// The name of the person.
    Title,
    /// The headline, and what else is below the name.
    Subtitle,
    /// The contacts.
    Contact,
    /// The heading of a section, with its level from 1.
    Heading(usize),
    /// The first line of an entry.
    Entry,
    /// Another line of the head of an entry.
    EntryLine,
    /// The first line of a position inside an entry.
    Role,
    /// An entry that is one line of text.
    EntryText,
    /// The label of a block.
    Detail,
    /// A bullet, with its level from 0.
    Bullet(usize),
    /// An item of a numbered list, with its level from 0.
    Numbered(usize),
    /// A further paragraph of an item.
    ListContinue,
    /// A quotation.
    Quote,
    /// Code.
    Code,
    /// The text of a cell.
    Cell,
    /// A line of the address of a letter.
    Address,
    /// The date of a letter.
    Date,
    /// The subject of a letter.
    Subject,
    /// The salutation of a letter.
    Opening,
    /// A paragraph of a letter.
    BodyText,
    /// The closing of a letter.
    Closing,
    /// The signature, and the name below it.
    Signature,
    /// The label of the enclosures of a letter.
    Enclosures,
    /// The small print.
    SmallPrint,
    /// The line at the foot of a page.
    Footer,
}

impl Style {
    /// Returns the identifier by which a paragraph names it.
    pub fn id(self) -> String {
        match self {
            Self::Normal => "Normal".to_owned(),
            Self::Title => "Title".to_owned(),
            Self::Subtitle => "Subtitle".to_owned(),
            Self::Contact => "Contact".to_owned(),
            Self::Heading(level) => format!("Heading{}", level.clamp(1, HEADINGS)),
            Self::Entry => "Entry".to_owned(),
            Self::EntryLine => "EntryLine".to_owned(),
            Self::Role => "Role".to_owned(),
            Self::EntryText => "EntryText".to_owned(),
            Self::Detail => "Detail".to_owned(),
            Self::Bullet(level) => format!("ListBullet{}", suffix(level)),
            Self::Numbered(level) => format!("ListNumber{}", suffix(level)),
            Self::ListContinue => "ListContinue".to_owned(),
            Self::Quote => "Quote".to_owned(),
            Self::Code => "HTMLPreformatted".to_owned(),
            Self::Cell => "Cell".to_owned(),
            Self::Address => "EnvelopeAddress".to_owned(),
            Self::Date => "Date".to_owned(),
            Self::Subject => "Subject".to_owned(),
            Self::Opening => "Salutation".to_owned(),
            Self::BodyText => "BodyText".to_owned(),
            Self::Closing => "Closing".to_owned(),
            Self::Signature => "Signature".to_owned(),
            Self::Enclosures => "Enclosures".to_owned(),
            Self::SmallPrint => "SmallPrint".to_owned(),
            Self::Footer => "Footer".to_owned(),
        }
    }
}

/// The number of levels that headings have.
const HEADINGS: usize = 4;
/// The number of levels of lists that have styles of their own.
pub const LIST_STYLES: usize = 3;

fn suffix(level: usize) -> String {
    match level.min(LIST_STYLES - 1) {
        0 => String::new(),
        level => (level + 1).to_string(),
    }
}
