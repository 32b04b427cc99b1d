#include "engine/ranks/detail/program_texts.h"
#include "engine/messages/messages.h"
#include "engine/ranks/run_notes.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace engine::ranks::detail {

namespace {

using trace::NoteRecord;
using trace::OutputRecord;
using trace::OutputStream;

/// Returns the lines that Overlap, not the program, wrote to standard error.
std::set<std::string> announcementsOf(const trace::Trace& trace)
{
    std::set<std::string> texts;
    for (const NoteRecord& note : trace.notes())
        if (!note.isWarning)
            texts.insert(note.text.english() + "\n");
    return texts;
}

std::string withRank(std::string_view text, std::uint32_t rank)
{
    const std::string prefix = "[rank" + std::to_string(rank) + "]: ";
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        result.append(prefix).append(text.substr(0, end));
        text.remove_prefix(end);
    }
    return result;
}

}  // namespace

std::vector<OutputRecord> outputsOf(const RunSet& set, Nanoseconds horizon)
{
    const std::set<std::string> first = announcementsOf(*set.members().front().trace);
    std::vector<OutputRecord> outputs;
    std::vector<const Member*> printers;  // for each output: the rank that printed it; null: an announcement
    std::set<const Member*> others;
    for (const Member& member : set.members())
        for (OutputRecord output : member.trace->programPart().outputs) {
            const bool isAnnounced = output.stream == OutputStream::Error && first.contains(output.text);
            output.time = member.clock.toReference(output.time);
            if (output.time >= horizon || (isAnnounced && &member != &set.members().front()))
                continue;
            printers.push_back(isAnnounced ? nullptr : &member);
            if (!isAnnounced)
                others.insert(&member);
            outputs.push_back(std::move(output));
        }
    if (others.size() > 1)
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (printers[i] != nullptr)
                outputs[i].text = withRank(outputs[i].text, printers[i]->info.rank);
    std::ranges::stable_sort(outputs, {}, &OutputRecord::time);
    return outputs;
}

std::vector<RankNote> notesOf(const RunSet& set, Nanoseconds horizon)
{
    std::vector<RankNote> notes;
    std::set<std::string> first;
    for (std::uint32_t i = 0; i < set.members().size(); ++i) {
        const Member& member = set.members()[i];
        for (NoteRecord note : member.trace->notes()) {
            note.time = member.clock.toReference(note.time);
            const std::string text = note.text.english();
            if (i == 0)
                first.insert(text);
            if (note.time >= horizon || (i > 0 && (!note.isWarning || first.contains(text))))
                continue;
            if (i > 0)
                note.text = messages::message("ranks.of", member.info.rank, note.text);
            notes.push_back({i, std::move(note)});
        }
    }
    if (horizon == Nanoseconds::max())
        for (NoteRecord& note : notesAbout(set))
            notes.push_back({0, std::move(note)});
    std::ranges::stable_sort(notes, {}, [](const RankNote& note) { return note.note.time; });
    return notes;
}

}  // namespace engine::ranks::detail
