#pragma once

namespace ui::graph {

/// Makes every GraphCanvas a list of its nodes to screen readers: each with its name and state, its place among the
/// others, its neighbours, its rectangle, and with picking as its action. Once is enough, more does no harm.
void installCanvasAccessible();

}  // namespace ui::graph
