#include "engine/analysis/rank_steps.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace engine::analysis {

namespace {

bool hasOneIn(const std::vector<OpId>& sorted, std::size_t first, std::size_t last)
{
    const auto found = std::ranges::lower_bound(sorted, OpId{first});
    return found != sorted.end() && found->index < last;
}

}  // namespace

RankSteps::RankSteps(const ranks::Member& member)
{
    for (const trace::CollectiveRecord& record : member.trace->rankPart().collectives)
        m_collectives.push_back(record.op);
    std::ranges::sort(m_collectives);
    addBatches(*member.trace);
    if (m_steps.empty() && !m_collectives.empty())
        addPasses(*member.trace);
}

void RankSteps::addBatches(const trace::Trace& trace)
{
    for (const trace::StepRecord& step : trace.programPart().steps)
        if (step.kind == trace::StepKind::Batch)
            m_steps.push_back({issuedIn(trace, {step.begin, step.end}), {step.begin, step.end}});
}

void RankSteps::addPasses(const trace::Trace& trace)
{
    const std::size_t count = trace.opCount();
    std::vector<std::int32_t> lines(count);
    std::vector<OpId> gradients;
    // For each line, indices of the operations at which the program returned to this line from a later one.
    std::map<std::int32_t, std::vector<std::size_t>> returns;
    std::int32_t before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const trace::Op op = trace.op(OpId{i});
        lines[i] = op.line > 0 ? op.line : before;
        if (op.kind == trace::Kind::Backward)
            gradients.push_back(op.id);
        if (lines[i] < before)
            returns[lines[i]].push_back(i);
        before = lines[i];
    }
    std::vector<OpRange> most;
    for (auto& [line, begins] : returns) {
        // The program does not return to `line` before the first pass, so extend the first pass back over operations on
        // `line` or on later lines.
        std::size_t first = begins.front();
        while (first > 0 && lines[first - 1] >= line)
            --first;
        begins.insert(begins.begin(), first);
        begins.push_back(count);
        std::vector<OpRange> passes;
        for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
            const OpRange pass{begins[i], begins[i + 1]};
            if (hasOneIn(gradients, pass.first, pass.last) && hasOneIn(m_collectives, pass.first, pass.last))
                passes.push_back(pass);
        }
        // If the program returns to several lines in each pass, the first of them is the line of the loop.
        if (passes.size() > most.size() ||
            (!passes.empty() && passes.size() == most.size() && passes.front().first < most.front().first))
            most = std::move(passes);
    }
    if (most.size() < 2)
        return;
    for (std::size_t i = 0; i < most.size(); ++i) {
        // Operations between two passes, such as micro-batches without a collective, belong to the pass before them.
        const OpRange ops{most[i].first, i + 1 < most.size() ? most[i + 1].first : most[i].last};
        const Nanoseconds end =
            ops.last < count ? trace.op(OpId{ops.last}).issueBegin : trace.op(OpId{ops.last - 1}).issued;
        m_steps.push_back({ops, {trace.op(OpId{ops.first}).issueBegin, end}});
    }
}

std::optional<std::size_t> RankSteps::stepOf(OpId op) const
{
    const auto after = std::ranges::upper_bound(m_steps, op.index, {}, [](const RankStep& s) { return s.ops.first; });
    if (after == m_steps.begin() || op.index >= (after - 1)->ops.last)
        return std::nullopt;
    return static_cast<std::size_t>(after - m_steps.begin()) - 1;
}

OpRange RankSteps::opsWith(OpId op) const
{
    if (!op.isValid())
        return {};
    if (const auto step = stepOf(op))
        return m_steps[*step].ops;
    const auto own = std::ranges::lower_bound(m_collectives, op);
    return {own != m_collectives.begin() ? (own - 1)->index + std::size_t{1} : 0, op.index + std::size_t{1}};
}

}  // namespace engine::analysis
