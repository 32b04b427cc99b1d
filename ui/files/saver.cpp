#include "ui/files/saver.h"

#include "engine/io/open_trace.h"
#include "ui/commands/actions.h"
#include "ui/look/plain_texts.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

namespace ui::files {

using Tone = runs::Banner::Tone;

bool isProgramFile(const QString& path)
{
    return path.endsWith(QLatin1String(".py"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".ipynb"), Qt::CaseInsensitive);
}

Saver::Saver(const runs::Workbench& bench, Session& session, RecentFiles& recent)
    : QObject(&bench.window), m_bench(bench), m_session(session), m_recent(recent)
{
    const commands::Actions& actions = bench.actions;
    connect(actions.save, &QAction::triggered, this, &Saver::saveProgram);
    connect(actions.saveAs, &QAction::triggered, this, &Saver::saveProgramAs);
    connect(actions.saveTrace, &QAction::triggered, this, [this] { saveTrace(TraceFormat::Overlap); });
    connect(actions.saveChromeTrace, &QAction::triggered, this, [this] { saveTrace(TraceFormat::Chrome); });
}

void Saver::saveProgram()
{
    const auto& path = m_bench.document.program().path;
    if (path)
        saveProgramHere(QString::fromStdString(*path));
    else
        saveProgramAs();
}

void Saver::saveProgramAs()
{
    const engine::frontend::Program& program = m_bench.document.program();
    QString name = QString::fromStdString(program.title).toLower().replace(QLatin1Char(' '), QLatin1Char('-'));
    QString ending = QStringLiteral(".py");
    if (program.path) {
        const QFileInfo file(QString::fromStdString(*program.path));
        name = file.completeBaseName();
        ending = isProgramFile(file.fileName()) ? QLatin1Char('.') + file.suffix() : ending;
    }
    QString path = QFileDialog::getSaveFileName(&m_bench.window, tr("Save program"),
                                                dialogFolder(m_session) + QLatin1Char('/') + name + ending,
                                                tr("Python (*.py);;Notebook (*.ipynb)"));
    if (path.isEmpty())
        return;
    if (!isProgramFile(path))
        path += QStringLiteral(".py");
    saveProgramTo(path);
}

void Saver::saveProgramTo(const QString& path)
{
    m_session.folder = QFileInfo(path).absolutePath();
    listing::ProgramDocument& document = m_bench.document;
    auto written =
        engine::frontend::Runner::save(document.text().exactSource().toStdString() + "\n", document.listing().dialect(),
                                       QFile::encodeName(path).toStdString(), document.program().file.get());
    if (!written)
        return m_bench.banner.open(runs::bannerTexts(QT_TR_NOOP("The program was not saved"), written.error().message),
                                   Tone::Fail);
    m_recent.note(path);
    document.setSaved(path, *std::move(written));
    emit saved();
}

void Saver::saveProgramHere(const QString& path)
{
    if (!m_bench.document.isChangedOnDisk(path))
        return saveProgramTo(path);
    m_bench.banner.open([this, path] {
        return runs::Banner::Message{Tone::Fail,
                                     tr("Another program has changed this file"),
                                     tr("%1 has changed since it was opened or saved here. Nothing was saved yet.")
                                         .arg(look::fileNameText(path)),
                                     {},
                                     {{tr("Save under another name…"), QString(), [this] { saveProgramAs(); }},
                                      {tr("Replace the file"), QString(),
                                       [this, path] {
                                           m_bench.banner.close();
                                           saveProgramTo(path);
                                       }}},
                                     true};
    });
}

void Saver::saveTrace(TraceFormat format)
{
    const bool isChrome = format == TraceFormat::Chrome;
    const engine::trace::TracePtr trace = m_bench.feed.trace();
    if (trace->opCount() == 0 && trace->devices().empty())
        return m_bench.banner.open(
            runs::bannerTexts(QT_TR_NOOP("There is nothing to save"), QT_TR_NOOP("Run the program first.")));
    const QString ending = isChrome ? QStringLiteral(".json") : QStringLiteral(".overlap");
    const QString name = QString::fromStdString(trace->run().program).section(QLatin1Char('/'), -1);
    QString path =
        QFileDialog::getSaveFileName(&m_bench.window, isChrome ? tr("Save as Chrome trace") : tr("Save trace"),
                                     dialogFolder(m_session) + QLatin1Char('/') + name + ending,
                                     isChrome ? tr("Chrome trace (*.json *.json.gz)") : tr("Trace (*.overlap)"));
    if (path.isEmpty())
        return;
    if (!QFileInfo(path).fileName().contains(QLatin1Char('.')))
        path += ending;
    m_session.folder = QFileInfo(path).absolutePath();
    if (const auto written = engine::io::saveTraceAs(*trace, QFile::encodeName(path).toStdString()); !written)
        m_bench.banner.open(runs::bannerTexts(QT_TR_NOOP("The trace was not saved"), written.error().message),
                            Tone::Fail);
}

}  // namespace ui::files
