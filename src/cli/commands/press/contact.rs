//! `cvpress press contact`: shows a CV in all layouts on one sheet.

use std::path::PathBuf;

use crate::cli::commands::press::args::SheetArgs;
use crate::cli::commands::press::imposed::{
    all_documents, common_settings, name_single_input, output_path, report_problems, write_sheets,
};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::request::{all_layouts, inputs, press_options, render_options};
use crate::cli::terminal::Terminal;
use crate::diagnostic::counted;
use crate::layout::Length;
use crate::pipeline::press_documents;
use crate::press::imposition::{self, PressDocument};
use crate::press::{PdfxStandard, PressSettings};
use crate::typeset::Engine;

/// Places the first pages of all documents on one sheet.
pub fn contact(
    args: &SheetArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let mut options = render_options(&args.document, engine.layouts())?;
    let mut press = press_options(&args.press)?;
    // A contact sheet is not cut.
    press.bleed = Some(Length::default());
    options.press = Some(press);
    if options.layouts.is_empty() {
        options.layouts = all_layouts(engine.layouts());
    }
    name_single_input(args, terminal);
    let all = press_documents(&inputs(&args.inputs)?, &options, None, engine)?;
    if report_problems(&all, terminal) {
        return Ok(Exit::Failure);
    }
    let documents = all_documents(&all);
    let ContactSheet { title, path } = contact_sheet(args, &documents);
    let plan = imposition::contact_sheet(&documents, &title, args.sheet);
    let settings = PressSettings {
        // It is for looking at: its pages may be too small to print.
        standard: PdfxStandard::Unclaimed,
        ..common_settings(&documents)
    };
    let report = args.report.report;
    write_sheets(
        &plan, &documents, &title, &settings, &path, report, engine, terminal,
    )?;
    Ok(Exit::Success)
}

struct ContactSheet {
    title: String,
    path: PathBuf,
}

/// Returns the title and the file of the contact sheet: those of the document if there is one input.
fn contact_sheet(args: &SheetArgs, documents: &[&PressDocument]) -> ContactSheet {
    match (&args.inputs[..], documents.first()) {
        ([_], Some(document)) => ContactSheet {
            title: document.title.clone(),
            path: output_path(&args.output, &format!("{}-contact.pdf", document.name)),
        },
        _ => ContactSheet {
            title: counted(documents.len(), "document", "documents"),
            path: output_path(&args.output, "contact.pdf"),
        },
    }
}
