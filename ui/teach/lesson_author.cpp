#include "ui/teach/lesson_author.h"

#include "ui/commands/actions.h"
#include "ui/teach/lesson_editor.h"
#include "ui/teach/step_editor.h"
#include "ui/timeline/timeline_view.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ui::teach {

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
    step.dialect = document.listing().dialect() == engine::frontend::Dialect::MXNet ? QStringLiteral("mxnet")
                                                                                    : QStringLiteral("torch");
    const listing::ProgramState state = document.state();
    if (const auto edited = state.sources.find(state.dialect); edited != state.sources.end())
        step.listing = edited->second;  // also if the listing was saved to another file
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
    for (const char* name : {"output", "table"})
        if (const QAction* pane = m_bench.actions.named(QLatin1String(name)); pane != nullptr && pane->isChecked())
            step.view.panes << pane->objectName();
    step.view.hasCriticalPath = m_bench.timeline.arrowMode() == drawing::ArrowMode::CriticalPath;
    step.notes = model::toJson(m_notes.book().notes());
    return step;
}

void LessonAuthor::addStep()
{
    auto* editor = new StepEditor(m_bench.theme, present(), &m_bench.window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::accepted, this, [this, editor] {
        const Step step = editor->step();
        if (m_player.isOpen())
            return insertStep(m_player, step);
        m_player.setPath({});
        Lesson named;
        named.title = step.title;
        named.steps = {step};
        m_player.edit(named, 0);
    });
    editor->open();
}

void LessonAuthor::editStep()
{
    if (!m_player.isOpen())
        return;
    auto* editor = new StepEditor(m_bench.theme, m_player.step(), &m_bench.window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::accepted, this, [this, editor] { replaceStep(m_player, editor->step()); });
    editor->open();
}

void LessonAuthor::editLesson()
{
    if (!m_player.isOpen())
        return;
    auto* editor = new LessonEditor(m_bench.theme, m_player.lesson(), &m_bench.window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::accepted, this, [this, editor] {
        if (m_player.isOpen())
            m_player.edit(editor->lesson(), m_player.index());
    });
    editor->open();
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
    if (saved)
        m_player.setPath(path);
    else
        emit failed(runs::bannerTexts(QT_TR_NOOP("The lesson was not saved"), saved.error().message));
}

void insertStep(LessonPlayer& player, Step step)
{
    Lesson lesson = player.lesson();
    if (lesson.steps.size() >= kMaxSteps)
        return;
    const int at = player.isOpen() ? player.index() + 1 : 0;
    lesson.steps.insert(lesson.steps.begin() + at, std::move(step));
    player.edit(std::move(lesson), at);
}

void replaceStep(LessonPlayer& player, Step step)
{
    if (!player.isOpen())
        return;
    Lesson lesson = player.lesson();
    lesson.steps.at(static_cast<std::size_t>(player.index())) = std::move(step);
    player.edit(std::move(lesson), player.index());
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
