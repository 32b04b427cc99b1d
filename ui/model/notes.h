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

/// A place on the timeline that survives zoom and flips: within an operation where there is one, else at a moment; in
/// a lane that is called by its name.
struct NotePlace {
    engine::Nanoseconds time{};  ///< of the run's clock; used where the operation is none or did not run
    QString lane;                ///< laneKey(); empty: the program's own row
    double height = 0.5;         ///< within the row: 0 its top, 1 its bottom; beyond it above and below
    engine::OpId op;             ///< what the place belongs to; none: the moment
    double share = 0;            ///< of the operation's length, from its start

    bool operator==(const NotePlace&) const = default;
};

/// Something that a reader drew on the timeline. A text stands at `from`; an arrow leads to `to`; a box spans both.
struct Note {
    quint64 id = 0;  ///< within its book; 0: none yet
    NoteShape shape = NoteShape::Text;
    QString text;
    NotePlace from, to;

    bool operator==(const Note&) const = default;
};

/// "GPU 0/compute/0": the same lane in another run of the program. Empty for lanes of the program's thread.
[[nodiscard]] QString laneKey(const engine::trace::Trace& trace, engine::LaneId lane);
/// The lane of that key; none: this run has none such.
[[nodiscard]] engine::LaneId laneOf(const engine::trace::Trace& trace, const QString& key);
/// Where the place is in this run.
[[nodiscard]] engine::Nanoseconds timeOf(const engine::trace::Trace& trace, const NotePlace& place);

[[nodiscard]] QJsonObject toJson(const Note& note);
[[nodiscard]] QJsonArray toJson(const std::vector<Note>& notes);
/// Reads at most `kMostNotes` notes; those that make no sense are left out. `language` chooses among the texts of a
/// note that has one a language ({"en": …, "ko": …}); English stands in for a missing one.
[[nodiscard]] std::vector<Note> notesFrom(const QJsonArray& json, const QString& language = {});

constexpr std::size_t kMostNotes = 500;
constexpr qsizetype kMostNoteLetters = 500;

/// The notes on the program that is open. Changes of the reader go through an undo stack. Thread: GUI.
class NoteBook : public QObject {
    Q_OBJECT

public:
    explicit NoteBook(QObject* parent = nullptr);

    /// Not owned; null: changes cannot be undone.
    void setUndoStack(QUndoStack* stack) { m_undo = stack; }

    [[nodiscard]] const std::vector<Note>& notes() const { return m_notes; }
    [[nodiscard]] const Note* find(quint64 id) const;
    [[nodiscard]] quint64 selected() const { return m_selected; }
    void select(quint64 id);

    /// Another program's notes, or none; nothing to undo.
    void setNotes(std::vector<Note> notes);
    /// Draws a note; returns its id, 0 where there are too many.
    quint64 add(Note note);
    void remove(quint64 id);
    /// Replaces the note of the same id: another text, another place.
    void change(const Note& note);

signals:
    void changed();

private:
    class Command;

    void put(std::optional<Note> before, std::optional<Note> after);
    void apply(const std::optional<Note>& before, const std::optional<Note>& after);

    std::vector<Note> m_notes;
    QUndoStack* m_undo = nullptr;
    quint64 m_lastId = 0;
    quint64 m_selected = 0;
};

}  // namespace ui::model
