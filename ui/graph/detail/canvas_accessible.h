#pragma once

namespace ui::graph {

/// Registers the accessible interface of GraphCanvas: a list of its nodes, each with name, state, position, neighbours,
/// rectangle, and actions that select and focus it. Later calls have no effect.
void installCanvasAccessible();

}  // namespace ui::graph
