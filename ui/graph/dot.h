#pragma once

#include "engine/trace/trace.h"

#include <string>

namespace ui::graph {

/// Returns the dependency graph of a block (-1: the run, without its warm-up) as Graphviz source: one cluster per
/// device; solid edges are RAW, dashed WAR, dotted WAW, grey the order within streams. Ends in a newline; labels are
/// escaped.
[[nodiscard]] std::string dotText(const engine::trace::Trace& trace, int block);
/// Returns the dependency graph of the operations issued in [begin, end) as Graphviz source.
[[nodiscard]] std::string dotText(const engine::trace::Trace& trace, engine::Nanoseconds begin,
                                  engine::Nanoseconds end);

}  // namespace ui::graph
