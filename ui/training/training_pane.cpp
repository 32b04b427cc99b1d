#include "ui/training/training_pane.h"

#include "engine/messages/messages.h"
#include "engine/trace/imported.h"
#include "ui/charts/chart.h"
#include "ui/charts/plot_export.h"
#include "ui/drawing/memory/memory_track.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"
#include "ui/training/epoch_table.h"
#include "ui/training/pipeline_panel.h"
#include "ui/training/plots.h"
#include "ui/training/training_header.h"

#include <QContextMenuEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

namespace ui::training {

namespace {

namespace analysis = engine::analysis;

constexpr int kRefreshMs = 200;
constexpr std::size_t kMaxWhileRunning = 20'000;
constexpr std::size_t kMinDeferred = 200'000;

bool isTimesOnly(const engine::trace::Trace& trace)
{
    return trace.run().values == engine::trace::ValueMode::TimingOnly;
}

/// If the run only simulated times, returns the message of the run that explains why the table has no values; otherwise
/// empty.
QString whyNoValues(const engine::trace::Trace& trace)
{
    if (!isTimesOnly(trace))
        return {};
    const auto& notes = trace.notes();
    const auto warning = std::ranges::find_if(notes, [](const engine::trace::NoteRecord& note) {
        return note.text.text() == engine::messages::row("run.reads-nan");
    });
    return warning != notes.end() ? look::messageText(warning->text) : QString();
}

}  // namespace

TrainingPane::TrainingPane(look::Theme& theme, model::TraceFeed& feed, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed)
{
    setObjectName(QStringLiteral("trainingPane"));
    build();
    look::inLanguage(this, [this] { setAccessibleName(tr("Training")); });
    for (QTimer* timer : {&m_pause, &m_late}) {
        timer->setSingleShot(true);
        timer->setInterval(kRefreshMs);
    }
    connect(&m_pause, &QTimer::timeout, this, &TrainingPane::refresh);
    connect(&m_late, &QTimer::timeout, this, [this] {
        m_scansAll = true;
        refresh();
    });
    connect(&m_feed, &model::TraceFeed::replaced, this, &TrainingPane::onReplaced);
    connect(&m_feed, &model::TraceFeed::extended, this, &TrainingPane::onExtended);
    connect(&m_feed, &model::TraceFeed::contextChanged, this, &TrainingPane::refresh);
    connect(&m_theme, &look::Theme::changed, this, &TrainingPane::restyle);
    connect(m_header, &TrainingHeader::pageChosen, this, &TrainingPane::setPage);
    connect(m_header, &TrainingHeader::axisChosen, this, &TrainingPane::refresh);
    connect(m_header, &TrainingHeader::exportWanted, this, &TrainingPane::exportPlot);
    connect(m_table, &EpochTable::chosen, this, &TrainingPane::chooseEpoch);
    connect(m_plot, &charts::Chart::picked, this, &TrainingPane::choosePlace);
    connect(m_pipeline, &PipelinePanel::changed, this, [this] {
        Page& page = m_pages[static_cast<std::size_t>(m_page)];
        if (page.kind == Kind::Pipeline)
            m_plot->setPlot(page.plot = pipelinePlot(m_pipeline->times()));
    });
    restyle();
    refresh();
}

void TrainingPane::build()
{
    m_header = new TrainingHeader(m_theme, this);
    m_plot = new charts::Chart(m_theme, this);
    m_table = new EpochTable(m_theme, this);
    m_pipeline = new PipelinePanel(m_theme, this);
    auto* body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(m_theme.px(12));
    body->addWidget(m_plot, 3);
    auto* side = new QVBoxLayout;
    side->addWidget(m_table);
    side->addStretch(1);
    body->addLayout(side, 0);
    body->addWidget(m_pipeline, 2);
    m_line = look::makeLine(Qt::Horizontal, this);
    auto* column = look::setFlushLayout<QVBoxLayout>(this);
    column->addWidget(m_line);
    column->addWidget(m_header);
    column->addLayout(body, 1);
}

/// Whether to defer the scan of all operations until pending events are handled. The scan is slow, and a run without
/// steps rarely has data for its plots.
bool TrainingPane::isLong() const
{
    const engine::trace::Trace& trace = *m_feed.trace();
    return trace.programPart().steps.empty() && trace.opCount() >= kMinDeferred;
}

void TrainingPane::onReplaced()
{
    m_scansAll = !isLong();
    refresh();
    // Start the timer from the event loop: a timer that is already due at the end of this event would be handled before
    // input events.
    if (!m_scansAll && !m_feed.isFollowing())
        QTimer::singleShot(0, &m_late, qOverload<>(&QTimer::start));
}

void TrainingPane::onExtended()
{
    // A live run is redrawn a few times per second; at its end, it is redrawn immediately.
    if (!m_feed.isFollowing())
        onReplaced();
    else if (!m_pause.isActive())
        m_pause.start();
}

void TrainingPane::refresh()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    const QString program = QString::fromStdString(trace.run().program);
    const QStringList before = pages();
    m_training = analysis::training(trace);
    m_pages.clear();
    if (analysis::isTraining(trace) && !m_training.empty())
        if (charts::Plot plot = trainingPlot(m_training, m_header->axis());
            !plot.isEmpty() || m_training.runs.size() > 1)
            m_pages.push_back({Kind::Training, tr("Training"), std::move(plot)});
    for (charts::Plot& plot : sweepPlots(trace))
        m_pages.push_back({Kind::Plot, plot.title, std::move(plot)});
    for (charts::Plot& plot : metricPlots(trace))
        m_pages.push_back({Kind::Plot, plot.title, std::move(plot)});
    // Plots that scan all operations must not take CPU time from a large live run.
    const bool mayScan = m_feed.isFollowing() ? trace.opCount() < kMaxWhileRunning : m_scansAll || !isLong();
    if (auto plot = mayScan ? livePlot(trace, m_training) : std::nullopt)
        m_pages.push_back({Kind::Plot, plot->title, std::move(*plot)});
    if (const auto measured = mayScan && !trace.isLive() ? analysis::pipelineCase(trace, m_training) : std::nullopt) {
        const bool isOneRun = engine::trace::isMeasured(trace.run()) && !m_feed.context().isRepeated();
        m_pipeline->show(*measured, isOneRun ? PipelinePanel::Spread::Unknown : PipelinePanel::Spread::Known);
        m_pages.push_back({Kind::Pipeline, tr("The model"), pipelinePlot(m_pipeline->times())});
    }
    if (program != m_program) {
        m_page = 0;
        m_plot->setPlot({});  // resets zoom and scale
    }
    m_program = program;
    m_page = std::clamp(m_page, 0, std::max(0, static_cast<int>(m_pages.size()) - 1));
    m_table->show(m_training, m_feed.context().bookResults, trace.run());
    if (const QStringList now = pages(); now != before)
        m_header->setPages(now);
    showPage();
    emit contentChanged();
}

