#pragma once

#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/views.h"
#include "engine/schedule/engine.h"

#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::devices::sim::detail {

/// The entries of the dependency engine for a variable's memory: one for its root, and one for each part that a PyTorch
/// program uses. Operations on parts that do not overlap may run at the same time, as on a GPU, which does not order
/// operations by data. In MXNet a variable has one entry. A part gets its entry at its first use, unless the whole root
/// was read after the last write to the whole root: a write to the part would not wait for this read. Uses of a part
/// without an entry count as uses of the whole root.
class Regions {
public:
    Regions(State& state, const Views& views, schedule::Engine& engine)
        : m_state(state), m_views(views), m_engine(engine)
    {
    }

    /// The entries (variables of the dependency engine) that an operation reads and writes.
    struct Accesses {
        std::vector<VariableId> reads;
        std::vector<VariableId> writes;
    };
    /// Which earlier accesses to a root prevent an entry for a part of the root. Reads: reads of the whole root. None:
    /// no accesses; for collectives, because ranks whose transfers wait for each other's reads would deadlock. The
    /// stream of a collective waits for earlier reads anyway.
    enum class Earlier : std::uint8_t { Reads, None };
    /// Returns the entries for the variables that an operation reads and writes. Valid until the next call.
    [[nodiscard]] const Accesses& of(std::span<const VariableId> reads, std::span<const VariableId> writes,
                                     Earlier earlier = Earlier::Reads);
    /// Returns all entries for the memory of variable `id`: that of its root, and those of the root's parts.
    [[nodiscard]] std::vector<VariableId> entriesOf(VariableId id) const;
    /// Releases the entries of a root.
    void release(VariableId root);

private:
    struct Parts {
        std::map<Views::Range, VariableId> entries;
        std::int64_t longest = 0;  ///< elements of the longest part
    };

    /// If variable `id` is a part with an entry, returns all parts of its root; else null. Creates the entry if
    /// possible.
    [[nodiscard]] const Parts* partsWith(VariableId id);
    void addRead(VariableId id);
    void addWrite(VariableId id);
    static void forEachOverlap(const Parts& parts, const Views::Range& range, auto add);

    State& m_state;
    const Views& m_views;
    schedule::Engine& m_engine;
    std::unordered_map<std::uint32_t, Parts> m_parts;  ///< by root; never iterated
    Accesses m_accesses;
    Earlier m_earlier = Earlier::Reads;  ///< argument of the current call
};

}  // namespace engine::devices::sim::detail
