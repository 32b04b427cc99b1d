#include "engine/devices/cpu/team.h"

#include "engine/base/expect.h"

#include <pthread.h>

#include <algorithm>
#include <string>

namespace engine::devices::cpu {

Team::Team(int helpers)
{
    m_helpers.reserve(static_cast<std::size_t>(std::max(0, helpers)));
    for (int helper = 0; helper < helpers; ++helper)
        m_helpers.emplace_back([this, helper](const std::stop_token& stop) { help(stop, helper); });
}

Team::~Team()
{
    for (std::jthread& helper : m_helpers)
        helper.request_stop();
}

void Team::run(std::int64_t pieces, int threads, const PieceBody& body, const Watch& watch)
{
    ENGINE_EXPECT(body && pieces >= 0);
    Round round;
    round.body = &body;
    round.watch = &watch;
    round.pieces = pieces;
    round.seats = static_cast<int>(std::min<std::int64_t>({threads - 1, helpers(), pieces - 1}));
    if (round.seats <= 0) {
        for (std::int64_t piece = 0; piece < pieces; ++piece)
            body(piece);
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_rounds.push_back(&round);
    }
    m_called.notify_all();
    workOn(round);
    std::unique_lock lock(m_mutex);
    std::erase(m_rounds, &round);
    m_left.wait(lock, [&round] { return round.present == 0; });
}

bool Team::workOn(Round& round)
{
    bool hasWorked = false;
    for (std::int64_t piece = 0; (piece = round.next.fetch_add(1)) < round.pieces; hasWorked = true)
        (*round.body)(piece);
    return hasWorked;
}

Team::Round* Team::join(std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
{
    if (!m_called.wait(lock, stop, [this] { return !m_rounds.empty(); }))
        return nullptr;
    Round* round = m_rounds.front();
    ++round->present;
    if (--round->seats == 0)
        m_rounds.erase(m_rounds.begin());
    return round;
}

void Team::help(const std::stop_token& stop, int helper)
{
    pthread_setname_np(pthread_self(), ("core " + std::to_string(helper + 1)).c_str());
    std::unique_lock lock(m_mutex);
    while (Round* round = join(lock, stop)) {
        lock.unlock();
        if (round->next.load() < round->pieces) {
            if (round->watch->enter)
                round->watch->enter(helper);
            workOn(*round);
            if (round->watch->leave)
                round->watch->leave(helper);
        }
        lock.lock();
        // All pieces have been distributed, so no further helper may join this round.
        std::erase(m_rounds, round);
        if (--round->present == 0)
            m_left.notify_all();
    }
}

}  // namespace engine::devices::cpu
