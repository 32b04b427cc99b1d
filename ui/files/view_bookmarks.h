#pragma once

#include "ui/runs/workbench.h"

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

    ViewBookmarks(const runs::Workbench& bench, const QJsonObject& saved);

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

    runs::Workbench m_bench;
    QJsonObject m_saved;
    QList<QAction*> m_commands;
};

}  // namespace ui::files
