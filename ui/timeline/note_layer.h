#pragma once

#include "ui/model/notes.h"
#include "ui/timeline/timeline_view.h"

#include <QWidget>
#include <optional>

class QAction;
class QLineEdit;
class QMouseEvent;

namespace ui::timeline {

/// Notes on the timeline: texts, arrows and boxes above all other content; events outside of notes pass through. A tool
/// draws one note. A press selects a note, a drag moves it, a double click edits its text, Delete removes it, Shift+M
/// stores the ruler or the selected operation as a note. Thread: GUI.
class NoteLayer : public QWidget {
    Q_OBJECT

public:
    enum class Tool : std::uint8_t { None, Text, Arrow, Box };

    NoteLayer(const look::Theme& theme, TimelineView& view, model::NoteBook& book, model::Selection& selection);

    [[nodiscard]] Tool tool() const { return m_tool; }
    void setTool(Tool tool);
    /// Actions with the names "noteText", "noteArrow", "noteBox", "keepMark", "deleteNote", "showNotes".
    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }
    [[nodiscard]] QAction* command(const QString& name) const;
    /// The id of the note at a point; 0: none.
    [[nodiscard]] quint64 noteAt(QPointF point) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildCommands();
    void follow();
    [[nodiscard]] QFont font() const;
    /// Whether the canvas has moved or changed since the notes were painted. Called before the canvas repaints, so that
    /// notes move with it.
    [[nodiscard]] bool isBehindTheCanvas() const;
    [[nodiscard]] bool pointer(const QMouseEvent& mouse);
    [[nodiscard]] bool press(QPointF point);
    [[nodiscard]] bool move(QPointF point);
    [[nodiscard]] bool release(QPointF point);
    [[nodiscard]] bool key(int key, Qt::KeyboardModifiers modifiers);
    void keepMark();
    void edit(const model::Note& note);
    enum class Edit : std::uint8_t { Keep, Discard };
    void closeEditor(Edit edit);

    const look::Theme& m_theme;
    TimelineView& m_view;
    model::NoteBook& m_book;
    model::Selection& m_selection;
    QList<QAction*> m_commands;
    Tool m_tool = Tool::None;
    std::optional<model::Note> m_drawn;  ///< the note being drawn or dragged
    QPointF m_pressed;
    bool m_isDragging = false;
    QLineEdit* m_editor = nullptr;
    std::optional<model::Note> m_edited;
    model::TimeRange m_seenRange;
    int m_seenScroll = 0;
    int m_seenHeight = 0;
    const engine::trace::Trace* m_seenTrace = nullptr;
};

}  // namespace ui::timeline
