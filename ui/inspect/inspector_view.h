#pragma once

#include "ui/inspect/description.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QGridLayout>
#include <QLabel>
#include <QWidget>

namespace ui::inspect {

class LifeBar;

/// Describes the selected item: kind, state at the playhead, lane, life bar, numbers, and one sentence that explains
/// why it started at that time. Without a selection it describes the selected block, or the run. Thread: GUI.
class InspectorView : public QWidget {
    Q_OBJECT

public:
    InspectorView(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, model::Playhead& playhead,
                  QWidget* parent = nullptr);

    [[nodiscard]] const Description& description() const { return m_description; }

    /// While `toDo` is not empty, hides everything about the run and shows `toDo`, which names the next step ("give
    /// your guess. …").
    void setHidden(const QString& toDo);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void update();
    void show(const Description& description);
    void showChip(QLabel& chip, const QString& text, Tone tone);
    void showRows(const std::vector<Row>& rows);
    void showRow(int row, const Row& entry);
    void fitColumns();
    void showTable(const Table& table);
    void showWhy(const Description& description);
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    Description m_description;
    QString m_hidden;
    QLabel* m_icon = nullptr;
    QLabel* m_heading = nullptr;
    QLabel* m_kindChip = nullptr;
    QLabel* m_stateChip = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_place = nullptr;
    LifeBar* m_life = nullptr;
    QWidget* m_rows = nullptr;
    QGridLayout* m_grid = nullptr;
    QLabel* m_table = nullptr;
    QLabel* m_why = nullptr;
};

}  // namespace ui::inspect
