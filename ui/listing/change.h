#pragma once

#include <QUndoCommand>
#include <functional>
#include <utility>

namespace ui::listing {

/// A change by the user as two functions. QUndoStack::push() calls `redo` for the first time.
class Change final : public QUndoCommand {
public:
    Change(const QString& text, std::function<void()> redo, std::function<void()> undo)
        : QUndoCommand(text), m_redo(std::move(redo)), m_undo(std::move(undo))
    {
    }
    void redo() override { m_redo(); }
    void undo() override { m_undo(); }

private:
    std::function<void()> m_redo;
    std::function<void()> m_undo;
};

}  // namespace ui::listing
