#include "ui/shell/top_bar.h"

#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/plain_texts.h"
#include "ui/look/widgets.h"
#include "ui/runs/replay.h"

#include <QHBoxLayout>
#include <QPainter>

namespace ui::shell {

TopBar::TopBar(const runs::Workbench& bench, QWidget* parent) : QWidget(parent), m_bench(bench)
{
    setObjectName(QStringLiteral("topBar"));
    build();
    connect(&m_bench.playhead, &model::Playhead::moved, this, &TopBar::showTime);
    connect(&m_bench.range, &model::VisibleRange::originChanged, this, &TopBar::showTime);
    connect(&m_bench.playhead, &model::Playhead::paceChanged, this, &TopBar::showTime);
    connect(&m_bench.playhead, &model::Playhead::paceChanged, this,
            [this] { m_pace->setCurrent(static_cast<int>(m_bench.playhead.pace())); });
    connect(m_pace, &look::Segmented::chosen, this, [this](int id) {
        QAction* const paces[] = {m_bench.actions.paceReal, m_bench.actions.paceSlow, m_bench.actions.paceInstant};
        paces[id]->trigger();
    });
    connect(m_machines, &MachineField::shownChanged, this, &TopBar::restyle);
    connect(&m_bench.theme, &look::Theme::changed, this, &TopBar::restyle);
    restyle();
}

void TopBar::build()
{
    auto* row = new QHBoxLayout(this);
    buildMenu(*row);
    addDivider();
    buildRunTools(*row);
    addDivider();
    buildTarget(*row);
    buildAsideRun(*row);
    row->addStretch(1);
    buildCommands(*row);
    addDivider();
    addTool(m_bench.actions.toggleTheme);
    addTool(m_bench.actions.keys);
    look::inLanguage(this, [this] { setTexts(); });
    setAside({}, false);
    m_pace->setCurrent(static_cast<int>(m_bench.playhead.pace()));
}

void TopBar::buildMenu(QHBoxLayout& row)
{
    m_menu = new QMenu(this);
    m_bench.actions.fillMenu(*m_menu);
    m_menuButton = new QToolButton(this);
    m_menuButton->setMenu(m_menu);
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setObjectName(QStringLiteral("menuButton"));
    m_tools.push_back(m_menuButton);
    m_logo = new QLabel(this);
    m_brand = new QLabel(QStringLiteral("Overlap"), this);
    row.addWidget(m_menuButton);
    row.addWidget(m_logo);
    row.addWidget(m_brand);
}

void TopBar::buildRunTools(QHBoxLayout& row)
{
    m_run = new QPushButton(this);
    m_run->setObjectName(QStringLiteral("runButton"));
    m_run->setProperty("role", QStringLiteral("primary"));
    row.addWidget(m_run);
    connect(m_run, &QPushButton::clicked, this,
            [this] { (m_mode == RunMode::Stop ? m_bench.actions.stop : m_bench.actions.run)->trigger(); });
    QToolButton* repeat = addTool(m_bench.actions.repeat);
    const auto showRepeat = [this, repeat] {
        repeat->setVisible(m_bench.actions.repeat->isEnabled());
        fit();
    };
    connect(m_bench.actions.repeat, &QAction::enabledChanged, this, showRepeat);
    addTool(m_bench.actions.step);
    addTool(m_bench.actions.pause);
    addTool(m_bench.actions.reset);
    m_pace = new look::Segmented(m_bench.theme, look::Segmented::Size::Normal, this);
    row.addWidget(m_pace);
    m_time = new QLabel(this);
    m_time->setObjectName(QStringLiteral("clock"));
    m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row.addWidget(m_time);
}

/// Where the program runs, on how many ranks, and whether values are computed.
void TopBar::buildTarget(QHBoxLayout& row)
{
    m_machines = new MachineField(m_bench.theme, this);
    row.addWidget(m_machines);
    m_ranks = new runs::RanksField(m_bench, this);
    connect(m_ranks, &runs::RanksField::fitWanted, this, &TopBar::fit);
    row.addWidget(m_ranks);
    m_values = new runs::ValuesChoice(m_bench, this);
    row.addWidget(m_values);
}

void TopBar::buildAsideRun(QHBoxLayout& row)
{
    m_aside = new QPushButton(this);
    m_aside->setObjectName(QStringLiteral("asideRun"));
    m_stopAside = new QToolButton(this);
    m_stopAside->setObjectName(QStringLiteral("stopAside"));
    m_tools.push_back(m_stopAside);
    connect(m_aside, &QPushButton::clicked, this, &TopBar::asideWanted);
    connect(m_stopAside, &QToolButton::clicked, this, &TopBar::asideStopWanted);
    row.addWidget(m_aside);
    row.addWidget(m_stopAside);
}

void TopBar::buildCommands(QHBoxLayout& row)
{
    m_stage = new QPushButton(this);
    m_stage->setObjectName(QStringLiteral("stageButton"));
    connect(m_stage, &QPushButton::clicked, m_bench.actions.stage, &QAction::trigger);
    row.addWidget(m_stage);
    m_compare = new QPushButton(this);
    m_compare->setObjectName(QStringLiteral("compareButton"));
    m_compare->setCheckable(true);
    connect(m_compare, &QPushButton::clicked, m_bench.actions.compare, [this] {
        m_compare->setChecked(m_bench.actions.compare->isChecked());
        m_bench.actions.compare->trigger();
    });
    connect(m_bench.actions.compare, &QAction::toggled, m_compare, &QPushButton::setChecked);
    row.addWidget(m_compare);
    m_export = new QPushButton(this);
    m_export->setObjectName(QStringLiteral("exportButton"));
    connect(m_export, &QPushButton::clicked, m_bench.actions.exportFigure, &QAction::trigger);
    row.addWidget(m_export);
}

void TopBar::setTexts()
{
    m_menuButton->setToolTip(tr("Menu"));
    m_menuButton->setAccessibleName(tr("Menu"));
    m_pace->setAccessibleName(tr("Pace"));
    m_pace->setSegments({tr("1×"), tr("Slow motion"), tr("Instant")},
                        {m_bench.actions.paceReal->statusTip(), m_bench.actions.paceSlow->statusTip(),
                         m_bench.actions.paceInstant->statusTip()});
    m_aside->setToolTip(tr("A run on this computer of another program: show it"));
    m_stopAside->setToolTip(tr("Stop this run"));
    m_stopAside->setAccessibleName(tr("Stop this run"));
    m_stage->setAccessibleName(tr("Stage"));
    m_compare->setAccessibleName(tr("Compare"));
    m_export->setAccessibleName(tr("Export…"));
    for (QToolButton* tool : m_tools)
        if (const QAction* action = tool->defaultAction())
            tool->setAccessibleName(commands::nameOf(*action));
    fit();
    showTime();
}

QToolButton* TopBar::addTool(QAction* action, int)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    layout()->addWidget(button);
    m_tools.push_back(button);
    return button;
}

