#pragma once

#include "engine/schedule/failure.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace engine::schedule::detail {

/// What failed, for as long as somebody can still ask. Any thread; only failing programs get here.
class FailureTable {
public:
    /// One relaxed load: false as long as nothing ever failed. Whoever has seen, with acquire, that an operation is
    /// complete also sees that it failed.
    [[nodiscard]] bool hasAny() const { return m_hasAny.load(std::memory_order_relaxed); }

    /// A completed operation whose results are poisoned; before its generation is bumped.
    void addCompleted(std::uint64_t key, const FailurePtr& failure);
    /// A root failure, for the waits to report.
    void addReport(const FailurePtr& failure, std::uint32_t group);
    [[nodiscard]] FailurePtr ofCompleted(std::uint64_t key) const;
    void forgetCompleted(std::uint64_t key);

    /// A pending operation has an input that failed; the first in program order is kept.
    void poison(std::uint32_t record, const FailurePtr& failure);
    [[nodiscard]] FailurePtr takePoison(std::uint32_t record);

    /// The first unreported failure in program order (of one group, or of all), with the number of the others in its
    /// sentence; all of them count as reported now.
    [[nodiscard]] std::optional<Error> report(std::optional<std::uint32_t> group);

    [[nodiscard]] std::size_t completedCount() const { return m_completedCount.load(std::memory_order_relaxed); }
    void keepOnly(const std::unordered_set<std::uint64_t>& keys);

private:
    struct Report {
        FailurePtr failure;
        std::uint32_t group = 0;
    };

    std::atomic<bool> m_hasAny{false};
    std::atomic<std::size_t> m_completedCount{0};
    mutable std::mutex m_mutex;  ///< guards the rest
    std::unordered_map<std::uint64_t, FailurePtr> m_completed;
    std::unordered_map<std::uint32_t, FailurePtr> m_poisoned;
    std::vector<Report> m_reports;
};

}  // namespace engine::schedule::detail
