#include "engine/io/trace_interval.h"

#include "engine/io/trace_file.h"
#include "engine/trace/store.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

namespace engine::io {

namespace {

/// Passes the records of an interval to a store, with new numbers of operations and new times.
class IntervalSink final : public trace::Sink {
public:
    IntervalSink(const trace::Trace& trace, Nanoseconds begin, Nanoseconds end)
        : m_begin(begin), m_end(end), m_workEnd(std::max(begin, end))
    {
        while (m_first < trace.opCount() && trace.op(OpId{m_first}).issueBegin < begin)
            ++m_first;
        for (m_last = m_first; m_last < trace.opCount(); ++m_last) {
            const trace::Op op = trace.op(OpId{m_last});
            if (op.issueBegin >= end)
                break;
            m_workEnd = std::max({m_workEnd, op.issued, op.finished});
        }
    }

    void write(trace::Record record) override
    {
        std::visit(
            [this](auto& it) {
                if (adopt(it))
                    m_store.apply(std::move(it));
            },
            record);
    }

    [[nodiscard]] NameId intern(std::string_view) override { return {}; }  // unused: replay() writes the names

    [[nodiscard]] trace::TracePtr finish()
    {
        for (const auto& [device, level] : m_memory)
            m_store.apply(level);
        for (const auto& [lane, level] : m_rates)
            m_store.apply(level);
        m_store.apply(trace::EndRecord{m_workEnd - m_begin, m_isComplete});
        m_store.close();
        return m_store.snapshot();
    }

private:
    [[nodiscard]] bool hasOp(OpId op) const { return op.index >= m_first && op.index < m_last; }
    void renumber(OpId& op) const { op = hasOp(op) ? OpId{op.index - m_first} : OpId{}; }
    void renumber(trace::Cause& cause) const
    {
        if (cause.op.isValid() && !hasOp(cause.op))
            cause = {};  // the cause is an operation that was issued before the interval
        renumber(cause.op);
    }
    template <typename... Times>
    void shift(Times&... times) const
    {
        ((times -= m_begin), ...);
    }

    /// Converts a record about one operation for the interval; false: the operation is not in the interval. `times`:
    /// the times of the record.
    template <typename Record, typename... Times>
    [[nodiscard]] bool adoptOperation(Record& record, Times&... times) const
    {
        if (!hasOp(record.op))
            return false;
        shift(times...);
        renumber(record.op);
        return true;
    }

    // adopt() converts a record for the interval; false: the record is not part of it.

    [[nodiscard]] bool adopt(auto& record)
    {
        if constexpr (requires { record.begin; }) {
            if (record.begin < m_begin || record.end > m_end)
                return false;
            shift(record.begin, record.end);
        }
        if constexpr (requires { record.time; }) {
            if (record.time < m_begin || record.time > m_end)
                return false;
            shift(record.time);
        }
        if constexpr (requires { record.op; })
            renumber(record.op);
        if constexpr (requires { record.releasedBy; })
            renumber(record.releasedBy);
        return true;
    }
    [[nodiscard]] bool adopt(trace::IssueRecord& record) { return adoptOperation(record, record.begin, record.end); }
    [[nodiscard]] bool adopt(trace::StartRecord& record) { return adoptOperation(record, record.started); }
    [[nodiscard]] bool adopt(trace::LifeRecord& record)
    {
        renumber(record.culprit);
        renumber(record.readyCause);
        renumber(record.startCause);
        return adoptOperation(record, record.ready, record.started, record.finished);
    }
    [[nodiscard]] bool adopt(trace::CollectiveRecord& record)
    {
        if (record.arrived)
            shift(*record.arrived);
        return adoptOperation(record, record.posted, record.done);
    }
    [[nodiscard]] bool adopt(trace::DependencyRecord& record)
    {
        if (!hasOp(record.from) || !hasOp(record.to))
            return false;
        renumber(record.from);
        renumber(record.to);
        return true;
    }
    [[nodiscard]] bool adopt(trace::ClockRecord& record)
    {
        shift(record.local);
        return true;
    }
    [[nodiscard]] bool adopt(trace::MemoryRecord& record)
    {
        renumber(record.op);
        return adoptLevel(record, record.device.index, m_memory);
    }
    [[nodiscard]] bool adopt(trace::LinkRateRecord& record) { return adoptLevel(record, record.lane.index, m_rates); }
    [[nodiscard]] bool adopt(trace::EndRecord& record)
    {
        m_isComplete = record.isComplete || record.time > m_workEnd;
        return false;  // finish() writes this record
    }

    /// Converts a record of a level, such as the use of a link. For each owner, stores the last record before the
    /// interval, because it states the level at the start of the interval.
    template <typename Record>
    [[nodiscard]] bool adoptLevel(Record& record, std::uint32_t owner, std::map<std::uint32_t, Record>& levels)
    {
        if (record.time > m_workEnd)
            return false;
        shift(record.time);
        if (record.time < Nanoseconds{}) {
            record.time = Nanoseconds{};
            if constexpr (requires { record.bytes; })
                record.bytes = {};  // the record states only the level at the start of the interval
            levels.insert_or_assign(owner, record);
            return false;
        }
        if (const auto level = levels.extract(owner))
            m_store.apply(level.mapped());
        return true;
    }

    const Nanoseconds m_begin, m_end;
    Nanoseconds m_workEnd;                ///< end of the last operation of the interval
    std::size_t m_first = 0, m_last = 0;  ///< operations [m_first, m_last) are in the interval
    bool m_isComplete = true;
    std::map<std::uint32_t, trace::MemoryRecord> m_memory;   ///< last record before the interval, by device
    std::map<std::uint32_t, trace::LinkRateRecord> m_rates;  ///< last record before the interval, by lane
    trace::Store m_store;
};

}  // namespace

trace::TracePtr intervalOf(const trace::Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    IntervalSink sink(trace, begin, end);
    replay(trace, sink);
    return sink.finish();
}

}  // namespace engine::io
