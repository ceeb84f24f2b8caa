//! One CV or letter of a profile, made into data once, and printed in one layout or several.

use serde::{Deserialize, Serialize};

use crate::content::{self, DateStyle, Resume};
use crate::diagnostic::{Deny, Diagnostic, Diagnostics, rule};
use crate::export::{self, ExportOptions, Format, Output};
use crate::layout::{Density, Design, DesignOverrides, Layout, resolve};
use crate::pipeline::fit::{Fitted, fitted};
use crate::profile::{self, ALL, Input, ParsedProfile, PartialDate, TomlPath};
use crate::selection::{self, Choice, Choices, DocumentKind, Selection};
use crate::typeset::{self, Engine, Extent, Finding, Image, Typeset};

/// The layout of a profile that names none, where the command line does not either.
pub const DEFAULT_LAYOUT: &str = "compact";

/// The pixels per inch of a picture, where nobody says how many: what a screen shows well.
pub const DEFAULT_PPI: f64 = 150.0;

/// What is wanted of every profile.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RenderOptions {
    /// Which CVs.
    pub choices: Choices,
    /// In which layouts; none means the CV's own.
    pub layouts: Vec<String>,
    /// What the command line sets.
    pub settings: DesignOverrides,
    /// Which warnings count as errors.
    pub deny: Deny,
    /// What the PDFs depend on beside.
    pub export: ExportOptions,
    /// What the pages are written as; nothing means PDF.
    pub formats: Vec<Format>,
    /// The pixels per inch of pictures.
    pub ppi: Option<f64>,
    /// What the PDFs are to be where they go to a print shop.
    #[serde(skip)]
    pub press: Option<crate::pipeline::PressOptions>,
    /// The day, for warnings about dates that lie ahead; nothing that is printed depends on it.
    pub today: Option<PartialDate>,
    /// The most pages that a CV may have; none means any number.
    pub max_pages: Option<usize>,
}

/// One CV of a profile, turned into data.
#[derive(Debug)]
pub struct Document {
    /// What goes into it.
    pub selection: Selection,
    /// The data for a template.
    pub resume: Resume,
    /// All that is wrong with the profile, or with this choice of it.
    pub problems: Diagnostics,
    images: Vec<Image>,
    choice: Choice,
    name: String,
    deny: Deny,
}

/// What was made of a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rendered {
    /// The file, as messages call it.
    pub file: String,
    /// The layout.
    pub layout: String,
    /// The variant, where one was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The language, where one was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// The page, in a picture of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<usize>,
    /// Its length.
    #[serde(flatten)]
    pub extent: Extent,
    /// How densely it was set, where that was changed to make it fit.
    #[serde(flatten)]
    pub setting: Option<Density>,
}

/// The files of a CV in a layout.
struct Sheets {
    files: Vec<Sheet>,
    extent: Extent,
    setting: Option<Density>,
    warnings: Diagnostics,
}

/// The bytes of one file.
struct Sheet {
    format: Format,
    page: Option<usize>,
    bytes: Vec<u8>,
}

impl Document {
    /// Makes the data of the CV that is wanted of a profile, and finds all that is wrong with it.
    ///
    /// `stem` is the name of the profile's file without its ending. Warnings that are to be denied
    /// count as errors.
    pub fn new(
        reading: &ParsedProfile,
        choice: &Choice,
        stem: &str,
        deny: &Deny,
        engine: &Engine,
    ) -> Self {
        let mut problems = reading.problems.clone();
        let selection = selection::select(reading, choice, &mut problems);
        let resume = content::resume(&selection, stem, &mut problems);
        let Selection { profile, tree, .. } = &selection;
        typeset::missing_characters(tree, engine.fonts(), &mut problems);
        if !reading.bibliographies.is_empty() {
            let texts = content::text_groups(&resume, DateStyle::Iso).concat();
            typeset::missing_bibliography_characters(
                texts.iter().map(String::as_str),
                tree,
                engine.fonts(),
                &mut problems,
            );
        }
        if let Some(name) = &profile.layout
            && engine.layouts().get(name).is_none()
        {
            let span = tree.span(&TomlPath::ROOT.key("layout"));
            problems.push(engine.layouts().unknown(name).at(tree.source(), span, ""));
        }
        let (letter, drawn) = (profile.letter.as_ref(), resume.letter.as_ref());
        let images = [
            (resume.person.photo.as_ref(), profile.person.photo.as_ref()),
            (
                drawn.and_then(|letter| letter.signature.as_ref()),
                letter.and_then(|letter| letter.signature.as_ref()),
            ),
        ];
        let image = |(name, written): (Option<&String>, Option<&String>)| {
            let path = profile::find_image(written?, reading.folder.as_deref()).ok()?;
            Some(Image {
                name: name?.clone(),
                path,
            })
        };
        let images = images.into_iter().filter_map(image).collect();
        problems.sort();
        let name = choice.name(stem, reading);
        let problems = problems.with_levels(&profile.allow, deny);
        Self {
            selection,
            resume,
            problems,
            images,
            choice: choice.clone(),
            name,
            deny: deny.clone(),
        }
    }