bool TrainingPane::opensItself() const
{
    // If the pane has only curves of times, leave the height to the rows of the ranks.
    if (m_feed.trace()->rankPart().set && isTimesOnly(*m_feed.trace()))
        return false;
    const auto isResult = [](const Page& page) { return page.kind != Kind::Pipeline; };
    return std::ranges::any_of(m_pages, isResult) || !drawing::isMemoryInformative(m_feed.trace(), nullptr);
}

QStringList TrainingPane::pages() const
{
    QStringList titles;
    for (const Page& page : m_pages)
        titles << page.title;
    return titles;
}

void TrainingPane::setPage(int page)
{
    if (page < 0 || page >= static_cast<int>(m_pages.size()))
        return;
    m_page = page;
    showPage();
}

const charts::Plot& TrainingPane::plot() const
{
    return m_plot->plot();
}

void TrainingPane::showPage()
{
    if (m_pages.empty())
        return;
    const Page& page = m_pages[static_cast<std::size_t>(m_page)];
    m_plot->setPlot(page.plot);
    m_plot->setVisible(!page.plot.isEmpty());
    m_table->setVisible(page.kind == Kind::Training);
    m_pipeline->setVisible(page.kind == Kind::Pipeline);
    const engine::trace::Trace& trace = *m_feed.trace();
    const bool isTraining = page.kind == Kind::Training, hasPlot = !page.plot.isEmpty();
    const QString parameters = parameterText(), why = whyNoValues(trace);
    m_header->showPage(m_page, {.title = page.title,
                                .parameters = parameters,
                                .toolTip = why.isEmpty() ? parameters : parameters + QLatin1Char('\n') + why,
                                .hasPlot = hasPlot,
                                .hasAxis = isTraining && hasPlot,
                                .lacksValues = isTraining && isTimesOnly(trace)});
    m_table->setToolTip(why);
}

