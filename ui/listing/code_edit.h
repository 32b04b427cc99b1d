#pragma once

#include <QPlainTextEdit>
#include <QUndoStack>

namespace ui::listing {

/// An editor for Python: Return keeps the indentation, and Tab indents while the user types. Undo and redo use `undo`
/// instead of the text's own stack. Thread: GUI.
class CodeEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    CodeEdit(QUndoStack& undo, QWidget* parent);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void focusInEvent(QFocusEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;

private:
    void insertIndented();

    QUndoStack& m_undo;
};

}  // namespace ui::listing
