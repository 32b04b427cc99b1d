#pragma once

#include "engine/trace/detail/store_draft.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace engine::trace {

/// Applies the records of operations to a draft. A record that arrives before the IssueRecord of its operation is
/// stored until the IssueRecord arrives.
class Store::Operations {
public:
    Operations(Draft& draft, Detail detail) : m_draft(draft), m_detail(detail) {}

    void on(const IssueRecord& record);
    void on(const LabelRecord& record);
    void on(const StartRecord& record);
    void on(const LifeRecord& record);
    void on(const DependencyRecord& record);
    void on(const CollectiveRecord& record);

    /// Drops the records whose operations have not been issued. Returns whether there were any.
    bool dropWaiting();

private:
    [[nodiscard]] std::size_t issued() const;
    /// Returns whether `op` has been issued; if not, stores `record` until `op` is issued, or drops it if `op` is none.
    bool isIssued(OpId op, const auto& record);
    void append(const IssueRecord& record);
    void applyWaiting();

    Draft& m_draft;
    const Detail m_detail;
    std::vector<Kind> m_kinds;                                         ///< by operation; only with Detail::Spans
    std::unordered_map<std::uint32_t, std::vector<Record>> m_waiting;  ///< by operation that has not been issued
};

}  // namespace engine::trace
