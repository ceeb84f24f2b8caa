//! The names of the styles. Word knows most of them, and offers them for editing.

use strum::IntoStaticStr;

/// The number of levels that headings have.
const HEADINGS: usize = 4;
/// The number of levels of lists that have styles of their own.
const LIST_STYLES: usize = 3;

/// A style of paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
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
    #[strum(serialize = "ListBullet")]
    Bullet(usize),
    /// An item of a numbered list, with its level from 0.
    #[strum(serialize = "ListNumber")]
    Numbered(usize),
    /// A further paragraph of an item.
    ListContinue,
    /// A quotation.
    Quote,
    /// Code.
    #[strum(serialize = "HTMLPreformatted")]
    Code,
    /// The text of a cell.
    Cell,
    /// A line of the address of a letter.
    #[strum(serialize = "EnvelopeAddress")]
    Address,
    /// The date of a letter.
    Date,
    /// The subject of a letter.
    Subject,
    /// The salutation of a letter.
    #[strum(serialize = "Salutation")]
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

/// A style of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
pub enum CharacterStyle {
    /// A link.
    Hyperlink,
    /// Code in a line.
    #[strum(serialize = "HTMLCode")]
    Code,
    /// A date next to the head of an entry.
    EntryDate,
}

impl Style {
    /// Returns the identifier by which a paragraph names it.
    pub fn id(self) -> String {
        let name: &str = self.into();
        match self {
            Self::Heading(level) => format!("{name}{}", level.clamp(1, HEADINGS)),
            Self::Bullet(level) | Self::Numbered(level) if level > 0 => {
                format!("{name}{}", level.min(LIST_STYLES - 1) + 1)
            }
            _ => name.to_owned(),
        }
    }

    /// Returns whether Word does not know the style by its name.
    pub fn is_custom(self) -> bool {
        matches!(
            self,
            Self::Contact
                | Self::Entry
                | Self::EntryLine
                | Self::Role
                | Self::EntryText
                | Self::Detail
                | Self::Cell
                | Self::SmallPrint
                | Self::Subject
                | Self::Enclosures
        )
    }
}

impl CharacterStyle {
    /// Returns the identifier by which a run names it.
    pub fn id(self) -> &'static str {
        self.into()
    }
}