    /// The name of the layout that the profile asks for.
    pub fn layout(&self) -> &str {
        self.selection
            .profile
            .layout
            .as_deref()
            .unwrap_or(DEFAULT_LAYOUT)
    }

    /// The layouts that it is wanted in: those named, or else its own.
    pub fn layouts(&self, options: &RenderOptions) -> Vec<String> {
        if options.layouts.is_empty() {
            vec![self.layout().to_owned()]
        } else {
            options.layouts.clone()
        }
    }

    /// The name that its outputs begin with: the profile's, and what tells this CV from others of
    /// it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The variant that it is.
    pub fn variant(&self) -> Option<&str> {
        self.choice.variant.as_deref()
    }

    /// The problems as the profile and the command line want to have them taken.
    pub fn with_levels(&self, problems: Diagnostics) -> Diagnostics {
        problems.with_levels(&self.selection.profile.allow, &self.deny)
    }

    /// The options of a layout for this profile, and what is wrong with them.
    pub fn design(
        &self,
        layout: &Layout,
        settings: &DesignOverrides,
        engine: &Engine,
    ) -> (Design, Diagnostics) {
        let mut problems = Diagnostics::default();
        let Selection { profile, tree, .. } = &self.selection;
        let design = resolve(
            layout,
            engine.layouts(),
            profile,
            tree,
            settings,
            &mut problems,
        );
        (design, self.with_levels(problems))
    }

    /// All that is wrong with the profile, and with its options in these layouts or else in its
    /// own.
    pub fn problems(&self, options: &RenderOptions, engine: &Engine) -> Diagnostics {
        let mut problems = self.problems.clone();
        for layout in self
            .layouts(options)
            .iter()
            .filter_map(|name| engine.layouts().get(name))
        {
            problems.extend(self.design(layout, &options.settings, engine).1);
        }
        problems.sort();
        problems
    }

    /// What a reader would find wanting on its pages, at the places in the profile where it comes
    /// from.
    pub fn review(&self, typeset: &Typeset) -> Diagnostics {
        let document = &self.selection.tree;
        let mut found = Diagnostics::default();
        for Finding { diagnostic, span } in typeset::review(typeset, &content::bullets(document)) {
            let span = span.unwrap_or(0..0);
            found.push(diagnostic.at(document.source(), span, ""));
        }
        found.sort();
        self.with_levels(found)
    }

    /// Sets the pages of a CV with options that are right.
    pub fn pages(
        &self,
        resume: &Resume,
        design: &Design,
        layout: &Layout,
        engine: &Engine,
    ) -> Result<Typeset, Diagnostics> {
        typeset::typeset(resume, design, layout, &self.images, engine)
    }

    /// Sets the pages of a CV, as densely as it takes to have as many as it is to have. Its
    /// warnings are those of the layout; the profile's own are in [`Self::problems`].
    ///
    /// # Errors
    /// All that is wrong with the profile, its options or the template.
    pub fn typeset(
        &self,
        layout: &Layout,
        settings: &DesignOverrides,
        engine: &Engine,
    ) -> Result<(Typeset, Design), Diagnostics> {
        self.fitted(layout, settings, engine)
            .map(|fitted| (fitted.typeset, fitted.design))
    }

    fn fitted(
        &self,
        layout: &Layout,
        settings: &DesignOverrides,
        engine: &Engine,
    ) -> Result<Fitted, Diagnostics> {
        let (design, mut problems) = self.design(layout, settings, engine);
        if self.problems.has_errors() || problems.has_errors() {
            problems.extend(self.problems.clone());
            problems.sort();
            return Err(problems);
        }
        let fitted = fitted(self, &design, layout, engine);
        typeset::evict_typst_cache();
        let mut fitted = fitted?;
        problems.extend(std::mem::take(&mut fitted.typeset.warnings));
        problems.extend(fitted.warning.take());
        fitted.typeset.warnings = problems;
        Ok(fitted)
    }
}

