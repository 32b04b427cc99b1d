#pragma once

#include "engine/base/index_iterator.h"
#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/trace/record.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// The content of another program's trace, independent of the file format: the readers fill these structures, and
/// import_records converts them to records. Every list has a limit, so that a malicious file needs no more memory than
/// a large valid one.
namespace engine::io::detail {

/// Entries beyond these limits are dropped and counted; a note reports their number to the user.
constexpr std::size_t kMaxSlices = 12'000'000;
constexpr std::size_t kMaxPoints = 4'000'000;  ///< limit for flow ends, for counter values and for memory events
constexpr std::size_t kMaxThreads = 2000;
constexpr std::size_t kMaxProcesses = 256;
constexpr std::size_t kMaxRows = 2000;
constexpr std::size_t kMaxDepth = 200;  ///< limit for nested slices on one thread
constexpr std::size_t kMaxGroups = 256;
constexpr std::size_t kMaxGroupRanks = std::size_t{1} << 20;  ///< limit for the ranks of all groups together
constexpr std::size_t kMaxTextBytes = std::size_t{256} << 20;

/// Largest time, in ns: the sum and the difference of two such times do not overflow. Wall-clock times, in ns since
/// 1970, are smaller until 2116.
constexpr std::int64_t kLatestTime = (std::int64_t{1} << 62) - 1;

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// Stores repeated texts once and numbers them; number 0 is "". Text that is not UTF-8 is read as Latin-1.
class Texts {
public:
    Texts() { m_texts.emplace_back(); }
    std::uint32_t add(std::string_view text);
    /// Adds `text` and returns it as UTF-8.
    const std::string& stored(std::string_view text) { return m_texts[add(text)]; }
    [[nodiscard]] const std::string& operator[](std::uint32_t number) const { return m_texts[number]; }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    [[nodiscard]] bool isFull() const { return m_isFull; }

private:
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;  ///< keys point into m_texts
    std::deque<std::string> m_texts;
    std::size_t m_bytes = 0;
    bool m_isFull = false;
};

/// A vector that grows without moving its elements, and can free memory blocks at its front.
template <typename T>
class Pieces {
public:
    static constexpr std::size_t kPiece = std::size_t{1} << 12;

    using Iterator = IndexIterator<Pieces, T&>;

    void push_back(const T& value)
    {
        if (m_size == m_pieces.size() * kPiece)
            m_pieces.push_back(std::make_unique<T[]>(kPiece));
        (*this)[m_size++] = value;
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    T& operator[](std::size_t i) { return m_pieces[i / kPiece][i % kPiece]; }
    const T& operator[](std::size_t i) const { return m_pieces[i / kPiece][i % kPiece]; }
    Iterator begin() { return {this, 0}; }
    Iterator end() { return {this, m_size}; }
    void truncate(std::size_t size)
    {
        m_size = std::min(m_size, size);
        m_pieces.resize((m_size + kPiece - 1) / kPiece);
    }
    /// Frees the blocks that contain only entries before `i`.
    void forget(std::size_t i)
    {
        for (; m_forgotten < i / kPiece; ++m_forgotten)
            m_pieces[m_forgotten].reset();
    }

private:
    std::vector<std::unique_ptr<T[]>> m_pieces;
    std::size_t m_size = 0;
    std::size_t m_forgotten = 0;
};

/// The layer of the software to which a slice belongs.
enum class Layer : std::uint8_t {
    Plain,       ///< unknown
    HostOp,      ///< an operator of the framework, on its thread: "aten::mm"
    HostCall,    ///< a call into the driver: "cudaLaunchKernel"
    Python,      ///< a Python function
    Annotation,  ///< a range that the program named
    Gpu,         ///< a kernel, a copy or a fill, on a stream of the GPU
    Sync,        ///< a record of the driver that names the object for which a call waited
    Program,     ///< statements, waits and host work of a program run that we exported
};

struct ImportedSlice {
    std::int64_t begin = 0;  ///< ns
    std::int64_t end = 0;
    std::int64_t link = 0;     ///< connects a call to the device work that the call started; 0: none
    std::uint32_t thread = 0;  ///< index into ImportedEvents::threads
    std::uint32_t name = 0;
    std::uint32_t category = 0;
    std::uint32_t details = 0;  ///< index into ImportedEvents::details; 0: none
    std::uint32_t row = 0;      ///< set by import_records
    Layer layer = Layer::Plain;
};

/// Details that only few slices have.
struct SliceDetails {
    std::int64_t stream = -1;  ///< of a Sync: the awaited stream; -1: all streams
    double flops = 0;
    double bytes = 0;
    std::int32_t line = 0;
    std::uint32_t text = 0;
    bool isFailed = false;
    std::optional<trace::CollectiveKind> collective;  ///< stated beside the name of the slice
    std::uint32_t group = 0;     ///< of a collective: index into ImportedEvents::groups; 0: of all ranks, or unknown
    std::int64_t sequence = -1;  ///< of a collective: its number in the group; -1: unknown