void TrainingPane::setParameterWords(std::function<QString(const std::string& name, const std::string& value)> words)
{
    m_parameterWords = std::move(words);
}

void TrainingPane::setValuesCommand(QAction& command)
{
    m_header->setValuesCommand(command);
}

/// The parameters of the run in one line.
QString TrainingPane::parameterText() const
{
    const engine::trace::RunInfo& run = m_feed.trace()->run();
    QStringList parts;
    if (isTimesOnly(*m_feed.trace()) && m_pages[static_cast<std::size_t>(m_page)].kind == Kind::Training)
        parts << tr("times only");
    const qsizetype most = parts.size() + 4;
    for (const auto& [name, value] : run.parameters)
        if (parts.size() < most && value.size() < 16)
            parts << (m_parameterWords ? m_parameterWords(name, value) : QString::fromStdString(name + ' ' + value));
    return parts.join(QStringLiteral(", "));
}

void TrainingPane::chooseEpoch(int run, int epoch)
{
    if (run < 0 || run >= static_cast<int>(m_training.runs.size()))
        return;
    const auto& epochs = m_training.runs[static_cast<std::size_t>(run)].epochs;
    if (epoch < 0 || epoch >= static_cast<int>(epochs.size()))
        return;
    const analysis::EpochFigures& chosen = epochs[static_cast<std::size_t>(epoch)];
    emit rangeWanted({chosen.begin, std::max(chosen.trained, chosen.begin + engine::Nanoseconds{1})});
}

/// A click at `x` in the chart of a training selects the epoch at `x`, in the last run that has this epoch.
void TrainingPane::choosePlace(double x)
{
    if (m_pages[static_cast<std::size_t>(m_page)].kind != Kind::Training)
        return;
    for (int run = static_cast<int>(m_training.runs.size()) - 1; run >= 0; --run) {
        double end = 0;
        const auto& epochs = m_training.runs[static_cast<std::size_t>(run)].epochs;
        for (std::size_t e = 0; e < epochs.size(); ++e) {
            end += m_header->axis() == TrainingAxis::Time ? engine::toSeconds(epochs[e].time()) : 1;
            if (x > end * (1 + 1e-9))
                continue;
            m_table->setCurrent(static_cast<int>(e));
            return chooseEpoch(run, static_cast<int>(e));
        }
    }
}

void TrainingPane::exportPlot()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the plot"), QStringLiteral("plot.svg"),
                                                      tr("Figures (*.svg *.pdf *.png)"));
    if (path.isEmpty())
        return;
    if (const engine::Status status = charts::writePlot(path, m_plot->plot(), m_feed.trace()->run()); !status)
        QMessageBox::warning(this, tr("Export the plot"), look::messageText(status.error().message));
}

void TrainingPane::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    m_plot->addCommands(menu);
    menu.addSeparator();
    menu.addAction(tr("Export the plot…"), this, &TrainingPane::exportPlot);
    menu.exec(event->globalPos());
}

void TrainingPane::restyle()
{
    look::setGround(*m_line, m_theme.tokens().line);
    setFixedHeight(m_theme.px(226));
    layout()->setContentsMargins(0, 0, m_theme.px(2), m_theme.px(4));
    update();
}

void TrainingPane::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().panel);
}

}  // namespace ui::training
