#pragma once

#include "engine/io/detail/imported_events.h"
#include "engine/io/detail/raw_event.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace engine::io::detail {

/// Finds the threads and processes of `events` by their ids in the file, and adds those that are new.
class ThreadTable {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;

    explicit ThreadTable(ImportedEvents& events) : m_events(events) {}
    /// process() and thread() return an index into the lists of `events`, or kNone if the list is full.
    std::uint32_t process(const std::string& pid);
    std::uint32_t thread(const std::string& pid, const std::string& tid);

private:
    ImportedEvents& m_events;
    std::unordered_map<std::string, std::uint32_t> m_processes;
    std::unordered_map<std::string, std::uint32_t> m_threads;
    std::string m_lastPid;
    std::string m_lastTid;
    std::uint32_t m_lastThread = kNone;
};

/// Slices whose end has not been read. An end closes the slice that was opened last with the same key.
class OpenSlices {
public:
    [[nodiscard]] bool isFull() const { return m_count >= kMaxPoints; }
    void open(std::uint64_t key, const ImportedSlice& slice)
    {
        m_open[key].push_back(slice);
        ++m_count;
    }
    [[nodiscard]] std::optional<ImportedSlice> close(std::uint64_t key, std::int64_t time);
    /// Returns the slices that are still open, in the order of the keys.
    [[nodiscard]] std::vector<ImportedSlice> rest() const;

private:
    std::unordered_map<std::uint64_t, std::vector<ImportedSlice>> m_open;
    std::size_t m_count = 0;
};

/// Converts Chrome trace events to the lists of `events`. Counts the events that it does not add.
class EventCollector {
public:
    explicit EventCollector(ImportedEvents& events) : m_events(events), m_threads(events) {}
    void add(RawEvent& event);
    /// Closes slices without an end, such as those of an aborted program, at the latest end of the other slices.
    void closeOpenSlices();

private:
    [[nodiscard]] bool hasUsableTimes(const RawEvent& event);
    void addComplete(const RawEvent& event);
    void open(const RawEvent& event, std::uint32_t thread, std::uint64_t key, OpenSlices& slices);
    void close(const RawEvent& event, std::uint64_t key, OpenSlices& slices);
    void addFlow(const RawEvent& event);
    void addCounter(const RawEvent& event);
    void addMemory(const RawEvent& event);
    void addMetadata(const RawEvent& event);
    ImportedSlice sliceOf(const RawEvent& event, std::uint32_t thread);
    /// Returns the index in the list of groups. Returns 0 for the default group (all ranks), for an event that states
    /// no group, and if the list is full.
    [[nodiscard]] std::uint32_t groupOf(const RawGroup& group);
    template <typename T>
    void append(Pieces<T>& list, const T& entry, std::size_t limit);

    ImportedEvents& m_events;
    ThreadTable m_threads;
    OpenSlices m_nested;                                      ///< by thread: slices that lie within each other
    OpenSlices m_async;                                       ///< by hash of the id: slices that may overlap
    std::unordered_map<std::string, std::uint32_t> m_groups;  ///< by name and ranks
    std::size_t m_groupRanks = 0;                             ///< sum of the groups' numbers of ranks
};

}  // namespace engine::io::detail
