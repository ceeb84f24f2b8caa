//! A CV or letter of a profile, ready to render in any layout.

use std::path::Path;
use std::sync::Arc;

use crate::content::{self, DateFormat, ImageFile, Resume};
use crate::diagnostic::{Deny, Diagnostic, Diagnostics, Label, Severity, Source, counted, rule};
use crate::export;
use crate::layout::{Design, DesignOverrides, Layout, WrittenDesign, resolve};
use crate::pdf::{self, Attachment, MAX_APPENDED_SIZE};
use crate::pipeline::file_name::{DOWNLOAD_NAME, file_name};
use crate::pipeline::options::{DEFAULT_LAYOUT, RenderOptions};
use crate::profile::{
    self, ALL, AttachedData, NamedFile, ParsedProfile, Profile, ProfileFiles, TomlPath, TomlTree,
};
use crate::selection::{self, Choice, Choices, DEFAULT_LOCALE, DocumentKind, Selection};
use crate::typeset::{self, Engine, Image, Prepared, ReviewFinding, Typeset};

/// A CV or letter of a profile, ready to render.
#[derive(Debug)]
pub struct Document {
    /// The selected part of the profile.
    pub selection: Selection,
    /// The data for a template.
    pub resume: Resume,
    /// The problems of the profile and of this selection of it.
    pub problems: Diagnostics,
    images: Vec<Image>,
    attachments: Vec<Attachment>,
    /// The edition that the profile is pinned to, if it is known.
    edition: Option<String>,
    choice: Choice,
    name: String,
    deny: Deny,
}

impl Document {
    /// Selects a document of a profile, prepares its data, and checks it.
    ///
    /// `stem` is the profile's file name without its extension. Warnings that `deny` names become
    /// errors.
    pub fn new(
        parsed: &ParsedProfile,
        choice: &Choice,
        stem: &str,
        deny: &Deny,
        engine: &Engine,
    ) -> Self {
        let mut problems = parsed.problems_of(choice.variant.as_deref());
        let selection = selection::select(parsed, choice, &mut problems);
        let resume = content::resume(&selection, stem, &mut problems);
        let Selection { profile, tree, .. } = &selection;
        let known = typeset::missing_characters(tree, engine.fonts(), &mut problems);
        let texts = content::text_groups(&resume, DateFormat::AS_WRITTEN).concat();
        typeset::missing_characters_elsewhere(
            texts.iter().map(String::as_str),
            known,
            engine.fonts(),
            &|character| place_in_bibliographies(character, parsed),
            &mut problems,
        );
        let mut edition = profile.edition.clone();
        if let Some(name) = &edition
            && let Err(unknown) = engine.layouts().check_edition(name)
        {
            problems.push(at_key(unknown, "edition", &selection));
            edition = None;
        }
        if let Some(name) = &profile.layout
            && let Err(unknown) = engine.layouts().find_in(name, edition.as_deref())
        {
            problems.push(at_key(unknown, "layout", &selection));
        }
        let images = images(profile, &resume, tree, parsed, &mut problems);
        let attachments = attachments(profile, tree, parsed, &mut problems);
        problems.sort();
        Self {
            problems: problems.with_levels(&profile.allow, deny),
            images,
            attachments,
            edition,
            choice: choice.clone(),
            name: choice.name(stem, parsed),
            deny: deny.clone(),
            resume,
            selection,
        }
    }

    /// Returns the layout that the profile names, or else the default.
    pub fn layout(&self) -> &str {
        self.selection
            .profile
            .layout
            .as_deref()
            .unwrap_or(DEFAULT_LAYOUT)
    }

    /// Returns the layouts to render: those of the options, or else the profile's own.
    pub fn layouts(&self, options: &RenderOptions) -> Vec<String> {
        if options.layouts.is_empty() {
            vec![self.layout().to_owned()]
        } else {
            options.layouts.clone()
        }
    }

