#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/trace/trace.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QObject>
#include <QString>
#include <optional>
#include <vector>

class QUndoStack;

namespace ui::model {

enum class NoteShape : std::uint8_t { Text, Arrow, Box };

/// A position on the timeline that does not depend on the zoom, and is also valid in other runs of the program: the
/// name of a lane, and a time, which is relative to an operation if there is one.
struct NotePlace {
    engine::Nanoseconds time{};  ///< time of the run; used without an operation, or if the operation did not run
    QString lane;                ///< laneKey() of the lane; empty: the program's row
    double height = 0.5;         ///< position in the row: 0 is its top, 1 its bottom; values outside 0 to 1 are valid
    engine::OpId op;             ///< operation to which the position is relative; invalid: use `time`
    double share = 0;            ///< fraction of the operation's duration, from its start

    bool operator==(const NotePlace&) const = default;
};

/// Something that the user drew on the timeline. A text is placed at `from`; an arrow points from `from` to `to`; a box
/// has `from` and `to` as corners.
struct Note {
    quint64 id = 0;  ///< unique within its NoteBook; 0: not assigned yet
    NoteShape shape = NoteShape::Text;
    QString text;
    NotePlace from, to;

    bool operator==(const Note&) const = default;
};

/// A key that identifies the same lane in other runs of the program: "GPU 0/compute/0". Empty for lanes of the
/// program's thread.
[[nodiscard]] QString laneKey(const engine::trace::Trace& trace, engine::LaneId lane);
/// Returns the lane that `key` identifies; invalid: this run has no such lane.
[[nodiscard]] engine::LaneId laneOf(const engine::trace::Trace& trace, const QString& key);
/// Returns the time of `place` in the run of `trace`.
[[nodiscard]] engine::Nanoseconds timeOf(const engine::trace::Trace& trace, const NotePlace& place);

[[nodiscard]] QJsonObject toJson(const Note& note);
[[nodiscard]] QJsonArray toJson(const std::vector<Note>& notes);
/// Reads at most `kMaxNotes` notes and skips malformed ones. If a note has several translations ({"en": …, "ko": …}),
/// `language` selects one; the default is English.
[[nodiscard]] std::vector<Note> notesFrom(const QJsonArray& json, const QString& language = {});

constexpr std::size_t kMaxNotes = 500;
constexpr qsizetype kMaxNoteLetters = 500;

/// The notes on the open program. Changes by the user are pushed to an undo stack. Thread: GUI.
class NoteBook : public QObject {
    Q_OBJECT

public:
    explicit NoteBook(QObject* parent = nullptr);

    /// The NoteBook does not own `stack`; null: changes cannot be undone.
    void setUndoStack(QUndoStack* stack) { m_undo = stack; }

    [[nodiscard]] const std::vector<Note>& notes() const { return m_notes; }
    [[nodiscard]] const Note* find(quint64 id) const;
    [[nodiscard]] quint64 selected() const { return m_selected; }
    /// Selects a note; an unknown id selects none.
    void select(quint64 id);

    /// Replaces all notes, for example when another program is opened; cannot be undone.
    void setNotes(std::vector<Note> notes);
    /// Adds a note and returns its id; returns 0 if there are kMaxNotes already.
    quint64 add(Note note);
    void remove(quint64 id);
    /// Replaces the note that has the same id.
    void change(const Note& note);

signals:
    void changed();
    /// Emitted when a note was added, removed or changed, by the user or by undo.
    void edited();

private:
    class Command;

    void replace(std::optional<Note> before, std::optional<Note> after);
    void apply(const std::optional<Note>& before, const std::optional<Note>& after);

    std::vector<Note> m_notes;
    QUndoStack* m_undo = nullptr;
    quint64 m_lastId = 0;
    quint64 m_selected = 0;
};

}  // namespace ui::model
