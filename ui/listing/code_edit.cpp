#include "ui/listing/code_edit.h"

#include <QDragEnterEvent>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>

namespace ui::listing {

CodeEdit::CodeEdit(QUndoStack& undo, QWidget* parent) : QPlainTextEdit(parent), m_undo(undo)
{
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setFrameShape(QFrame::NoFrame);
}

bool CodeEdit::event(QEvent* event)
{
    // Leave undo and redo to the window, whose undo stack also contains flips of switches.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return false;
        }
    }
    return QPlainTextEdit::event(event);
}

void CodeEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Undo))
        return m_undo.undo();
    if (event->matches(QKeySequence::Redo))
        return m_undo.redo();
    // If the focus arrived by the Tab key, Tab moves the focus on until the user types a character; then Tab indents.
    if (!event->text().isEmpty() && event->text()[0].isPrint())
        setTabChangesFocus(false);
    if (event->key() == Qt::Key_Tab && event->modifiers() == Qt::NoModifier && !tabChangesFocus())
        return textCursor().insertText(QStringLiteral("    "));
    if (event->key() == Qt::Key_Return && event->modifiers() == Qt::NoModifier)
        return insertIndented();
    QPlainTextEdit::keyPressEvent(event);
}

/// Tab indents only while the text itself has the focus. In its child widgets, Tab moves the focus.
bool CodeEdit::focusNextPrevChild(bool next)
{
    return hasFocus() ? QPlainTextEdit::focusNextPrevChild(next) : QAbstractScrollArea::focusNextPrevChild(next);
}

void CodeEdit::focusInEvent(QFocusEvent* event)
{
    if (event->reason() == Qt::MouseFocusReason)
        setTabChangesFocus(false);
    else if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        setTabChangesFocus(true);
    QPlainTextEdit::focusInEvent(event);
}

void CodeEdit::dragEnterEvent(QDragEnterEvent* event)
{
    // Ignore dropped files: the window opens them, whereas the editor would paste their paths.
    if (event->mimeData()->hasUrls())
        event->ignore();
    else
        QPlainTextEdit::dragEnterEvent(event);
}

void CodeEdit::insertIndented()
{
    QTextCursor cursor = textCursor();
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    qsizetype indent = 0;
    while (indent < before.size() && before[indent] == QLatin1Char(' '))
        ++indent;
    if (before.trimmed().endsWith(QLatin1Char(':')))
        indent += 4;
    cursor.insertText(QLatin1Char('\n') + QString(indent, QLatin1Char(' ')));
    setTextCursor(cursor);
    ensureCursorVisible();
}

}  // namespace ui::listing
