#pragma once

#include "ui/runs/workbench.h"

#include <QObject>
#include <QPointer>

namespace ui::shell {

/// Makes the keys of the timeline work after every click outside a text: a clicked button returns the keyboard focus to
/// the timeline, and lists pass it letters and Space. A segment passes Space, which would do nothing there. Thread:
/// GUI.
class TimelineFocus : public QObject {
    Q_OBJECT

public:
    explicit TimelineFocus(const runs::Workbench& bench);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void returnFocus(const QWidget* clicked);
    bool passKey(const QWidget& focused, QKeyEvent& event);

    runs::Workbench m_bench;
    QPointer<QWidget> m_focusAtPress;
};

}  // namespace ui::shell
