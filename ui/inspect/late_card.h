#pragma once

#include "engine/analysis/lateness.h"
#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <vector>

namespace ui::inspect {

namespace detail {
class BarRows;
}

/// Shows which rank of a run is late and why, the times that differ, and by how much the steps would be shorter; hidden
/// if no rank is late. Thread: GUI.
class LateCard : public QWidget {
    Q_OBJECT

public:
    LateCard(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent = nullptr);

    [[nodiscard]] QString text() const { return m_text->text(); }

    /// While `isAsking`, it is hidden, because the user has to guess first.
    void setAsking(bool isAsking);

private:
    void build();
    void refresh();
    void showTimes(const engine::ranks::RunSetPtr& set, const engine::analysis::Straggler& straggler);
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    QFrame* m_frame = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_select = nullptr;
    detail::BarRows* m_times = nullptr;
    detail::BarRows* m_bounds = nullptr;
    std::vector<engine::OpId> m_ops;  ///< those that explain the delay, in the trace on display
    bool m_isAsking = false;
};

}  // namespace ui::inspect
