#include "engine/analysis/training.h"
#include "engine/ranks/overview.h"

#include <algorithm>
#include <map>

namespace engine::analysis {

namespace {

using trace::StepKind;
using trace::StepRecord;
using trace::Trace;

/// Maximum number of operations of an epoch to scan. The last ones are scanned to find the end of the epoch: on an
/// in-order lane the operation issued last also ends last. The first ones are scanned to find out whether the epoch
/// trains, and on which GPUs.
constexpr std::size_t kLookBack = 4096;

std::vector<StepRecord> stepsOf(const Trace& trace, StepKind kind)
{
    std::vector<StepRecord> steps;
    for (const StepRecord& step : trace.programPart().steps)
        if (step.kind == kind && step.end >= step.begin)
            steps.push_back(step);
    std::ranges::stable_sort(steps, {}, &StepRecord::begin);
    return steps;
}

/// Builds runs from epochs, batches and metrics.
class Builder {
public:
    explicit Builder(const Trace& trace)
        : m_trace(trace), m_epochs(stepsOf(trace, StepKind::Epoch)), m_steps(stepsOf(trace, StepKind::Batch))
    {
        removeReading();
    }

    Training build()
    {
        for (const StepRecord& epoch : m_epochs) {
            addLooseBatches(epoch.begin);
            addEpoch(epoch);
        }
        addLooseBatches(Nanoseconds::max());
        for (TrainingRun& run : m_training.runs)
            finish(run);
        markCut();
        nameRuns();
        addMetrics();
        return std::move(m_training);
    }

private:
    /// Removes the epochs that only read data, such as `next(iter(loader))`, if other epochs train or if the program
    /// left them early. The last epoch of a live or stopped run remains.
    void removeReading()
    {
        std::vector<char> trains(m_epochs.size());
        std::ranges::transform(m_epochs, trains.begin(), [&](const StepRecord& epoch) { return doesTrain(epoch); });
        const bool isTraining = std::ranges::count(trains, char{1}) > 0;
        std::vector<StepRecord> kept;
        std::vector<StepRecord> removed;
        for (std::size_t i = 0; i < m_epochs.size(); ++i) {
            const StepRecord& epoch = m_epochs[i];
            const bool isLast = i + 1 == m_epochs.size();
            if (trains[i] != 0 || (isLast && (wasCut() || m_trace.isLive())) || (!isTraining && !wasLeft(epoch)))
                kept.push_back(epoch);
            else
                removed.push_back(epoch);
        }
        std::erase_if(m_steps, [&](const StepRecord& batch) {
            const auto after = std::ranges::upper_bound(removed, batch.begin, {}, &StepRecord::begin);
            return after != removed.begin() && batch.begin < std::prev(after)->end;
        });
        m_epochs = std::move(kept);
    }

    /// Whether one of the epoch's first kLookBack operations computes gradients or changes parameters. Also true for
    /// every epoch with more operations, because the remaining ones are not searched.
    [[nodiscard]] bool doesTrain(const StepRecord& epoch) const
    {
        const OpRange ops = issuedIn(m_trace, {epoch.begin, epoch.end});
        const std::size_t last = std::min(ops.last, ops.first + kLookBack);
        for (std::size_t i = ops.first; i < last; ++i)
            if (const Part part = partOf(m_trace, m_trace.op(OpId{i})); part == Part::Backward || part == Part::Update)
                return true;
        return last < ops.last;
    }

    /// Whether the program left the epoch's loop before its last batch. False for a trace without operations.
    [[nodiscard]] bool wasLeft(const StepRecord& epoch) const
    {
        const auto after = std::ranges::lower_bound(m_steps, epoch.end, {}, &StepRecord::begin);
        return m_trace.opCount() > 0 && after != m_steps.begin() && std::prev(after)->begin >= epoch.begin &&
               std::prev(after)->index + 1 < std::prev(after)->count;
    }

    [[nodiscard]] bool wasCut() const { return m_trace.error() || (m_trace.end() && !m_trace.end()->isComplete); }

