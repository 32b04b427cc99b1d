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

/// The entries of the dependency engine that stand for a variable's memory: that of its root, and one for each part
/// that a PyTorch program uses. Operations on parts that do not overlap run at the same time, as on a GPU, which orders
/// nothing by data. In MXNet a variable has one entry. A part gets an entry at its first use, unless the root was read
/// as a whole since it was written as a whole, of which a later write to the part would not know: that use is one of
/// the whole root.
class Regions {
public:
    Regions(State& state, const Views& views, schedule::Engine& engine)
        : m_state(state), m_views(views), m_engine(engine)
    {
    }

    /// The entries that an operation reads and writes. `partReads`: bit i is set if the i-th input is a part that has
    /// an entry.
    struct Accesses {
        std::vector<VariableId> reads;
        std::vector<VariableId> writes;
        std::uint32_t partReads = 0;
    };
    /// Which earlier reads of the whole keep a part from getting an entry. Those that are pending, for transfers
    /// between ranks, which could wait for each other for ever; else also those that are complete, so that the edges
    /// between operations do not depend on times.
    enum class Earlier : std::uint8_t { All, Pending };
    /// Valid until the next call.
    [[nodiscard]] const Accesses& of(std::span<const VariableId> reads, std::span<const VariableId> writes,
                                     Earlier earlier = Earlier::All);
    /// All entries of the memory that `id` shows.
    [[nodiscard]] std::vector<VariableId> entriesOf(VariableId id) const;
    /// Releases the entries of a root.
    void release(VariableId root);

private:
    struct Parts {
        std::map<Views::Range, VariableId> entries;
        std::int64_t longest = 0;  ///< elements of the longest part
    };

    /// The parts of the root if `id` is one of them, with an entry; else null.
    [[nodiscard]] const Parts* partsWith(VariableId id);
    void addRead(std::size_t index, VariableId id);
    void addWrite(VariableId id);
    template <typename Add>
    static void forEachOverlap(const Parts& parts, const Views::Range& range, Add add);

    State& m_state;
    const Views& m_views;
    schedule::Engine& m_engine;
    std::unordered_map<std::uint32_t, Parts> m_parts;  ///< by root; only for look-up
    Accesses m_accesses;
    Earlier m_earlier = Earlier::All;  ///< of the current call
};

}  // namespace engine::devices::sim::detail
