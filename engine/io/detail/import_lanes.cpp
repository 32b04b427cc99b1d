#include "engine/io/detail/import_lanes.h"

#include <tuple>

namespace engine::io::detail {

namespace {

class LaneWriter {
public:
    LaneWriter(const ImportedEvents& events, const PlacedSlices& placed, bool hasDeviceWork, trace::Store& store)
        : m_events(events), m_placed(placed), m_hasDeviceWork(hasDeviceWork), m_store(store)
    {
    }

    ImportedLanes run()
    {
        writeDevices();
        writeRows();
        return std::move(m_made);
    }

private:
    void writeDevices()
    {
        const std::size_t count = m_events.processes.size();
        std::vector<bool> isGpu(count);
        std::vector<bool> isUsed(count);
        for (const SliceRow& row : m_placed.rows) {
            const std::uint32_t process = m_events.threads[row.thread].process;
            const ImportedProcess& about = m_events.processes[process];
            isUsed[process] = true;
            isGpu[process] =
                isGpu[process] || row.isGpu || contains(about.name, "GPU") || contains(about.labels, "GPU");
        }
        for (std::size_t i = 0; i < m_events.counters.size(); ++i)
            isUsed[m_events.counters[i].process] = true;
        // Processes without GPUs come first. Within both groups, the file determines the order.
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < count; ++i)
            if (isUsed[i])
                order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const auto key = [&](std::uint32_t i) {
                return std::tuple(m_hasDeviceWork && isGpu[i], m_events.processes[i].sort,
                                  m_hasDeviceWork && isGpu[i] ? m_events.processes[i].number : 0);
            };
            return key(a) < key(b);
        });
        if (m_hasDeviceWork && (order.empty() || isGpu[order[0]]))
            m_store.apply(
                trace::DeviceRecord{DeviceId{m_made.devices++}, trace::DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
        m_made.ofProcess.resize(count);
        m_isGpu = isGpu;
        std::size_t hosts = 0;
        for (const std::uint32_t i : order)
            hosts += isGpu[i] ? 0 : 1;
        for (const std::uint32_t i : order) {
            m_made.ofProcess[i] = DeviceId{m_made.devices++};
            m_store.apply(deviceRecord(i, isGpu[i], hosts));
        }
    }

    trace::DeviceRecord deviceRecord(std::uint32_t of, bool isGpu, std::size_t hosts)
    {
        const ImportedProcess& process = m_events.processes[of];
        trace::DeviceRecord device;
        device.id = m_made.ofProcess[of];
        device.kind = isGpu ? trace::DeviceKind::Gpu : trace::DeviceKind::Cpu;
        device.name = process.labels.empty() ? process.name : process.name + " · " + process.labels;
        if (m_hasDeviceWork && isGpu) {
            device.name = process.number >= 0 ? "GPU " + std::to_string(process.number) : device.name;
            if (const auto known = m_events.gpus.find(process.number); known != m_events.gpus.end()) {
                device.model = known->second.first;
                device.capacity = Bytes{known->second.second};
            }
            m_made.gpus.try_emplace(static_cast<std::int32_t>(process.number), device.id);
        } else if (m_hasDeviceWork) {
            device.name = hosts == 1 ? "CPU" : "CPU · " + process.name;
        }
        return device;
    }

    void writeRows()
    {
        std::vector<std::uint32_t> order(m_placed.rows.size());
        for (std::uint32_t i = 0; i < order.size(); ++i)
            order[i] = i;
        const auto key = [&](std::uint32_t i) {
            const SliceRow& row = m_placed.rows[i];
            const ImportedThread& thread = m_events.threads[row.thread];
            return std::tuple(m_made.ofProcess[thread.process], thread.sort, thread.number, row.thread,
                              !row.isAnnotation, row.depth);
        };
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        std::map<std::pair<std::uint32_t, trace::LaneRole>, std::uint16_t> counts;
        if (m_hasDeviceWork)
            m_store.apply(
                trace::LaneRecord{LaneId{m_made.lanes++}, DeviceId{0}, trace::LaneRole::Frontend, 0, "program", 0});
        m_made.ofRow.resize(m_placed.rows.size());
        for (const std::uint32_t i : order) {
            const SliceRow& row = m_placed.rows[i];
            const ImportedThread& thread = m_events.threads[row.thread];
            trace::LaneRecord lane;
            lane.id = m_made.ofRow[i] = LaneId{m_made.lanes++};
            lane.device = m_made.ofProcess[thread.process];
            lane.role = roleOf(row, m_isGpu[thread.process]);
            lane.index = counts[{lane.device.index, lane.role}]++;
            lane.name = thread.name;
            while (!lane.name.empty() && lane.name.back() == ' ')
                lane.name.pop_back();
            // The part of the name that distinguishes the rows of a thread comes first, since long names are truncated.
            if (row.isAnnotation)
                lane.name = "ranges · " + lane.name;
            if (row.depth > 0)
                lane.name.insert(0, std::string("+").append(std::to_string(row.depth)).append(" · "));
            m_store.apply(lane);
        }
    }

    /// Returns the role of a row. These rows become no work lanes: named ranges; statements and waits; nested calls,
    /// because they are part of the outer ones; and, if the trace contains device work, calls of the host, because they
    /// may just wait.
    [[nodiscard]] trace::LaneRole roleOf(const SliceRow& row, bool isGpu) const
    {
        const auto isAll = [&](trace::Kind kind) {
            std::size_t others = 0;
            for (const std::size_t n : row.kinds)
                others += n;
            return row.kinds[static_cast<std::size_t>(kind)] == others;
        };
        if (row.isAnnotation || row.isNested || row.isProgram || (m_hasDeviceWork && !isGpu))
            return trace::LaneRole::HostPages;
        if (isAll(trace::Kind::CopyIn))
            return trace::LaneRole::CopyIn;
        if (isAll(trace::Kind::CopyOut))
            return trace::LaneRole::CopyOut;
        if (isAll(trace::Kind::CopyPeer))
            return trace::LaneRole::CopyPeer;
        if (isAll(trace::Kind::Collective))
            return trace::LaneRole::Communication;
        return isGpu ? trace::LaneRole::Compute : trace::LaneRole::CpuWorker;
    }

    const ImportedEvents& m_events;
    const PlacedSlices& m_placed;
    bool m_hasDeviceWork;
    trace::Store& m_store;
    std::vector<bool> m_isGpu;  ///< for each process: whether it is a GPU
    ImportedLanes m_made;
};

}  // namespace

ImportedLanes writeLanes(const ImportedEvents& events, const PlacedSlices& placed, bool hasDeviceWork,
                         trace::Store& store)
{
    return LaneWriter(events, placed, hasDeviceWork, store).run();
}

}  // namespace engine::io::detail
