#include "ui/training/training_pane.h"

#include "engine/messages/messages.h"
#include "engine/trace/imported.h"
#include "ui/charts/chart.h"
#include "ui/charts/plot_export.h"
#include "ui/drawing/memory_track.h"
#include "ui/look/elided_line.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"
#include "ui/training/epoch_table.h"
#include "ui/training/pipeline_panel.h"
#include "ui/training/plots.h"

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
constexpr int kWide = 600;  ///< width at which the header has room for its title and the button that computes values
constexpr std::size_t kMaxWhileRunning = 20'000;
constexpr std::size_t kMinDeferred = 200'000;

}  // namespace

TrainingPane::TrainingPane(look::Theme& theme, model::TraceFeed& feed, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed)
{
    setObjectName(QStringLiteral("trainingPane"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(kRefreshMs);
    build();
    connect(&m_pause, &QTimer::timeout, this, &TrainingPane::refresh);
    m_late.setSingleShot(true);
    m_late.setInterval(kRefreshMs);
    connect(&m_late, &QTimer::timeout, this, [this] {
        m_scansAll = true;
        refresh();
    });
    connect(&m_feed, &model::TraceFeed::replaced, this, &TrainingPane::onReplaced);
    connect(&m_feed, &model::TraceFeed::extended, this, &TrainingPane::onExtended);
    connect(&m_feed, &model::TraceFeed::contextChanged, this, &TrainingPane::refresh);
    connect(&m_theme, &look::Theme::changed, this, &TrainingPane::restyle);
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
    m_header = new QWidget(this);
    m_icon = new QLabel(m_header);
    m_title = new QLabel(m_header);
    m_subtitle = new look::ElidedLine(m_header);
    m_choice = new look::Segmented(m_theme, look::Segmented::Size::Small, m_header);
    m_axis = new look::Segmented(m_theme, look::Segmented::Size::Small, m_header);
    m_compute = new QPushButton(m_header);
    m_compute->setObjectName(QStringLiteral("computeValues"));
    m_compute->setProperty("role", QStringLiteral("small"));
    m_export = new QToolButton(m_header);
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Training"));
        m_axis->setSegments({tr("By epoch"), tr("By time")});
        m_compute->setText(tr("Compute values"));
        m_compute->setToolTip(tr("Run again and compute loss and accuracy; as Computed beside the machine"));
        m_export->setAccessibleName(tr("Export the plot"));
        m_export->setToolTip(tr("Write the plot to a file: SVG, PDF or PNG"));
    });
    m_axis->setCurrent(m_isByTime ? 1 : 0);
    auto* row = new QHBoxLayout(m_header);
    row->addWidget(m_icon);
    row->addWidget(m_title);
    row->addWidget(m_subtitle, 1);
    row->addWidget(m_compute);
    row->addWidget(m_choice);
    row->addWidget(m_axis);
    row->addWidget(m_export);
    connect(m_axis, &look::Segmented::chosen, this, [this](int id) {
        m_isByTime = id == 1;
        refresh();
    });
    connect(m_export, &QToolButton::clicked, this, &TrainingPane::exportPlot);

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
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_line);
    column->addWidget(m_header);
    column->addLayout(body, 1);
}

/// Whether the scan of all operations is deferred until pending events are handled: it is slow, and a run without steps
/// rarely has such a plot.
bool TrainingPane::isLong() const
{
    const engine::trace::Trace& trace = *m_feed.trace();
    return trace.steps().empty() && trace.opCount() >= kMinDeferred;
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
    // A live run is redrawn a few times a second, its last snapshot immediately.
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
        if (charts::Plot plot = trainingPlot(m_training, m_isByTime); !plot.isEmpty() || m_training.runs.size() > 1)
            m_pages.push_back({Kind::Training, tr("Training"), std::move(plot)});
    for (charts::Plot& plot : sweepPlots(trace))
        m_pages.push_back({Kind::Plot, plot.title, std::move(plot)});
    for (charts::Plot& plot : metricPlots(trace))
        m_pages.push_back({Kind::Plot, plot.title, std::move(plot)});
    // Plots that scan all operations are deferred to the end of a large run, so that they do not take CPU time from it.
    const bool isCheap = m_feed.isFollowing() ? trace.opCount() < kMaxWhileRunning : m_scansAll || !isLong();
    if (auto plot = isCheap ? livePlot(trace, m_training) : std::nullopt)
        m_pages.push_back({Kind::Plot, plot->title, std::move(*plot)});
    if (const auto measured = isCheap && !trace.isLive() ? analysis::pipelineCase(trace, m_training) : std::nullopt) {
        m_pipeline->show(*measured, engine::trace::isMeasured(trace.run()) && !m_feed.context().isRepeated());
        m_pages.push_back({Kind::Pipeline, tr("The model"), pipelinePlot(m_pipeline->times())});
    }
    if (program != m_program) {
        m_page = 0;
        m_plot->setPlot({});  // forgets zoom and scale
    }
    m_program = program;
    m_page = std::clamp(m_page, 0, std::max(0, static_cast<int>(m_pages.size()) - 1));
    m_table->show(m_training, m_feed.context().bookResults, engine::trace::isMeasured(m_feed.trace()->run()));
    if (pages() != before) {
        delete m_choice;
        m_choice = new look::Segmented(m_theme, look::Segmented::Size::Small, m_header);
        for (const Page& page : m_pages)
            m_choice->addSegment(page.title);
        connect(m_choice, &look::Segmented::chosen, this, &TrainingPane::setPage);
        static_cast<QHBoxLayout*>(m_header->layout())->insertWidget(4, m_choice);
    }
    showPage();
    emit contentChanged();
}

