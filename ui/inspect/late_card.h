#pragma once

#include "engine/analysis/lateness.h"
#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>

namespace ui::inspect {

namespace detail {
class BarRows;
class RankOperations;
}  // namespace detail

/// Shows which rank of a run is late and why, the times that differ, and by how much the steps would be shorter without
/// the delay; hidden if no rank is late. Thread: GUI.
class LateCard : public QWidget {
    Q_OBJECT

public:
    LateCard(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent = nullptr);

    [[nodiscard]] QString text() const { return m_text->text(); }

    /// While `isAsking`, the card is hidden, because the user has to guess first.
    void setAsking(bool isAsking);

signals:
    void operationsSelected();

private:
    void build();
    void refresh();
    void showTimes();
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    QFrame* m_frame = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_select = nullptr;
    detail::BarRows* m_times = nullptr;
    detail::BarRows* m_bounds = nullptr;
    detail::RankOperations* m_operations = nullptr;
    engine::analysis::Straggler m_straggler;  ///< the first straggler that the sentences name
    bool m_isAsking = false;
};

}  // namespace ui::inspect
