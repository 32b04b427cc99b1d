#include "ui/model/notes.h"

#include "ui/model/lane_names.h"

#include <QUndoCommand>
#include <QUndoStack>
#include <algorithm>
#include <cmath>

namespace ui::model {

using engine::LaneId;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;

namespace {

const char* nameOf(NoteShape shape)
{
    return shape == NoteShape::Arrow ? "arrow" : shape == NoteShape::Box ? "box" : "text";
}

QJsonObject placeJson(const NotePlace& place)
{
    QJsonObject json{{QStringLiteral("ns"), static_cast<double>(place.time.count())},
                     {QStringLiteral("height"), place.height}};
    if (!place.lane.isEmpty())
        json[QStringLiteral("lane")] = place.lane;
    if (place.op.isValid()) {
        json[QStringLiteral("op")] = static_cast<double>(place.op.index);
        json[QStringLiteral("share")] = place.share;
    }
    return json;
}

NotePlace placeFrom(const QJsonValue& value)
{
    constexpr double kLongest = 9e18;  // 292 years in nanoseconds
    const QJsonObject json = value.toObject();
    NotePlace place;
    place.time =
        Nanoseconds{static_cast<std::int64_t>(std::clamp(json[QStringLiteral("ns")].toDouble(), -kLongest, kLongest))};
    place.lane = json[QStringLiteral("lane")].toString().left(200);
    place.height = std::clamp(json[QStringLiteral("height")].toDouble(0.5), -20.0, 20.0);
    place.share = std::clamp(json[QStringLiteral("share")].toDouble(), -100.0, 100.0);
    const double op = json[QStringLiteral("op")].toDouble(-1);
    if (op >= 0 && op < 4e9 && op == std::floor(op))
        place.op = OpId{static_cast<std::uint32_t>(op)};
    return place;
}

QString textFrom(const QJsonValue& value, const QString& language)
{
    if (value.isString())
        return value.toString().left(kMaxNoteLetters);
    const QJsonObject texts = value.toObject();
    const QString own = texts[language].toString();
    return (own.isEmpty() ? texts[QStringLiteral("en")].toString() : own).left(kMaxNoteLetters);
}

}  // namespace

QString laneKey(const Trace& trace, LaneId lane)
{
    if (!lane.isValid() || lane.index >= trace.lanes().size())
        return {};
    const LaneRecord& record = trace.lanes()[lane.index];
    if (record.role == LaneRole::Frontend)
        return {};
    const bool hasDevice = record.device.isValid() && record.device.index < trace.devices().size();
    const QString owner = hasDevice ? QString::fromStdString(trace.devices()[record.device.index].name)
                                    : QString::fromStdString(record.name);
    return QStringLiteral("%1/%2/%3").arg(owner, QLatin1String(roleKey(record.role)), QString::number(record.index));
}

LaneId laneOf(const Trace& trace, const QString& key)
{
    if (!key.isEmpty())
        for (const LaneRecord& lane : trace.lanes())
            if (laneKey(trace, lane.id) == key)
                return lane.id;
    return {};
}

Nanoseconds timeOf(const Trace& trace, const NotePlace& place)
{
    if (!place.op.isValid() || !trace.has(place.op))
        return place.time;
    const engine::trace::Op& op = trace.op(place.op);
    if (op.finished <= op.started)
        return place.time;
    const auto length = static_cast<double>((op.finished - op.started).count());
    return op.started + Nanoseconds{std::llround(length * place.share)};
}

QJsonObject toJson(const Note& note)
{
    QJsonObject json{{QStringLiteral("shape"), QLatin1String(nameOf(note.shape))},
                     {QStringLiteral("text"), note.text},
                     {QStringLiteral("from"), placeJson(note.from)}};
    if (note.shape != NoteShape::Text)
        json[QStringLiteral("to")] = placeJson(note.to);
    return json;
}

QJsonArray toJson(const std::vector<Note>& notes)
{
    QJsonArray json;
    for (const Note& note : notes)
        json.append(toJson(note));
    return json;
}

std::vector<Note> notesFrom(const QJsonArray& json, const QString& language)
{
    std::vector<Note> notes;
    for (const QJsonValue& value : json) {
        if (notes.size() >= kMaxNotes)
            break;
        const QJsonObject object = value.toObject();
        const QString shape = object[QStringLiteral("shape")].toString();
        Note note;
        if (shape == QLatin1String("arrow"))
            note.shape = NoteShape::Arrow;
        else if (shape == QLatin1String("box"))
            note.shape = NoteShape::Box;
        else if (shape != QLatin1String("text"))
            continue;
        if (!object[QStringLiteral("from")].isObject())
            continue;
        note.text = textFrom(object[QStringLiteral("text")], language);
        note.from = placeFrom(object[QStringLiteral("from")]);
        note.to = object.contains(QStringLiteral("to")) ? placeFrom(object[QStringLiteral("to")]) : note.from;
        notes.push_back(std::move(note));
    }
    return notes;
}

// -- NoteBook

class NoteBook::Command : public QUndoCommand {
public:
    Command(NoteBook& book, std::optional<Note> before, std::optional<Note> after)
        : m_book(book), m_before(std::move(before)), m_after(std::move(after))
    {
        setText(!m_before  ? NoteBook::tr("draw a note")
                : !m_after ? NoteBook::tr("remove a note")
                           : NoteBook::tr("change a note"));
    }