    /// Whether the file states more about a collective than the name of the slice.
    [[nodiscard]] bool isCall() const { return group != 0 || sequence >= 0 || collective.has_value(); }
};

/// A process group of PyTorch.
struct ImportedGroup {
    std::string name;                  ///< name and description
    std::vector<std::uint32_t> ranks;  ///< empty: unknown
};

struct FlowEnd {
    std::int64_t time = 0;
    std::uint64_t key = 0;  ///< hash of category, name and id
    std::uint32_t thread = 0;
    std::uint32_t category = 0;
    bool isStart = false;
};

/// A stream that waited for an event recorded on another stream (cudaStreamWaitEvent).
struct StreamWait {
    std::int64_t waitLink = 0;    ///< link of the call that made the stream wait
    std::int64_t recordLink = 0;  ///< link of the call that recorded the event
    std::uint32_t waiting = 0;    ///< index of the waiting stream in ImportedEvents::threads
    std::uint32_t recorded = 0;
};

struct CounterValue {
    std::int64_t time = 0;
    double value = 0;
    std::uint32_t process = 0;
    std::uint32_t name = 0;
    std::uint32_t series = 0;
};

/// A memory block that was allocated (bytes > 0) or freed, with the total sizes after this event.
struct MemoryEvent {
    std::int64_t time = 0;
    std::int64_t bytes = 0;
    std::int64_t allocated = -1;  ///< -1: not in the file; computed from the previous total
    std::int64_t reserved = -1;
    std::uint64_t address = 0;
    std::int32_t gpu = -1;  ///< -1: host memory
};

struct ImportedThread {
    std::uint32_t process = 0;  ///< index into ImportedEvents::processes
    std::string name;
    std::int64_t sort = 0;
    std::int64_t number = -1;  ///< number in the file; for a stream of a GPU, the stream's number
};

struct ImportedProcess {
    std::string name;
    std::string labels;
    std::int64_t sort = 0;
    std::int64_t number = -1;  ///< number in the file; for a GPU, the GPU's number
};

struct ImportedEvents {
    Texts texts;
    std::vector<ImportedProcess> processes;
    std::vector<ImportedThread> threads;
    Pieces<ImportedSlice> slices;
    Pieces<SliceDetails> details;  ///< entry 0: for slices without details
    Pieces<FlowEnd> flows;
    Pieces<StreamWait> streamWaits;
    Pieces<CounterValue> counters;
    Pieces<MemoryEvent> memory;
    std::vector<ImportedGroup> groups{{"world", {}}};
    std::map<std::string, std::string> about;  ///< content of "otherData" and "distributedInfo"
    std::map<std::int64_t, std::pair<std::string, std::int64_t>> gpus;  ///< by GPU number: name and bytes of memory
    std::string source;                                                 ///< "PyTorch profiler"; empty: unknown
    std::uint64_t skipped = 0;                                          ///< events that a timeline does not show
    std::uint64_t leftOut = 0;                                          ///< number of events beyond the limits
    std::uint64_t timeless = 0;                                         ///< events without a valid time or duration
    std::uint64_t backwards = 0;                                        ///< number of events whose duration is negative
    Message note;                                                       ///< set if the file is truncated or damaged
    bool isOurs = false;                                                ///< whether we exported the trace
    std::string records;  ///< the native file that a trace exported by us contains; if set, the importer reads only it
};

}  // namespace engine::io::detail
