#include "engine/analysis/training_difference.h"

namespace engine::analysis {

namespace {

std::vector<double> epochTimes(const TrainingRun& run)
{
    std::vector<double> seconds;
    for (const EpochFigures& epoch : run.epochs)
        if (epoch.isWhole())
            seconds.push_back(toSeconds(epoch.time()));
    return seconds;
}

std::vector<double> batchTimes(const Training& training, std::size_t run)
{
    std::vector<double> seconds;
    for (const Batch& batch : training.batches)
        if (batch.run == run)
            seconds.push_back(toSeconds(batch.end - batch.begin));
    return seconds;
}

std::size_t batchesPerEpoch(const TrainingRun& run)
{
    return run.epochs.empty() ? 0 : run.epochs.front().batches();
}

/// Whether the run is named after contexts of the CPU, such as "2 CPU", which are all one processor.
bool isOfCpuContexts(const TrainingRun& run)
{
    return run.gpus == 0 && run.name.ends_with(" CPU");
}

}  // namespace

Difference measuredDifference(const Training& training, std::size_t first, std::size_t second)
{
    const TrainingRun &a = training.runs[first], &b = training.runs[second];
    if (isOfCpuContexts(a) && isOfCpuContexts(b))
        return Difference::None;
    if (batchesPerEpoch(a) != batchesPerEpoch(b))
        return differenceOf(summarize(epochTimes(a)), summarize(epochTimes(b)));
    return differenceOf(summarize(batchTimes(training, first)), summarize(batchTimes(training, second)));
}

}  // namespace engine::analysis
