#include "engine/io/run_set_file.h"

#include "engine/io/detail/chunk_encoder.h"
#include "engine/io/detail/common_collectives.h"
#include "engine/io/detail/import_ranks.h"
#include "engine/io/detail/in_file.h"
#include "engine/io/open_trace.h"
#include "engine/io/rank_file.h"
#include "engine/io/trace_file.h"
#include "engine/messages/messages.h"
#include "engine/ranks/overview.h"
#include "engine/trace/imported.h"

#include <algorithm>
#include <functional>
#include <map>
#include <new>
#include <numeric>
#include <span>
#include <utility>

namespace engine::io {

using detail::inFile;

namespace {

/// Opens the native rank files among `paths`; leaves out other files.
std::vector<std::unique_ptr<RankFile>> rankFilesAmong(std::span<const std::filesystem::path> paths)
{
    std::vector<std::unique_ptr<RankFile>> files;
    for (const std::filesystem::path& path : paths)
        if (auto file = RankFile::open(path); file && !(*file)->ranks().empty())
            files.push_back(*std::move(file));
    return files;
}

/// Opens the native rank files in a folder, sorted by path; leaves out other files.
std::vector<std::unique_ptr<RankFile>> rankFilesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.is_regular_file(error))
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<std::unique_ptr<RankFile>> files = rankFilesAmong(paths);
    // Ignores files with several ranks if others have only one: a merged file beside its sources repeats their ranks.
    const auto isMerged = [](const auto& file) { return file->ranks().size() > 1; };
    if (!std::ranges::all_of(files, isMerged))
        std::erase_if(files, isMerged);
    return files;
}

/// Returns the file of each rank. A complete file replaces one that was cut off.
Result<std::map<std::uint32_t, RankFile*>> ranksOf(const std::vector<std::unique_ptr<RankFile>>& files)
{
    std::map<std::uint32_t, RankFile*> ranks;
    for (const auto& file : files)
        for (const std::uint32_t rank : file->ranks()) {
            RankFile*& chosen = ranks[rank];
            if (chosen != nullptr && chosen->isWhole() && file->isWhole())
                return makeError(ErrorCode::BadFile, message("ranks.twice", rank));
            if (chosen == nullptr || file->isWhole())
                chosen = file.get();
        }
    return ranks;
}

Result<std::vector<std::unique_ptr<RankFile>>> filesAt(const std::filesystem::path& path)
{
    std::error_code error;
    std::vector<std::unique_ptr<RankFile>> files;
    if (std::filesystem::is_directory(path, error)) {
        files = rankFilesIn(path);
        if (files.empty())
            return makeError(ErrorCode::NotFound, message("ranks.none-in", path.string()));
        return files;
    }
    auto file = RankFile::open(path);
    if (!file)
        return std::move(file).error();
    files.push_back(*std::move(file));
    return files;
}

}  // namespace

namespace {

bool isProfile(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with(".json") || name.ends_with(".json.gz");
}

/// Returns the files of PyTorch's profiler in a folder, sorted by name.
std::vector<std::filesystem::path> profilesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.is_regular_file(error) && isProfile(entry.path()))
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

/// Adds a member for each file, with the rank that the file's name states.
Status numberByNames(const std::filesystem::path& folder, std::span<const std::string> names, const std::string& title,
                     std::vector<ranks::Member>& members)
{
    const auto ranks = detail::ranksInNames(names);
    if (!ranks)
        return makeError(ErrorCode::BadFile, message("ranks.unnumbered", folder.string(), names.size() - 1));
    for (std::size_t i = 0; i < ranks->size(); ++i) {
        trace::RankRecord record;
        record.rank = (*ranks)[i];
        record.count = static_cast<std::uint32_t>(ranks->size());
        record.state = trace::RankState::Finished;
        const auto opened = detail::openAs(folder / names[i], {title, record});
        if (!opened)
            return opened.error();
        members.push_back({record, opened->trace, {}, 1});
    }
    return {};
}

/// Returns the name of a folder, even if the path is ".".
std::string nameOf(const std::filesystem::path& folder)
{
    std::error_code error;
    const std::filesystem::path whole = (std::filesystem::absolute(folder, error) / "").lexically_normal();
    const std::filesystem::path name = whole.parent_path().filename();
    return (name.empty() ? folder : name).string();
}

