//! The `cvpress` program: the command line of the library.

use std::process::ExitCode;

use mimalloc::MiMalloc;

// Typst makes and drops millions of small objects; benches/README.md has what this saves.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cvpress::cli::main()
}
