//! Counts the elements of an SVG as often as they are drawn.

use std::collections::HashMap;

use roxmltree::{Document, Node, NodeId};

use crate::profile::svg::source::MAX_DEPTH;

/// Counts elements as often as they are drawn.
pub struct ElementCounter<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    counted: HashMap<NodeId, u64>,
    /// The elements to count.
    counts: fn(&Node<'a, 'input>) -> bool,
    /// What the style sheets refer to, which any element with a class may use.
    in_styles: Vec<Node<'a, 'input>>,
}

impl<'a, 'input> ElementCounter<'a, 'input> {
    /// Returns the number of elements for which `counts` is true.
    pub fn count(document: &'a Document<'input>, counts: fn(&Node<'a, 'input>) -> bool) -> u64 {
        let elements = document.descendants().filter(Node::is_element);
        let mut counter = Self {
            by_id: elements
                .filter_map(|node| Some((node.attribute("id")?, node)))
                .collect(),
            counted: HashMap::new(),
            counts,
            in_styles: Vec::new(),
        };
        let styles = document.descendants().filter(|node| is_style(node));
        let texts = styles.flat_map(|style| style.descendants());
        let addresses = texts.filter_map(|node| node.text()).flat_map(addresses);
        let mut ids: Vec<&str> = addresses.collect();
        ids.sort_unstable();
        ids.dedup();
        let found = ids.into_iter().filter_map(|id| counter.by_id.get(id));
        counter.in_styles = found.copied().collect();
        counter.count_node(document.root(), 0)
    }

    fn count_node(&mut self, node: Node<'a, 'input>, depth: usize) -> u64 {
        // An element that another one uses is nested deeper than its tags are.
        if depth > 2 * MAX_DEPTH {
            return u64::MAX;
        }
        if let Some(count) = self.counted.get(&node.id()) {
            return *count;
        }
        // Renderers skip an element that uses itself.
        self.counted.insert(node.id(), 0);
        let mut count = u64::from((self.counts)(&node));
        for child in node.children().chain(self.used_by(&node)) {
            count = count.saturating_add(self.count_node(child, depth + 1));
        }
        self.counted.insert(node.id(), count);
        count
    }

    /// Returns what an element uses: a shape, its patterns, masks, clips, filters and markers.
    fn used_by(&self, node: &Node<'a, 'input>) -> Vec<Node<'a, 'input>> {
        let shape = reference(node).and_then(|href| href.strip_prefix('#'));
        let attributes = node.attributes();
        let linked = attributes
            .filter(|attribute| attribute.name() == "href")
            .filter_map(|attribute| attribute.value().trim().strip_prefix('#'));
        // A gradient or a pattern takes the parts of another one.
        let inherited = linked.filter(|_| shape.is_none() && node.tag_name().name() != "a");
        let painted = node
            .attributes()
            .flat_map(|attribute| addresses(attribute.value()));
        let ids = shape.into_iter().chain(inherited).chain(painted);
        let mut used: Vec<Node> = ids.filter_map(|id| self.by_id.get(id).copied()).collect();
        if node.has_attribute("class") {
            used.extend(&self.in_styles);
        }
        used
    }
}

/// Returns what an element refers to in order to draw it.
pub fn reference<'a>(node: &Node<'a, '_>) -> Option<&'a str> {
    if !["image", "use", "feImage", "tref"].contains(&node.tag_name().name()) {
        return None;
    }
    let href = node
        .attributes()
        .find(|attribute| attribute.name() == "href")?;
    Some(href.value().trim())
}

fn is_style(node: &Node) -> bool {
    node.tag_name().name() == "style"
}

/// Returns the names in `url(#name)`.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    text.split("url(").skip(1).filter_map(|rest| {
        let name = rest.split(')').next()?;
        name.trim().trim_matches(['"', '\'']).strip_prefix('#')
    })
}
