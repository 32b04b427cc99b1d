#pragma once

#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/failure.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace engine::schedule::detail {

/// The failures that waits or later operations may still request. Any thread. Only programs with failures use it. If
/// memory for an entry is missing, every later query that finds no entry returns the failure of refuse(): too many
/// operations then count as failed, but no failure is lost.
class FailureTable {
public:
    FailureTable();

    /// Whether any operation has failed so far; one relaxed load. A thread that has read with acquire that an operation
    /// is complete also sees its failure.
    [[nodiscard]] bool hasAny() const { return m_hasAny.load(std::memory_order_relaxed); }

    /// Counts an operation that failed, and stores its failure for waits to report.
    [[nodiscard]] FailurePtr add(const OpRecord& op, Error error, std::exception_ptr exception) noexcept;
    /// Number of calls of add().
    [[nodiscard]] std::int64_t count() const { return m_count.load(); }
    /// Adds a completed operation whose results are poisoned. Call before its generation is incremented.
    void addCompleted(std::uint64_t key, const FailurePtr& failure) noexcept;
    [[nodiscard]] FailurePtr ofCompleted(std::uint64_t key) const;
    void forgetCompleted(std::uint64_t key);

    /// Marks a pending operation as poisoned, because an input failed. Of several failures the first in program order
    /// is stored.
    void poison(std::uint32_t record, const FailurePtr& failure) noexcept;
    [[nodiscard]] FailurePtr removePoison(std::uint32_t record);

    /// Returns the first unreported failure in program order (of one group, or of all); its message states the number
    /// of others. All of them count as reported afterwards.
    [[nodiscard]] std::optional<Error> report(std::optional<std::uint32_t> group);

    [[nodiscard]] std::size_t completedCount() const { return m_completedCount.load(std::memory_order_relaxed); }
    void retainOnly(const std::unordered_set<std::uint64_t>& keys);

private:
    struct Report {
        FailurePtr failure;
        std::uint32_t group = 0;
    };

    /// Marks the table as incomplete and returns the failure that represents all missing ones. Allocates nothing.
    FailurePtr refuse() noexcept;
    [[nodiscard]] FailurePtr missing() const;

    const FailurePtr m_refused;  ///< allocated in advance, while there is memory
    std::atomic<bool> m_hasAny{false};
    std::atomic<bool> m_isIncomplete{false};
    std::atomic<bool> m_isRefusalReported{false};
    std::atomic<std::int64_t> m_count{0};
    std::atomic<std::size_t> m_completedCount{0};
    mutable std::mutex m_mutex;  ///< guards the members below
    std::unordered_map<std::uint64_t, FailurePtr> m_completed;
    std::unordered_map<std::uint32_t, FailurePtr> m_poisoned;
    std::vector<Report> m_reports;
};

}  // namespace engine::schedule::detail