/// Opens the files that the profiler wrote on each rank as one run.
Result<OpenedRuns> openProfiles(const std::filesystem::path& folder, const std::function<bool(double)>& progress)
{
    const std::vector<std::filesystem::path> paths = profilesIn(folder);
    const std::string title = nameOf(folder);
    std::vector<ranks::Member> members;
    std::vector<std::string> unnumbered;  // names of profiles that do not state their ranks
    for (const std::filesystem::path& path : paths) {
        if (progress && !progress(static_cast<double>(&path - paths.data()) / static_cast<double>(paths.size())))
            return makeError(ErrorCode::Cancelled, message("trace.reading-stopped"));
        // Files that are no profiles are skipped, because other JSON files may be in the folder.
        const auto opened = detail::openAs(path, {title});
        if (opened && opened->trace->rankPart().rank)
            members.push_back({*opened->trace->rankPart().rank, opened->trace, {}, 1});
        else if (opened && trace::isImported(opened->trace->run()))
            unnumbered.push_back(path.filename().string());
    }
    const bool isByName = members.empty() && unnumbered.size() > 1;
    if (isByName)
        if (Status status = numberByNames(folder, unnumbered, title, members); !status)
            return std::move(status).error();
    if (members.empty())
        return makeError(ErrorCode::NotFound, message("ranks.none-in", folder.string()));
    std::ranges::sort(members, {}, [](const ranks::Member& member) { return member.info.rank; });
    if (const Status status = detail::uniteGroups(members); !status)
        return inFile(folder, status.error());
    if (const Status status = detail::alignByCollectives(members); !status)
        return inFile(folder, status.error());
    auto set = ranks::RunSet::make(std::move(members));
    if (!set)
        return inFile(folder, set.error());
    OpenedRuns opened{*std::move(set), {}};
    if (isByName)
        opened.note = message("ranks.note.by-name");
    else if (opened.set->rankCount() < opened.set->expectedRanks())
        opened.note = message("ranks.note.missing", opened.set->rankCount(), opened.set->expectedRanks());
    return opened;
}

}  // namespace

bool isRunSet(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return !rankFilesIn(path).empty() || !profilesIn(path).empty();
    return RankFile::isOne(path);
}

namespace {

/// Returns the collectives since the first step: earlier ones wait for ranks that are still starting. Returns all
/// collectives if there are no steps.
std::span<const ranks::MatchedCollective> trainingCollectives(const ranks::RunSet& set)
{
    const auto all = set.collectives();
    const ranks::Member& first = set.members().front();
    if (first.trace->programPart().steps.empty())
        return all;
    const Nanoseconds begin = first.clock.toReference(first.trace->programPart().steps.front().begin);
    return {std::ranges::lower_bound(all, begin, {}, &ranks::MatchedCollective::lastPosted), all.end()};
}

/// Returns the members that explain the waits of a large run: those for which the others waited longest, and for
/// comparison a typical one, whose arrival at the collective with the longest waits is the median.
std::vector<std::uint32_t> explainingMembers(const ranks::RunSet& set)
{
    constexpr std::size_t kMostLate = 3;  // loading all ranks of a large run would take too much memory
    std::vector<Nanoseconds> caused(set.members().size());
    Nanoseconds longest{-1};
    const ranks::MatchedCollective* worst = nullptr;
    for (const ranks::MatchedCollective& collective : trainingCollectives(set)) {
        Nanoseconds waited{};
        for (const ranks::Arrival& arrival : set.arrivals(collective))
            waited += collective.waitOf(arrival);
        caused[collective.lastMember] += waited;
        if (waited > std::exchange(longest, std::max(longest, waited)))
            worst = &collective;
    }
    if (worst == nullptr)
        return {};
    std::vector<std::uint32_t> members(caused.size());
    std::iota(members.begin(), members.end(), 0U);
    const std::size_t count = std::min(kMostLate, members.size());
    const auto costliest = members.begin() + static_cast<std::ptrdiff_t>(count);
    std::ranges::partial_sort(members, costliest, std::greater{}, [&](std::uint32_t i) { return caused[i]; });
    members.resize(count);
    const auto arrivals = set.arrivals(*worst);
    std::vector<ranks::Arrival> sorted(arrivals.begin(), arrivals.end());
    std::erase_if(sorted, [&](const ranks::Arrival& arrival) {
        return caused[arrival.member] > Nanoseconds{} && std::ranges::count(members, arrival.member) > 0;
    });
    if (sorted.empty())
        return members;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle, {}, &ranks::Arrival::posted);
    members.push_back(middle->member);
    return members;
}

