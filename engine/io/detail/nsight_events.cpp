#include "engine/io/detail/nsight_events.h"

#include "engine/io/detail/guarded_database.h"
#include "engine/io/detail/limits.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::io::detail {

namespace {

constexpr std::int64_t kLongest = std::int64_t{1} << 60;  // limit on times, so that their differences do not overflow

/// Maps CUPTI's copy kind (source and target memory) to a name.
std::string_view copyName(std::int64_t kind)
{
    switch (kind) {
        case 1:
        case 3:
            return "Memcpy HtoD";
        case 2:
        case 4:
            return "Memcpy DtoH";
        case 9:
            return "Memcpy HtoH";
        case 10:
            return "Memcpy PtoP";
        default:
            return "Memcpy DtoD";
    }
}

class NsightReader {
public:
    explicit NsightReader(const Progress& progress) : m_database(progress) { m_events.details.push_back({}); }

    Result<ImportedEvents> run(const std::filesystem::path& path)
    {
        if (Status opened = m_database.open(path); !opened)
            return std::move(opened).error();
        const bool isNsight = std::ranges::any_of(m_database.tables(), [](const std::string& name) {
            return name.starts_with("CUPTI_ACTIVITY_KIND_") || name == "NVTX_EVENTS" || name == "StringIds" ||
                   name == "CUDA_GPU_MEMORY_USAGE_EVENTS";
        });
        if (!isNsight)
            return makeError(ErrorCode::BadFile, message("trace.other-sqlite"));
        m_events.source = "Nsight Systems";
        const std::array steps{&NsightReader::readStrings, &NsightReader::readGpus,   &NsightReader::readThreadNames,
                               &NsightReader::readKernels, &NsightReader::readCopies, &NsightReader::readFills,
                               &NsightReader::readCalls,   &NsightReader::readEvents, &NsightReader::readSyncs,
                               &NsightReader::readRanges,  &NsightReader::readMemory};
        for (std::size_t i = 0; i < steps.size() && !m_database.isDamaged() && !m_database.isCancelled(); ++i) {
            m_database.setProgress(static_cast<double>(i) / static_cast<double>(steps.size()));
            (this->*steps[i])();
            m_database.reportProgress();
        }
        if (m_database.isCancelled())
            return makeError(ErrorCode::Cancelled, message("trace.stopped", path.filename().string()));
        if (m_database.isDamaged() && m_events.slices.empty())
            return m_database.damage();
        if (m_database.isDamaged())
            m_events.note = message("trace.note.database-damaged");
        return std::move(m_events);
    }

private:
    /// Returns the text number of a name, which is either an index into StringIds or the text itself.
    std::uint32_t nameOf(sqlite3_stmt* row, int column)
    {
        if (sqlite3_column_type(row, column) == SQLITE_TEXT)
            return m_events.texts.add(textOf(row, column));
        const auto known = m_strings.find(number(row, column, -1));
        return known == m_strings.end() ? 0 : known->second;
    }

    void readStrings()
    {
        m_database.eachRow("StringIds", {"id", "value"}, [&](sqlite3_stmt* row) {
            if (m_strings.size() < kMaxPoints)
                m_strings.emplace(number(row, 0), m_events.texts.add(textOf(row, 1)));
        });
    }

    void readGpus()
    {
        m_database.eachRow("TARGET_INFO_GPU", {"id", "name", "totalMemory"}, [&](sqlite3_stmt* row) {
            if (m_events.gpus.size() < kMaxProcesses)
                m_events.gpus[number(row, 0)] = {m_events.texts[m_events.texts.add(textOf(row, 1))],
                                                 std::clamp<std::int64_t>(number(row, 2), 0, kMaxBytes)};
        });
        // Renumbers the GPUs by their CUDA numbers, because kernels refer to these numbers.
        std::map<std::int64_t, std::pair<std::string, std::int64_t>> byCuda;
        m_database.eachRow("TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId"}, [&](sqlite3_stmt* row) {
            if (const auto gpu = m_events.gpus.find(number(row, 0)); gpu != m_events.gpus.end())
                byCuda.emplace(number(row, 1), gpu->second);
        });
        if (!byCuda.empty())
            m_events.gpus = byCuda;
    }

