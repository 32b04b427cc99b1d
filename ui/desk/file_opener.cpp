#include "ui/desk/file_opener.h"

#include "ui/commands/actions.h"
#include "ui/files/saver.h"
#include "ui/look/languages.h"
#include "ui/look/plain_texts.h"

#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <utility>

namespace ui::desk {

using Tone = runs::Banner::Tone;
using runs::RunController;

FileOpener::FileOpener(Desk& desk, const Parts& parts)
    : QObject(&desk), m_desk(desk), m_bench(desk.bench()), m_parts(parts)
{
    m_bench.window.setAcceptDrops(true);
    m_bench.window.installEventFilter(this);
    const commands::Actions& actions = m_bench.actions;
    connect(actions.open, &QAction::triggered, this, &FileOpener::openProgramFile);
    connect(actions.openTrace, &QAction::triggered, this, &FileOpener::openTraceFile);
    // A new program gets an unused id, so that it does not replace another program of the user.
    connect(actions.newProgram, &QAction::triggered, this, [this] {
        m_desk.programs().open(m_parts.listings.freeOwnProgram());
        emit newOpened();
    });
    connect(&m_parts.recent, &files::RecentFiles::chosen, this, &FileOpener::openPath);
    RunController& controller = m_bench.controller;
    connect(&controller, &RunController::ready, this, &FileOpener::onReady);
    connect(&controller, &RunController::unavailable, this, &FileOpener::onUnavailable);
    connect(&controller.thread().questions(), &runs::ProgramQuestions::loaded, this, &FileOpener::onLoaded);
    connect(&controller.thread().questions(), &runs::ProgramQuestions::loadFailed, this,
            [this](const engine::Message& reason) {
                onNotOpened(runs::bannerTexts(QT_TR_NOOP("This file could not be opened"), reason));
            });
    connect(&m_desk.programs(), &Programs::opened, this, &FileOpener::endFirst);
    connect(&m_parts.opener, &runs::TraceOpener::opened, this, &FileOpener::onTraceOpened);
    connect(&m_parts.opener, &runs::TraceOpener::failed, this, [this](const QString&, const engine::Message& reason) {
        onNotOpened(runs::bannerTexts(QT_TR_NOOP("This trace could not be opened"), reason));
    });
}

bool FileOpener::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto* drop = static_cast<QDropEvent*>(event);
    for (const QUrl& url : drop->mimeData()->urls()) {
        if (!url.isLocalFile())
            continue;
        drop->acceptProposedAction();
        if (event->type() == QEvent::Drop)
            openPath(url.toLocalFile());
        return true;
    }
    return QObject::eventFilter(watched, event);
}

void FileOpener::openAtStart(const QString& subject)
{
    m_start = subject;
    if (m_bench.controller.state() != RunController::State::Starting)
        onReady();
}

void FileOpener::onReady()
{
    m_bench.programs.setPrograms(m_bench.controller.programs());
    for (const QString& id : m_parts.listings.ownProgramsWithText())
        m_bench.programs.addFile(files::ownProgram(id));
    const QString wanted = m_start.value_or(m_parts.session.program);
    if (wanted != m_parts.session.program)
        m_desk.shown().forgetView();
    if (QFileInfo::exists(wanted)) {
        m_isFirst = true;
        return openPath(wanted);
    }
    const bool isKnown = m_bench.programs.indexOf(wanted).isValid();
    if (m_bench.controller.programs().empty())
        return m_bench.banner.open(
            runs::bannerTexts(
                QT_TR_NOOP("No programs were found"),
                QT_TR_NOOP("The folder resources/workloads is missing beside the program; reinstall Overlap.")),
            Tone::Fail);
    const QString machineBefore = QString::fromStdString(m_desk.target().machine().id);
    m_desk.programs().open(isKnown ? wanted : usualProgram());
    if (m_start && !isKnown)
        m_bench.banner.open(
            [wanted] {
                return std::pair(tr("There is no program %1").arg(wanted),
                                 tr("The chapter's programs are in the tree on the left."));
            },
            Tone::Fail);
    if (!m_start && machineBefore != QString::fromStdString(m_desk.target().machine().id))
        m_desk.chooseMachine(machineBefore);
    emit firstReady();
}

void FileOpener::onUnavailable(const engine::Message& reason)
{
    m_bench.banner.open([this, reason] {
        return runs::Banner::Message{Tone::Fail,
                                     tr("Programs cannot run"),
                                     look::messageText(reason),
                                     tr("Saved traces can still be opened."),
                                     {{tr("Open trace…"), QString(), [this] { openTraceFile(); }}}};
    });
}

void FileOpener::openProgramFile()
{
    const QString path = QFileDialog::getOpenFileName(
        &m_bench.window, tr("Open program"), files::dialogFolder(m_parts.session),
        tr("Programs (*.py *.ipynb);;Traces (*.overlap *.json *.json.gz *.sqlite);;All files (*)"));
    if (!path.isEmpty())
        openPath(path);
}

void FileOpener::openTraceFile()
{
    const QString path = QFileDialog::getOpenFileName(
        &m_bench.window, tr("Open trace"), files::dialogFolder(m_parts.session), runs::TraceOpener::fileFilter());
    if (path.isEmpty())
        return;
    m_parts.session.folder = QFileInfo(path).absolutePath();
    m_parts.opener.open(path);
}

void FileOpener::openPath(const QString& path)
{
    m_parts.session.folder = QFileInfo(path).absolutePath();
    if (files::isProgramFile(path))
        m_desk.programs().load(QFileInfo(path).absoluteFilePath());
    else
        m_parts.opener.open(path);
}

void FileOpener::onLoaded(const engine::frontend::Program& program)
{
    if (program.path)
        m_parts.recent.note(QString::fromStdString(*program.path));
    m_desk.programs().openLoaded(program);
}

void FileOpener::onTraceOpened(const QString& path, const engine::trace::TracePtr& trace, const engine::Message& note)
{
    m_parts.recent.note(path);
    m_desk.showTrace(trace);
    endFirst();
    if (!note.empty())
        m_bench.banner.open(
            [path, note] { return std::pair(tr("Opened %1").arg(look::fileNameText(path)), look::messageText(note)); });
}

/// Emits firstReady() when the file that opens at the start has been opened or refused; later calls have no effect.
void FileOpener::endFirst()
{
    if (std::exchange(m_isFirst, false))
        emit firstReady();
}

/// Returns the default program. It opens at the start if the wanted program does not exist or its file cannot be
/// opened.
QString FileOpener::usualProgram() const
{
    const QString usual = files::Session().program;
    const auto& programs = m_bench.controller.programs();
    return m_bench.programs.indexOf(usual).isValid() || programs.empty() ? usual
                                                                         : QString::fromStdString(programs[0].id);
}

/// Reports that a file could not be opened; the open program stays. At the start no program is open, so the default
/// program opens.
void FileOpener::onNotOpened(const runs::Banner::MakeTexts& make)
{
    m_parts.listings.forgetAwaited();
    if (m_bench.document.program().id.empty() && !m_desk.shown().isFile())
        m_desk.programs().open(usualProgram());
    emit notOpened();
    endFirst();
    m_bench.banner.open([this, make] {
        auto [title, text] = make();
        return runs::Banner::Message{
            Tone::Fail, title, text, {}, {{tr("Open another file…"), QString(), [this] { openProgramFile(); }}}, true};
    });
}

}  // namespace ui::desk