    void redo() override { m_book.apply(m_before, m_after); }
    void undo() override { m_book.apply(m_after, m_before); }

private:
    NoteBook& m_book;
    std::optional<Note> m_before, m_after;
};

NoteBook::NoteBook(QObject* parent) : QObject(parent) {}

const Note* NoteBook::find(quint64 id) const
{
    const auto found = std::find_if(m_notes.begin(), m_notes.end(), [id](const Note& note) { return note.id == id; });
    return found == m_notes.end() ? nullptr : &*found;
}

void NoteBook::select(quint64 id)
{
    const quint64 wanted = find(id) != nullptr ? id : 0;
    if (wanted == m_selected)
        return;
    m_selected = wanted;
    emit changed();
}

void NoteBook::setNotes(std::vector<Note> notes)
{
    if (notes.size() > kMaxNotes)
        notes.resize(kMaxNotes);
    for (Note& note : notes)
        note.id = ++m_lastId;
    m_notes = std::move(notes);
    m_selected = 0;
    emit changed();
}

quint64 NoteBook::add(Note note)
{
    if (m_notes.size() >= kMaxNotes)
        return 0;
    note.id = ++m_lastId;
    note.text = note.text.left(kMaxNoteLetters);
    replace(std::nullopt, note);
    return note.id;
}

void NoteBook::remove(quint64 id)
{
    if (const Note* note = find(id))
        replace(*note, std::nullopt);
}

void NoteBook::change(const Note& note)
{
    const Note* before = find(note.id);
    if (before == nullptr || *before == note)
        return;
    Note after = note;
    after.text = after.text.left(kMaxNoteLetters);
    replace(*before, after);
}

void NoteBook::replace(std::optional<Note> before, std::optional<Note> after)
{
    if (m_undo != nullptr)
        m_undo->push(new Command(*this, std::move(before), std::move(after)));
    else
        apply(before, after);
}

void NoteBook::apply(const std::optional<Note>& before, const std::optional<Note>& after)
{
    const quint64 id = before ? before->id : after->id;
    const auto at = std::find_if(m_notes.begin(), m_notes.end(), [id](const Note& note) { return note.id == id; });
    if (!after) {
        if (at != m_notes.end())
            m_notes.erase(at);
        if (m_selected == id)
            m_selected = 0;
    } else if (at != m_notes.end()) {
        *at = *after;
    } else {
        m_notes.push_back(*after);
    }
    emit changed();
    emit edited();
}

}  // namespace ui::model
