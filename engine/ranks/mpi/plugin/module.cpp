#include "engine/ranks/mpi/abi.h"

#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <climits>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace engine::ranks::mpi::abi {

struct Request {
    MPI_Request mpi = MPI_REQUEST_NULL;
};

}  // namespace engine::ranks::mpi::abi

namespace engine::ranks::mpi::plugin {

namespace {

using abi::Code;
using abi::Request;

std::string g_error;
std::vector<MPI_Comm> g_channels;

Code check(int result, const char* call)
{
    if (result == MPI_SUCCESS)
        return Code::Ok;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(result, text.data(), &length);
    g_error = std::string(call) + ": " + std::string(text.data(), static_cast<std::size_t>(length));
    return Code::Failed;
}

/// Starts an MPI operation with `issue`, which receives a pointer to the request.
template <typename Issue>
Code begin(const char* call, Request** request, Issue issue)
{
    std::unique_ptr<Request> created(new (std::nothrow) Request);
    if (created == nullptr) {
        g_error = std::string(call) + ": out of memory";
        return Code::Failed;
    }
    const Code code = check(issue(&created->mpi), call);
    *request = code == Code::Ok ? created.release() : nullptr;
    return code;
}

MPI_Comm channelOf(std::int32_t channel)
{
    return g_channels[static_cast<std::size_t>(channel)];
}

const char* lastError()
{
    return g_error.c_str();
}

const char* library()
{
    static const std::string kName = [] {
        std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
        int length = 0;
        MPI_Get_library_version(text.data(), &length);
        const std::string all(text.data(), static_cast<std::size_t>(length));
        return all.substr(0, all.find_first_of(",\n"));
    }();
    return kName.c_str();
}

/// Returns the index of the computer on which the rank runs. Computers are ordered by their lowest ranks.
int nodeOf(MPI_Comm local, int rank)
{
    int first = rank;
    MPI_Bcast(&first, 1, MPI_INT, 0, local);
    int count = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    std::vector<int> firsts(static_cast<std::size_t>(count));
    MPI_Allgather(&first, 1, MPI_INT, firsts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::sort(firsts.begin(), firsts.end());
    firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
    return static_cast<int>(std::lower_bound(firsts.begin(), firsts.end(), first) - firsts.begin());
}

/// Returns the number of cores that the ranks of one computer may use together: mpirun may bind each rank to different
/// cores.
int coresOf(MPI_Comm local)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (sched_getaffinity(0, sizeof cores, &cores) != 0)
        CPU_ZERO(&cores);
    MPI_Allreduce(MPI_IN_PLACE, &cores, sizeof cores, MPI_BYTE, MPI_BOR, local);
    return CPU_COUNT(&cores);
}

Code start(abi::Place* place)
{
    int provided = 0;
    if (const Code code = check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided), "MPI_Init_thread");
        code != Code::Ok)
        return code;
    if (provided < MPI_THREAD_SERIALIZED) {
        g_error = "this MPI cannot be called from several threads";
        return Code::Failed;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    g_channels.resize(abi::kControl + 1);
    for (MPI_Comm& channel : g_channels)
        if (const Code code = check(MPI_Comm_dup(MPI_COMM_WORLD, &channel), "MPI_Comm_dup"); code != Code::Ok)
            return code;
    MPI_Comm_rank(MPI_COMM_WORLD, &place->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &place->count);
    MPI_Comm local = MPI_COMM_NULL;
    const Code code =
        check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, place->rank, MPI_INFO_NULL, &local),
              "MPI_Comm_split");
    if (code != Code::Ok)
        return code;
    MPI_Comm_rank(local, &place->localRank);
    MPI_Comm_size(local, &place->localCount);
    place->localCores = coresOf(local);
    place->node = nodeOf(local, place->rank);
    MPI_Comm_free(&local);
    return Code::Ok;
}

void finish()
{
    MPI_Finalize();
}

void abort(std::int32_t status)
{
    MPI_Abort(MPI_COMM_WORLD, status);
}

