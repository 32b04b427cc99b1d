#pragma once

#include <QObject>

class QAction;
class QWidget;

namespace ui::look {

/// Makes a letter a command while a view or something in it has the keyboard and does not type the letter itself: by
/// the key's place where the keyboard has no Latin letters (physicalKey()). Lives as long as the view. Thread: GUI.
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