/// Loads the operations of explainingMembers().
Result<ranks::RunSetPtr> explained(ranks::RunSetPtr set)
{
    std::vector<ranks::Member> members(set->members().begin(), set->members().end());
    for (const std::uint32_t i : explainingMembers(*set)) {
        if (!members[i].loadOperations)
            continue;
        if (auto trace = members[i].loadOperations()) {
            members[i].trace = *std::move(trace);
            members[i].loadOperations = nullptr;
        }
    }
    set.reset();
    return ranks::RunSet::make(std::move(members));
}

/// Whether two traces are of the same rank of the same run; their Detail may differ.
bool areOfSameRank(const trace::Trace& a, const trace::Trace& b)
{
    const auto& first = a.rankPart().rank;
    const auto& second = b.rankPart().rank;
    if (!first || !second || first->rank != second->rank || first->count != second->count ||
        first->run != second->run || first->process != second->process)
        return false;
    return std::ranges::equal(a.rankPart().collectives, b.rankPart().collectives,
                              [](const auto& one, const auto& other) {
                                  return one.op == other.op && one.posted == other.posted && one.done == other.done;
                              });
}

/// Returns a function that reads a member of a file again, with its operations. The function returns an error if a file
/// of another run has replaced this file.
std::function<Result<trace::TracePtr>()> loaderOf(const std::filesystem::path& file, const ranks::Member& member)
{
    std::error_code error;
    std::filesystem::path path = std::filesystem::absolute(file, error);
    if (error)
        path = file;
    return [path, rank = member.info.rank, known = member.trace]() -> Result<trace::TracePtr> {
        try {
            auto opened = RankFile::open(path);
            if (!opened)
                return std::move(opened).error();
            auto trace = (*opened)->load(rank, trace::Detail::Operations);
            if (trace && !areOfSameRank(**trace, *known))
                return inFile(path, makeError(ErrorCode::BadFile, message("ranks.changed")));
            return trace;
        } catch (const std::bad_alloc&) {
            return inFile(path, makeError(ErrorCode::OutOfMemory, message("trace.no-memory")));
        }
    };
}

/// Opens the ranks of all files as one run. `path`: file or folder that messages name.
Result<OpenedRuns> openRanksOf(const std::vector<std::unique_ptr<RankFile>>& files, const std::filesystem::path& path,
                               const std::function<bool(double)>& progress)
{
    const auto ranks = ranksOf(files);
    if (!ranks)
        return inFile(path, ranks.error());
    std::vector<ranks::Member> members;
    std::vector<MessageArgument> damaged;
    for (const auto& [rank, file] : *ranks) {
        if (progress && !progress(static_cast<double>(members.size()) / static_cast<double>(ranks->size())))
            return makeError(ErrorCode::Cancelled, message("trace.reading-stopped"));
        const bool isDetailed = ranks->size() <= kMaxDetailedRanks || rank == ranks->begin()->first;
        auto trace = file->load(rank, isDetailed ? trace::Detail::Operations : trace::Detail::Spans);
        const auto& info = trace ? (*trace)->rankPart().rank : std::nullopt;
        if (!trace || !info || info->rank != rank) {
            damaged.emplace_back(std::int64_t{rank});
            continue;
        }
        members.push_back({*info, *trace, ranks::ClockMap((*trace)->rankPart().clock), 1});
        if (!isDetailed)
            members.back().loadOperations = loaderOf(file->path(), members.back());
    }
    auto set = ranks::RunSet::make(std::move(members));
    if (set && ranks->size() > kMaxDetailedRanks)
        set = explained(*std::move(set));
    if (!set)
        return inFile(path, set.error());
    OpenedRuns opened{*std::move(set), {}};
    if (!damaged.empty())
        opened.note = message("ranks.note.damaged", messages::list(std::move(damaged)));
    else if (opened.set->rankCount() < opened.set->expectedRanks())
        opened.note = message("ranks.note.missing", opened.set->rankCount(), opened.set->expectedRanks());
    return opened;
}

}  // namespace