    /// Adds batches before `until` that belong to no recorded epoch: the epoch is still running, or the loop does not
    /// count epochs.
    void addLooseBatches(Nanoseconds until)
    {
        bool isFirst = true;
        while (m_next < m_steps.size() && m_steps[m_next].begin < until) {
            const StepRecord& step = m_steps[m_next];
            if (isFirst || step.index == 0)
                beginOpenEpoch(step);
            isFirst = false;
            addBatch(step);
            ++m_next;
        }
    }

    void beginOpenEpoch(const StepRecord& step)
    {
        const bool countsEpochs = !m_epochs.empty();
        const int gpus = gpusIn({step.begin, step.end});
        const bool continues = countsEpochs && !m_training.runs.empty() && !isComplete(m_training.runs.back()) &&
                               isAlike(m_training.runs.back(), step.line, gpus);
        if (!continues)
            beginRun(step, gpus);
        EpochFigures epoch;
        epoch.index = static_cast<std::int32_t>(m_training.runs.back().epochs.size());
        epoch.begin = step.begin;
        epoch.firstBatch = epoch.lastBatch = m_training.batches.size();
        epoch.isOpen = m_trace.isLive();
        m_training.runs.back().epochs.push_back(epoch);
    }

    [[nodiscard]] bool isComplete(const TrainingRun& run) const
    {
        return m_count > 0 && !run.epochs.empty() && run.epochs.back().index + 1 >= m_count;
    }

    void addEpoch(const StepRecord& step)
    {
        const bool hasBatch = m_next < m_steps.size() && m_steps[m_next].begin < step.end;
        const int gpus = gpusIn({step.begin, hasBatch ? m_steps[m_next].end : step.end});
        const bool continues = !m_training.runs.empty() && !m_training.runs.back().epochs.empty() &&
                               m_lastIndex < step.index && isAlike(m_training.runs.back(), step.line, gpus);
        if (!continues)
            beginRun(step, gpus);
        m_lastIndex = step.index;
        m_count = step.count;
        EpochFigures epoch;
        epoch.index = static_cast<std::int32_t>(m_training.runs.back().epochs.size());
        epoch.begin = step.begin;
        epoch.firstBatch = epoch.lastBatch = m_training.batches.size();
        m_training.runs.back().epochs.push_back(epoch);
        bool isTrainingLoop = true;
        std::int32_t before = -1;
        for (; m_next < m_steps.size() && m_steps[m_next].begin < step.end; ++m_next) {
            // A second loop over batches within the epoch is its evaluation.
            isTrainingLoop = isTrainingLoop && m_steps[m_next].index > before;
            before = m_steps[m_next].index;
            if (isTrainingLoop)
                addBatch(m_steps[m_next]);
        }
        m_training.runs.back().end = step.end;
    }

    /// Whether a call on `line` with `gpus` GPUs continues the run. If not, a new run starts, even if the epoch numbers
    /// continue.
    [[nodiscard]] static bool isAlike(const TrainingRun& run, std::int32_t line, int gpus)
    {
        return run.line == line && run.gpus == gpus;
    }

    void beginRun(const StepRecord& step, int gpus)
    {
        TrainingRun run;
        run.begin = step.begin;
        run.line = step.line;
        run.gpus = gpus;
        m_training.runs.push_back(std::move(run));
        m_count = 0;
    }

    void addBatch(const StepRecord& step)
    {
        TrainingRun& run = m_training.runs.back();
        EpochFigures& epoch = run.epochs.back();
        m_training.batches.push_back({step.begin, step.end, step.index, step.count,
                                      static_cast<std::uint32_t>(m_training.runs.size() - 1),
                                      static_cast<std::uint32_t>(run.epochs.size() - 1)});
        epoch.lastBatch = m_training.batches.size();
        run.end = std::max(run.end, step.end);
    }

