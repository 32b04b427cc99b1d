#pragma once

#include "engine/trace/sink.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Writes the generated runs of sample_traces.cpp.
namespace engine::trace::samples {

inline constexpr Bytes kMatrix{64'000'000};            // bytes of 4000 x 4000 numbers
inline constexpr Bytes kMatrixBlock{62 * kMiB.value};  // size of the pool's block for kMatrix bytes
inline constexpr Nanoseconds kDispatch{26'000};

/// A program thread that issues to in-order lanes. All times are computed when an operation is issued. Records are
/// sorted by time before they are written, so that a run can be cut at any time.
class Script {
public:
    Script(Sink& sink, std::optional<Nanoseconds> cut) : m_sink(sink), m_cut(cut) {}

    void begin(RunInfo info) { m_sink.write(std::make_shared<const RunInfo>(std::move(info))); }

    DeviceId device(DeviceKind kind, const std::string& name, const std::string& model, Bytes capacity, Bytes others,
                    double flops)
    {
        const DeviceId id{m_devices.size()};
        m_devices.push_back({});
        m_sink.write(DeviceRecord{id, kind, name, model, capacity, others, flops});
        return id;
    }
    LaneId lane(DeviceId device, LaneRole role, const std::string& name, double capacity = 0)
    {
        const LaneId id{m_free.size()};
        m_free.push_back({{}, OpId{}});
        m_sink.write(LaneRecord{id, device, role, 0, name, capacity});
        return id;
    }

    struct What {
        std::string name;
        std::string label;
        std::string text;
        Kind kind = Kind::Compute;
        DeviceId device;
        LaneId lane;
        std::int32_t line = 0;
        Nanoseconds duration{};
        double flops = 0;
        Bytes bytes;
        Bytes output;                              ///< size of a block on `device`, allocated at issue
        std::optional<OpId> reads = std::nullopt;  ///< operation whose result this one reads
        HostMemory hostMemory = HostMemory::None;
        bool isDropped = false;  ///< true if the block of the result is freed when the operation ends
        Nanoseconds dispatch = kDispatch;
    };

    OpId issue(const What& what)
    {
        const OpId op{m_ends.size()};
        const Nanoseconds begin = m_now;
        m_now += what.dispatch;
        if (what.output.value > 0)
            changeMemory(m_now, what.device, MemoryAct::Allocate, what.output, op);
        emit(m_now, IssueRecord{op,
                                begin,
                                m_now,
                                m_sink.intern(what.name),
                                m_sink.intern(what.label),
                                m_sink.intern(what.text),
                                {},
                                what.kind,
                                what.device,
                                what.line,
                                what.flops,
                                what.bytes,
                                kMatrix,
                                what.hostMemory,
                                {},
                                {}});
        LifeRecord life;
        life.op = op;
        life.lane = what.lane;
        life.ready = m_now;
        life.readyCause = {CauseKind::Issued, {}};
        if (what.reads) {
            emit(m_now, DependencyRecord{*what.reads, op, DependencyKind::ReadAfterWrite});
            if (m_ends[what.reads->index] > m_now) {
                life.ready = m_ends[what.reads->index];
                life.readyCause = {CauseKind::Data, *what.reads};
            }
        }
        auto& [free, before] = m_free[what.lane.index];
        life.started = std::max(life.ready, free);
        const bool isCopy = what.kind == Kind::CopyOut || what.kind == Kind::CopyIn;
        life.startCause =
            free > life.ready ? Cause{isCopy ? CauseKind::CopyEngine : CauseKind::Stream, before} : life.readyCause;
        life.finished = life.started + what.duration;
        free = life.finished;
        before = op;
        m_ends.push_back(life.finished);
        emit(life.started, StartRecord{op, what.lane, life.started});
        emit(life.finished, life);
        if (what.output.value > 0) {
            changeMemory(life.finished, what.device, MemoryAct::Hold, what.output, op);
            if (what.isDropped)
                changeMemory(life.finished, what.device, MemoryAct::Free, what.output, op);
        }
        return op;
    }

    void free(Nanoseconds time, DeviceId device, Bytes bytes)
    {
        changeMemory(time, device, MemoryAct::Free, bytes, {});
    }

    /// Records that the device refused `bytes` for an operation, which is never issued.
    void refuse(DeviceId device, Bytes bytes) { changeMemory(m_now, device, MemoryAct::Refuse, bytes, {}); }

    void wait(const std::string& call, std::int32_t line, WaitTarget target, DeviceId device,
              const std::vector<LaneId>& lanes)
    {
        WaitRecord record;
        record.begin = m_now;
        record.line = line;
        record.call = m_sink.intern(call);
        record.target = target;
        record.device = device;
        for (LaneId lane : lanes) {
            const auto& [free, last] = m_free[lane.index];
            if (free > m_now) {
                m_now = free;
                record.releasedBy = last;
            }
        }
        m_now += Nanoseconds{12'000};  // time that the thread takes to wake up
        record.end = m_now;
        emit(m_now, record);
    }

    void beginBlock() { m_blockBegin = m_now; }
    void endBlock(const std::string& label, std::int32_t line, bool isFailed = false)
    {
        const double seconds = toSeconds(m_now - m_blockBegin);
        emit(m_now, BlockRecord{m_blockBegin, m_now, line, label, seconds, isFailed});
        char text[128];
        std::snprintf(text, sizeof text, "%s: %.4f sec\n", label.c_str(), seconds);
        emit(m_now, OutputRecord{m_now, line, OutputStream::Standard, text});
    }

    /// Ends a statement that started at `begin`.
    void endLine(Nanoseconds begin, std::int32_t line) { emit(m_now, LineRecord{begin, m_now, line}); }

    template <typename R>
    void emit(Nanoseconds time, R record)
    {
        m_pending.push_back({time, Record(std::move(record))});
    }

    [[nodiscard]] Nanoseconds now() const { return m_now; }
    void spend(Nanoseconds duration) { m_now += duration; }
    /// The end of the last operation, or the present time if that is later.
    [[nodiscard]] Nanoseconds drained() const
    {
        return m_ends.empty() ? m_now : std::max(m_now, *std::max_element(m_ends.begin(), m_ends.end()));
    }

    void end()
    {
        if (!m_cut)
            emit(drained(), EndRecord{drained(), true});
        flush();
    }

private:
    struct Levels {
        Bytes allocated, held, reserved;
    };
    struct Pending {
        Nanoseconds time;
        Record record;
    };

    void changeMemory(Nanoseconds time, DeviceId device, MemoryAct act, Bytes bytes, OpId op)
    {
        MemoryRecord record;
        record.time = time;
        record.device = device;
        record.act = act;
        record.bytes = bytes;
        record.op = op;
        emit(time, record);
    }

    void flush()
    {
        std::stable_sort(m_pending.begin(), m_pending.end(),
                         [](const Pending& a, const Pending& b) { return a.time < b.time; });
        for (Pending& pending : m_pending) {
            if (m_cut && pending.time > *m_cut)
                break;
            if (auto* memory = std::get_if<MemoryRecord>(&pending.record))
                setLevels(*memory);
            m_sink.write(std::move(pending.record));
        }
    }

    void setLevels(MemoryRecord& record)
    {
        Levels& levels = m_devices[record.device.index];
        switch (record.act) {
            case MemoryAct::Allocate:
                levels.allocated += record.bytes;
                break;
            case MemoryAct::Hold:
                levels.held += record.bytes;
                break;
            case MemoryAct::Free:
                levels.allocated -= record.bytes;
                levels.held -= record.bytes;
                break;
            default:
                break;
        }
        levels.reserved = std::max(levels.reserved, levels.allocated);
        record.allocated = levels.allocated;
        record.held = levels.held;
        record.reserved = levels.reserved;
    }

    Sink& m_sink;
    std::optional<Nanoseconds> m_cut;
    Nanoseconds m_now{};
    Nanoseconds m_blockBegin{};
    std::vector<Levels> m_devices;
    std::vector<std::pair<Nanoseconds, OpId>> m_free;  ///< per lane: time from which it is free, and last operation
    std::vector<Nanoseconds> m_ends;
    std::vector<Pending> m_pending;
};

}  // namespace engine::trace::samples
