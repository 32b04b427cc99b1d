#pragma once

#include "ui/runs/workbench.h"

#include <QObject>
#include <QPointer>

namespace ui::shell {

/// Makes the keys of the timeline work after every click outside a text. A click on a button, or beside the text that
/// has the keyboard focus, moves the focus to the timeline. Other widgets pass the letters and the Space that they do
/// not use to the timeline. Segments pass Space, too, because it would have no effect there. Thread: GUI.
class TimelineFocus : public QObject {
    Q_OBJECT

public:
    explicit TimelineFocus(const runs::Workbench& bench);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void returnFocus(const QWidget* clicked);
    [[nodiscard]] bool receivesKey(const QWidget& widget) const;
    bool passKey(QKeyEvent& event);

    runs::Workbench m_bench;
    QPointer<QWidget> m_focusAtPress;
    bool m_isPassing = false;  ///< a key is being sent to the timeline
};

}  // namespace ui::shell
