#include "engine/devices/cpu/library_groups.h"

#include "engine/base/invalid.h"
#include "engine/devices/cpu/rank_library.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

namespace engine::devices::cpu {

/// The first message of each rank to the others, before they connect.
struct LibraryGroups::Handshake {
    std::uint32_t library = 0;  ///< hash of name and version; 0: none
    RankLibrary::Identity gpu{};
    RankLibrary::Id id{};  ///< set by the group's first rank only
};

/// The second message of each rank to the others, after it has tried to connect its GPU.
struct LibraryGroups::Outcome {
    std::uint32_t failedAfter = kConnected;  ///< ms; only the earliest failure is reported: usually the cause
    ranks::Text<396> reason;

    static constexpr std::uint32_t kConnected = ~std::uint32_t{0};
};

template <typename Words>
Result<std::vector<Words>> LibraryGroups::allGather(const PendingCollective& call, const Words& own)
{
    using Floats =
        std::array<float, sizeof(Words) / sizeof(float)>;  // the words' bits, since exchangeWords() gathers floats
    const auto floats = std::bit_cast<Floats>(own);
    const Result<std::vector<float>> gathered = m_thread.exchangeWords(call, {floats.begin(), floats.end()});
    if (!gathered)
        return gathered.error();
    std::vector<Words> all;
    for (auto from = gathered->begin(); from != gathered->end(); from += static_cast<std::ptrdiff_t>(floats.size())) {
        Floats words;
        std::copy_n(from, words.size(), words.begin());
        all.push_back(std::bit_cast<Words>(words));
    }
    return all;
}

Result<std::vector<LibraryGroups::Handshake>> LibraryGroups::exchangeHandshakes(const PendingCollective& call)
{
    Handshake own;
    RankLibrary* const library = m_state.devices->rankLibrary();
    if (call.device != kCpu && library != nullptr && !library->name().empty()) {
        std::uint32_t hash = 2166136261U;
        for (const char c : library->name())
            hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
        own.library = std::max(hash, 1U);
        own.gpu = library->identityOf(call.device);
    }
    if (own.library != 0 && call.own == 0) {
        if (const Result<RankLibrary::Id> id = library->makeId(); id)
            own.id = *id;
        else
            own.library = 0;
    }
    return allGather(call, own);
}

Result<Message> LibraryGroups::connect(const PendingCollective& call, const RankLibrary::Id& id)
{
    RankLibrary& library = *m_state.devices->rankLibrary();
    const Nanoseconds begin = m_state.trace.now();
    const Status status = library.connect(call.what.group, call.device, id, call.own, call.count);
    Outcome own;
    if (!status) {
        own.failedAfter = static_cast<std::uint32_t>((m_state.trace.now() - begin) / std::chrono::milliseconds(1));
        own.reason = status.error().english();
    }
    const Result<std::vector<Outcome>> outcomes = allGather(call, own);
    if (!outcomes)
        return outcomes.error();
    const auto failure = std::ranges::min_element(*outcomes, {}, &Outcome::failedAfter);
    if (failure->failedAfter == Outcome::kConnected)
        return Message();
    if (status)
        library.disconnect(call.what.group, call.device);
    const int rank = m_transport.ranksOf(call.what.group)[static_cast<std::size_t>(failure - outcomes->begin())];
    return message("run.note.not-connected", rank, failure->reason.text());
}

Message LibraryGroups::problemOf(const std::vector<Handshake>& handshakes, GroupId group) const
{
    const std::span<const int> ranks = m_transport.ranksOf(group);
    for (std::size_t i = 0; i < handshakes.size(); ++i)
        if (handshakes[i].library == 0)
            return message("run.note.no-library", ranks[i]);
    for (std::size_t i = 0; i < handshakes.size(); ++i) {
        if (handshakes[i].library != handshakes[0].library)
            return message("run.note.other-library", ranks[0], ranks[i]);
        for (std::size_t j = 0; j < i; ++j)
            if (handshakes[i].gpu == handshakes[j].gpu)
                return message("run.note.same-gpu", ranks[j], ranks[i]);
    }
    return {};
}

Result<bool> LibraryGroups::usesLibrary(const PendingCollective& call)
{
    if (!m_isWanted)
        return false;
    const GroupId group = call.what.group;
    const bool isOnGpu = call.device != kCpu;
    if (ranks::isTransfer(call.what.kind)) {
        if (isOnGpu && m_problem.empty())
            m_problem = message("run.note.transfer");
        return false;
    }
    if (const auto found = m_groups.find({group, isOnGpu}); found != m_groups.end()) {
        if (found->second && *found->second != call.device)
            return invalid("This rank used " + m_state.infos[found->second->index].name +
                           " before in this group, not " + m_state.infos[call.device.index].name + ": " +
                           m_state.devices->rankLibrary()->name() + " connects one GPU of each rank.");
        return found->second.has_value();
    }
    const Result<std::vector<Handshake>> handshakes = exchangeHandshakes(call);
    if (!handshakes)
        return handshakes.error();
    if (isOnGpu)
        m_problem = problemOf(*handshakes, group);
    if (isOnGpu && m_problem.empty()) {
        const Result<Message> problem = connect(call, handshakes->front().id);
        if (!problem)
            return problem.error();
        m_problem = *problem;
    }
    std::optional<DeviceId>& gpu = m_groups[{group, isOnGpu}];
    if (!isOnGpu || !m_problem.empty())
        return false;
    gpu = call.device;
    m_state.trace.write(trace::NoteRecord{.time = m_state.trace.now(),
                                          .text = message("run.note.library", m_state.devices->rankLibrary()->name()),
                                          .line = call.line});
    return true;
}

}  // namespace engine::devices::cpu
