#include "engine/io/detail/limits.h"
#include "engine/io/detail/own_events.h"
#include "engine/io/detail/raw_event.h"

#include <algorithm>
#include <tuple>

// What OwnEvents read, as records.
namespace engine::io::detail {

namespace {

/// Asks now and then whether to go on.
class Steps {
public:
    explicit Steps(const std::function<bool()>& goesOn) : m_goesOn(goesOn) {}
    [[nodiscard]] bool areStopped() { return m_count++ % 4096 == 0 && m_goesOn && !m_goesOn(); }

private:
    const std::function<bool()>& m_goesOn;
    std::uint64_t m_count = 0;
};

}  // namespace

/// Numbers of operations, devices and lanes become dense, which they are unless somebody took events out.
void OwnEvents::renumber()
{
    m_numbers.reserve(m_ops.size());
    for (std::uint32_t i = 0; i < m_ops.size(); ++i)
        m_numbers.emplace_back(m_ops[i].number, i);
    std::ranges::sort(m_numbers);
    const auto order = [](auto& list, auto& placeOf) {
        std::ranges::sort(list, {}, [](const auto& one) { return one.id; });
        placeOf.clear();
        for (std::uint32_t i = 0; i < list.size(); ++i) {
            placeOf.emplace(list[i].id.index, i);
            list[i].id.index = i;
        }
    };
    order(m_devices, m_deviceAt);
    order(m_lanes, m_laneAt);
}

OpId OwnEvents::known(OpId written) const
{
    if (!written.isValid())
        return {};
    if (written.index < m_numbers.size() && m_numbers[written.index].first == written.index)
        return written;
    const auto at = std::ranges::lower_bound(m_numbers, std::int64_t{written.index}, {},
                                             &std::pair<std::int64_t, std::uint32_t>::first);
    return at != m_numbers.end() && at->first == written.index
               ? OpId{static_cast<std::uint32_t>(at - m_numbers.begin())}
               : OpId{};
}

trace::Cause OwnEvents::known(trace::Cause cause) const
{
    return {cause.kind, known(cause.op)};
}

DeviceId OwnEvents::known(DeviceId written) const
{
    const auto at = written.isValid() ? m_deviceAt.find(written.index) : m_deviceAt.end();
    return at == m_deviceAt.end() ? DeviceId{} : DeviceId{at->second};
}

LaneId OwnEvents::known(LaneId written) const
{
    const auto at = written.isValid() ? m_laneAt.find(written.index) : m_laneAt.end();
    return at == m_laneAt.end() ? LaneId{} : LaneId{at->second};
}

NameId OwnEvents::name(Text text, trace::Store& store)
{
    if (text == 0)
        return {};
    m_names.resize(std::max<std::size_t>(m_names.size(), m_texts.size()));
    if (!m_names[text].isValid()) {
        m_names[text] = NameId{m_nameCount++};
        store.apply(trace::NameRecord{m_names[text], m_texts[text]});
    }
    return m_names[text];
}

void OwnEvents::write(const std::map<std::string, std::string>& about, trace::Store& store,
                      const std::function<bool()>& goesOn)
{
    renumber();
    for (const trace::DeviceRecord& device : m_devices)
        store.apply(device);
    for (trace::LaneRecord& lane : m_lanes) {
        lane.device = known(lane.device);
        store.apply(lane);
    }
    if (!writeOps(store, goesOn) || !writeRest(store, goesOn))
        return;
    const auto end = about.find("end");
    const auto isComplete = about.find("isComplete");
    const Nanoseconds last = end == about.end() ? Nanoseconds{} : Nanoseconds{toInteger(end->second)};
    store.apply(trace::EndRecord{std::clamp(last, m_latest, Nanoseconds{kMostTime}),
                                 isComplete == about.end() || isComplete->second == "yes"});
}

bool OwnEvents::writeOps(trace::Store& store, const std::function<bool()>& goesOn)
{
    Steps steps(goesOn);
    std::vector<std::uint32_t> lives;
    for (std::uint32_t number = 0; number < m_numbers.size(); ++number) {
        if (steps.areStopped())
            return false;
        OwnOp& op = m_ops[m_numbers[number].second];
        op.issue.op = op.life.op = OpId{number};
        op.issue.name = name(op.name, store);
        op.issue.label = name(op.label, store);
        op.issue.text = name(op.text, store);
        op.issue.phase = name(op.phase, store);
        op.issue.device = known(op.issue.device);
        if (!op.issue.device.isValid() && !m_devices.empty())
            op.issue.device = DeviceId{0};
        op.life.lane = known(op.life.lane);
        op.life.readyCause = known(op.life.readyCause);
        op.life.startCause = known(op.life.startCause);
        op.life.culprit = known(op.life.culprit);
        store.apply(op.issue);
        if (op.hasLife)
            lives.push_back(m_numbers[number].second);
    }
    // In the order of their spans, so that none has to be put between others.
    std::ranges::sort(lives, {}, [&](std::uint32_t i) { return std::tuple(m_ops[i].life.started, m_ops[i].life.op); });
    for (const std::uint32_t i : lives) {
        if (steps.areStopped())
            return false;
        store.apply(m_ops[i].life);
    }
    std::ranges::stable_sort(m_edges, {}, &OwnEdge::to);
    for (const OwnEdge& edge : m_edges) {
        if (steps.areStopped())
            return false;
        const OpId from = known(OpId{static_cast<std::uint32_t>(edge.from)});
        const OpId to = known(OpId{static_cast<std::uint32_t>(edge.to)});
        if (from.isValid() && to.isValid())
            store.apply(trace::DependencyRecord{from, to, edge.kind});
    }
    return true;
}

bool OwnEvents::writeRest(trace::Store& store, const std::function<bool()>& goesOn)
{
    Steps steps(goesOn);
    // A record goes into the store and out of the list, so that its texts are not held twice.
    const auto writeAll = [&](auto& list, const auto& prepare) {
        for (auto& one : list) {
            if (steps.areStopped())
                return false;
            store.apply(trace::Record(prepare(one)));
        }
        return true;
    };
    const auto asItIs = [](auto& record) { return std::move(record); };
    const auto ofOp = [&](auto& record) {
        record.op = known(record.op);
        return std::move(record);
    };
    std::ranges::stable_sort(m_hosts, {}, [](const auto& host) { return host.record.begin; });
    return writeAll(m_waits,
                    [&](Named<trace::WaitRecord>& one) {
                        trace::WaitRecord& wait = one.record;
                        wait.call = name(one.name, store);
                        wait.device = known(wait.device);
                        wait.op = known(wait.op);
                        wait.releasedBy = known(wait.releasedBy);
                        return wait;
                    }) &&
           writeAll(m_hosts,
                    [&](Named<trace::HostRecord>& one) {
                        trace::HostRecord& host = one.record;
                        host.name = name(one.name, store);
                        host.op = known(host.op);
                        host.lane = known(host.lane);
                        if (host.lane.isValid() && m_lanes[host.lane.index].role == trace::LaneRole::Frontend)
                            host.lane = {};  // as the program's own work says it
                        return host;
                    }) &&
           writeAll(m_lines, asItIs) && writeAll(m_blocks, asItIs) && writeAll(m_steps, asItIs) &&
           writeAll(m_memory,
                    [&](trace::MemoryRecord& memory) {
                        memory.device = known(memory.device);
                        return ofOp(memory);
                    }) &&
           writeAll(m_metrics, asItIs) && writeAll(m_outputs, asItIs) && writeAll(m_notes, ofOp) &&
           writeAll(m_errors, ofOp);
}

}  // namespace engine::io::detail
