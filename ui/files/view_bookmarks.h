#pragma once

#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"
#include "ui/model/visible_range.h"

#include <QAction>
#include <QJsonObject>
#include <QObject>
#include <QWidget>
#include <array>

namespace ui::files {

/// Parts of the run to come back to: Ctrl+1 to Ctrl+9 on the timeline keep what is shown, 1 to 9 show it again. Kept
/// per program, counted from the first timed block, so that they fit the run after a flip. Thread: GUI.
class ViewBookmarks : public QObject {
    Q_OBJECT

public:
    static constexpr int kCount = 9;

    ViewBookmarks(QWidget& timeline, model::VisibleRange& range, model::Selection& selection, model::TraceFeed& feed,
                  const QJsonObject& saved, QObject* parent = nullptr);

    /// "keepView", then "view1" to "view9"; those that lead nowhere are not shown.
    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }
    [[nodiscard]] QJsonObject saved() const { return m_saved; }

    void keep(int number);
    void recall(int number);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QString program() const;
    void follow();

    model::VisibleRange& m_range;
    model::Selection& m_selection;
    model::TraceFeed& m_feed;
    QJsonObject m_saved;
    QList<QAction*> m_commands;
};

}  // namespace ui::files