void TopBar::addDivider()
{
    auto* line = look::makeLine(Qt::Vertical, this);
    layout()->addWidget(line);
    m_dividers.push_back(line);
}

void TopBar::setRunMode(RunMode mode)
{
    m_mode = mode;
    const bool isStop = mode == RunMode::Stop || mode == RunMode::Stopping;
    const QString text = mode == RunMode::Stop       ? tr("Stop")
                         : mode == RunMode::Stopping ? tr("Stopping")
                         : mode == RunMode::Resume   ? tr("Resume")
                         : mode == RunMode::Pause    ? tr("Pause")
                                                     : tr("Run");
    m_run->setText(look::besideIcon(text));
    const bool isOfOther = mode == RunMode::Unavailable;
    m_run->setToolTip(isStop      ? m_bench.actions.stop->toolTip()
                      : isOfOther ? traceTip()
                                  : m_bench.actions.run->toolTip());
    m_run->setAccessibleName(text);
    m_run->setAccessibleDescription(isOfOther ? m_run->toolTip() : QString());
    m_run->setEnabled(mode != RunMode::Stopping && mode != RunMode::Starting && !isOfOther);
    m_bench.actions.run->setEnabled(!isOfOther);
    m_run->setIcon(
        m_bench.theme.icon(isStop                   ? QStringLiteral("stop")
                           : mode == RunMode::Pause ? QStringLiteral("pause")
                                                    : QStringLiteral("play"),
                           m_run->isEnabled() ? m_bench.theme.tokens().onAccent : m_bench.theme.tokens().text3));
}

