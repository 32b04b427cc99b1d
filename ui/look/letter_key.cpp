#include "ui/look/letter_key.h"

#include "ui/look/physical_key.h"

#include <QAction>
#include <QKeyEvent>
#include <QWidget>

namespace ui::look {

LetterKey::LetterKey(Qt::Key key, QAction* action, QWidget& view) : QObject(&view), m_key(key), m_action(action)
{
    view.installEventFilter(this);
}

bool LetterKey::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QObject::eventFilter(object, event);
    const auto* press = static_cast<QKeyEvent*>(event);
    if (press->modifiers() != Qt::NoModifier || press->isAutoRepeat() || physicalKey(*press) != m_key)
        return QObject::eventFilter(object, event);
    m_action->trigger();
    return true;
}

}  // namespace ui::look