/// The bytes of the PDF of one CV, its length, and what is questionable about it in this layout.
///
/// # Errors
/// All that is wrong with the profile, its options or the template.
pub fn render_pdf(
    document: &Document,
    layout: &str,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<(Vec<u8>, Extent, Diagnostics), Diagnostics> {
    let Sheets {
        files,
        extent,
        warnings,
        ..
    } = sheets(document, layout, &[Format::Pdf], options, engine)?;
    Ok((
        files.into_iter().flat_map(|sheet| sheet.bytes).collect(),
        extent,
        warnings,
    ))
}

/// A PDF and the pages that it was made of.
pub struct PdfWithPages {
    pub bytes: Vec<u8>,
    pub typeset: Typeset,
    pub date_style: DateStyle,
}

/// The bytes of the PDF of one CV with the pages that they were made of, and the style of its
/// dates.
///
/// # Errors
/// As [`render_pdf`].
pub fn render_with_pages(
    document: &Document,
    layout: &str,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<PdfWithPages, Diagnostics> {
    let found = engine
        .layouts()
        .get(layout)
        .ok_or_else(|| engine.layouts().unknown(layout))?;
    let (typeset, design) = document.typeset(found, &options.settings, engine)?;
    let (bytes, _) = export::pdf(&typeset, &identity(document, layout), options.export)?;
    Ok(PdfWithPages {
        bytes,
        typeset,
        date_style: design.date_style(),
    })
}

/// What tells a PDF from others.
pub fn identity(document: &Document, layout: &str) -> String {
    // The name of the file may tell whose it is.
    let is_anonymous = document.selection.is_anonymous;
    let identity = if is_anonymous {
        &*document.resume.document.title
    } else {
        document.name()
    };
    format!("{identity} {layout}")
}

fn sheets(
    document: &Document,
    layout: &str,
    formats: &[Format],
    options: &RenderOptions,
    engine: &Engine,
) -> Result<Sheets, Diagnostics> {
    let found = engine
        .layouts()
        .get(layout)
        .ok_or_else(|| engine.layouts().unknown(layout))?;
    if let Some(press) = &options.press {
        return press_sheets(document, found, press, options, engine);
    }
    let Fitted {
        mut typeset,
        setting,
        ..
    } = document.fitted(found, &options.settings, engine)?;
    within(document, typeset.extent.pages, options.max_pages)?;
    let mut warnings = std::mem::take(&mut typeset.warnings);
    let mut sheets = Vec::new();
    for format in formats {
        let numbered = (1..).zip(typeset.document.pages());
        let picture = |(page, bytes)| Sheet {
            format: *format,
            page: Some(page),
            bytes,
        };
        match format {
            Format::Pdf => {
                let (bytes, of_file) =
                    export::pdf(&typeset, &identity(document, layout), options.export)?;
                // What the export finds wanting is wanting in the profile as a whole.
                let source = document.selection.tree.source();
                warnings.extend(
                    of_file
                        .into_iter()
                        .map(|warning| warning.at(source, 0..0, "")),
                );
                sheets.push(Sheet {
                    format: *format,
                    page: None,
                    bytes,
                });
            }
            Format::Png => {
                for (number, page) in numbered {
                    sheets.push(picture((
                        number,
                        export::png(page, options.ppi.unwrap_or(DEFAULT_PPI))?,
                    )));
                }
            }
            Format::Svg => sheets.extend(
                numbered
                    .map(|(number, page)| (number, export::svg(page)))
                    .map(picture),
            ),
        }
    }
    let warnings = document.with_levels(warnings);
    if warnings.has_errors() {
        Err(warnings)
    } else {
        Ok(Sheets {
            files: sheets,
            extent: typeset.extent,
            setting,
            warnings,
        })
    }
}

/// The letters that go with CVs of a profile.
pub fn letters_of(choices: &[Choice], reading: &ParsedProfile) -> Vec<Choice> {
    // A letter is signed.
    let with_letter =
        |choice: &&Choice| !choice.anonymous && reading.has_letter(choice.variant.as_deref());
    choices
        .iter()
        .filter(with_letter)
        .map(|choice| Choice {
            document: DocumentKind::Letter,
            ..choice.clone()
        })
        .collect()
}

/// The file of a CV for a print shop.
fn press_sheets(
    document: &Document,
    layout: &Layout,
    press: &crate::pipeline::PressOptions,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<Sheets, Diagnostics> {
    let (settings, file) = press.settings(document, layout, options, engine);
    let Fitted {
        mut typeset,
        setting,
        ..
    } = document.fitted(layout, &settings, engine)?;
    within(document, typeset.extent.pages, options.max_pages)?;
    let name = format!("{} in {}", document.name(), layout.manifest.name);
    let identity = identity(document, &layout.manifest.name);
    let (bytes, of_file) =
        crate::pipeline::press::finished(&typeset, &name, &identity, &file, options.export)?;
    let mut warnings = std::mem::take(&mut typeset.warnings);
    warnings.extend(of_file);
    let warnings = document.with_levels(warnings);
    if warnings.has_errors() {
        return Err(warnings);
    }
    let files = vec![Sheet {
        format: Format::Pdf,
        page: None,
        bytes,
    }];
    Ok(Sheets {
        files,
        extent: typeset.extent,
        setting,
        warnings,
    })
}

/// Refuses a CV of more pages than it may have.
fn within(document: &Document, pages: usize, most: Option<usize>) -> Result<(), Diagnostics> {
    let Some(most) = most.filter(|most| pages > *most) else {
        return Ok(());
    };
    let pages = if pages == 1 {
        "1 page".to_owned()
    } else {
        format!("{pages} pages")
    };
    let error = Diagnostic::error(
        rule::TOO_MANY_PAGES,
        format!("it has {pages}, and may have {most}"),
    );
    let error = error.hint("shorten it, or allow more, as in `--max-pages 500`");
    Err(error.at(document.selection.tree.source(), 0..0, "").into())
}

/// All that is wrong with a profile, in the layouts named or else in its own, without printing it.
///
/// Where no variant or language is named, every one of them is looked at.
pub fn check_profile(input: &Input, options: &RenderOptions, engine: &Engine) -> Diagnostics {
    let reading = match profile::load(input, options.today) {
        Ok(reading) => reading,
        Err(problems) => return problems,
    };
    let named = &options.choices;
    let mut choices = named.of(&reading);
    if named.variants.is_empty() {
        choices.extend(
            Choices {
                variants: vec![ALL.to_owned()],
                ..named.clone()
            }
            .of(&reading),
        );
    }
    if named.locales.is_empty() {
        // Whether every text is in a language matters when somebody prints in it; what is there is
        // to be right.
        for choice in choices.clone() {
            let others = reading.languages().into_iter().map(Some);
            choices.extend(others.map(|locale| Choice {
                locale,
                fallback: true,
                ..choice.clone()
            }));
        }
    }
    let letters = letters_of(&choices, &reading);
    choices.extend(letters);
    let stem = input.stem();
    let mut problems = Diagnostics::default();
    for choice in &choices {
        problems.extend(
            Document::new(&reading, choice, &stem, &options.deny, engine).problems(options, engine),
        );
    }
    problems.sort();
    problems
}

/// Prints a CV into files: one for a PDF, one a page for pictures. `place` says where each goes, by
/// its format and, of a picture, the number of its page and of all pages.
///
/// # Errors
/// As [`render_pdf`], or a file cannot be written or has no place.
pub fn write_files(
    document: &Document,
    layout: &str,
    place: &dyn Fn(Format, Option<(usize, usize)>) -> Result<Output, Diagnostics>,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<(Vec<Rendered>, Diagnostics), Diagnostics> {
    let mut put = |format, page: Option<(usize, usize)>, bytes: Vec<u8>| {
        let output = place(format, page)?;
        export::write(&output, &bytes)?;
        Ok(output.name())
    };
    render_files(document, layout, &mut put, options, engine)
}

/// What becomes of a file's bytes, by its format and, of a picture, the number of its page and of
/// all pages: the name that it has then.
pub type FileSink<'a> =
    &'a mut dyn FnMut(Format, Option<(usize, usize)>, Vec<u8>) -> Result<String, Diagnostics>;

/// Prints a CV and hands over the bytes of each file.
///
/// # Errors
/// As [`render_pdf`], or as what they are handed to.
pub fn render_files(
    document: &Document,
    layout: &str,
    put: FileSink,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<(Vec<Rendered>, Diagnostics), Diagnostics> {
    let formats = if options.formats.is_empty() {
        &[Format::Pdf][..]
    } else {
        &options.formats
    };
    let Sheets {
        files,
        extent,
        setting,
        warnings,
    } = sheets(document, layout, formats, options, engine)?;
    let mut printed = Vec::new();
    for Sheet {
        format,
        page,
        bytes,
    } in files
    {
        let file = put(format, page.map(|page| (page, extent.pages)), bytes)?;
        let Choice {
            variant, locale, ..
        } = document.choice.clone();
        printed.push(Rendered {
            file,
            layout: layout.to_owned(),
            variant,
            locale,
            page,
            extent,
            setting,
        });
    }
    Ok((printed, warnings))
}