/// Explains why the trace of another program cannot be run again, and what Run would run.
QString TopBar::traceTip() const
{
    const auto& program = m_bench.document.program();
    const QString why = tr("The trace on the screen was recorded by another program, so it cannot be run again.");
    const QString what = program.id.empty() ? tr("“Back to the program” opens a program, which Run would run.")
                                            : tr("“Back to the program” returns to %1, which Run would run.")
                                                  .arg(look::programText(program.id, program.title));
    return why + QLatin1Char('\n') + what;
}

void TopBar::setAside(const QString& text, bool isRunning)
{
    m_aside->setVisible(!text.isEmpty());
    m_aside->setText(look::besideIcon(look::buttonText(text)));
    m_aside->setAccessibleName(text);
    m_aside->setIcon(m_bench.theme.icon(isRunning ? QStringLiteral("clock") : QStringLiteral("check"),
                                        m_bench.theme.tokens().accent));
    m_stopAside->setVisible(isRunning && !text.isEmpty());
    fit();
}

void TopBar::setRunEnd(engine::Nanoseconds end)
{
    m_end = end;
    showTime();
}

void TopBar::setPlaceOf(std::function<QString(engine::Nanoseconds)> placeOf)
{
    m_placeOf = std::move(placeOf);
    showTime();
}

/// The label grows with its longest text and does not shrink again, so that the controls beside it stay in place.
void TopBar::setClock(const QString& text)
{
    m_time->setText(text);
    const int needed = m_time->minimumSizeHint().width();
    if (needed <= m_time->minimumWidth())
        return;
    m_time->setMinimumWidth(needed);
    fit();
}

void TopBar::showTime()
{
    if (const QString place = m_placeOf ? m_placeOf(m_bench.playhead.time()) : QString(); !place.isEmpty()) {
        setClock(place);
        m_time->setAccessibleName(tr("Playhead in %1").arg(place));
        return;
    }
    const engine::Nanoseconds zero = m_bench.range.origin();
    const double now = engine::toSeconds(m_bench.playhead.time() - zero);
    const double end = engine::toSeconds(m_end - zero);
    const auto number = [](double value) { return QString::number(value, 'f', 3); };
    // Seconds would show no progress for a run of a few milliseconds.
    const bool isShort = end < 0.1;
    const double unit = isShort ? 1e3 : 1;
    const QString factor = runs::Replay::factorText(m_bench.playhead.factor());
    const QString times = QStringLiteral("%1 / %2 %3")
                              .arg(now < 0 ? tr("warm-up") : number(now * unit), number(end * unit),
                                   isShort ? QStringLiteral("ms") : QStringLiteral("s"));
    setClock(m_end.count() > 0 ? times + (factor.isEmpty() ? QString() : QStringLiteral(" · ") + factor) : QString());
    m_time->setAccessibleName(now < 0 ? tr("Playhead %1").arg(look::momentText(m_bench.playhead.time(), zero))
                                      : tr("Playhead %1 of %2 seconds").arg(number(now), number(end)));
}