Code split(std::int32_t isMember, std::int32_t* channel)
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm created = MPI_COMM_NULL;
    const Code code =
        check(MPI_Comm_split(MPI_COMM_WORLD, isMember != 0 ? 0 : MPI_UNDEFINED, rank, &created), "MPI_Comm_split");
    if (code != Code::Ok)
        return code;
    if (created != MPI_COMM_NULL)
        MPI_Comm_set_errhandler(created, MPI_ERRORS_RETURN);
    *channel = static_cast<std::int32_t>(g_channels.size());
    g_channels.push_back(created);
    return Code::Ok;
}

Code send(std::int32_t channel, const void* data, std::int64_t size, std::int32_t to, std::int32_t tag,
          Request** request)
{
    return begin("MPI_Isend", request, [&](MPI_Request* mpi) {
        return size > INT_MAX ? MPI_ERR_COUNT
                              : MPI_Isend(data, static_cast<int>(size), MPI_BYTE, to, tag, channelOf(channel), mpi);
    });
}

Code receive(std::int32_t channel, void* data, std::int64_t size, std::int32_t from, std::int32_t tag,
             Request** request)
{
    return begin("MPI_Irecv", request, [&](MPI_Request* mpi) {
        return size > INT_MAX ? MPI_ERR_COUNT
                              : MPI_Irecv(data, static_cast<int>(size), MPI_BYTE,
                                          from == abi::kAnyRank ? MPI_ANY_SOURCE : from, tag, channelOf(channel), mpi);
    });
}

Code allToAll(std::int32_t channel, const float* from, abi::Parts fromParts, float* to, abi::Parts toParts,
              Request** request)
{
    return begin("MPI_Ialltoallv", request, [&](MPI_Request* mpi) {
        return MPI_Ialltoallv(from, fromParts.counts, fromParts.offsets, MPI_FLOAT, to, toParts.counts, toParts.offsets,
                              MPI_FLOAT, channelOf(channel), mpi);
    });
}

Code allGather(std::int32_t channel, const float* from, std::int32_t count, float* to, abi::Parts parts,
               Request** request)
{
    return begin("MPI_Iallgatherv", request, [&](MPI_Request* mpi) {
        return MPI_Iallgatherv(from == nullptr ? MPI_IN_PLACE : from, count, MPI_FLOAT, to, parts.counts, parts.offsets,
                               MPI_FLOAT, channelOf(channel), mpi);
    });
}

Code gather(std::int32_t channel, const float* from, std::int32_t count, float* to, abi::Parts parts, std::int32_t root,
            Request** request)
{
    return begin("MPI_Igatherv", request, [&](MPI_Request* mpi) {
        return MPI_Igatherv(from, count, MPI_FLOAT, to, parts.counts, parts.offsets, MPI_FLOAT, root,
                            channelOf(channel), mpi);
    });
}

Code broadcast(std::int32_t channel, float* data, std::int32_t count, std::int32_t root, Request** request)
{
    return begin("MPI_Ibcast", request,
                 [&](MPI_Request* mpi) { return MPI_Ibcast(data, count, MPI_FLOAT, root, channelOf(channel), mpi); });
}

Code test(Request* request, std::int32_t* isDone, std::int64_t* size)
{
    MPI_Status status;
    int flag = 0;
    const Code code = check(MPI_Test(&request->mpi, &flag, &status), "MPI_Test");
    *isDone = flag;
    if (code != Code::Ok || flag == 0)
        return code;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    *size = bytes == MPI_UNDEFINED ? 0 : bytes;
    delete request;
    return code;
}

const abi::Module kTable{
    abi::kVersion, sizeof(abi::Module), lastError, library,   start, finish, abort, split, send, receive,
    allToAll,      allGather,           gather,    broadcast, test};

}  // namespace

}  // namespace engine::ranks::mpi::plugin

extern "C" __attribute__((visibility("default"))) const void* overlapMpiModule(std::uint32_t version)
{
    using namespace engine::ranks::mpi;
    return version == abi::kVersion ? &plugin::kTable : nullptr;
}
