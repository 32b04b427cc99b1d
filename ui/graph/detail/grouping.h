#pragma once

#include "ui/graph/detail/scope.h"
#include "ui/graph/diagram.h"

#include <QString>
#include <vector>

namespace ui::graph::detail {

/// The group of each operation of a scope.
struct Groups {
    std::vector<int> of;          ///< group of each operation in scope, in program order
    std::vector<QString> titles;  ///< title of each group
    bool areOfClasses = false;    ///< all operations of a class are in one group
    bool areLayers = false;       ///< the groups are layers of a net; the first one is for operations of no layer
};

/// `grouping` must not be Alike or None, which do not define groups. Cost: linear in the scope's operations and edges.
[[nodiscard]] Groups groupsOf(const engine::trace::Trace& trace, const Scope& scope, Grouping grouping);

}  // namespace ui::graph::detail
