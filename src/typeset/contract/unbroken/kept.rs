//! What stays on one line.

/// What stays on one line besides short words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Addresses with a path.
    pub addresses: bool,
    /// Compounds with hyphens. The spaces of a justified line could not take what it lacks then.
    pub compounds: bool,
    /// Words with capitals after their first letter, such as `PyTorch`, which no syllable divides.
    pub capitals: bool,
}
