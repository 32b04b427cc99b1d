#pragma once

#include <cstdint>
#include <type_traits>

/// The interface between the program and its MPI module: plain structures and a table of functions, so that the program
/// can be built without MPI. Both sides must be built from the same version of this file: increment kVersion with each
/// change. No exception crosses the interface.
///
/// Threads: any, but one at a time. A channel is a communicator; the first three channels contain all ranks. Counts are
/// numbers of floats; sizes are in bytes. Buffers and arrays stay valid until the request is complete.
namespace engine::ranks::mpi::abi {

constexpr std::uint32_t kVersion = 3;
/// The only symbol that the module exports: `const void* overlapMpiModule(std::uint32_t version)`, which returns null
/// for a version that the module does not support.
constexpr const char* kEntry = "overlapMpiModule";

enum class Code : std::int32_t { Ok, Failed };

struct Request;

struct Place {
    std::int32_t rank = 0;
    std::int32_t count = 1;
    std::int32_t localRank = 0;
    std::int32_t localCount = 1;
    std::int32_t localCores = 0;
    std::int32_t node = 0;
};

constexpr std::int32_t kFirst = 0;    ///< channel for the numbers of collectives of all ranks
constexpr std::int32_t kSecond = 1;   ///< channel for the second steps of collectives of all ranks (detail::Transfer)
constexpr std::int32_t kControl = 2;  ///< channel for the packets of detail::Mailbox
constexpr std::int32_t kAnyRank = -1;

/// The parts of a buffer that go to or come from each rank of a channel.
struct Parts {
    const std::int32_t* counts = nullptr;
    const std::int32_t* offsets = nullptr;
};

struct Module {
    std::uint32_t version = kVersion;
    std::uint32_t size = 0;  ///< size of this structure in the module's version

    /// Returns the message of the last call that did not return Ok; never null.
    const char* (*lastError)();
    /// Returns the name and version of the MPI library: "Open MPI v4.1.4".
    const char* (*library)();

    Code (*start)(Place* place);
    /// Ends MPI. All ranks must call it; pending requests are dropped.
    void (*finish)();
    /// Ends all ranks immediately.
    void (*abort)(std::int32_t status);
    /// Creates a channel for the ranks that pass `isMember` = 1, in ascending order. All ranks must call it together.
    Code (*split)(std::int32_t isMember, std::int32_t* channel);

    Code (*send)(std::int32_t channel, const void* data, std::int64_t size, std::int32_t to, std::int32_t tag,
                 Request** request);
    Code (*receive)(std::int32_t channel, void* data, std::int64_t size, std::int32_t from, std::int32_t tag,
                    Request** request);
    Code (*allToAll)(std::int32_t channel, const float* from, Parts fromParts, float* to, Parts toParts,
                     Request** request);
    /// Gathers the parts of all ranks in `to`. If `from` is null, this rank's part is already at its place in `to`.
    Code (*allGather)(std::int32_t channel, const float* from, std::int32_t count, float* to, Parts parts,
                      Request** request);
    Code (*gather)(std::int32_t channel, const float* from, std::int32_t count, float* to, Parts parts,
                   std::int32_t root, Request** request);
    Code (*broadcast)(std::int32_t channel, float* data, std::int32_t count, std::int32_t root, Request** request);

    /// Advances communication. If the request is complete, frees it and sets `isDone`. `size`: bytes received.
    Code (*test)(Request* request, std::int32_t* isDone, std::int64_t* size);
};

static_assert(std::is_standard_layout_v<Module> && std::is_trivially_copyable_v<Module>);

}  // namespace engine::ranks::mpi::abi