Result<OpenedRuns> openRunSet(const std::filesystem::path& path, const std::function<bool(double)>& progress)
try {
    std::error_code error;
    if (std::filesystem::is_directory(path, error) && rankFilesIn(path).empty() && !profilesIn(path).empty())
        return openProfiles(path, progress);
    const auto files = filesAt(path);
    return files ? openRanksOf(*files, path, progress) : Result<OpenedRuns>(files.error());
} catch (const std::bad_alloc&) {
    return inFile(path, makeError(ErrorCode::OutOfMemory, message("trace.no-memory")));
}

Result<OpenedRuns> openRankFiles(std::span<const std::filesystem::path> paths)
try {
    return openRanksOf(rankFilesAmong(paths), paths.empty() ? std::filesystem::path() : paths.front().parent_path(),
                       {});
} catch (const std::bad_alloc&) {
    return makeError(ErrorCode::OutOfMemory, message("trace.no-memory"));
}

namespace {

bool hasSpans(const ranks::Member& member)
{
    return std::ranges::any_of(member.trace->lanes(),
                               [&](const trace::LaneRecord& lane) { return !member.trace->spans(lane.id).empty(); });
}

}  // namespace

Status saveRunSet(const ranks::RunSet& set, const std::filesystem::path& path)
{
    const auto isWithoutOperations = [](const ranks::Member& member) {
        return member.trace->opCount() == 0 && hasSpans(member);
    };
    if (std::ranges::any_of(set.members(), isWithoutOperations))
        return makeError(ErrorCode::Unsupported, message("ranks.only-spans", path.string(), kMaxDetailedRanks));
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return std::move(file).error();
    detail::ChunkWriter chunks([&](std::string_view bytes) { return file->write(bytes); }, detail::kRankVersion);
    for (const ranks::Member& member : set.members()) {
        detail::ChunkSink sink(chunks, member.info.rank);
        replay(*member.trace, sink);
        // An imported rank has no ClockRecords; its clock map was computed when the ranks were opened.
        if (trace::isImported(member.trace->run()) && member.trace->rankPart().clock.empty())
            for (const trace::ClockRecord& point : member.clock.points())
                sink.write(point);
        sink.flush();
    }
    const Status status = chunks.finish();
    return status ? file->commit() : status;
}

Status mergeRanks(const std::filesystem::path& folder, const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    std::error_code error;
    const bool isOfProfiles = std::filesystem::is_directory(folder, error) && rankFilesIn(folder).empty();
    if (isProfile(path) || name.ends_with(".otf2") || (isOfProfiles && !profilesIn(folder).empty())) {
        const auto opened = openRunSet(folder);
        if (!opened)
            return opened.error();
        const trace::TracePtr overview = ranks::overviewOf(opened->set);
        // If ranks have spans, but the overview has no operations, the run is too large to be exported.
        const bool isEmpty = overview->opCount() == 0 && std::ranges::any_of(opened->set->members(), hasSpans);
        return isEmpty ? Status(makeError(ErrorCode::Unsupported, message("ranks.too-large", path.string())))
                       : saveTraceAs(*overview, path);
    }
    auto files = filesAt(folder);
    if (!files)
        return std::move(files).error();
    const auto ranks = ranksOf(*files);
    if (!ranks)
        return inFile(folder, ranks.error());
    const std::uint32_t version = files->front()->version();
    if (!std::ranges::all_of(*files, [&](const auto& from) { return from->version() == version; }))
        return inFile(folder, makeError(ErrorCode::BadFile, message("ranks.versions")));
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return std::move(file).error();
    detail::ChunkWriter chunks([&](std::string_view bytes) { return file->write(bytes); }, version);
    for (const auto& [rank, from] : *ranks)
        from->copyTo(chunks, rank);
    const Status status = chunks.finish();
    return status ? file->commit() : status;
}

}  // namespace engine::io