    void readThreadNames()
    {
        m_database.eachRow("ThreadNames", {"globalTid", "nameId"}, [&](sqlite3_stmt* row) {
            if (m_threadNames.size() < kMaxThreads)
                m_threadNames.emplace(number(row, 0), nameOf(row, 1));
        });
    }

    /// Index of a process or a thread beyond the limits, and of a stream that ran no work.
    static constexpr std::uint32_t kNone = 0xffffffff;
    std::uint32_t process(std::int64_t key, const std::string& name, std::int64_t number, std::int64_t sort)
    {
        const auto known = m_processes.find(key);
        if (known != m_processes.end())
            return known->second;
        if (m_events.processes.size() >= kMaxProcesses)
            return kNone;
        ImportedProcess made;
        made.name = name;
        made.number = number;
        made.sort = sort;
        m_events.processes.push_back(made);
        return m_processes.emplace(key, static_cast<std::uint32_t>(m_events.processes.size() - 1)).first->second;
    }
    std::uint32_t thread(std::uint32_t process, std::int64_t key, const std::string& name, std::int64_t number)
    {
        if (process == kNone)
            return kNone;
        const auto known = m_threads.find({process, key});
        if (known != m_threads.end())
            return known->second;
        if (m_events.threads.size() >= kMaxThreads)
            return kNone;
        m_events.threads.push_back({process, name, 0, number});
        return m_threads.emplace(std::pair(process, key), static_cast<std::uint32_t>(m_events.threads.size() - 1))
            .first->second;
    }

    std::uint32_t stream(std::int64_t gpu, std::int64_t number)
    {
        const std::uint32_t of = process(-1 - gpu, "GPU " + std::to_string(gpu), gpu, 1);
        return thread(of, number, "stream " + std::to_string(number), number);
    }
    std::uint32_t hostThread(std::int64_t globalTid)
    {
        const std::int64_t pid = (globalTid >> 24) & 0xffffff;
        const std::int64_t tid = globalTid & 0xffffff;
        const auto named = m_threadNames.find(globalTid);
        const std::string name = named != m_threadNames.end() && named->second != 0 ? m_events.texts[named->second]
                                                                                    : "thread " + std::to_string(tid);
        return thread(process(pid + 1, "process " + std::to_string(pid), -1, 0), globalTid, name, tid);
    }

    /// Correlation numbers are unique only within a process, so the link includes the process.
    static std::int64_t linkOf(std::int64_t globalId, std::int64_t correlation)
    {
        return correlation <= 0 ? 0
                                : ((((globalId >> 24) & 0xffffff) << 32) ^ correlation) & ((std::int64_t{1} << 62) - 1);
    }

    void keep(ImportedSlice slice, std::uint32_t on, const SliceDetails* details = nullptr)
    {
        if (on == kNone || m_events.slices.size() >= kMaxSlices) {
            ++m_events.leftOut;
            return;
        }
        slice.thread = on;
        slice.begin = std::clamp(slice.begin, -kLongest, kLongest);
        slice.end = std::clamp(slice.end, slice.begin, kLongest);
        if (details != nullptr) {
            slice.details = static_cast<std::uint32_t>(m_events.details.size());
            m_events.details.push_back(*details);
        }
        m_events.slices.push_back(slice);
    }

    ImportedSlice sliceOf(sqlite3_stmt* row, Layer layer, const char* category)
    {
        ImportedSlice slice;
        slice.begin = number(row, 0);
        slice.end = number(row, 1, slice.begin);
        slice.layer = layer;
        slice.category = m_events.texts.add(category);
        return slice;
    }

