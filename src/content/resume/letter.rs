//! What only one kind of document has: the letter, and the signature of a CV.

use crate::content::locale::Separators;
use crate::content::resume::text::{Block, Inline, Inlines};

/// A cover letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeLetter {
    /// The lines of the recipient's address.
    pub recipient: Vec<Inlines>,
    /// The date.
    pub date: Option<String>,
    /// The subject.
    pub subject: Option<Inlines>,
    /// The salutation.
    pub opening: Option<Inlines>,
    /// The body.
    pub body: Vec<Block>,
    /// The closing above the signature.
    pub closing: Option<Inlines>,
    /// The path of the signature for the template.
    pub signature: Option<String>,
    /// The enclosures.
    pub enclosures: Vec<Inlines>,
}

/// Place, date and signature at the end of a CV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeSignature {
    /// The place.
    pub place: Option<Inlines>,
    /// The date.
    pub date: Option<String>,
    /// The path of the image for the template.
    pub image: Option<String>,
    /// The name below the image, or below room to sign.
    pub name: Option<String>,
}

impl ResumeSignature {
    /// Returns the place and the date as one text; `None` without either.
    pub fn dated(&self, separators: &Separators) -> Option<Inlines> {
        let mut dated = self.place.clone().unwrap_or_default();
        if let Some(date) = &self.date {
            if !dated.is_empty() {
                dated.push(Inline::Text(separators.comma.clone()));
            }
            dated.push(Inline::Text(date.clone()));
        }
        (!dated.is_empty()).then_some(dated)
    }

    /// Returns whether it has nothing to show.
    pub fn is_empty(&self) -> bool {
        let Self {
            place,
            date,
            image,
            name,
        } = self;
        place.is_none() && date.is_none() && image.is_none() && name.is_none()
    }
}
