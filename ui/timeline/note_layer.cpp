#include "ui/timeline/note_layer.h"

#include "ui/drawing/note_geometry.h"
#include "ui/look/in_language.h"
#include "ui/timeline/canvas.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

namespace ui::timeline {

using drawing::NoteState;
using model::Note;
using model::NoteShape;

namespace {

constexpr double kHitDistance = 6;
constexpr double kDragFrom = 4;

}  // namespace

NoteLayer::NoteLayer(const look::Theme& theme, TimelineView& view, model::NoteBook& book, model::Selection& selection)
    : QWidget(&view), m_theme(theme), m_view(view), m_book(book), m_selection(selection)
{
    setObjectName(QStringLiteral("noteLayer"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    look::inLanguage(this, [this] { setAccessibleName(tr("Notes on the timeline")); });
    buildCommands();
    connect(&m_book, &model::NoteBook::changed, this, &NoteLayer::follow);
    connect(&theme, &look::Theme::changed, this, qOverload<>(&QWidget::update));
    view.installEventFilter(this);
    if (auto* canvas = view.findChild<Canvas*>())
        canvas->installEventFilter(this);
    setGeometry(view.rect());
    follow();
}

void NoteLayer::buildCommands()
{
    const auto add = [this](const char* name, const char* text, const char* tip, const char* key, auto run) {
        QAction* command = look::makeCommand(this, name, text, tip, key);
        connect(command, &QAction::triggered, this, run);
        m_commands << command;
        return command;
    };
    const auto tool = [&](const char* name, const char* text, const char* tip, Tool of) {
        add(name, text, tip, "", [this, of](bool isOn) { setTool(isOn ? of : Tool::None); })->setCheckable(true);
    };
    tool("noteText", QT_TR_NOOP("Write on the timeline"), QT_TR_NOOP("Click the timeline to write a note there"),
         Tool::Text);
    tool("noteArrow", QT_TR_NOOP("Draw an arrow"), QT_TR_NOOP("Drag on the timeline to draw an arrow"), Tool::Arrow);
    tool("noteBox", QT_TR_NOOP("Draw a box"), QT_TR_NOOP("Drag on the timeline to draw a box"), Tool::Box);
    add("keepMark", QT_TR_NOOP("Save the mark as a note"),
        QT_TR_NOOP("The ruler, or the selected operation, with your text"), "Shift+M", [this] { keepMark(); });
    add("deleteNote", QT_TR_NOOP("Remove the note"), QT_TR_NOOP("Remove the note that is selected; can be undone"),
        "Delete", [this] { m_book.remove(m_book.selected()); });
    QAction* shown = add("showNotes", QT_TR_NOOP("Notes"), QT_TR_NOOP("Show or hide the notes on the timeline"), "",
                         [this] { follow(); });
    shown->setCheckable(true);
    shown->setChecked(true);
}

QAction* NoteLayer::command(const QString& name) const
{
    for (QAction* candidate : m_commands)
        if (candidate->objectName() == name)
            return candidate;
    return nullptr;
}

QFont NoteLayer::font() const
{
    return m_theme.sans(12, QFont::DemiBold);
}

void NoteLayer::setTool(Tool tool)
{
    m_tool = tool;
    const std::pair<const char*, Tool> tools[] = {
        {"noteText", Tool::Text}, {"noteArrow", Tool::Arrow}, {"noteBox", Tool::Box}};
    for (const auto& [name, of] : tools)
        command(QLatin1String(name))->setChecked(tool == of);
    m_drawn.reset();
    if (tool != Tool::None) {
        command(QStringLiteral("showNotes"))->setChecked(true);
        m_view.setFocus();
        m_view.setCursor(Qt::CrossCursor);
    } else {
        m_view.unsetCursor();
    }
    follow();
}

/// Updates commands and accessible text. Hides the layer, so that it costs nothing, if notes are switched off, or while
/// it has no notes and no tool is active.
void NoteLayer::follow()
{
    QStringList words;
    for (const Note& note : m_book.notes())
        words << note.text;
    setAccessibleDescription(words.join(QStringLiteral(". ")));
    command(QStringLiteral("deleteNote"))->setEnabled(m_book.selected() != 0);
    const bool isShown = command(QStringLiteral("showNotes"))->isChecked();
    setVisible(isShown && (!m_book.notes().empty() || m_drawn || m_tool != Tool::None));
    raise();
    update();
}

quint64 NoteLayer::noteAt(QPointF point) const
{
    if (!command(QStringLiteral("showNotes"))->isChecked())
        return 0;
    quint64 best = 0;
    double nearest = kHitDistance * m_theme.scale();
    for (const Note& note : m_book.notes()) {
        const auto geometry = geometryOf(m_view.scene(), note, font());
        if (geometry && geometry->distanceTo(note.shape, point) <= nearest) {
            nearest = geometry->distanceTo(note.shape, point);
            best = note.id;
        }
    }
    return best;
}

// -- the pointer and the keys

bool NoteLayer::eventFilter(QObject* watched, QEvent* event)
{
    if (m_editor != nullptr && watched == m_editor) {
        // Handles the editor's keys, because keys that a line edit ignores go to the timeline, where Enter edits the
        // selected note.
        if (event->type() != QEvent::KeyPress)
            return false;
        const auto* pressed = static_cast<QKeyEvent*>(event);
        const bool isDone = pressed->key() == Qt::Key_Return || pressed->key() == Qt::Key_Enter;
        if (isDone || pressed->key() == Qt::Key_Escape)
            closeEditor(isDone ? Edit::Keep : Edit::Discard);
        return isDone || pressed->key() == Qt::Key_Escape;
    }
    if (watched != &m_view) {
        if (event->type() == QEvent::Paint && isVisible() && isBehindTheCanvas())
            update();
        return false;
    }
    switch (event->type()) {
        case QEvent::Resize:
            setGeometry(m_view.rect());
            return false;
        case QEvent::MouseButtonPress:
        case QEvent::MouseMove:
        case QEvent::MouseButtonRelease:
        case QEvent::MouseButtonDblClick:
            return pointer(*static_cast<QMouseEvent*>(event));
        case QEvent::KeyPress: {
            const auto* pressed = static_cast<QKeyEvent*>(event);
            return key(pressed->key(), pressed->modifiers());
        }
        default:
            return false;
    }
}

bool NoteLayer::isBehindTheCanvas() const
{
    const drawing::Scene& scene = m_view.scene();
    return m_seenRange != scene.range || m_seenScroll != scene.scroll || m_seenHeight != scene.layout.height ||
           m_seenTrace != scene.trace.get();
}

bool NoteLayer::pointer(const QMouseEvent& mouse)
{
    switch (mouse.type()) {
        case QEvent::MouseButtonPress:
            return mouse.button() == Qt::LeftButton && press(mouse.position());
        case QEvent::MouseMove:
            return mouse.buttons().testFlag(Qt::LeftButton) && move(mouse.position());
        case QEvent::MouseButtonRelease:
            return mouse.button() == Qt::LeftButton && release(mouse.position());
        case QEvent::MouseButtonDblClick:
            if (const Note* note = m_book.find(noteAt(mouse.position()))) {
                m_drawn.reset();
                edit(*note);
                return true;
            }
            return false;
        default:
            return false;
    }
}

bool NoteLayer::press(QPointF point)
{
    closeEditor(Edit::Keep);
    if (!m_view.scene().trace || !m_view.scene().plotRect().contains(point))
        return false;
    m_pressed = point;
    m_isDragging = false;
    if (m_tool != Tool::None) {
        Note note;
        note.shape = m_tool == Tool::Arrow ? NoteShape::Arrow : m_tool == Tool::Box ? NoteShape::Box : NoteShape::Text;
        note.from = note.to = placeAt(m_view.scene(), point);
        m_drawn = note;
        follow();
        return true;
    }
    const Note* note = m_book.find(noteAt(point));
    m_book.select(note != nullptr ? note->id : 0);
    if (note == nullptr)
        return false;
    m_view.setFocus();
    m_drawn = *note;
    return true;
}

bool NoteLayer::move(QPointF point)
{
    if (!m_drawn)
        return false;
    const QPointF way = point - m_pressed;
    m_isDragging = m_isDragging || std::hypot(way.x(), way.y()) > kDragFrom;
    if (!m_isDragging)
        return true;
    const drawing::Scene& scene = m_view.scene();
    if (m_drawn->id == 0) {
        if (m_drawn->shape != NoteShape::Text)
            m_drawn->to = placeAt(scene, point);
    } else if (const Note* note = m_book.find(m_drawn->id)) {
        const auto geometry = geometryOf(scene, *note, font());
        if (geometry) {
            m_drawn->from = placeAt(scene, geometry->from + way);
            m_drawn->to = placeAt(scene, geometry->to + way);
        }
    }
    update();
    return true;
}

bool NoteLayer::release(QPointF)
{
    if (!m_drawn)
        return false;
    const Note note = *m_drawn;
    m_drawn.reset();
    if (note.id != 0) {
        if (m_isDragging)
            m_book.change(note);
        follow();
        return true;
    }
    // An arrow or a box requires a drag; a text needs only a click.
    const bool isDrawn = note.shape == NoteShape::Text || m_isDragging;
    setTool(Tool::None);
    if (isDrawn)
        edit(note);
    return true;
}

bool NoteLayer::key(int key, Qt::KeyboardModifiers modifiers)
{
    if (key == Qt::Key_M && modifiers == Qt::ShiftModifier) {
        keepMark();
        return true;
    }
    if (key == Qt::Key_Delete && m_book.selected() != 0) {
        m_book.remove(m_book.selected());
        return true;
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_book.selected() != 0) {
        edit(*m_book.find(m_book.selected()));
        return true;
    }
    if (key == Qt::Key_Escape && (m_tool != Tool::None || m_book.selected() != 0)) {
        setTool(Tool::None);
        m_book.select(0);
        return true;
    }
    return false;
}

/// Converts the ruler to a box on its lane, or adds a text at the middle of the selected operation.
void NoteLayer::keepMark()
{
    const drawing::Scene& scene = m_view.scene();
    if (!scene.trace)
        return;
    Note note;
    if (const auto& ruler = m_selection.ruler()) {
        note.shape = NoteShape::Box;
        note.from.time = ruler->begin;
        note.to.time = ruler->end;
        note.from.height = 0;
        note.to.height = 1;
        note.from.lane = note.to.lane = model::laneKey(*scene.trace, scene.ruler.lane);
    } else if (m_selection.op().isValid() && scene.trace->has(m_selection.op())) {
        const engine::trace::Op& op = scene.trace->op(m_selection.op());
        note.from.op = op.id;
        note.from.share = 0.5;
        note.from.time = op.started;
        note.from.height = -0.5;
        note.from.lane = model::laneKey(*scene.trace, op.lane);
        note.to = note.from;
    } else {
        return;
    }
    command(QStringLiteral("showNotes"))->setChecked(true);
    edit(note);
}

// -- editing a note's text in its place

void NoteLayer::edit(const Note& note)
{
    closeEditor(Edit::Keep);
    const auto geometry = geometryOf(m_view.scene(), note, font());
    m_edited = note;
    m_editor = new QLineEdit(note.text, &m_view);
    m_editor->setObjectName(QStringLiteral("noteEditor"));
    m_editor->setAccessibleName(tr("Text of the note"));
    m_editor->setPlaceholderText(tr("What this step shows"));
    m_editor->setMaxLength(static_cast<int>(model::kMaxNoteLetters));
    m_editor->setFont(font());
    const QPointF middle = !geometry                      ? QPointF(m_view.rect().center())
                           : note.shape == NoteShape::Box ? QPointF(geometry->frame.center().x(), geometry->frame.top())
                                                          : geometry->from;
    const int width = m_theme.px(220), height = m_theme.px(26);
    const int left = std::clamp(static_cast<int>(middle.x()) - width / 2, 0, std::max(0, m_view.width() - width));
    const int top = std::clamp(static_cast<int>(middle.y()) - height / 2, 0, std::max(0, m_view.height() - height));
    m_editor->setGeometry(left, top, width, height);
    connect(m_editor, &QLineEdit::editingFinished, this, [this] { closeEditor(Edit::Keep); });
    m_editor->installEventFilter(this);
    m_editor->show();
    m_editor->raise();
    m_editor->setFocus();
}

void NoteLayer::closeEditor(Edit edit)
{
    if (m_editor == nullptr)
        return;
    QLineEdit* editor = std::exchange(m_editor, nullptr);
    Note note = *std::exchange(m_edited, std::nullopt);
    note.text = editor->text().trimmed();
    editor->disconnect(this);
    const bool hadFocus = editor->hasFocus();
    editor->hide();
    editor->deleteLater();
    if (hadFocus)
        m_view.setFocus();
    if (edit == Edit::Discard)
        return follow();
    const bool isEmpty = note.text.isEmpty() && note.shape == NoteShape::Text;
    if (note.id == 0) {
        if (!isEmpty)
            m_book.select(m_book.add(note));
    } else if (isEmpty) {
        m_book.remove(note.id);
    } else {
        m_book.change(note);
    }
    follow();
}

// -- painting

void NoteLayer::paintEvent(QPaintEvent*)
{
    const drawing::Scene& scene = m_view.scene();
    m_seenRange = scene.range;
    m_seenScroll = scene.scroll;
    m_seenHeight = scene.layout.height;
    m_seenTrace = scene.trace.get();
    if (!scene.trace)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(scene.plotRect());
    for (const Note& note : m_book.notes()) {
        if (m_edited && m_edited->id == note.id)
            continue;
        const bool isMoved = m_drawn && m_drawn->id == note.id && m_isDragging;
        drawing::paintNote(painter, scene, isMoved ? *m_drawn : note, font(),
                           note.id == m_book.selected() ? NoteState::Selected : NoteState::Plain);
    }
    if (m_drawn && m_drawn->id == 0)
        drawing::paintNote(painter, scene, *m_drawn, font(), NoteState::Selected);
    if (m_edited && m_edited->id == 0 && m_edited->shape != NoteShape::Text)
        drawing::paintNote(painter, scene, *m_edited, font(), NoteState::Selected);
}

}  // namespace ui::timeline
