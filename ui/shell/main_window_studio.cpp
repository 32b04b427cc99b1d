#include "ui/commands/actions.h"
#include "ui/look/languages.h"
#include "ui/machines/calibration.h"
#include "ui/machines/machines.h"
#include "ui/machines/what_if.h"
#include "ui/memory/alive_pane.h"
#include "ui/model/operations_model.h"
#include "ui/runs/compare_control.h"
#include "ui/shell/lesson_controller.h"
#include "ui/shell/main_window.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/top_bar.h"
#include "ui/teach/advice.h"
#include "ui/teach/memory_forecast.h"
#include "ui/teach/predict_first.h"
#include "ui/timeline/timeline_view.h"

#include <QFile>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLayout>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <algorithm>
#include <utility>

namespace ui::shell {

namespace {

/// All that a run depends on, as one text: a guess is asked for once for each.
QString keyOf(const engine::frontend::RunRequest& request)
{
    QStringList parts{QString::fromStdString(request.program.id), QString::fromStdString(request.machine),
                      QString::fromStdString(request.source)};
    for (const auto& [name, value] : request.parameters)
        parts << QString::fromStdString(name) + QLatin1Char('=') + QString::fromStdString(value);
    for (const int line : request.off)
        parts << QStringLiteral("-%1").arg(line);
    for (const int line : request.on)
        parts << QStringLiteral("+%1").arg(line);
    return parts.join(QLatin1Char('\n'));
}

}  // namespace

void MainWindow::buildStudio()
{
    const auto machines = [this]() -> const std::vector<engine::device::MachineInfo>& { return m_machines->all(); };
    const auto chosen = [this] { return m_machines->chosenId(); };
    m_compare = new runs::CompareControl({m_theme, *m_actions, m_feed, *m_timeline, *m_header, *m_splitter, m_document,
                                          *m_controller, *this, machines, chosen});
    const auto tell = [this](const QString& title, const QString& text) { say(title, text, false); };
    connect(m_compare, &runs::CompareControl::changed, this, &MainWindow::showStatus);
    connect(m_compare, &runs::CompareControl::said, this, tell);

    const auto current = [this]() -> const engine::device::MachineInfo& { return machine(); };
    m_whatIf = new machines::WhatIf({m_theme, m_compare->before(), *m_centre, *this, current, [this] {
                                         tellAdvice();
                                         if (!waitsForReader())
                                             runNow();
                                     }});
    connect(m_actions->whatIf, &QAction::toggled, m_whatIf,
            [this](bool isOn) { isOn ? m_whatIf->open() : m_whatIf->close(); });
    connect(m_whatIf, &machines::WhatIf::openChanged, m_actions->whatIf, &QAction::setChecked);
    connect(m_whatIf, &machines::WhatIf::said, this, tell);
    connect(m_whatIf, &machines::WhatIf::saved, this, &MainWindow::takeSavedMachine);

    buildCalibration();

    const int place = m_centre->layout()->indexOf(m_timeline);
    m_predict = new teach::PredictFirst({m_theme, m_feed, *m_centre, *m_timeline, place}, this);
    connect(m_actions->predictFirst, &QAction::toggled, m_predict, [this](bool isOn) {
        m_programs.setBadgesHidden(isOn || m_lessons->isAsking());
        m_predict->setOn(isOn);
        if (isOn && !m_isShowingFile)
            onFlipped();
    });
    connect(m_predict, &teach::PredictFirst::hideResults, this, [this] {
        m_feed.show(nullptr, contextOfRun());
        m_programs.setRevealed(QString::fromStdString(m_document.program().id), false);
        showError();
        showAdvice();
        showStatus();
    });
    connect(m_predict, &teach::PredictFirst::askingChanged, this, [this](bool isAsking) {
        m_right->graph().setHidden(isAsking ? tr("Hidden until your guess is in.") : QString());
        m_right->inspector().setHidden(isAsking ? tr("give your guess. Until then nothing of the run is shown.")
                                                : QString());
    });
    connect(this, &MainWindow::runShown, m_predict, &teach::PredictFirst::onFinished);

    m_forecast = new teach::MemoryForecast({m_theme, *m_controller, *m_centre, place}, this);
    connect(&m_feed, &model::TraceFeed::replaced, m_forecast, [this] {
        if (!m_feed.trace()->devices().empty())
            m_forecast->clear();
    });
    connect(&m_right->whatHappened(), &inspect::WhatHappenedView::aliveWanted, this, [this](engine::DeviceId device) {
        m_actions->alive->setChecked(true);
        m_alive->show();
        m_alive->setDevice(device);
        m_alive->setFocus();
    });
}

/// What is offered was predicted for the machine that runs, also if it is another one than was chosen.
void MainWindow::tellAdvice()
{
    engine::device::MachineInfo used = machine();
    if (const std::string changed = m_whatIf->machineFor(used.id); changed != used.id)
        used.path = changed;
    m_advice->setMachine(used);
}

/// Before a run that waits for the reader: what it would take of memory. On this computer the model is that of the
/// program's own machine, if this one has as many GPUs.
void MainWindow::forecastMemory()
{
    m_forecast->clear();
    const engine::device::MachineInfo* model =
        isReal() ? m_machines->byId(QString::fromStdString(m_document.program().machine)) : &machine();
    if (!m_document.isTrusted() || model == nullptr || model->kind != engine::trace::PlatformKind::Virtual ||
        !model->problem.empty() || (isReal() && gpusNeeded() > machine().gpuCount))
        return;
    engine::frontend::RunRequest request = m_document.request();
    request.machine = isReal() ? model->id : m_whatIf->machineFor(model->id);
    m_forecast->ask(std::move(request), look::inWords(model->label));
}

/// Predict first: the run waits for a guess. Returns whether it does.
bool MainWindow::asksFirst(const engine::frontend::RunRequest& request)
{
    if (m_predict == nullptr ||
        !m_predict->holds(keyOf(request), QString::fromStdString(m_document.program().title), [this] { runNow(); }))
        return false;
    forecastMemory();
    return true;
}

void MainWindow::buildCalibration()
{
    const auto machines = [this]() -> const std::vector<engine::device::MachineInfo>& { return m_machines->all(); };
    const machines::CalibrationTools tools{QFile::decodeName(m_services.calibrator.c_str()),
                                           QFile::decodeName(m_services.calibrated.c_str())};
    m_calibration = new machines::Calibration({m_theme, m_document, *m_controller, *m_compare, *this, tools, machines});
    m_actions->adopt(m_calibration->commands(), commands::Actions::Group::Run);
    connect(m_topBar, &TopBar::calibrationWanted, m_calibration, &machines::Calibration::open);
    connect(m_calibration, &machines::Calibration::made, this, &MainWindow::takeSavedMachine);
    connect(m_calibration, &machines::Calibration::said, this,
            [this](const QString& title, const QString& text) { say(title, text, false); });
}

// -- the GPUs of this computer

void MainWindow::onOwnMachinesKnown()
{
    sayMissingMachine();
    if (isReal() && machine().gpuCount > 0) {
        // What the reader looks at meanwhile stays: an open trace, or a run under way.
        if (m_isShowingFile || !m_controller->isUpToDate())
            showMachine();
        else
            onFlipped();
    }
    showState();
}

void MainWindow::sayMissingMachine()
{
    if (const auto missing = m_machines->takeMissing())
        say(tr("The machine of the last time is not here"),
            tr("%1 cannot be had on this computer now; %2 stands in for it.")
                .arg(*missing, look::inWords(machine().label)),
            false);
}

void MainWindow::scaleSplitter()
{
    const double factor = m_theme.scale() / std::exchange(m_scaleOfPanes, m_theme.scale());
    if (factor == 1.0)
        return;
    QList<int> sizes = m_splitter->sizes();
    for (const qsizetype side : {0, 2})  // the middle takes what is left
        if (side < sizes.size())
            sizes[side] = sizes[side] > 0 ? qRound(sizes[side] * factor) : m_theme.px(side == 0 ? 364 : 304);
    m_splitter->setSizes(sizes);
}

/// The GPUs are in the trace once they are open, which takes up to seconds the first time.
bool MainWindow::isStartingGpus() const
{
    const auto& trace = *m_feed.trace();
    return isReal() && machine().gpuCount > 0 && trace.isLive() &&
           trace.devices().size() <= static_cast<std::size_t>(machine().gpuCount);
}

void MainWindow::showTable(bool isShown)
{
    if (m_table == nullptr && isShown) {
        m_table = new QTableView(m_centre);
        m_table->setObjectName(QStringLiteral("operationsTable"));
        m_table->setAccessibleName(tr("Operations"));
        auto* operations = new model::OperationsModel(m_feed, m_table);
        operations->setOrigin(m_range.origin());
        connect(&m_range, &model::VisibleRange::originChanged, operations, &model::OperationsModel::setOrigin);
        auto* sorted = new QSortFilterProxyModel(m_table);
        sorted->setSourceModel(operations);
        sorted->setSortRole(model::OperationsModel::kSortRole);
        m_table->setModel(sorted);
        for (const int wide : {model::OperationsModel::Expression, model::OperationsModel::Lane})
            m_table->setColumnWidth(wide, m_theme.px(170));
        m_table->setSortingEnabled(true);
        m_table->sortByColumn(-1, Qt::AscendingOrder);
        m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
        m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_table->verticalHeader()->hide();
        m_centre->layout()->addWidget(m_table);
        // Not the current row: the first one becomes that with the keyboard, without being chosen.
        connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
                [this, operations, sorted](const QItemSelection& chosen) {
                    if (chosen.isEmpty())
                        return;
                    const engine::OpId op = operations->opAt(sorted->mapToSource(chosen.indexes().constLast()).row());
                    if (op != m_selection.op())
                        m_selection.selectOp(op);
                });
        const auto follow = [this, operations, sorted](engine::OpId op) {
            const int row = operations->rowOf(op);
            if (row >= 0)
                m_table->setCurrentIndex(sorted->mapFromSource(operations->index(row, 0)));
        };
        connect(&m_selection, &model::Selection::opChanged, m_table, follow);
        if (m_selection.more().empty())
            follow(m_selection.op());
    }
    if (m_table == nullptr)
        return;
    m_table->setVisible(isShown);
    m_table->setMinimumHeight(m_theme.px(220));
    if (isShown && isVisible())
        m_table->setFocus();
}

}  // namespace ui::shell
