#include "ui/teach/lesson_author.h"

#include "ui/commands/actions.h"
#include "ui/teach/lesson_editor.h"
#include "ui/teach/step_editor.h"
#include "ui/timeline/timeline_view.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <algorithm>
#include <utility>

namespace ui::teach {

namespace {

/// Returns the lesson with `step` inserted after the current one. Without an open lesson, returns a new lesson with
/// this step. If the lesson already has kMaxSteps steps, returns it unchanged.
LessonAuthor::EditedLesson withStep(const LessonPlayer& player, Step step)
{
    LessonAuthor::EditedLesson edited{player.lesson(), player.isOpen() ? player.index() + 1 : 0};
    std::vector<Step>& steps = edited.lesson.steps;
    if (steps.size() >= kMaxSteps)
        return {player.lesson(), player.index()};
    if (!player.isOpen())
        edited.lesson.title = step.title;
    steps.insert(steps.begin() + edited.index, std::move(step));
    return edited;
}

}  // namespace

LessonAuthor::LessonAuthor(const runs::Workbench& bench, const Parts& parts, QObject* parent)
    : QObject(parent),
      m_bench(bench),
      m_player(parts.player),
      m_machines(parts.machines),
      m_notes(parts.notes),
      m_session(parts.session)
{
}

Step LessonAuthor::present() const
{
    const listing::ProgramDocument& document = m_bench.document;
    Step step;
    step.program = QString::fromStdString(document.program().id);
    step.dialect = QString::fromLatin1(engine::frontend::dialectName(document.listing().dialect()));
    const listing::ProgramState state = document.state();
    if (const auto edited = state.sources.find(state.dialect); edited != state.sources.end())
        step.listing = edited->second;  // the edited text, even if it was saved to another file
    for (const auto& point : document.text().switches().points())
        if (document.text().switches().isOn(point.line) != point.isInitiallyOn)
            step.setting.flips[point.line] = document.text().switches().isOn(point.line);
    step.setting.parameters = document.parameters().changed();
    if (m_machines.chosenId() != document.machine())
        step.setting.machine = m_machines.chosenId();
    const model::VisibleRange& range = m_bench.range;
    if (!range.isFitted()) {
        step.view.begin = engine::toSeconds(range.range().begin - range.origin());
        step.view.end = engine::toSeconds(range.range().end - range.origin());
    }
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    const int block = m_bench.selection.block();
    if (block >= 0 && block < static_cast<int>(trace.blocks().size()))
        step.view.block = QString::fromStdString(trace.blocks()[static_cast<std::size_t>(block)].label);
    if (const engine::OpId op = m_bench.selection.op(); op.isValid() && trace.has(op))
        step.view.operation = QString::fromUtf8(trace.text(trace.op(op).label));
    step.view.line = m_bench.selection.line();
    for (const char* name : {"output", "table"})
        if (const QAction* pane = m_bench.actions.named(QLatin1String(name)); pane != nullptr && pane->isChecked())
            step.view.panes << pane->objectName();
    step.view.hasCriticalPath = m_bench.timeline.scene().selection.arrows == drawing::ArrowMode::CriticalPath;
    step.notes = model::toJson(m_notes.book().notes());
    return step;
}

void LessonAuthor::addStep()
{
    auto* editor = new StepEditor(m_bench.theme, present(), &m_bench.window);
    show(editor, [this, editor] { return withStep(m_player, editor->step()); }, {});
}

void LessonAuthor::editStep(const QJsonObject& typed)
{
    if (!m_player.isOpen())
        return;
    auto* editor = new StepEditor(m_bench.theme, m_player.step(), &m_bench.window);
    const auto edited = [this, editor] {
        EditedLesson now{m_player.lesson(), m_player.index()};
        if (m_player.isOpen())
            now.lesson.steps.at(static_cast<std::size_t>(now.index)) = editor->step();
        return now;
    };
    show(editor, edited, typed);
}

void LessonAuthor::editLesson(const QJsonObject& typed)
{
    if (!m_player.isOpen())
        return;
    auto* editor = new LessonEditor(m_bench.theme, m_player.lesson(), &m_bench.window);
    const auto edited = [this, editor] {
        return EditedLesson{m_player.isOpen() ? editor->lesson() : Lesson(), m_player.index()};
    };
    show(editor, edited, typed);
}

/// Opens a dialog. `edited` returns the lesson with the dialog's texts. `typed`: texts of an earlier dialog, or empty.
void LessonAuthor::show(WordsDialog* editor, const std::function<EditedLesson()>& edited, const QJsonObject& typed)
{
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::accepted, this, [this, edited] { apply(edited()); });
    connect(editor, &WordsDialog::edited, this, [this, editor, edited] {
        m_editor = editor;
        m_edited = edited;
        emit unsavedChanged();
    });
    connect(editor, &QDialog::finished, this, [this] {
        m_editor = nullptr;
        emit unsavedChanged();
    });
    if (!typed.isEmpty())
        editor->type(typed);
    // Open a restored dialog later, after the window has been shown.
    QMetaObject::invokeMethod(editor, &QDialog::open, typed.isEmpty() ? Qt::DirectConnection : Qt::QueuedConnection);
}

