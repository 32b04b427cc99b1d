#pragma once

#include <QtGlobal>

namespace ui::runs {

/// Stores which watched run (RunController) is current, wanted, abandoned or set aside. Ids of requests ascend, so one
/// id for each of these states is enough. The current run is in progress, or is the last one that has ended. The wanted
/// request is that of the current run or a newer one.
class RunIds {
public:
    /// Returns the id of a new request, and makes it the wanted one.
    [[nodiscard]] quint64 next() { return m_wanted = ++m_last; }
    void begin(quint64 id) { m_current = id; }
    /// Call this when the waiting request was dropped.
    void dropWanted() { m_wanted = m_current; }
    /// Abandons all requests until now: their results will not be shown.
    void abandonAll() { m_abandoned = m_last; }
    /// Call this when the current run continues while something else is on the screen.
    void setAside() { m_aside = m_current; }
    void showAgain() { m_aside = 0; }

    [[nodiscard]] bool isCurrent(quint64 id) const { return id == m_current; }
    [[nodiscard]] bool isNewest(quint64 id) const { return id == m_last; }
    [[nodiscard]] bool isAbandoned(quint64 id) const { return id <= m_abandoned; }
    [[nodiscard]] bool isCurrentWanted() const { return m_wanted == m_current; }
    [[nodiscard]] bool isCurrentAside() const { return m_aside == m_current; }

private:
    quint64 m_last = 0;
    quint64 m_current = 0;
    quint64 m_wanted = 0;
    quint64 m_abandoned = 0;  ///< this request and all earlier ones are abandoned
    quint64 m_aside = 0;      ///< the request that was set aside; 0: none
};

}  // namespace ui::runs
