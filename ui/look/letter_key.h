#pragma once

#include <QObject>

class QAction;
class QWidget;

namespace ui::look {

/// Triggers an action by a letter key while a view or one of its children has the keyboard focus and does not use the
/// letter as input. On keyboards without Latin letters, the position of the key decides (physicalKey()). The view owns
/// this object. Thread: GUI.
class LetterKey : public QObject {
    Q_OBJECT

public:
    LetterKey(Qt::Key key, QAction* action, QWidget& view);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    Qt::Key m_key;
    QAction* m_action;
};

}  // namespace ui::look
