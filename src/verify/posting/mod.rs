//! Compares a CV with a job posting: which of its terms the CV has, has in other words, or lacks.
//!
//! The comparison is plain: words, their stems, and lists of other names. It uses no network and no
//! model of language. Uses `diagnostic`, `file`, `profile`, `content` and `pdf`.

mod blocks;
mod compare;
mod document;
mod forms;
mod html;
mod ideographic;
mod own_names;
mod parts;
mod pattern;
mod phrases;
mod report;
mod search;
mod synonyms;
mod terms;
mod token;
mod vocabulary;

pub use blocks::{LinePlace, PostingPlace};
pub use compare::{ComparedDocument, compare};
pub use document::Posting;
pub use parts::{Importance, LeftOut};
pub use report::{ComparedTerm, CvPlace, PostingReport, TermStatus};
pub use search::TermMatch;
