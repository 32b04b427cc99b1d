#include "ui/commands/actions.h"
#include "ui/shell/lesson_controller.h"
#include "ui/shell/main_window.h"
#include "ui/teach/lesson_editor.h"
#include "ui/teach/step_editor.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

/// Lessons from files, and lessons that are being written.
namespace ui::shell {

using teach::Lesson;
using teach::Step;

namespace {

constexpr const char* kEnding = ".overlap-lesson.json";

}  // namespace

void LessonController::open(const QString& idOrPath)
{
    for (const Shipped& shipped : m_shipped)
        if (shipped.lesson.id == idOrPath)
            return begin(shipped.lesson, shipped.path);
    auto read = teach::readLessonFile(idOrPath);
    if (!read) {
        emit failed(tr("This lesson could not be opened"), QString::fromStdString(read.error().message));
        return;
    }
    ask(*std::move(read), QFileInfo(idOrPath).absoluteFilePath());
}

/// A lesson from elsewhere says what it would run, and does so only when the reader agrees.
void LessonController::ask(Lesson lesson, const QString& path)
{
    const teach::Contents contents = teach::contentsOf(lesson);
    QStringList lines;
    lines << tr("It has %n steps.", nullptr, static_cast<int>(contents.steps));
    if (!contents.programs.isEmpty())
        lines << tr("Programs of the chapter: %1.").arg(contents.programs.join(QStringLiteral(", ")));
    if (contents.listings > 0)
        lines << tr("%n steps bring Python text of their own, which would run on this computer.", nullptr,
                    static_cast<int>(contents.listings));
    if (!contents.files.isEmpty())
        lines << tr("Programs in files: %1. Each asks again before it runs.")
                     .arg(contents.files.join(QStringLiteral(", ")));
    if (!contents.machines.isEmpty())
        lines << tr("Machines: %1.").arg(contents.machines.join(QStringLiteral(", ")));
    auto* box = new QMessageBox(QMessageBox::Question, tr("Begin this lesson?"),
                                tr("“%1” comes from the file %2. Nothing of it has run.")
                                    .arg(teach::textIn(lesson.title, teach::languageNow()), QFileInfo(path).fileName()),
                                QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("lessonTrust"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(lines.join(QLatin1Char('\n')));
    QPushButton* agreed = box->addButton(tr("Begin the lesson"), QMessageBox::AcceptRole);
    agreed->setObjectName(QStringLiteral("beginLesson"));
    connect(agreed, &QPushButton::clicked, this, [this, lesson = std::move(lesson), path] { begin(lesson, path); });
    box->open();
}

void LessonController::openFile()
{
    const QString path =
        QFileDialog::getOpenFileName(&m_window, tr("Open lesson"), m_window.session().folder,
                                     tr("Lessons (*%1 *.lesson);;All files (*)").arg(QLatin1String(kEnding)));
    if (!path.isEmpty())
        open(path);
}

void LessonController::saveFile()
{
    QString name = teach::textIn(m_player.lesson().title, teach::languageNow()).toLower();
    for (QChar& c : name)
        if (!c.isLetterOrNumber())
            c = QLatin1Char('-');
    QString path = QFileDialog::getSaveFileName(
        &m_window, tr("Save lesson"),
        m_window.session().folder + QLatin1Char('/') + name.left(60) + QLatin1String(kEnding),
        tr("Lessons (*%1)").arg(QLatin1String(kEnding)));
    if (path.isEmpty())
        return;
    if (!QFileInfo(path).fileName().contains(QLatin1Char('.')))
        path += QLatin1String(kEnding);
    saveTo(path);
}

void LessonController::saveTo(const QString& path)
{
    const engine::Status saved = teach::writeLessonFile(m_player.lesson(), path);
    if (!saved) {
        emit failed(tr("The lesson was not saved"), QString::fromStdString(saved.error().message));
        return;
    }
    m_path = path;
    m_player.setSaved();
}

Step LessonController::present() const
{
    const listing::ProgramDocument& document = m_window.document();
    Step step;
    step.program = QString::fromStdString(document.program().id);
    step.dialect =
        document.dialect() == engine::frontend::Dialect::MXNet ? QStringLiteral("mxnet") : QStringLiteral("torch");
    const listing::ProgramState state = document.state();
    if (const auto edited = state.sources.find(state.dialect); edited != state.sources.end())
        step.listing = edited->second;  // also if it is saved in a file of its own
    for (const auto& point : document.switches().points())
        if (document.switches().isOn(point.line) != point.isInitiallyOn)
            step.setting.flips[point.line] = document.switches().isOn(point.line);
    step.setting.parameters = document.parameters();
    if (m_window.machineId() != QString::fromStdString(document.program().machine))
        step.setting.machine = m_window.machineId();
    const model::VisibleRange& range = m_window.visibleRange();
    if (!range.isFitted()) {
        step.view.begin = engine::toSeconds(range.range().begin - range.origin());
        step.view.end = engine::toSeconds(range.range().end - range.origin());
    }
    const engine::trace::Trace& trace = *m_window.feed().trace();
    const int block = m_window.selection().block();
    if (block >= 0 && block < static_cast<int>(trace.blocks().size()))
        step.view.block = QString::fromStdString(trace.blocks()[static_cast<std::size_t>(block)].label);
    if (const engine::OpId op = m_window.selection().op(); op.isValid() && trace.has(op))
        step.view.operation = QString::fromUtf8(trace.text(trace.op(op).label).data(),
                                                static_cast<qsizetype>(trace.text(trace.op(op).label).size()));
    for (const QAction* pane : {m_window.actions().output, m_window.actions().table})
        if (pane->isChecked())
            step.view.panes << pane->objectName();
    step.view.hasCriticalPath = m_window.timelineView().arrowMode() == drawing::ArrowMode::CriticalPath;
    step.notes = model::toJson(m_notes.book().notes());
    return step;
}

void LessonController::addStep()
{
    auto* editor = new teach::StepEditor(m_theme, present(), &m_window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::accepted, this, [this, editor] {
        const Step step = editor->step();
        if (!m_player.isOpen()) {
            m_path.clear();
            m_player.insert(step);
            teach::Lesson named = m_player.lesson();
            named.title = step.title;
            m_player.setWords(named);
            return;
        }
        m_player.insert(step);
    });
    editor->open();
}

void LessonController::editStep()
{
    if (!m_player.isOpen())
        return;
    auto* editor = new teach::StepEditor(m_theme, m_player.step(), &m_window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::accepted, this, [this, editor] { m_player.replace(editor->step()); });
    editor->open();
}

void LessonController::editLesson()
{
    if (!m_player.isOpen())
        return;
    auto* editor = new teach::LessonEditor(m_theme, m_player.lesson(), &m_window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &QDialog::accepted, this, [this, editor] { m_player.setWords(editor->lesson()); });
    editor->open();
}

}  // namespace ui::shell
