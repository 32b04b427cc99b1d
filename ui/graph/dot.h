#pragma once

#include "engine/trace/trace.h"

#include <string>

namespace ui::graph {

/// The dependency graph of a block (-1: the whole run) as text for Graphviz: a cluster a device, solid RAW, dashed
/// WAR, dotted WAW edges. Ends in a newline; labels are escaped.
[[nodiscard]] std::string dotText(const engine::trace::Trace& trace, int block);
/// Of what was issued in [begin, end).
[[nodiscard]] std::string dotText(const engine::trace::Trace& trace, engine::Nanoseconds begin,
                                  engine::Nanoseconds end);

}  // namespace ui::graph