void LessonAuthor::apply(EditedLesson edited)
{
    if (edited.lesson.steps.empty())
        return;  // the lesson was closed while the dialog was open
    if (!m_player.isOpen())
        m_player.setPath({});
    m_player.edit(std::move(edited.lesson), edited.index);
}

QJsonObject LessonAuthor::unsaved() const
{
    if (m_editor == nullptr && !m_player.isModified())
        return {};
    const EditedLesson now = m_editor != nullptr ? m_edited() : EditedLesson{m_player.lesson(), m_player.index()};
    QJsonObject unsaved{{QStringLiteral("lesson"), QJsonDocument::fromJson(writeLesson(now.lesson)).object()},
                        {QStringLiteral("index"), now.index},
                        {QStringLiteral("path"), m_player.path()}};
    if (m_editor != nullptr && !m_editor->isAcceptable())
        unsaved[m_editor->objectName()] = m_editor->typed();
    return unsaved;
}

void LessonAuthor::restore(const QJsonObject& unsaved)
{
    auto lesson = readLesson(QJsonDocument(unsaved[QStringLiteral("lesson")].toObject()).toJson(), {});
    if (!lesson)
        return;
    const int last = static_cast<int>(lesson->steps.size()) - 1;
    m_player.setPath(unsaved[QStringLiteral("path")].toString());
    m_player.edit(*std::move(lesson), std::clamp(unsaved[QStringLiteral("index")].toInt(), 0, last));
    if (const QJsonObject typed = unsaved[QStringLiteral("stepEditor")].toObject(); !typed.isEmpty())
        editStep(typed);
    if (const QJsonObject typed = unsaved[QStringLiteral("lessonEditor")].toObject(); !typed.isEmpty())
        editLesson(typed);
}

void LessonAuthor::saveFile()
{
    QString name = textIn(m_player.lesson().title, languageNow()).toLower();
    for (QChar& c : name)
        if (!c.isLetterOrNumber())
            c = QLatin1Char('-');
    QString path = QFileDialog::getSaveFileName(
        &m_bench.window, tr("Save lesson"),
        files::dialogFolder(m_session) + QLatin1Char('/') + name.left(60) + QLatin1String(kLessonEnding),
        tr("Lessons (*%1)").arg(QLatin1String(kLessonEnding)));
    if (path.isEmpty())
        return;
    if (!QFileInfo(path).fileName().contains(QLatin1Char('.')))
        path += QLatin1String(kLessonEnding);
    saveTo(path);
}

void LessonAuthor::saveTo(const QString& path)
{
    const engine::Status saved = writeLessonFile(m_player.lesson(), path);
    if (!saved)
        return emit failed(runs::bannerTexts(QT_TR_NOOP("The lesson was not saved"), saved.error().message));
    m_player.setPath(path);
    emit unsavedChanged();
}

void insertStep(LessonPlayer& player, Step step)
{
    LessonAuthor::EditedLesson edited = withStep(player, std::move(step));
    player.edit(std::move(edited.lesson), edited.index);
}

void removeStep(LessonPlayer& player)
{
    if (player.count() < 2)
        return;
    Lesson lesson = player.lesson();
    lesson.steps.erase(lesson.steps.begin() + player.index());
    const int at = std::min(player.index(), player.count() - 2);
    player.edit(std::move(lesson), at);
    player.goTo(at);
}

void moveStep(LessonPlayer& player, int by)
{
    const int to = player.index() + by;
    if (to < 0 || to >= player.count())
        return;
    Lesson lesson = player.lesson();
    std::swap(lesson.steps[static_cast<std::size_t>(player.index())], lesson.steps[static_cast<std::size_t>(to)]);
    player.edit(std::move(lesson), to);
}

}  // namespace ui::teach
