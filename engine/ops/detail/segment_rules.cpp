#include "engine/base/expect.h"
#include "engine/ops/detail/outputs.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <limits>

/// Validates compiled graphs.
namespace engine::ops {

namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// Indices of the step that writes a value, and of the last step that reads the value.
struct Life {
    std::size_t made = kNever;
    std::size_t lastRead = 0;
    bool isRead = false;
};

class SegmentCheck {
public:
    explicit SegmentCheck(const Segment& segment) : m_segment(segment), m_lives(segment.values.size()) {}

    Status run()
    {
        if (m_segment.inputs < 0 || static_cast<std::size_t>(m_segment.inputs) > m_segment.values.size())
            return invalid("The compiled graph says it has " + std::to_string(m_segment.inputs) + " inputs and has " +
                           std::to_string(m_segment.values.size()) + " values.");
        for (std::size_t step = 0; step < m_segment.steps.size(); ++step)
            if (Status status = take(step); !status)
                return status;
        for (const std::int32_t output : m_segment.outputs)
            if (!isValue(output) || isInput(output) || life(output).made == kNever)
                return invalid("Output value " + std::to_string(output) + " of the compiled graph is made by no step.");
        for (const Segment::Value& value : m_segment.values)
            if (Status status = checkBlock(value); !status)
                return status;
        return checkSharing();
    }

private:
    [[nodiscard]] bool isValue(std::int32_t value) const
    {
        return value >= 0 && static_cast<std::size_t>(value) < m_segment.values.size();
    }
    [[nodiscard]] bool isInput(std::int32_t value) const { return value < m_segment.inputs; }
    [[nodiscard]] Life& life(std::int32_t value) { return m_lives[static_cast<std::size_t>(value)]; }
    [[nodiscard]] const Segment::Value& valueAt(std::int32_t value) const
    {
        return m_segment.values[static_cast<std::size_t>(value)];
    }

    Status take(std::size_t number)
    {
        const Segment::Step& step = m_segment.steps[number];
        const std::string where =
            "Step " + std::to_string(number) + " of the compiled graph, " + detail::named(step.operation.op) + ", ";
        if (step.operation.op == Operator::Segment)
            return invalid(where + "is a compiled graph itself.");
        if (Status status = validate(step.operation); !status)
            return status;
        if (step.reads.size() != step.operation.inputs.size() || step.writes.size() != step.operation.outputCount())
            return invalid(where + "names another number of values than it has inputs and outputs.");
        for (std::size_t i = 0; i < step.reads.size(); ++i) {
            const std::int32_t read = step.reads[i];
            if (!isValue(read) || (!isInput(read) && life(read).made == kNever))
                return invalid(where + "reads value " + std::to_string(read) + ", which no step before it makes.");
            if (valueAt(read).shape.elements() != step.operation.inputs[i].elements())
                return invalid(where + "reads a value of another size than its input.");
            life(read).lastRead = number;
            life(read).isRead = true;
        }
        for (std::size_t i = 0; i < step.writes.size(); ++i) {
            const std::int32_t write = step.writes[i];
            if (!isValue(write) || isInput(write) || life(write).made != kNever)
                return invalid(where + "writes value " + std::to_string(write) +
                               ", which is an input, made already or unknown.");
            if (valueAt(write).shape.elements() != step.operation.outputAt(i).elements())
                return invalid(where + "writes a value of another size than its output.");
            life(write).made = number;
        }
        return {};
    }

    Status checkBlock(const Segment::Value& value) const
    {
        if (value.block < 0)
            return {};
        if (static_cast<std::size_t>(value.block) < m_segment.blocks.size() &&
            value.shape.bytes() <= m_segment.blocks[static_cast<std::size_t>(value.block)])
            return {};
        return invalid("A value of the compiled graph of " + toText(value.shape) + " does not fit scratch block " +
                       std::to_string(value.block) + ".");
    }

    /// Whether value `later` may overwrite value `earlier`. Requires that the step that writes `later` reads `earlier`.
    [[nodiscard]] bool isInPlace(std::size_t earlier, std::size_t later) const
    {
        const Segment::Step& step = m_segment.steps[m_lives[later].made];
        const auto output = std::ranges::find(step.writes, static_cast<std::int32_t>(later)) - step.writes.begin();
        for (std::size_t i = 0; i < step.reads.size(); ++i)
            if (step.reads[i] == static_cast<std::int32_t>(earlier) &&
                !canWorkInPlace(step.operation, i, static_cast<std::size_t>(output)))
                return false;
        return true;
    }

    Status checkSharing() const
    {
        for (std::size_t a = 0; a < m_lives.size(); ++a)
            for (std::size_t b = 0; b < m_lives.size(); ++b) {
                const bool isShared = a != b && m_segment.values[a].block >= 0 &&
                                      m_segment.values[a].block == m_segment.values[b].block &&
                                      m_lives[a].made != kNever && m_lives[b].made != kNever &&
                                      m_lives[a].made <= m_lives[b].made;
                if (!isShared)
                    continue;
                const std::size_t end = m_lives[a].isRead ? m_lives[a].lastRead : m_lives[a].made;
                const bool isFree = end < m_lives[b].made ||
                                    (end == m_lives[b].made && m_lives[a].made < m_lives[b].made && isInPlace(a, b));
                if (!isFree)
                    return invalid("Values " + std::to_string(a) + " and " + std::to_string(b) +
                                   " of the compiled graph share scratch memory while both are needed.");
            }
        return {};
    }

    const Segment& m_segment;
    std::vector<Life> m_lives;
};

}  // namespace

Status checkSegment(const Segment& segment)
{
    return SegmentCheck(segment).run();
}

bool canWorkInPlace(const Operation& operation, std::size_t input, std::size_t output)
{
    ENGINE_EXPECT(input < operation.inputs.size() && output < operation.outputCount());
    switch (rowOf(operation.op).inPlace) {
        case InPlace::Never:
            return false;
        case InPlace::MayBe:
        case InPlace::Weight:
            return true;
        case InPlace::MayBeIfSameSize:
            return operation.inputs[input].elements() == operation.output.elements();
        case InPlace::First:
            return input == 0;
        case InPlace::WeightAndMomentum:
            return input == 2 * output;
        case InPlace::RunningStatistics:
            return output >= 3 && input == output;
    }
    return false;
}

int inPlaceInputOf(Operator op, std::size_t output)
{
    switch (rowOf(op).inPlace) {
        case InPlace::Never:
        case InPlace::MayBe:
        case InPlace::MayBeIfSameSize:
            return -1;
        case InPlace::First:
        case InPlace::Weight:
            return 0;
        case InPlace::WeightAndMomentum:
            return static_cast<int>(2 * output);
        case InPlace::RunningStatistics:
            return output >= 3 ? static_cast<int>(output) : -1;
    }
    return -1;
}

}  // namespace engine::ops
