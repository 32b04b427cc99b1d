#pragma once

#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

/// A memory level over time as pixel columns; needs no window.
namespace ui::drawing {

using MemoryColumn =
    std::remove_cvref_t<decltype(std::declval<const engine::trace::Trace&>().memory(engine::DeviceId{}))>;

/// Bounds and last value of a level within one column of pixels.
struct CurveColumn {
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t last = 0;
};

/// The levels of one device, drawn as steps.
struct CurveColumns {
    std::vector<CurveColumn> allocated;
    std::vector<CurveColumn> held;
    std::vector<CurveColumn> pool;  ///< allocated from the driver, used or not
};

/// Adjacent columns in which the pool is larger than the memory allocated from it.
struct PoolRoom {
    int from = 0;
    int to = 0;               ///< past the last column
    std::int64_t bottom = 0;  ///< bytes: the highest allocated level in these columns
    std::int64_t top = 0;     ///< bytes: the smallest pool size in these columns
};

/// Divides the columns [from, to) from the left into sequences in which the unused part of the pool has at least
/// `least` bytes and differs by at most 1/16 from that of the first column. Returns the longest sequence. None: no
/// column has `least` unused bytes.
[[nodiscard]] std::optional<PoolRoom> widestPoolRoom(const CurveColumns& curve, int from, int to, std::int64_t least);

/// Memory records of one device with an index: minimum and maximum of every 64 records, so that a query need not read
/// every record. Grows with a live run. Thread: GUI.
class StepCurve {
public:
    struct Peak {
        std::int64_t bytes = 0;
        engine::Nanoseconds time{};
    };

    /// Reads the records that are new since the last call on the same run.
    void extend(const MemoryColumn& records);
    [[nodiscard]] CurveColumns columns(const model::TimeRange& range, int columns) const;
    /// The highest allocated level within `range` and the first time at which it is reached.
    [[nodiscard]] Peak peak(const model::TimeRange& range) const;
    /// The highest allocated level over the whole run.
    [[nodiscard]] std::int64_t highest() const { return m_highest; }
    /// Whether the pool had unused memory at some time, and was never larger than 1.5 times the highest allocated
    /// level: a larger pool would flatten the curve.
    [[nodiscard]] bool showsPool() const { return m_keepsMore && 2 * m_highestPool <= 3 * m_highest; }
    /// The largest size of the pool, shown or not.
    [[nodiscard]] std::int64_t highestPool() const { return std::max(m_highestPool, m_highest); }
    /// The highest of the levels that are shown.
    [[nodiscard]] std::int64_t highestShown() const { return showsPool() ? m_highestPool : m_highest; }
    [[nodiscard]] std::size_t size() const { return m_records.size(); }
    /// Index of the last record at or before `t`; -1: none.
    [[nodiscard]] std::ptrdiff_t indexAt(engine::Nanoseconds t) const;
    [[nodiscard]] const MemoryColumn& records() const { return m_records; }

private:
    static constexpr std::size_t kLevels = 3;
    using Levels = std::array<std::int64_t, kLevels>;
    struct Bounds {
        Levels low;
        Levels high;
    };

    [[nodiscard]] static Levels levelsOf(const engine::trace::MemoryRecord& record);
    [[nodiscard]] static Bounds nothing();
    static void include(Bounds& bounds, const Levels& low, const Levels& high);

    [[nodiscard]] Bounds boundsOf(std::size_t from, std::size_t to) const;

    MemoryColumn m_records;
    std::vector<Bounds> m_blocks;
    std::int64_t m_highest = 0;
    std::int64_t m_highestPool = 0;
    std::size_t m_seen = 0;
    bool m_keepsMore = false;
};

}  // namespace ui::drawing
