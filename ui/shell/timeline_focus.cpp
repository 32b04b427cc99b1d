#include "ui/shell/timeline_focus.h"

#include "ui/commands/actions.h"
#include "ui/look/segmented.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QPlainTextEdit>

namespace ui::shell {

TimelineFocus::TimelineFocus(const runs::Workbench& bench) : QObject(&bench.window), m_bench(bench)
{
    qApp->installEventFilter(this);
}

bool TimelineFocus::eventFilter(QObject* object, QEvent* event)
{
    const auto* widget = qobject_cast<QWidget*>(object);
    if (widget == nullptr || widget->window() != &m_bench.window)
        return QObject::eventFilter(object, event);
    if (event->type() == QEvent::MouseButtonPress)
        m_focusAtPress = m_bench.window.focusWidget();
    else if (event->type() == QEvent::MouseButtonRelease && qobject_cast<const QAbstractButton*>(widget) != nullptr)
        QMetaObject::invokeMethod(
            this, [this, clicked = QPointer(const_cast<QWidget*>(widget))] { returnFocus(clicked); },
            Qt::QueuedConnection);
    else if (event->type() == QEvent::KeyPress && widget->hasFocus())
        return passKey(*widget, static_cast<QKeyEvent&>(*event));
    return QObject::eventFilter(object, event);
}

/// Call this after the click took effect: the command may have moved the focus on purpose.
void TimelineFocus::returnFocus(const QWidget* clicked)
{
    const QWidget* focused = m_bench.window.focusWidget();
    const bool isOnButton = focused != nullptr && focused == clicked;
    const bool isUnmovedText = focused == m_focusAtPress && qobject_cast<const QPlainTextEdit*>(focused) != nullptr;
    if (m_bench.timeline.isVisible() && QApplication::activePopupWidget() == nullptr &&
        QApplication::activeModalWidget() == nullptr && (focused == nullptr || isOnButton || isUnmovedText))
        m_bench.timeline.setFocus(Qt::MouseFocusReason);
}

/// Returns whether the timeline handled the key.
bool TimelineFocus::passKey(const QWidget& focused, QKeyEvent& event)
{
    const bool isSegment = qobject_cast<const look::Segmented*>(focused.parentWidget()) != nullptr;
    const bool isList = qobject_cast<const QAbstractItemView*>(&focused) != nullptr;
    if (!m_bench.timeline.isVisible() || event.modifiers() != Qt::NoModifier || (!isSegment && !isList))
        return false;
    if (event.key() == Qt::Key_Space) {
        m_bench.actions.play->trigger();
        return true;
    }
    if (event.key() < Qt::Key_A || event.key() > Qt::Key_Z)
        return false;
    return QCoreApplication::sendEvent(&m_bench.timeline, &event) && event.isAccepted();
}

}  // namespace ui::shell
