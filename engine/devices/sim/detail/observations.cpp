#include "engine/devices/sim/detail/observations.h"

#include <array>
#include <utility>

namespace engine::devices::sim::detail {

namespace {

/// A lazy value engine keeps what the unread ones depend on.
constexpr std::size_t kMaxTaken = 32;

}  // namespace

void Observations::take(device::ValueId value, const tensor::Shape& shape, std::string_view metric, std::int32_t step,
                        std::int64_t time)
{
    if (shape.elements() == 0)
        return;
    ops::Operation mean;
    mean.op = ops::Operator::Mean;
    mean.inputs = {shape};
    const device::ValueId result = m_values->create({});
    const std::array reads{value};
    const std::array writes{result};
    if (!m_values->submit(mean, reads, writes)) {
        m_values->release(result);
        return;
    }
    m_taken.push_back({result, time, std::string(metric), step});
    if (m_taken.size() > kMaxTaken)
        writeFirst();
}

void Observations::await(OpId writer, device::ValueId value, const tensor::Shape& shape, std::string_view metric,
                         std::int32_t step)
{
    m_awaited[writer.index].push_back({value, shape, std::string(metric), step});
}

void Observations::takeAwaited(OpId op, std::int64_t time)
{
    const auto found = m_awaited.find(op.index);
    if (found == m_awaited.end())
        return;
    const std::vector<Awaited> all = std::move(found->second);
    m_awaited.erase(found);
    for (const Awaited& one : all)
        take(one.value, one.shape, one.metric, one.step, time);
}

void Observations::writeFirst()
{
    const Taken first = std::move(m_taken.front());
    m_taken.pop_front();
    // A run that was stopped, or whose arithmetic failed, has no number to show.
    if (const auto numbers = m_values->read(first.mean))
        m_trace.write(trace::MetricRecord{.time = at(first.time),
                                          .name = first.metric,
                                          .value = static_cast<double>((*numbers)[0]),
                                          .step = first.step});
    m_values->release(first.mean);
}

void Observations::finish()
{
    while (!m_taken.empty())
        writeFirst();
}

}  // namespace engine::devices::sim::detail
