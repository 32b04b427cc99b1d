#include "engine/io/detail/import_about.h"

#include "engine/messages/messages.h"
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
    info.machineLabel = events.source.empty() ? about("machineLabel") : events.source;
    if (info.machineLabel.empty())
        info.machineLabel = "imported";
    for (const auto& [number, gpu] : events.gpus)
        if (!gpu.first.empty() && number == events.gpus.begin()->first)
            info.machineLabel = (events.gpus.size() > 1 ? std::to_string(events.gpus.size()) + "× " : "") + gpu.first +
                                " · " + info.machineLabel;
    // A simulated program run that we exported must be shown as simulated.
    info.platform = about("platform") == "virtual" ? trace::PlatformKind::Virtual : trace::PlatformKind::Real;
    return info;
}

namespace {

/// Describes events that were skipped because of their times.
Message leftOutForTheirTimes(const ImportedEvents& events)
{
    Message timeless, backwards;
    if (events.timeless > 0)
        timeless = message("trace.note.events-timeless", events.timeless);
    if (events.backwards > 0)
        backwards = message("trace.note.events-backwards", events.backwards);
    return messages::joined(std::move(timeless), std::move(backwards));
}

/// Returns a message that names the counters of bytes for which the file does not state whose memory they measure, such
/// as "heap · bytes"; empty if there are none.
Message countersOfBytes(const ImportedEvents& events)
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
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(found.size(), kNamed); ++i)
        names.push_back(events.texts[found[i].first] + " · " + events.texts[found[i].second]);
    if (names.empty())
        return {};
    return found.size() > kNamed ? message("trace.note.byte-counters-more", messages::list(names))
                                 : message("trace.note.byte-counters", messages::list(names));
}

}  // namespace

Message noteOf(const ImportedEvents& events)
{
    Message note = messages::joined(events.note, leftOutForTheirTimes(events));
    note = messages::joined(std::move(note), countersOfBytes(events));
    if (events.leftOut > 0)
        note = messages::joined(std::move(note), message("trace.note.events-bound", events.leftOut));
    return events.texts.isFull() ? messages::joined(std::move(note), message("trace.note.names-bound")) : note;
}

}  // namespace engine::io::detail
