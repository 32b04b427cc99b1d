#pragma once

#include "ui/runs/workbench.h"

#include <QAction>
#include <QJsonObject>
#include <QObject>
#include <QWidget>
#include <array>

namespace ui::files {

/// Bookmarks of time ranges: Ctrl+1 to Ctrl+9 on the timeline store the visible range, 1 to 9 show it again. Ranges are
/// stored per program, relative to the first timed block, so that they also fit a run with other switches. Thread: GUI.
class ViewBookmarks : public QObject {
    Q_OBJECT

public:
    static constexpr int kCount = 9;

    /// `stored`: program -> its bookmarks, in the session.
    ViewBookmarks(const runs::Workbench& bench, QJsonObject& stored);

    /// "keepView", then "view1" to "view9"; commands of unused numbers are hidden.
    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }

    /// Stores the visible range and the scope.
    void store(int number);
    /// Shows the stored range and its scope; no effect without a bookmark of this number.
    void recall(int number);

signals:
    void stored();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QString program() const;
    void follow();

    runs::Workbench m_bench;
    QJsonObject& m_views;
    QList<QAction*> m_commands;
};

}  // namespace ui::files
