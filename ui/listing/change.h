#pragma once

#include <QUndoCommand>
#include <functional>
#include <utility>

namespace ui::listing {

/// A change by the user as two functions. QUndoStack::push() makes the first call of `redo`. Successive changes with
/// the same `id` are merged into one command; −1: the change is not merged.
class Change final : public QUndoCommand {
public:
    Change(const QString& text, std::function<void()> redo, std::function<void()> undo, int id = -1)
        : QUndoCommand(text), m_redo(std::move(redo)), m_undo(std::move(undo)), m_id(id)
    {
    }
    [[nodiscard]] int id() const override { return m_id; }
    bool mergeWith(const QUndoCommand* next) override
    {
        m_redo = static_cast<const Change*>(next)->m_redo;
        return true;
    }
    void redo() override { m_redo(); }
    void undo() override { m_undo(); }

private:
    std::function<void()> m_redo;
    std::function<void()> m_undo;
    int m_id;
};

}  // namespace ui::listing