    void finish(TrainingRun& run)
    {
        for (EpochFigures& epoch : run.epochs) {
            epoch.trained = epoch.begin;
            if (epoch.batches() == 0)
                continue;
            const Nanoseconds end = m_training.batches[epoch.lastBatch - 1].end;
            epoch.trained = end;
            const OpRange ops = issuedIn(m_trace, {epoch.begin, end});
            for (std::size_t i = ops.last > kLookBack ? std::max(ops.first, ops.last - kLookBack) : ops.first;
                 i < ops.last; ++i) {
                const trace::Op op = m_trace.op(OpId{i});
                if (op.state == trace::OpState::Done)
                    epoch.trained = std::max(epoch.trained, op.finished);
                else if (m_trace.isLive())
                    epoch.isOpen = true;  // the program runs ahead, and work is still pending
            }
        }
        // Without batches, only the end of the epoch itself is recorded.
        for (EpochFigures& epoch : run.epochs)
            if (const auto step = std::ranges::lower_bound(m_epochs, epoch.begin, {}, &StepRecord::begin);
                epoch.batches() == 0 && step != m_epochs.end() && step->begin == epoch.begin)
                epoch.trained = step->end;
        for (std::size_t i = 1; i < run.epochs.size(); ++i)
            run.epochs[i].begin = std::clamp(run.epochs[i - 1].trained, run.epochs[i].begin,
                                             std::max(run.epochs[i].begin, run.epochs[i].trained));
    }

    /// Marks the last epoch as cut if the run was stopped or failed within it.
    void markCut()
    {
        if (!wasCut() || m_training.runs.empty() || m_training.runs.back().epochs.empty())
            return;
        EpochFigures& last = m_training.runs.back().epochs.back();
        if (last.batches() == 0)
            return;
        const Batch& batch = m_training.batches[last.lastBatch - 1];
        const OpRange after = issuedIn(m_trace, {batch.end, Nanoseconds::max()});
        last.isCut = batch.count == 0 || batch.index + 1 < batch.count || after.first == after.last;
    }

    /// Number of GPUs that compute any of the first kLookBack operations issued in the scope; for several ranks, the
    /// number of all GPUs that they have.
    [[nodiscard]] int gpusIn(Scope scope) const
    {
        if (const ranks::RunSet* set = ranks::setOf(m_trace)) {
            std::ptrdiff_t gpus = 0;
            for (const ranks::Member& member : set->members())
                gpus += std::ranges::count_if(member.trace->devices(), trace::isGpu) * member.count;
            return static_cast<int>(gpus);
        }
        const OpRange ops = issuedIn(m_trace, scope);
        std::vector<char> isUsed(m_trace.devices().size(), 0);
        for (std::size_t i = ops.first; i < std::min(ops.last, ops.first + kLookBack); ++i) {
            const trace::Op& op = m_trace.op(OpId{i});
            if (!isCopy(op.kind) && op.device.isValid() && op.device.index < isUsed.size())
                isUsed[op.device.index] = 1;
        }
        int gpus = 0;
        for (const trace::DeviceRecord& device : m_trace.devices())
            gpus += isGpu(device) && device.id.index < isUsed.size() && isUsed[device.id.index] ? 1 : 0;
        return gpus;
    }

    void nameRuns()
    {
        std::map<std::string, int> named;
        for (TrainingRun& run : m_training.runs) {
            run.name = run.gpus == 0 ? nameOnCpu(run) : run.gpus == 1 ? "1 GPU" : std::to_string(run.gpus) + " GPUs";
            ++named[run.name];
        }
        std::map<std::string, int> number;
        for (TrainingRun& run : m_training.runs)
            if (named[run.name] > 1)
                run.name += " · " + std::to_string(++number[run.name]);
    }

    /// Returns a name such as "2 CPU" if the timed block of the first epoch is labelled "2 CPU, epoch 1", because all
    /// CPU contexts are one device in the trace.
    [[nodiscard]] std::string nameOnCpu(const TrainingRun& run) const
    {
        static constexpr std::string_view kEnd = ", epoch 1";
        for (const trace::BlockRecord& block : m_trace.blocks())
            if (block.label.ends_with(kEnd) && block.begin <= run.begin && run.begin < block.end)
                return block.label.substr(0, block.label.size() - kEnd.size());
        return "CPU";
    }

