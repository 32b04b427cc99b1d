#include "app/run/rank_program.h"

#include "engine/device/rank_transport.h"
#include "engine/frontend/rank_count.h"
#include "engine/io/open_trace.h"

#include <charconv>
#include <utility>

namespace app {

using namespace engine;

namespace {

constexpr int kNotWritten = 2;  ///< the trace could not be written

/// Saves the trace. `records`: the records that were written during the run; they are kept instead if the trace cannot
/// be saved, for example on a full disk. May be null.
Status save(const trace::Trace& trace, const std::filesystem::path& file, RecordFile* records)
{
    Status saved = io::saveTraceAs(trace, file);
    return saved || records == nullptr ? saved : records->keep();
}

RankResult notStarted(const Error& error)
{
    RankResult result;
    result.status = kNotStarted;
    result.report.error = error.english() + "\n";
    result.refusal = error;
    return result;
}

}  // namespace

int RankResult::exitStatus() const
{
    return status == 0 && !report.trouble.empty() ? kNotWritten : status;
}

std::optional<RecordFile::Pace> paceOfRecords(const RankTargets& targets)
{
    if (targets.trace.empty())
        return std::nullopt;
    return targets.isFollowed ? RecordFile::Pace::Followed : RecordFile::Pace::OfRank;
}

RankResult runProgramOfRank(frontend::Runner& runner, frontend::RunRequest request, trace::Recorder& recorder,
                            const std::filesystem::path& file, std::optional<RecordFile::Pace> pace)
{
    const bool isFollowed = pace == RecordFile::Pace::Followed;
    request.environment = environmentOf(request.transport->place());
    std::unique_ptr<RecordFile> records;
    if (pace) {
        auto begun = RecordFile::begin(file, recorder, *pace);
        if (!begun && isFollowed)
            return notStarted(begun.error());
        if (begun)
            records = *std::move(begun);  // errors of begin() are reported when the trace is saved
    }
    const auto outcome = runner.run(request, recorder);
    if (records && isFollowed)
        records->flush();
    if (records)
        records->end();
    if (!outcome)
        return notStarted(outcome.error());
    RankResult result;
    result.status = statusOf(*outcome);
    if (isFollowed) {
        static_cast<void>(records.release());  // its destructor would remove the file, which another process reads
        return result;
    }
    result.report = reportOf(*outcome->trace);
    if (!request.echo)
        result.report.outputs = outputsOf(*outcome->trace);
    if (file.empty())
        return result;
    if (Status saved = save(*outcome->trace, file, records.get()); !saved)
        result.report.trouble = saved.error().english();
    return result;
}

Result<std::optional<Nanoseconds>> popTimeout(frontend::RunRequest& request)
{
    const auto timeout = request.parameters.find("timeout");
    if (timeout == request.parameters.end() || frontend::declares(request.program, "timeout"))
        return std::optional<Nanoseconds>();
    const std::string text = timeout->second;
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc{} || end != text.data() + text.size() || !(seconds > 0) || seconds > 1e9)
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "timeout is a number of seconds, such as 60, for which ranks wait for each other; it "
                                 "is " +
                                     text + ".");
    request.parameters.erase(timeout);
    return std::optional(Nanoseconds(static_cast<std::int64_t>(seconds * 1e9)));
}

}  // namespace app
