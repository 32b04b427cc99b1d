#include "ui/run_choice/compare_chooser.h"

#include "ui/look/languages.h"
#include "ui/look/plain_texts.h"
#include "ui/runs/earlier_runs.h"
#include "ui/runs/trace_opener.h"

#include <QFileDialog>
#include <QLocale>
#include <QMenu>

namespace ui::run_choice {

using compare::Which;
using engine::trace::TracePtr;
using runs::Banner;
using runs::EarlierRuns;
using runs::NamedRun;
using runs::RunList;
using runs::RunThread;
using runs::TraceOpener;
using runs::Workbench;

CompareChooser::CompareChooser(const Workbench& bench, CompareSides& sides, EarlierRuns& earlier, Banner& banner)
    : QObject(&sides), m_bench(bench), m_sides(sides), m_earlier(earlier), m_banner(banner)
{
    m_opener = new TraceOpener(banner, this);
    connectOpener();
}

void CompareChooser::choose(Which which, QWidget* below)
{
    auto* menu = new QMenu(below->window());
    menu->setObjectName(QStringLiteral("chooseRun"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, CompareSource source) {
        menu->addAction(look::buttonText(text), this,
                        [this, which, source = std::move(source)] { m_sides.replace(which, source); });
    };
    const TracePtr& now = m_bench.feed.trace();
    if (now->opCount() > 0 && !now->isLive())
        add(tr("This run"), CompareSource{CompareSource::Kind::Now, 0, 0, {}, [] { return tr("Now"); }});
    if (const NamedRun before{m_bench.feed.before().trace, m_bench.feed.before().context}; before.trace != nullptr)
        add(tr("Before: %1").arg(before.name()), CompareSource::kept(before, [] { return tr("Before"); }));
    constexpr std::size_t kMaxBlocks = 20;
    for (std::size_t i = 0; i < std::min(now->blocks().size(), kMaxBlocks); ++i)
        add(tr("Benchmark \"%1\"").arg(QString::fromStdString(now->blocks()[i].label)),
            CompareSource{
                CompareSource::Kind::Blocks, i, i, {}, [label = QString::fromStdString(now->blocks()[i].label)] {
                    return label;
                }});
    addEarlier(*menu, which);
    addMachines(*menu, which);
    menu->addSeparator();
    menu->addAction(tr("Open trace…"), this, [this, which] { openFile(which); });
    menu->popup(below->mapToGlobal(QPoint(0, below->height())));
}

/// Adds up to 30 earlier runs, newest first.
void CompareChooser::addEarlier(QMenu& menu, Which which)
{
    constexpr int kMaxRuns = 30;
    RunList& runs = m_earlier.list();
    QMenu* earlier = menu.addMenu(tr("Earlier runs"));
    earlier->setObjectName(QStringLiteral("earlierRuns"));
    for (int row = 0; row < runs.rowCount() && earlier->actions().size() < kMaxRuns; ++row) {
        if (runs.at(row).trace == m_bench.feed.trace())
            continue;
        QStringList texts;
        for (const int column : {RunList::Name, RunList::Program, RunList::Machine, RunList::Waits, RunList::Makespan})
            if (const QString text = runs.index(row, column).data().toString(); !text.isEmpty())
                texts << text;
        earlier->addAction(look::buttonText(texts.join(QStringLiteral(" · "))), this,
                           [this, which, at = QPersistentModelIndex(runs.index(row, 0))] {
                               if (at.isValid())
                                   loadRun(at.row(), m_sides.await(which));
                           });
    }
    earlier->setEnabled(!earlier->isEmpty());
}

void CompareChooser::loadRun(int row, quint64 choice)
{
    m_earlier.list().load(row, this, [this, choice](const engine::Result<NamedRun>& run) {
        const auto side = m_sides.sideThatAwaits(choice);
        if (side && run)
            m_sides.replace(*side, CompareSource::kept(*run));
        else if (side)
            m_banner.open(runs::bannerTexts(QT_TR_NOOP("This run could not be read"), run.error().message));
    });
}

/// Adds the current program on every usable virtual machine; selecting one runs it.
void CompareChooser::addMachines(QMenu& menu, Which which)
{
    if (m_bench.document.program().id.empty() || !m_bench.document.isTrusted())
        return;
    QMenu* machines = menu.addMenu(tr("The listing on another machine"));
    machines->setObjectName(QStringLiteral("machines"));
    for (const engine::device::MachineInfo& machine : m_sides.machines().all()) {
        if (machine.kind != engine::trace::PlatformKind::Virtual || !machine.problem.empty())
            continue;
        const QString label = look::machineText(machine.id, machine.label);
        machines->addAction(look::buttonText(label), this,
                            [this, which, id = machine.id, label] { runOn(id, label, m_sides.await(which)); });
    }
    machines->setEnabled(!machines->isEmpty());
}

/// Runs the program on machine `id` for a side. If the program changes during the run, the run is repeated.
void CompareChooser::runOn(const std::string& id, const QString& label, quint64 choice)
{
    if (!m_bench.document.isTrusted())  // another listing was opened while the menu was open
        return;
    const auto request = [this, id] {
        engine::frontend::RunRequest onMachine = m_bench.document.request();
        onMachine.machine = id;
        return onMachine;
    };
    const auto then = [=, this, revision = m_bench.document.revision()](const auto& answer) {
        const auto side = m_sides.sideThatAwaits(choice);
        if (!side)
            return;
        if (revision != m_bench.document.revision() && m_bench.document.isTrusted())
            return runOn(id, label, choice);
        if (!answer)
            return m_banner.open([label, reason = answer.error().message] {
                return std::pair(tr("The program could not run on %1").arg(label), look::messageText(reason));
            });
        CompareSource source =
            CompareSource::kept({*answer, m_bench.feed.context().ofAnotherRun()}, [label] { return label; });
        source.request = request;
        m_sides.replace(*side, std::move(source));
    };
    m_bench.controller.thread().predict(request(), this, then, RunThread::Use::Lasting);
}

void CompareChooser::openFile(Which which)
{
    const QString path =
        QFileDialog::getOpenFileName(&m_bench.window, tr("Open trace"), QString(), TraceOpener::fileFilter());
    if (path.isEmpty())
        return;
    openPath(which, path, look::fileNameText(path));
}

void CompareChooser::openPath(Which which, const QString& path, const QString& name)
{
    m_fileChoice = m_sides.await(which);
    m_fileName = name;
    m_opener->open(path);
}

void CompareChooser::cancel()
{
    m_opener->cancel();
    m_banner.close();
}

void CompareChooser::connectOpener()
{
    connect(
        m_opener, &TraceOpener::opened, this,
        [this](const QString&, const TracePtr& trace, const engine::Message& note) {
            const auto side = m_sides.sideThatAwaits(m_fileChoice);
            if (!side)
                return;
            m_sides.replace(*side, CompareSource::kept({trace, {}, m_fileName}, [name = m_fileName] { return name; }));
            if (!note.empty())
                m_banner.open([name = m_fileName, note] { return std::pair(name, look::messageText(note)); });
        });
    connect(m_opener, &TraceOpener::failed, this, [this](const QString&, const engine::Message& reason) {
        if (m_sides.sideThatAwaits(m_fileChoice))
            m_banner.open(runs::bannerTexts(QT_TR_NOOP("This trace could not be opened"), reason));
    });
}

}  // namespace ui::run_choice
