//! Builds the place, the date and the signature at the end of a CV.

use crate::content::builder::{ResumeBuilder, image};
use crate::content::date::long_date;
use crate::content::resume::ResumeSignature;
use crate::profile::{self, Profile, TomlPath};

impl ResumeBuilder<'_> {
    /// Builds the signature of a profile; `None` if nothing of it is left. One without a date gets
    /// the profile's, and one without a name the person's.
    pub(super) fn signature(
        &mut self,
        signature: &profile::Signature,
        profile: &Profile,
        path: &TomlPath,
    ) -> Option<ResumeSignature> {
        let date = signature.date.as_ref().or(profile.date.as_ref());
        let name = signature.name.as_ref().or(profile.person.name.as_ref());
        let built = ResumeSignature {
            place: self.optional(signature.place.as_ref(), &path.key("place")),
            date: date.map(|date| self.without_names(long_date(self.locale, date))),
            image: image("signature", signature.image.as_ref()),
            name: name
                .map(|name| self.finished_name(name))
                .filter(|name| !name.is_empty()),
        };
        (!built.is_empty()).then_some(built)
    }
}