void TopBar::restyle()
{
    const look::Tokens& tokens = m_bench.theme.tokens();
    setFixedHeight(m_bench.theme.px(48));
    layout()->setContentsMargins(m_bench.theme.px(12), 0, m_bench.theme.px(12), 1);
    layout()->setSpacing(m_bench.theme.px(6));
    for (QToolButton* tool : m_tools) {
        tool->setFixedSize(m_bench.theme.px(30), m_bench.theme.px(30));
        tool->setIconSize(QSize(m_bench.theme.px(16), m_bench.theme.px(16)));
    }
    m_menuButton->setIcon(m_bench.theme.icon(QStringLiteral("menu"), tokens.text2));
    for (QWidget* line : m_dividers) {
        line->setFixedSize(1, m_bench.theme.px(20));
        look::setGround(*line, tokens.line);
    }
    m_logo->setPixmap(m_bench.theme.icon(QStringLiteral("mark")).pixmap(m_bench.theme.px(20), m_bench.theme.px(20)));
    m_brand->setFont(m_bench.theme.sans(14, QFont::DemiBold));
    m_brand->setContentsMargins(m_bench.theme.px(1), 0, m_bench.theme.px(4), 0);
    m_run->setFont(m_bench.theme.sans(12, QFont::DemiBold));
    m_run->setIconSize(QSize(m_bench.theme.px(14), m_bench.theme.px(14)));
    for (const auto& [button, icon] :
         {std::pair(m_stage, "expand"), std::pair(m_compare, "compare"), std::pair(m_export, "export")}) {
        button->setFont(m_bench.theme.sans(12, QFont::Medium));
        button->setIcon(m_bench.theme.icon(QLatin1String(icon), tokens.text));
        button->setIconSize(QSize(m_bench.theme.px(15), m_bench.theme.px(15)));
    }
    m_stage->setToolTip(m_bench.actions.stage->toolTip());
    m_compare->setToolTip(m_bench.actions.compare->toolTip());
    m_export->setToolTip(m_bench.actions.exportFigure->toolTip());
    m_time->setFont(m_bench.theme.mono(12.5));
    m_time->setMinimumWidth(m_bench.theme.px(120));
    setClock(m_time->text());
    m_machines->restyle();
    m_aside->setFont(m_bench.theme.sans(12, QFont::Medium));
    m_aside->setIconSize(QSize(m_bench.theme.px(15), m_bench.theme.px(15)));
    m_stopAside->setIcon(m_bench.theme.icon(QStringLiteral("stop"), tokens.text));
    setRunMode(m_mode);
    fit();
    // Fits again after the style sheet of the new theme has set its sizes.
    QMetaObject::invokeMethod(this, &TopBar::fit, Qt::QueuedConnection);
    update();
}

/// Hides parts of a bar that is too narrow. If the machine's name would be cut: first the application's name, then the
/// text beside the icon of Stage. If the controls still do not fit: the texts of Compare and Export, then the
/// logo, then the pace, which has commands.
void TopBar::fit()
{
    const int spare = m_machines->spareWidth();
    const auto cutsMachine = [this, spare] { return layout()->sizeHint().width() - spare > width(); };
    const auto isTooWide = [this] { return layout()->minimumSize().width() > width(); };
    const auto setLabels = [](std::initializer_list<QPushButton*> buttons, bool areShown) {
        for (QPushButton* button : buttons)
            button->setText(areShown ? look::besideIcon(button->accessibleName()) : QString());
    };
    m_brand->show();
    m_logo->show();
    m_pace->show();
    setLabels({m_stage, m_compare, m_export}, true);
    m_brand->setVisible(!cutsMachine());
    if (cutsMachine())
        setLabels({m_stage}, false);
    if (isTooWide())
        setLabels({m_compare, m_export}, false);
    m_logo->setVisible(!isTooWide());
    m_pace->setVisible(!isTooWide());
}

void TopBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// Fits again, because the stage hid the bar and changed its font sizes.
void TopBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fit();
}

void TopBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_bench.theme.tokens().chrome);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_bench.theme.tokens().line);
}

}  // namespace ui::shell
