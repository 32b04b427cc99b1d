#pragma once

#include "ui/graph/detail/quotient.h"

#include <set>
#include <vector>

namespace ui::graph::detail {

struct Groups;

/// The classes that operations in scope belong to, each once.
[[nodiscard]] std::vector<std::size_t> classesOf(const Scope& scope, const std::vector<engine::OpId>& ops);

/// What a node of a quotient says: title, subtitle, form. `given` are the groups that the reader asked for; null: none.
class NodeMaker {
public:
    NodeMaker(const engine::trace::Trace& trace, const Scope& scope, const Groups* given)
        : m_trace(trace), m_scope(scope), m_given(given)
    {
    }

    /// Of tensors that were made before the scope.
    [[nodiscard]] Node ofInputs(const std::vector<engine::OpId>& ops) const;
    [[nodiscard]] Node ofOperations(std::vector<engine::OpId> members, bool hasInnerEdge) const;

private:
    /// How operations differ.
    struct Variety {
        std::set<std::uint32_t> names;
        bool isOneKind = true;
    };
    [[nodiscard]] Variety varietyOf(const std::vector<engine::OpId>& ops) const;
    /// "50 × mm · 496 ms".
    [[nodiscard]] QString groupText(const std::vector<engine::OpId>& ops, const std::set<std::uint32_t>& names) const;

    const engine::trace::Trace& m_trace;
    const Scope& m_scope;
    const Groups* m_given;
};

/// Adds the waits of the program behind the other nodes, of which the first `inputs` are inputs; one for each wait, or
/// without segments one for each line while there are few.
void addWaits(const engine::trace::Trace& trace, const Scope& scope, std::size_t inputs, bool hasSegments,
              Quotient& quotient);

}  // namespace ui::graph::detail