    /// Returns the run and the epoch that a value belongs to: the last that started before `time`. The comparison is
    /// strict because a value recorded at the end of an epoch may have the same time as the start of the next.
    [[nodiscard]] std::pair<TrainingRun*, EpochFigures*> placeOf(Nanoseconds time)
    {
        TrainingRun* const run = lastBefore(m_training.runs, time);
        return {run, run != nullptr ? lastBefore(run->epochs, time) : nullptr};
    }

    /// Returns the last element that begins before `time`, or the first one; null if there is none.
    template <typename T>
    [[nodiscard]] static T* lastBefore(std::vector<T>& all, Nanoseconds time)
    {
        const auto after = std::ranges::partition_point(all, [time](const T& one) { return one.begin < time; });
        return all.empty() ? nullptr : &*(after == all.begin() ? after : after - 1);
    }

    void addMetrics()
    {
        std::map<const EpochFigures*, std::pair<double, int>> losses;
        std::map<const EpochFigures*, Nanoseconds> trainedBefore;  // time of earlier epochs of the run
        for (const TrainingRun& run : m_training.runs) {
            Nanoseconds sum{};
            for (const EpochFigures& epoch : run.epochs) {
                trainedBefore[&epoch] = sum;
                sum += epoch.time();
            }
        }
        for (const trace::MetricRecord& metric : m_trace.programPart().metrics) {
            const bool loss = isLoss(metric.name);
            if (!loss && !isAccuracy(metric.name))
                continue;
            const auto [run, epoch] = placeOf(metric.time);
            if (epoch == nullptr)
                continue;
            const MetricPoint point = pointOf(*run, *epoch, trainedBefore[epoch], metric);
            if (!loss) {
                epoch->accuracy = metric.value;
                run->accuracy.push_back(point);
                continue;
            }
            addLoss(*run, point, metric.step);
            auto& [sum, count] = losses[epoch];
            sum += metric.value;
            epoch->loss = sum / ++count;
        }
    }

    /// Each device records a loss for its portion of the batch; the batch's loss is their mean.
    void addLoss(TrainingRun& run, const MetricPoint& point, std::int32_t step)
    {
        const bool isSameStep = !run.loss.empty() && step == m_lossStep && &run == m_lossRun;
        m_lossStep = step;
        m_lossRun = &run;
        if (!isSameStep) {
            run.loss.push_back(point);
            m_lossShares = 1;
            return;
        }
        ++m_lossShares;
        MetricPoint& mean = run.loss.back();
        mean.value += (point.value - mean.value) / m_lossShares;
    }

    [[nodiscard]] MetricPoint pointOf(const TrainingRun& run, const EpochFigures& epoch, Nanoseconds trainedBefore,
                                      const trace::MetricRecord& metric) const
    {
        MetricPoint point;
        point.value = metric.value;
        const Nanoseconds within = std::min(metric.time, epoch.trained) - epoch.begin;
        point.trained = trainedBefore + within;
        const double length = toSeconds(epoch.time());
        double share = length > 0 ? toSeconds(within) / length : 1.0;
        if (!epoch.isWhole() && epoch.batches() > 0) {
            const Batch& last = m_training.batches[epoch.lastBatch - 1];
            if (last.count > 0)
                share *= static_cast<double>(last.index + 1) / last.count;
        }
        point.epochs = static_cast<double>(&epoch - run.epochs.data()) + share;
        return point;
    }

    const Trace& m_trace;
    std::vector<StepRecord> m_epochs;
    std::vector<StepRecord> m_steps;
    std::size_t m_next = 0;
    std::int32_t m_lastIndex = -1;
    std::int32_t m_count = 0;  ///< number of epochs of the current loop; 0: not recorded
    std::int32_t m_lossStep = -1;
    const TrainingRun* m_lossRun = nullptr;
    int m_lossShares = 0;
    Training m_training;
};

}  // namespace

Training training(const Trace& trace)
{
    return Builder(trace).build();
}

}  // namespace engine::analysis
