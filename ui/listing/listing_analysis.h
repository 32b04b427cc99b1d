#pragma once

#include "engine/frontend/program.h"

#include <QObject>
#include <optional>
#include <utility>
#include <vector>

namespace ui::listing {

/// Requests the analysis of a text from its listeners, and stores a syntax problem that they report. Answers to earlier
/// requests are ignored. Thread: GUI.
class ListingAnalysis : public QObject {
    Q_OBJECT

public:
    [[nodiscard]] const std::optional<engine::frontend::SyntaxProblem>& problem() const { return m_problem; }

    void request(const QString& source, engine::frontend::Dialect dialect) { emit wanted(source, dialect, ++m_ticket); }
    /// Removes the problem, because another text is displayed.
    void clear()
    {
        m_problem.reset();
        emit problemChanged();
    }

    /// The two answers to wanted().
    void setSyncPoints(quint64 ticket, const std::vector<engine::frontend::SyncPoint>& points)
    {
        if (ticket != m_ticket)
            return;
        if (std::exchange(m_problem, std::nullopt))
            emit problemChanged();
        emit syncPointsFound(points);
    }
    void setProblem(quint64 ticket, engine::frontend::SyntaxProblem problem)
    {
        if (ticket != m_ticket)
            return;
        m_problem = std::move(problem);
        emit problemChanged();
    }

signals:
    void wanted(const QString& source, engine::frontend::Dialect dialect, quint64 ticket);
    void syncPointsFound(const std::vector<engine::frontend::SyncPoint>& points);
    void problemChanged();

private:
    std::optional<engine::frontend::SyntaxProblem> m_problem;
    quint64 m_ticket = 0;
};

}  // namespace ui::listing
