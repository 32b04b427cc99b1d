#include "engine/io/detail/import_about.h"

#include "engine/io/detail/own_words.h"
#include "engine/trace/imported.h"

#include <charconv>

namespace engine::io::detail {

trace::RunInfo runInfoOf(const ImportedEvents& events, const std::string& title, bool isOurs)
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
    info.machine = isOurs ? about("machine") : trace::kImportedMachine;
    info.machineLabel = about("machineLabel");
    if (!isOurs) {
        info.machineLabel = events.source.empty() ? "imported" : events.source;
        for (const auto& [number, gpu] : events.gpus)
            if (!gpu.first.empty() && number == events.gpus.begin()->first)
                info.machineLabel = (events.gpus.size() > 1 ? std::to_string(events.gpus.size()) + "× " : "") +
                                    gpu.first + " · " + info.machineLabel;
    }
    if (events.own) {
        info.source = about("source");
        info.values = about("values") == "computed" ? trace::ValueMode::Computed : trace::ValueMode::TimingOnly;
        const std::string seed = about("seed");
        std::from_chars(seed.data(), seed.data() + seed.size(), info.seed);
        for (const auto& [key, value] : events.about)
            if (const std::size_t space = key.find(' ', kParameterKey.size());
                key.starts_with(kParameterKey) && space != key.npos)
                info.parameters.emplace_back(key.substr(space + 1), value);
    }
    // What was simulated must go on saying so.
    info.platform = about("platform") == "virtual" ? trace::PlatformKind::Virtual : trace::PlatformKind::Real;
    return info;
}

std::string noteOf(const ImportedEvents& events)
{
    std::string note = events.note;
    const auto add = [&](const std::string& sentence) { note += (note.empty() ? "" : " ") + sentence; };
    if (events.leftOut > 0)
        add(std::to_string(events.leftOut) +
            " events are left out: the file has more of them, or more tracks, than can be shown.");
    if (events.texts.isFull())
        add("Names that come late in the file are left out: together they are too long.");
    return note;
}

}  // namespace engine::io::detail
