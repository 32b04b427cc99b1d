#include "engine/schedule/detail/failure_table.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

namespace engine::schedule::detail {

FailureTable::FailureTable()
    : m_refused(std::make_shared<const Failure>(
          Failure{untranslatedError(ErrorCode::OutOfMemory,
                                    "an operation failed, and there was no memory to record which one; free memory "
                                    "and run again"),
                  nullptr,
                  {},
                  {}}))
{
}

FailurePtr FailureTable::refuse() noexcept
{
    m_isIncomplete.store(true, std::memory_order_relaxed);
    m_hasAny.store(true, std::memory_order_relaxed);
    return m_refused;
}

FailurePtr FailureTable::missing() const
{
    return m_isIncomplete.load(std::memory_order_relaxed) ? m_refused : nullptr;
}

FailurePtr FailureTable::add(const OpRecord& op, Error error, std::exception_ptr exception) noexcept
try {
    m_count.fetch_add(1, std::memory_order_relaxed);
    if (error.code == ErrorCode::OutOfMemory && error.message.empty())
        return refuse();  // there was no memory for the failure's message
    Failure failure;
    failure.error = std::move(error);
    failure.exception = std::move(exception);
    failure.op = op.number();
    failure.name = NameId{op.name};
    failure.order = std::uint64_t{op.op} * 2 + (op.isUnnumbered() ? 0 : 1);
    auto shared = std::make_shared<const Failure>(std::move(failure));
    const std::lock_guard lock(m_mutex);
    m_reports.push_back(Report{shared, op.kind.group});
    m_hasAny.store(true, std::memory_order_relaxed);
    return shared;
} catch (const std::bad_alloc&) {
    return refuse();
}

void FailureTable::addCompleted(std::uint64_t key, const FailurePtr& failure) noexcept
try {
    const std::lock_guard lock(m_mutex);
    m_completed[key] = failure;
    m_completedCount.store(m_completed.size(), std::memory_order_relaxed);
    m_hasAny.store(true, std::memory_order_relaxed);
} catch (const std::bad_alloc&) {
    refuse();
}

FailurePtr FailureTable::ofCompleted(std::uint64_t key) const
{
    if (!hasAny())
        return nullptr;
    const std::lock_guard lock(m_mutex);
    const auto found = m_completed.find(key);
    return found == m_completed.end() ? missing() : found->second;
}

void FailureTable::forgetCompleted(std::uint64_t key)
{
    const std::lock_guard lock(m_mutex);
    m_completed.erase(key);
    m_completedCount.store(m_completed.size(), std::memory_order_relaxed);
}

void FailureTable::poison(std::uint32_t record, const FailurePtr& failure) noexcept
try {
    const std::lock_guard lock(m_mutex);
    FailurePtr& kept = m_poisoned[record];
    if (!kept || failure->order < kept->order)
        kept = failure;
} catch (const std::bad_alloc&) {
    refuse();
}

FailurePtr FailureTable::removePoison(std::uint32_t record)
{
    const std::lock_guard lock(m_mutex);
    const auto node = m_poisoned.extract(record);
    return node.empty() ? missing() : node.mapped();
}

std::optional<Error> FailureTable::report(std::optional<std::uint32_t> group)
{
    if (!hasAny())
        return std::nullopt;
    const std::lock_guard lock(m_mutex);
    const auto isOther = [&](const Report& report) { return group.has_value() && report.group != *group; };
    const auto firstReported = std::stable_partition(m_reports.begin(), m_reports.end(), isOther);
    if (firstReported == m_reports.end()) {
        if (missing() && !m_isRefusalReported.exchange(true))
            return m_refused->error;
        return std::nullopt;
    }
    const auto first = std::min_element(firstReported, m_reports.end(), [](const Report& a, const Report& b) {
        return a.failure->order < b.failure->order;
    });
    Error error = first->failure->error;
    const auto others = m_reports.end() - firstReported - 1;
    if (others > 0)
        error.message =
            Message(error.english() + " (" + std::to_string(others) +
                    (others == 1 ? " more operation failed after it)" : " more operations failed after it)"));
    m_reports.erase(firstReported, m_reports.end());
    return error;
}

void FailureTable::retainOnly(const std::unordered_set<std::uint64_t>& keys)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_completed, [&](const auto& entry) { return !keys.contains(entry.first); });
    m_completedCount.store(m_completed.size(), std::memory_order_relaxed);
}

}  // namespace engine::schedule::detail
