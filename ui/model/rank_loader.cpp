#include "ui/model/rank_loader.h"

#include "engine/messages/messages.h"
#include "engine/ranks/overview.h"

#include <pthread.h>

#include <QCoreApplication>
#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <utility>

namespace ui::model {

namespace {

/// Adds the operations of a rank: from memory if possible, otherwise from the file of the rank.
void load(const engine::ranks::RunSetPtr& set, std::uint32_t index, RankLoader::Rank& rank)
{
    if (rank.member.loadOperations) {
        auto trace = rank.member.loadOperations();
        if (!trace) {
            rank.reason = trace.error().message;
            return;
        }
        rank.member.trace = *std::move(trace);
    }
    if (rank.member.trace->opCount() == 0)
        return;
    rank.overview = engine::ranks::overviewOf(set, rank.member, index);
    rank.state = RankLoader::State::Loaded;
}

/// Returns the rank with its operations, or with the reason why it has none.
RankLoader::Rank loaded(const engine::ranks::RunSetPtr& set, std::uint32_t index)
{
    RankLoader::Rank rank;
    rank.member = set->members()[index];
    rank.state = RankLoader::State::Failed;
    try {
        load(set, index, rank);
    } catch (const std::bad_alloc&) {
        rank.reason = engine::messages::message("trace.no-memory");
    } catch (const std::exception& error) {
        rank.reason = engine::Message(std::string(error.what()));
    }
    return rank;
}

}  // namespace

void RankLoader::follow(const engine::trace::TracePtr& trace)
{
    // A trace with lanes already has all operations, so the loader has no work.
    const engine::ranks::RunSetPtr set = trace->lanes().empty() ? trace->rankPart().set : nullptr;
    if (set == m_set)
        return;
    m_set = set;
    m_ranks.clear();
    m_wanted.clear();
}

void RankLoader::request(const std::vector<std::uint32_t>& members)
{
    std::vector<std::uint32_t> wanted;
    for (const std::uint32_t member : members)
        if (m_set && member < m_set->members().size() && members.size() <= kMost)
            wanted.push_back(member);
    if (wanted == m_wanted)
        return;
    m_wanted = wanted;
    std::erase_if(m_ranks, [&](const auto& entry) { return std::ranges::count(wanted, entry.first) == 0; });
    for (const std::uint32_t member : wanted)
        m_ranks.try_emplace(member);
    loadNext();
    emit changed();
}

const RankLoader::Rank* RankLoader::find(std::uint32_t member) const
{
    const auto found = m_ranks.find(member);
    return found != m_ranks.end() ? &found->second.rank : nullptr;
}

engine::trace::TracePtr RankLoader::latest() const
{
    const Rank* const rank = m_wanted.empty() ? nullptr : find(m_wanted.back());
    return rank != nullptr ? rank->overview : nullptr;
}

void RankLoader::loadNext()
{
    const auto waiting = std::ranges::find_if(m_ranks, [](const auto& entry) { return entry.second.job == 0; });
    if (m_thread.joinable() || waiting == m_ranks.end())
        return;
    const std::uint32_t member = waiting->first;
    const std::uint64_t job = ++m_jobs;
    waiting->second.job = job;
    m_thread = std::jthread([this, set = m_set, member, job] {
        pthread_setname_np(pthread_self(), "rank loader");
        QMetaObject::invokeMethod(
            this, [this, member, job, rank = loaded(set, member)] { deliver(member, job, rank); },
            Qt::QueuedConnection);
    });
}

/// Called when the thread has posted its result; joining it does not block.
void RankLoader::deliver(std::uint32_t member, std::uint64_t job, Rank rank)
{
    m_thread = {};
    const auto found = m_ranks.find(member);
    const bool isWanted = found != m_ranks.end() && found->second.job == job;
    if (isWanted)
        found->second.rank = std::move(rank);
    loadNext();
    if (!isWanted)
        return;
    if (member == m_wanted.back() && latest())
        emit latestLoaded();
    emit changed();
}

void RankLoader::finish()
{
    while (m_thread.joinable()) {
        m_thread.join();
        QCoreApplication::sendPostedEvents(this);
    }
}

}  // namespace ui::model