    void readKernels()
    {
        m_database.eachRow("CUPTI_ACTIVITY_KIND_KERNEL",
                           {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "shortName",
                            "demangledName", "name"},
                           [&](sqlite3_stmt* row) {
                               ImportedSlice slice = sliceOf(row, Layer::Gpu, "kernel");
                               slice.link = linkOf(number(row, 5), number(row, 4));
                               slice.name = nameOf(row, 6);
                               for (int other = 7; slice.name == 0 && other <= 8; ++other)
                                   slice.name = nameOf(row, other);
                               if (slice.name == 0)
                                   slice.name = m_events.texts.add("kernel");
                               keep(slice, stream(number(row, 2), number(row, 3)));
                           });
    }

    void readCopies()
    {
        readTransfers("CUPTI_ACTIVITY_KIND_MEMCPY", "gpu_memcpy",
                      {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "bytes", "copyKind"},
                      [](sqlite3_stmt* row) { return copyName(number(row, 7)); });
    }

    void readFills()
    {
        readTransfers("CUPTI_ACTIVITY_KIND_MEMSET", "gpu_memset",
                      {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "bytes"},
                      [](sqlite3_stmt*) { return std::string_view("Memset"); });
    }

    void readTransfers(const char* table, const char* category, std::initializer_list<const char*> columns,
                       const auto& transferName)
    {
        m_database.eachRow(table, columns, [&](sqlite3_stmt* row) {
            ImportedSlice slice = sliceOf(row, Layer::Gpu, category);
            slice.link = linkOf(number(row, 5), number(row, 4));
            slice.name = m_events.texts.add(transferName(row));
            SliceDetails details;
            details.bytes = static_cast<double>(std::max<std::int64_t>(0, number(row, 6)));
            keep(slice, stream(number(row, 2), number(row, 3)), &details);
        });
    }

