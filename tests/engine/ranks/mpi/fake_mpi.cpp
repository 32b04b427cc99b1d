#include "tests/engine/ranks/mpi/fake_mpi.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

using namespace engine::ranks::mpi;

namespace {

/// Identifies a message: channel, sender, receiver (ranks of the run) and tag.
using Address = std::tuple<int, int, int, int>;

struct Receive {
    int channel = 0;
    int from = 0;
    int tag = 0;
    char* to = nullptr;
    std::size_t size = 0;
};

}  // namespace

namespace engine::ranks::mpi::abi {

struct Request {
    int rank = 0;
    std::vector<Receive> open;
    std::int64_t received = 0;
};

}  // namespace engine::ranks::mpi::abi

namespace {

using abi::Code;
using abi::Request;

struct Shared {
    explicit Shared(int ranks) : count(ranks), calls(static_cast<std::size_t>(ranks))
    {
        std::vector<int> all;
        for (int rank = 0; rank < ranks; ++rank)
            all.push_back(rank);
        channels = {all, all, all};
    }

    std::mutex mutex;  // guards all other members
    int count;
    std::map<Address, std::deque<std::vector<char>>> messages;
    std::vector<std::vector<int>> channels;  // ranks of each channel
    std::vector<std::map<int, int>> calls;   // by rank: number of this rank's collectives in each channel
    std::vector<std::pair<int, int>> split;  // rank, and whether it is a member of the new channel
    std::condition_variable hasSplit;
    std::vector<std::unique_ptr<Request>> pending;  // incomplete requests; those left at the end are dropped
};

Shared* g_shared = nullptr;

std::vector<char> bytesOf(const void* data, std::size_t size)
{
    const char* const begin = static_cast<const char*>(data);
    return {begin, begin + size};
}

/// The functions of one rank's module.
template <int kRank>
struct Rank {
    static const char* lastError() { return "fake"; }
    static const char* library() { return "fake MPI"; }
    static void finish() {}
    static void abort(std::int32_t) {}

    static Code start(abi::Place* place)
    {
        constexpr int kOnComputer = 2;
        *place = {kRank, g_shared->count, kRank, g_shared->count, 0, kRank / kOnComputer};
        return Code::Ok;
    }

    static Code split(std::int32_t isMember, std::int32_t* channel)
    {
        std::unique_lock lock(g_shared->mutex);
        const std::size_t created = g_shared->channels.size();
        g_shared->split.emplace_back(kRank, isMember);
        if (static_cast<int>(g_shared->split.size()) == g_shared->count) {
            std::sort(g_shared->split.begin(), g_shared->split.end());
            std::vector<int> members;
            for (const auto& [rank, is] : g_shared->split)
                if (is != 0)
                    members.push_back(rank);
            g_shared->split.clear();
            g_shared->channels.push_back(members);
            g_shared->hasSplit.notify_all();
        }
        g_shared->hasSplit.wait(lock, [created] { return g_shared->channels.size() > created; });
        *channel = static_cast<std::int32_t>(created);
        return Code::Ok;
    }

    static Code send(std::int32_t channel, const void* data, std::int64_t size, std::int32_t to, std::int32_t tag,
                     Request** request)
    {
        const std::lock_guard lock(g_shared->mutex);
        put(channel, to, tag, data, static_cast<std::size_t>(size));
        *request = add({kRank, {}, 0});
        return Code::Ok;
    }

    static Code receive(std::int32_t channel, void* data, std::int64_t size, std::int32_t from, std::int32_t tag,
                        Request** request)
    {
        const std::lock_guard lock(g_shared->mutex);
        const int sender = from == abi::kAnyRank ? from : worldRank(channel, from);
        *request = add({kRank, {{channel, sender, tag, static_cast<char*>(data), static_cast<std::size_t>(size)}}, 0});
        return Code::Ok;
    }

    static Code allToAll(std::int32_t channel, const float* from, abi::Parts fromParts, float* to, abi::Parts toParts,
                         Request** request)
    {
        const std::lock_guard lock(g_shared->mutex);
        const int tag = nextTag(channel);
        *request = add({kRank, {}, 0});
        for (int i = 0; i < sizeOf(channel); ++i) {
            put(channel, i, tag, from + fromParts.offsets[i], bytes(fromParts.counts[i]));
            await(**request, channel, i, tag, to + toParts.offsets[i], toParts.counts[i]);
        }
        return Code::Ok;
    }

    static Code allGather(std::int32_t channel, const float* from, std::int32_t count, float* to, abi::Parts parts,
                          Request** request)
    {
        const std::lock_guard lock(g_shared->mutex);
        const int tag = nextTag(channel);
        *request = add({kRank, {}, 0});
        if (from == nullptr)
            from = to + parts.offsets[std::ranges::find(ranksOf(channel), kRank) - ranksOf(channel).begin()];
        for (int i = 0; i < sizeOf(channel); ++i) {
            put(channel, i, tag, from, bytes(count));
            await(**request, channel, i, tag, to + parts.offsets[i], parts.counts[i]);
        }
        return Code::Ok;
    }

