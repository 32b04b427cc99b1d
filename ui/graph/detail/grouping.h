#pragma once

#include "ui/graph/detail/scope.h"
#include "ui/graph/picture.h"

#include <QString>
#include <vector>

namespace ui::graph::detail {

/// Which group each operation of a scope belongs to.
struct Groups {
    std::vector<int> of;          ///< of each operation in scope, in program order
    std::vector<QString> titles;  ///< of the groups
    bool areOfClasses = false;    ///< all operations of a class are in one group
};

/// Not for Grouping::Alike and Grouping::None, which have no groups of their own. Cost: linear in the scope's
/// operations and edges.
[[nodiscard]] Groups groupsOf(const engine::trace::Trace& trace, const Scope& scope, Grouping grouping);

}  // namespace ui::graph::detail