bool TrainingPane::opensItself() const
{
    const auto isResult = [](const Page& page) { return page.kind != Kind::Pipeline; };
    return std::any_of(m_pages.begin(), m_pages.end(), isResult) || !drawing::tellsMemory(m_feed.trace(), nullptr);
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
    m_axis->setVisible(page.kind == Kind::Training && !page.plot.isEmpty());
    m_export->setVisible(!page.plot.isEmpty());
    m_choice->setVisible(m_pages.size() > 1);
    m_choice->setCurrent(m_page);
    m_compute->setVisible(page.kind == Kind::Training && m_valuesCommand != nullptr && m_valuesCommand->isEnabled() &&
                          isTimesOnly() && width() >= m_theme.px(kWide));
    m_title->setText(page.title);
    m_subtitle->setText(subtitle());
    const QString why = whyNoValues();
    m_subtitle->setToolTip(why.isEmpty() ? subtitle() : subtitle() + QLatin1Char('\n') + why);
    m_table->setToolTip(why);
}

bool TrainingPane::isTimesOnly() const
{
    return m_feed.trace()->run().values == engine::trace::ValueMode::TimingOnly;
}

QString TrainingPane::whyNoValues() const
{
    const engine::trace::Trace& trace = *m_feed.trace();
    if (!isTimesOnly())
        return {};
    const auto& notes = trace.notes();
    const auto warning = std::find_if(notes.begin(), notes.end(), [](const engine::trace::NoteRecord& note) {
        return note.text.text() == engine::messages::row("run.reads-nan");
    });
    return warning != notes.end() ? look::messageText(warning->text) : QString();
}

void TrainingPane::setParameterWords(std::function<QString(const std::string& name, const std::string& value)> words)
{
    m_parameterWords = std::move(words);
}

void TrainingPane::setValuesCommand(QAction& command)
{
    m_valuesCommand = &command;
    connect(m_compute, &QPushButton::clicked, &command, &QAction::trigger);
    connect(&command, &QAction::enabledChanged, this, &TrainingPane::showPage);
}

/// The parameters of the run in one line.
QString TrainingPane::subtitle() const
{
    const engine::trace::RunInfo& run = m_feed.trace()->run();
    QStringList parts;
    if (isTimesOnly() && m_pages[static_cast<std::size_t>(m_page)].kind == Kind::Training)
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

/// A click at `x` in the chart of a training chooses the epoch there, in the last run that has this epoch.
void TrainingPane::choosePlace(double x)
{
    if (m_pages[static_cast<std::size_t>(m_page)].kind != Kind::Training)
        return;
    for (int run = static_cast<int>(m_training.runs.size()) - 1; run >= 0; --run) {
        double end = 0;
        const auto& epochs = m_training.runs[static_cast<std::size_t>(run)].epochs;
        for (std::size_t e = 0; e < epochs.size(); ++e) {
            end += m_isByTime ? engine::toSeconds(epochs[e].time()) : 1;
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
    const look::Tokens& t = m_theme.tokens();
    look::setGround(*m_line, t.line);
    m_header->setFixedHeight(m_theme.px(36));
    m_header->layout()->setContentsMargins(m_theme.px(14), m_theme.px(2), m_theme.px(14), 0);
    m_header->layout()->setSpacing(m_theme.px(8));
    m_icon->setPixmap(m_theme.icon(QStringLiteral("chart"), t.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    m_title->setFont(m_theme.sans(12, QFont::DemiBold));
    look::setTextColour(*m_title, t.text);
    m_subtitle->setFont(m_theme.sans(11));
    look::setTextColour(*m_subtitle, t.text2);
    m_subtitle->setMinimumWidth(0);
    m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_export->setIcon(m_theme.icon(QStringLiteral("export"), t.text2));
    m_export->setIconSize(QSize(m_theme.px(14), m_theme.px(14)));
    m_export->setFixedSize(m_theme.px(26), m_theme.px(26));
    setFixedHeight(m_theme.px(226));
    layout()->setContentsMargins(0, 0, m_theme.px(2), m_theme.px(4));
    update();
}

/// In a narrow window the controls need the room of the title, which the tab above repeats.
void TrainingPane::resizeEvent(QResizeEvent*)
{
    const bool hasRoom = width() >= m_theme.px(kWide);
    m_icon->setVisible(hasRoom);
    m_title->setVisible(hasRoom);
    showPage();
}

void TrainingPane::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().panel);
}

}  // namespace ui::training