    static Code gather(std::int32_t channel, const float* from, std::int32_t count, float* to, abi::Parts parts,
                       std::int32_t root, Request** request)
    {
        const std::lock_guard lock(g_shared->mutex);
        const int tag = nextTag(channel);
        *request = add({kRank, {}, 0});
        put(channel, root, tag, from, bytes(count));
        for (int i = 0; worldRank(channel, root) == kRank && i < sizeOf(channel); ++i)
            await(**request, channel, i, tag, to + parts.offsets[i], parts.counts[i]);
        return Code::Ok;
    }

    static Code broadcast(std::int32_t channel, float* data, std::int32_t count, std::int32_t root, Request** request)
    {
        const std::lock_guard lock(g_shared->mutex);
        const int tag = nextTag(channel);
        *request = add({kRank, {}, 0});
        if (worldRank(channel, root) != kRank)
            await(**request, channel, root, tag, data, count);
        else
            for (int i = 0; i < sizeOf(channel); ++i)
                if (i != root)
                    put(channel, i, tag, data, bytes(count));
        return Code::Ok;
    }

    static Code test(Request* request, std::int32_t* isDone, std::int64_t* size)
    {
        const std::lock_guard lock(g_shared->mutex);
        std::erase_if(request->open, [request](const Receive& receive) { return arrived(*request, receive); });
        *isDone = request->open.empty() ? 1 : 0;
        *size = request->received;
        if (*isDone != 0)
            std::erase_if(g_shared->pending, [request](const auto& pending) { return pending.get() == request; });
        return Code::Ok;
    }

    static const abi::Module& table()
    {
        static const abi::Module kTable{
            abi::kVersion, sizeof(abi::Module), lastError, library,   start, finish, abort, split, send, receive,
            allToAll,      allGather,           gather,    broadcast, test};
        return kTable;
    }

private:
    static Request* add(Request request)
    {
        return g_shared->pending.emplace_back(std::make_unique<Request>(std::move(request))).get();
    }
    static std::size_t bytes(std::int32_t count) { return sizeof(float) * static_cast<std::size_t>(count); }
    static const std::vector<int>& ranksOf(int channel)
    {
        return g_shared->channels[static_cast<std::size_t>(channel)];
    }
    static int sizeOf(int channel) { return static_cast<int>(ranksOf(channel).size()); }
    static int worldRank(int channel, int rank) { return ranksOf(channel)[static_cast<std::size_t>(rank)]; }
    static int nextTag(int channel) { return -1 - g_shared->calls[kRank][channel]++; }

    static void put(int channel, int to, int tag, const void* data, std::size_t size)
    {
        g_shared->messages[{channel, kRank, worldRank(channel, to), tag}].push_back(bytesOf(data, size));
    }
    static void await(Request& request, int channel, int from, int tag, float* to, std::int32_t count)
    {
        request.open.push_back({channel, worldRank(channel, from), tag, reinterpret_cast<char*>(to), bytes(count)});
    }
    /// MPI matches messages with receives in the order in which the receives were posted. After the run has failed, a
    /// receive may stay untested; in this module, such a receive blocks all later receives forever.
    static bool isBehindAnother(const Request& request, const Receive& receive)
    {
        for (const auto& earlier : g_shared->pending) {
            if (earlier.get() == &request)
                return false;
            if (earlier->rank == request.rank && std::ranges::any_of(earlier->open, [&](const Receive& other) {
                    return other.channel == receive.channel && other.tag == receive.tag &&
                           (other.from == receive.from || other.from == abi::kAnyRank || receive.from == abi::kAnyRank);
                }))
                return true;
        }
        return false;
    }
    static bool arrived(Request& request, const Receive& receive)
    {
        if (isBehindAnother(request, receive))
            return false;
        for (int from = 0; from < g_shared->count; ++from) {
            if (receive.from != abi::kAnyRank && receive.from != from)
                continue;
            const auto found = g_shared->messages.find({receive.channel, from, request.rank, receive.tag});
            if (found == g_shared->messages.end() || found->second.empty())
                continue;
            const std::vector<char>& message = found->second.front();
            std::copy_n(message.begin(), std::min(message.size(), receive.size), receive.to);
            request.received = static_cast<std::int64_t>(message.size());
            found->second.pop_front();
            return true;
        }
        return false;
    }
};

}  // namespace

namespace tests {

FakeMpi::FakeMpi(int ranks)
{
    g_shared = new Shared(ranks);
}

FakeMpi::~FakeMpi()
{
    delete std::exchange(g_shared, nullptr);
}

const abi::Module& FakeMpi::moduleOf(int rank)
{
    static const std::array<const abi::Module*, kMostRanks> kModules{&Rank<0>::table(), &Rank<1>::table(),
                                                                     &Rank<2>::table(), &Rank<3>::table()};
    return *kModules[static_cast<std::size_t>(rank)];
}

}  // namespace tests
