#include "engine/io/detail/import_about.h"

#include "engine/trace/imported.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace engine::io::detail {

trace::RunInfo runInfoOf(const ImportedEvents& events, const std::string& title)
{
    const auto about = [&](const char* name) {
        const auto found = events.about.find(name);
        return found == events.about.end() ? std::string() : found->second;
    };
    trace::RunInfo info;
    info.program = about("program").empty() ? title : about("program");
    info.title = about("title").empty() ? title : about("title");
    info.section = about("section");
    info.dialect = about("dialect");
    info.machine = trace::kImportedMachine;
    info.machineLabel = events.source.empty() ? "imported" : events.source;
    for (const auto& [number, gpu] : events.gpus)
        if (!gpu.first.empty() && number == events.gpus.begin()->first)
            info.machineLabel = (events.gpus.size() > 1 ? std::to_string(events.gpus.size()) + "× " : "") + gpu.first +
                                " · " + info.machineLabel;
    // A simulated run that we exported must still be shown as simulated.
    info.platform = about("platform") == "virtual" ? trace::PlatformKind::Virtual : trace::PlatformKind::Real;
    return info;
}

namespace {

std::string counted(std::uint64_t count)
{
    return std::to_string(count) + (count == 1 ? " event" : " events");
}

/// Describes events that were skipped because of their times.
std::string leftOutForTheirTimes(const ImportedEvents& events)
{
    std::string which;
    if (events.timeless > 0)
        which = counted(events.timeless) + " without a time that is a number";
    if (events.backwards > 0)
        which += (which.empty() ? "" : " and ") + counted(events.backwards) + " of negative length";
    const bool isOne = events.timeless + events.backwards == 1;
    return which.empty() ? which : which + (isOne ? " is left out." : " are left out.");
}

/// Lists counters of bytes whose memory is unknown: "heap · bytes".
std::string countersOfBytes(const ImportedEvents& events)
{
    constexpr std::size_t kNamed = 3;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (std::size_t i = 0; i < events.counters.size(); ++i) {
        const CounterValue& counter = events.counters[i];
        const std::pair name(counter.name, counter.series);
        if (std::find(found.begin(), found.end(), name) != found.end())
            continue;
        if (events.texts[counter.series].find("ytes") != std::string::npos && found.size() <= kNamed)
            found.push_back(name);
    }
    std::string names;
    for (std::size_t i = 0; i < std::min(found.size(), kNamed); ++i)
        names += (i > 0 ? ", " : "") + events.texts[found[i].first] + " · " + events.texts[found[i].second];
    if (names.empty())
        return names;
    return "Kept as metrics, for the file does not say whose memory they count: " + names +
           (found.size() > kNamed ? " and more." : ".");
}

}  // namespace

std::string noteOf(const ImportedEvents& events)
{
    std::string note = events.note;
    const auto add = [&](const std::string& sentence) {
        if (!sentence.empty())
            note += (note.empty() ? "" : " ") + sentence;
    };
    add(leftOutForTheirTimes(events));
    add(countersOfBytes(events));
    if (events.leftOut > 0)
        add(std::to_string(events.leftOut) +
            " events are left out: the file has more of them, or more tracks, than can be shown.");
    if (events.texts.isFull())
        add("Names that come late in the file are left out: together they are too long.");
    return note;
}

}  // namespace engine::io::detail
