#pragma once

#include "ui/graph/detail/quotient.h"

#include <set>
#include <vector>

namespace ui::graph::detail {

struct Groups;

/// The classes that the operations in scope belong to, without duplicates.
[[nodiscard]] std::vector<std::size_t> classesOf(const Scope& scope, const std::vector<engine::OpId>& ops);

/// Creates the nodes of a quotient with title, subtitle and shape. `given` are the groups that the user selected; null:
/// none.
class NodeMaker {
public:
    NodeMaker(const engine::trace::Trace& trace, const Scope& scope, const Groups* given)
        : m_trace(trace), m_scope(scope), m_given(given)
    {
    }

    /// A node for tensors that were created before the scope.
    [[nodiscard]] Node ofInputs(const std::vector<engine::OpId>& ops) const;
    [[nodiscard]] Node ofOperations(std::vector<engine::OpId> members, bool hasInnerEdge = false) const;

private:
    /// How the operations of a node differ from each other.
    struct Variety {
        std::set<std::uint32_t> names;
        bool isOneKind = true;
    };
    [[nodiscard]] Variety varietyOf(const std::vector<engine::OpId>& ops) const;
    /// The text of a group: "50 × mm · 496 ms".
    [[nodiscard]] QString groupText(const std::vector<engine::OpId>& ops, const std::set<std::uint32_t>& names) const;

    const engine::trace::Trace& m_trace;
    const Scope& m_scope;
    const Groups* m_given;
};

/// Appends the program's waits to the nodes, of which the first `inputs` are inputs. With segments each wait gets a
/// node. Without segments, waits are merged per line, or all into one node if they are on more than kMaxWaits lines.
void addWaits(const engine::trace::Trace& trace, const Scope& scope, std::size_t inputs, bool hasSegments,
              Quotient& quotient);

}  // namespace ui::graph::detail