    void readCalls()
    {
        m_database.eachRow("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId", "nameId"},
                           [&](sqlite3_stmt* row) {
                               ImportedSlice slice = sliceOf(row, Layer::HostCall, "cuda_runtime");
                               slice.link = linkOf(number(row, 2), number(row, 3));
                               slice.name = nameOf(row, 4);
                               keep(slice, hostThread(number(row, 2)));
                           });
    }

    /// Returns the index of a stream that ran work, else kNone: an empty row would be useless.
    [[nodiscard]] std::uint32_t knownStream(std::int64_t gpu, std::int64_t number) const
    {
        const auto of = m_processes.find(-1 - gpu);
        if (of == m_processes.end())
            return kNone;
        const auto known = m_threads.find({of->second, number});
        return known == m_threads.end() ? kNone : known->second;
    }

    /// Reads the calls that recorded events.
    void readEvents()
    {
        m_database.eachRow("CUPTI_ACTIVITY_KIND_CUDA_EVENT",
                           {"deviceId", "streamId", "correlationId", "globalPid", "eventId"}, [&](sqlite3_stmt* row) {
                               const std::uint32_t on = knownStream(number(row, 0), number(row, 1));
                               if (on == kNone || !hasValue(row, 4) || number(row, 2) <= 0)
                                   return;
                               if (m_eventCount++ < kMaxPoints)
                                   m_recorded[{number(row, 3), number(row, 4)}].push_back({number(row, 2), on});
                           });
        for (auto& [event, records] : m_recorded)
            std::ranges::sort(records);
    }

    /// Reads a stream's wait for an event. The last recording with a smaller correlation number is the awaited one,
    /// since these numbers increase with time.
    void readStreamWait(sqlite3_stmt* row)
    {
        const std::uint32_t waiting = knownStream(number(row, 2), number(row, 3));
        const auto recorded = m_recorded.find({number(row, 5), number(row, 7, -1)});
        if (waiting == kNone || recorded == m_recorded.end() || m_events.streamWaits.size() >= kMaxPoints)
            return;
        const auto& records = recorded->second;
        const auto after = std::ranges::lower_bound(records, std::pair(number(row, 4), std::uint32_t{0}));
        if (after == records.begin())
            return;
        const auto& [correlation, stream] = *(after - 1);
        m_events.streamWaits.push_back(
            {linkOf(number(row, 5), number(row, 4)), linkOf(number(row, 5), correlation), waiting, stream});
    }

    void readSyncs()
    {
        constexpr std::int64_t kStreamWaitEvent = 2;
        constexpr std::int64_t kStreamSync = 3;
        m_database.eachRow(
            "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
            {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "syncType", "eventId"},
            [&](sqlite3_stmt* row) {
                if (number(row, 6) == kStreamWaitEvent && hasValue(row, 3))
                    return readStreamWait(row);
                // A synchronisation record adds information to its call only if the record states the awaited stream.
                if (number(row, 6) != kStreamSync || !hasValue(row, 3))
                    return;
                ImportedSlice slice = sliceOf(row, Layer::Sync, "cuda_sync");
                slice.link = linkOf(number(row, 5), number(row, 4));
                SliceDetails details;
                details.stream = number(row, 3);
                keep(slice, stream(number(row, 2), number(row, 3)), &details);
            });
    }

    void readRanges()
    {
        constexpr std::int64_t kPushPop = 59;
        constexpr std::int64_t kStartEnd = 60;
        m_database.eachRow("NVTX_EVENTS", {"start", "end", "globalTid", "text", "textId", "eventType"},
                           [&](sqlite3_stmt* row) {
                               const std::int64_t type = number(row, 5, kPushPop);
                               if ((type != kPushPop && type != kStartEnd) || !hasValue(row, 1)) {
                                   ++m_events.skipped;
                                   return;
                               }
                               ImportedSlice slice = sliceOf(row, Layer::Annotation, "nvtx");
                               slice.name = hasValue(row, 3) ? m_events.texts.add(textOf(row, 3)) : nameOf(row, 4);
                               keep(slice, hostThread(number(row, 2)));
                           });
    }

    void readMemory()
    {
        m_database.eachRow(
            "CUDA_GPU_MEMORY_USAGE_EVENTS", {"start", "deviceId", "bytes", "memoryOperationType", "memKind", "address"},
            [&](sqlite3_stmt* row) {
                const std::int64_t act = number(row, 3, -1);
                const std::int64_t kind = number(row, 4, 2);
                if (act < 0 || act > 1 || m_events.memory.size() >= kMaxPoints) {
                    ++m_events.skipped;
                    return;
                }
                MemoryEvent event;
                event.time = std::clamp(number(row, 0), -kLongest, kLongest);
                event.bytes = std::clamp<std::int64_t>(number(row, 2), 0, kMaxBytes) * (act == 0 ? 1 : -1);
                event.address = static_cast<std::uint64_t>(number(row, 5));
                const bool isOfGpu = kind == 2 || kind == 3 || kind == 5;
                event.gpu =
                    isOfGpu ? static_cast<std::int32_t>(std::clamp<std::int64_t>(number(row, 1), 0, 1 << 20)) : -1;
                m_events.memory.push_back(event);
            });
    }

    GuardedDatabase m_database;
    ImportedEvents m_events;
    std::unordered_map<std::int64_t, std::uint32_t> m_strings;
    std::unordered_map<std::int64_t, std::uint32_t> m_threadNames;
    std::map<std::int64_t, std::uint32_t> m_processes;
    std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> m_threads;
    /// For each process and event: the calls that recorded the event, with their streams.
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<std::int64_t, std::uint32_t>>> m_recorded;
    std::size_t m_eventCount = 0;
};

}  // namespace

Result<ImportedEvents> readNsightEvents(const std::filesystem::path& path, const Progress& progress)
{
    return NsightReader(progress).run(path);
}

}  // namespace engine::io::detail
