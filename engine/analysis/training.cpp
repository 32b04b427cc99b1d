#include "engine/analysis/training.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <cctype>

namespace engine::analysis {

namespace {

using trace::Trace;

bool contains(std::string_view text, std::initializer_list<std::string_view> words)
{
    const auto sameLetter = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::ranges::any_of(words, [&](std::string_view word) {
        return std::search(text.begin(), text.end(), word.begin(), word.end(), sameLetter) != text.end();
    });
}

}  // namespace

bool isLoss(std::string_view name)
{
    return contains(name, {"loss"});
}

bool isAccuracy(std::string_view name)
{
    if (contains(name, {"accuracy"}))
        return true;
    const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    for (auto word = name.begin(); word != name.end();) {
        word = std::find_if(word, name.end(), isLetter);
        const auto end = std::find_if_not(word, name.end(), isLetter);
        if (end - word >= 3 && contains({end - 3, end}, {"acc"}))
            return true;
        word = end;
    }
    return false;
}

Part partOf(std::string_view phase, trace::Kind kind, std::string_view name)
{
    if (contains(phase, {"evaluat", "accuracy"}))
        return Part::Evaluate;
    if (contains(phase, {"allreduce", "all_reduce", "all-reduce", "push", "pull", "kvstore", "exchange"}) ||
        kind == trace::Kind::CopyPeer)
        return Part::Exchange;
    if (contains(phase, {"backward"}) || kind == trace::Kind::Backward)
        return Part::Backward;
    if (contains(phase, {"sgd", "update", "trainer", "optim"}) || phase == "step" || contains(name, {"sgd"}))
        return Part::Update;
    if (contains(phase, {"split", "load", "read", "next", "batch data"}) || kind == trace::Kind::CopyIn)
        return Part::Read;
    return Part::Forward;
}

Part partOf(const Trace& trace, const trace::Op& op)
{
    return partOf(trace.text(op.phase), op.kind, trace.text(op.name));
}

trace::Kind kindOf(Part part, trace::Kind otherwise)
{
    switch (part) {
        case Part::Forward:
        case Part::Evaluate:
            return trace::Kind::Compute;
        case Part::Backward:
            return trace::Kind::Backward;
        case Part::Exchange:
            return trace::Kind::CopyPeer;
        case Part::Update:
            return trace::Kind::Elementwise;
        case Part::Read:
        case Part::Wait:
            break;
    }
    return otherwise;
}

Message nameOf(Part part)
{
    switch (part) {
        case Part::Read:
            return message("part.read");
        case Part::Forward:
            return message("part.forward");
        case Part::Backward:
            return message("part.backward");
        case Part::Exchange:
            return message("part.allreduce");
        case Part::Update:
            return message("part.sgd");
        case Part::Evaluate:
            return message("part.evaluate");
        case Part::Wait:
            break;
    }
    return message("part.wait");
}

bool isTraining(const Trace& trace)
{
    if (!trace.programPart().steps.empty())
        return true;
    return std::ranges::any_of(trace.programPart().metrics, [](const trace::MetricRecord& metric) {
        return isLoss(metric.name) || isAccuracy(metric.name);
    });
}

Nanoseconds TrainingRun::time() const
{
    Nanoseconds sum{};
    for (const EpochFigures& epoch : epochs)
        sum += epoch.time();
    return sum;
}

std::optional<double> TrainingRun::lastAccuracy() const
{
    return accuracy.empty() ? std::nullopt : std::optional(accuracy.back().value);
}

std::optional<std::size_t> Training::batchAt(Nanoseconds time) const
{
    const auto after = std::ranges::upper_bound(batches, time, {}, &Batch::begin);
    if (after == batches.begin() || std::prev(after)->end <= time)
        return std::nullopt;
    return static_cast<std::size_t>(after - batches.begin()) - 1;
}

std::optional<Batch> Training::cutAt() const
{
    if (runs.empty() || runs.back().epochs.empty() || !runs.back().epochs.back().isCut)
        return std::nullopt;
    return batches[runs.back().epochs.back().lastBatch - 1];
}

Scope workOf(const Trace& trace, const Batch& batch)
{
    return {batch.begin, std::max(batch.end, workEnd(trace, {batch.begin, batch.end}))};
}

Scope viewOf(const Trace& trace, const Batch& batch)
{
    constexpr std::size_t kMost = 4096;  // bounds the search in a batch whose first operations all run on the CPU
    const OpRange ops = issuedIn(trace, {batch.begin, batch.end});
    const auto isOnGpu = [&](const trace::Op& op) {
        return op.device.isValid() && op.device.index < trace.devices().size() &&
               isGpu(trace.devices()[op.device.index]);
    };
    Nanoseconds first = Nanoseconds::max();  // start of the first operation of a GPU
    for (std::size_t i = ops.first; i < std::min(ops.last, ops.first + kMost); ++i)
        if (const trace::Op op = trace.op(OpId{i}); op.state == trace::OpState::Done && isOnGpu(op))
            first = std::min(first, op.started);
    const Scope work = workOf(trace, batch);
    return batch.end < first && first < work.end ? Scope{first, work.end} : Scope{batch.begin, batch.end};
}

}  // namespace engine::analysis