    /// Returns a layout as it was in the edition that the command line or the profile names, or else
    /// the newest.
    ///
    /// # Errors
    /// There is no layout of this name.
    pub fn find_layout<'a>(
        &self,
        name: &str,
        settings: &DesignOverrides,
        engine: &'a Engine,
    ) -> Result<&'a Layout, Diagnostic> {
        let edition = settings.edition.as_ref().or(self.edition.as_ref());
        engine.layouts().find_in(name, edition.map(String::as_str))
    }

    /// Returns the name that its output files start with: the profile's, with the variant and the
    /// language.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name of its files that the profile asks for, without extension and layout.
    pub fn file_name(&self) -> Option<String> {
        self.named(self.selection.profile.file_name.as_deref()?)
    }

    /// Returns the name under which its files are downloaded, without extension.
    pub fn download_name(&self) -> String {
        let pattern = self.selection.profile.file_name.as_deref();
        let name = self.named(pattern.unwrap_or(DOWNLOAD_NAME));
        name.unwrap_or_else(|| self.name.clone())
    }

    /// Returns the name of its files by a pattern. An anonymous CV has none, as the name would tell whose
    /// it is.
    fn named(&self, pattern: &str) -> Option<String> {
        if self.selection.is_anonymous {
            return None;
        }
        let own_locale = self.selection.profile.locale.as_deref();
        let values = [
            self.resume.words.resume.as_str(),
            self.resume.person.name.as_deref().unwrap_or_default(),
            self.variant().unwrap_or_default(),
            self.locale().or(own_locale).unwrap_or(DEFAULT_LOCALE),
        ];
        file_name(pattern, values)
    }

    /// Returns the variant.
    pub fn variant(&self) -> Option<&str> {
        self.choice.variant.as_deref()
    }

    /// Returns the language that was asked for.
    pub fn locale(&self) -> Option<&str> {
        self.choice.locale.as_deref()
    }

    /// Returns the name that PDFs may carry: an anonymous CV must not show the file's name, which
    /// may be the person's.
    pub fn public_name(&self) -> &str {
        if self.selection.is_anonymous {
            &self.resume.document.title
        } else {
            &self.name
        }
    }

    /// Returns whether it is a CV or a letter.
    pub fn kind(&self) -> DocumentKind {
        self.choice.document
    }

    /// Returns the photo, the signatures, the logos and the pictures in texts.
    pub(super) fn images(&self) -> &[Image] {
        &self.images
    }

    /// Returns whether the pages of other PDFs follow those of the CV.
    pub fn has_attachments(&self) -> bool {
        !self.attachments.is_empty()
    }

    /// Returns the data that a PDF of the document carries.
    ///
    /// # Errors
    /// The data cannot be written, which is an internal error.
    pub(super) fn attached_data(&self) -> Result<Option<String>, Diagnostic> {
        match self.selection.profile.attach {
            Some(AttachedData::JsonResume) => {
                export::json_resume(&self.selection, &self.resume).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Returns a PDF of the document with the pages of other PDFs after its own.
    ///
    /// # Errors
    /// The PDF cannot be joined with the others.
    pub(super) fn joined(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Diagnostics> {
        if !self.has_attachments() {
            return Ok(bytes);
        }
        pdf::append(&bytes, &self.attachments)
            .map_err(|error| error.diagnostic(self.public_name()).into())
    }

    /// Returns a warning at the names of the PDFs that are appended.
    pub(super) fn at_append(&self, warning: Diagnostic) -> Diagnostic {
        let tree = &self.selection.tree;
        let span = tree.span(&TomlPath::ROOT.key("append"));
        warning.at(tree.source(), span, "")
    }

    /// Applies the lint levels of the profile and the command line.
    pub fn with_levels(&self, problems: Diagnostics) -> Diagnostics {
        problems.with_levels(&self.selection.profile.allow, &self.deny)
    }

    /// Resolves the options of a layout.
    pub fn design(
        &self,
        layout: &Layout,
        settings: &DesignOverrides,
        engine: &Engine,
    ) -> ResolvedDesign {
        let mut problems = Diagnostics::default();
        let written = WrittenDesign {
            profile: &self.selection.profile,
            tree: &self.selection.tree,
            settings: self.selection.settings.as_deref(),
        };
        let design = resolve(layout, engine.layouts(), written, settings, &mut problems);
        ResolvedDesign {
            design,
            problems: self.with_levels(problems),
        }
    }

    /// Returns the problems of the profile, and of its options in each layout to render.
    pub fn problems(&self, options: &RenderOptions, engine: &Engine) -> Diagnostics {
        let mut problems = self.problems.clone();
        for name in self.layouts(options) {
            if let Ok(layout) = self.find_layout(&name, &options.settings, engine) {
                let resolved = self.design(layout, &options.settings, engine);
                problems.extend(resolved.problems);
            }
        }
        problems.sort();
        problems
    }

    /// Returns the typographic flaws of the pages, at their places in the profile.
    pub fn review(&self, typeset: &Typeset) -> Diagnostics {
        let tree = &self.selection.tree;
        let mut found = Diagnostics::default();
        for ReviewFinding { diagnostic, span } in typeset::review(typeset, &self.resume) {
            found.push(diagnostic.at(tree.source(), span.unwrap_or(0..0), ""));
        }
        found.sort();
        self.with_levels(found)
    }

    /// Prepares content, which may be a shortened version of the document's, for a layout.
    pub(super) fn prepare(
        &self,
        resume: &Resume,
        design: &Design,
        layout: &Layout,
        engine: &Engine,
    ) -> Result<Prepared, Diagnostics> {
        typeset::prepare(resume, design, layout, &self.images, engine)
    }
}

/// The options of a layout, as the profile and the command line set them.
#[derive(Debug)]
pub struct ResolvedDesign {
    /// The options.
    pub design: Design,
    /// Their problems.
    pub problems: Diagnostics,
}

/// Returns a problem at a key of the profile, or else of the settings of its folder.
fn at_key(problem: Diagnostic, key: &str, selection: &Selection) -> Diagnostic {
    let path = TomlPath::ROOT.key(key);
    let settings = selection.settings.as_ref().map(|settings| &settings.tree);
    let mut trees = [Some(&selection.tree), settings].into_iter().flatten();
    match trees.find(|tree| tree.node(&path).is_some()) {
        Some(tree) => problem.at(tree.source(), tree.span(&path), ""),
        None => problem,
    }
}

/// Returns where a character first occurs in the bibliographies of a profile.
fn place_in_bibliographies(character: char, parsed: &ParsedProfile) -> Option<Label> {
    parsed.bibliographies.keys().find_map(|written| {
        let file = parsed.files.find(written).ok()?;
        let bytes = file.read(profile::MAX_SIZE).ok()?;
        let text = String::from_utf8(bytes.into_owned()).ok()?;
        let start = text.find(character)?;
        Some(Label {
            source: Arc::new(Source::new(
                profile::shown_path(written, &parsed.files),
                text,
            )),
            span: start..start + character.len_utf8(),
            text: String::new(),
        })
    })
}

/// Reads the photo, the signatures, the logos and the pictures in texts, as far as the document may show them.
fn images(
    profile: &Profile,
    resume: &Resume,
    tree: &TomlTree,
    parsed: &ParsedProfile,
    problems: &mut Diagnostics,
) -> Vec<Image> {
    let root = TomlPath::ROOT;
    let (person_path, letter_path) = (root.key("person"), root.key("letter"));
    let signature_path = root.key("signature");
    let letter = profile.letter.as_ref();
    let shown_letter = resume.letter.as_ref();
    let photo = ImageField {
        path: &person_path.key("photo"),
        name: resume.person.photo.as_ref(),
        written: profile.person.photo.as_ref(),
    };
    let signature_of_letter = ImageField {
        path: &letter_path.key("signature"),
        name: shown_letter.and_then(|letter| letter.signature.as_ref()),
        written: letter.and_then(|letter| letter.signature.as_ref()),
    };
    let signature = ImageField {
        path: &signature_path.key("image"),
        name: resume
            .signature
            .as_ref()
            .and_then(|signature| signature.image.as_ref()),
        written: profile
            .signature
            .as_ref()
            .and_then(|signature| signature.image.as_ref()),
    };
    let page_logo = ImageField {
        path: &root.key("page-logo"),
        name: resume.page_logo.as_ref(),
        written: profile.page_logo.as_ref(),
    };
    let fields = [photo, signature, signature_of_letter].into_iter();
    let mut images: Vec<Image> = fields
        .filter_map(|field| field.read(tree, &parsed.files, problems))
        .collect();
    images.extend(match &parsed.settings {
        Some(settings) if tree.node(page_logo.path).is_none() => {
            page_logo.read(&settings.tree, &settings.files, problems)
        }
        _ => page_logo.read(tree, &parsed.files, problems),
    });
    for image in &resume.images {
        match read_image(image, &parsed.files) {
            Ok(read) => images.push(read),
            Err(problem) => {
                let problem = problem.at(tree.source(), image.span.clone(), "");
                // A logo that is missing was reported when the profile was read.
                if problems
                    .iter()
                    .all(|known| known.message != problem.message)
                {
                    problems.push(problem);
                }
            }
        }
    }
    images
}

fn read_image(image: &ImageFile, files: &ProfileFiles) -> Result<Image, Diagnostic> {
    let ImageFile {
        kind,
        name,
        written,
        ..
    } = image;
    let file = profile::find_image(written, files).map_err(|fault| fault.error(kind, written))?;
    Image::read(name.clone(), &file, &format!("{kind} `{written}`"))
}

/// Reads the PDFs that are appended.
fn attachments(
    profile: &Profile,
    tree: &TomlTree,
    parsed: &ParsedProfile,
    problems: &mut Diagnostics,
) -> Vec<Attachment> {
    let list = TomlPath::ROOT.key("append");
    let mut attachments = Vec::new();
    for (index, written) in profile.append.iter().enumerate() {
        // A file that is missing was reported when the profile was read.
        let Ok(file) = parsed.files.find(written) else {
            continue;
        };
        let problem = match attachment(&file, written) {
            Ok(attachment) => {
                let warning = active_warning(&attachment, written);
                attachments.push(attachment);
                warning
            }
            Err(problem) => Some(problem),
        };
        if let Some(problem) = problem {
            let span = tree.span(&list.index(index));
            problems.push(problem.at(tree.source(), span, ""));
        }
    }
    attachments
}

/// Returns the warning that pages lose what would start something.
fn active_warning(attachment: &Attachment, written: &str) -> Option<Diagnostic> {
    let count = attachment.active_parts();
    if count == 0 {
        return None;
    }
    let parts = counted(
        count,
        "action or attached file",
        "actions or attached files",
    );
    let message = format!("the pages of `{written}` lose {parts}");
    let warning = Diagnostic::warning(rule::APPEND_ACTIVE, message);
    Some(
        warning
            .hint("a CV starts no program and brings no other file; links to addresses are kept"),
    )
}

fn attachment(file: &NamedFile, written: &str) -> Result<Attachment, Diagnostic> {
    let bytes = file.read(MAX_APPENDED_SIZE).map_err(|error| {
        let message = format!("cannot read `{written}`: {error}");
        Diagnostic::error(rule::APPEND_FILE, message)
    })?;
    let name = Path::new(written)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    Attachment::read(&bytes, &name).map_err(|error| error.diagnostic(written))
}

/// A field of a profile that names an image.
struct ImageField<'a> {
    path: &'a TomlPath<'a>,
    /// The path that the template uses, if the document shows the image.
    name: Option<&'a String>,
    /// The path as written.
    written: Option<&'a String>,
}

impl ImageField<'_> {
    fn read(
        &self,
        tree: &TomlTree,
        files: &ProfileFiles,
        problems: &mut Diagnostics,
    ) -> Option<Image> {
        let (name, written) = (self.name?, self.written?);
        // An image that is missing was reported when the profile was read.
        let file = profile::find_image(written, files).ok()?;
        let kind = self.path.field().unwrap_or_default();
        match Image::read(name.clone(), &file, &format!("{kind} `{written}`")) {
            Ok(image) => Some(image),
            Err(problem) => {
                problems.push(problem.at(tree.source(), tree.span(self.path), ""));
                None
            }
        }
    }
}

/// Returns the letters that accompany CVs of a profile. An anonymous CV has none, for letters are
/// signed.
pub fn letters_of(choices: &[Choice], parsed: &ParsedProfile) -> Vec<Choice> {
    choices
        .iter()
        .filter(|choice| !choice.anonymous && parsed.has_letter(choice.variant.as_deref()))
        .map(|choice| Choice {
            document: DocumentKind::Letter,
            ..choice.clone()
        })
        .collect()
}

/// Returns the errors in variants that are not among the documents that `requested` names. They are
/// warnings, as they stop none of these documents, unless every variant was requested.
pub fn faults_elsewhere(parsed: &ParsedProfile, requested: &Choices, deny: &Deny) -> Diagnostics {
    let choices = requested.of(parsed);
    let is_every_variant = requested.variants.iter().any(|name| name == ALL);
    let mut problems = Diagnostics::default();
    for (name, faults) in &parsed.variant_faults {
        if choices
            .iter()
            .any(|choice| choice.variant.as_ref() == Some(name))
        {
            continue;
        }
        for fault in faults.iter() {
            let mut fault = fault.clone();
            if !is_every_variant {
                fault.severity = Severity::Warning;
                fault = fault.hint(format!("only the variant `{name}` cannot be rendered"));
            }
            problems.push(fault);
        }
    }
    problems.sort();
    problems.with_levels(&[], deny)
}
