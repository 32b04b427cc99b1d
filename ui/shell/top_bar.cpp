#include "ui/shell/top_bar.h"

#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QMenu>

namespace ui::shell {

TopBar::TopBar(const runs::Workbench& bench, QWidget* parent) : QWidget(parent), m_bench(bench)
{
    setObjectName(QStringLiteral("topBar"));
    build();
    connect(&m_bench.playhead, &model::Playhead::paceChanged, this,
            [this] { m_pace->setCurrent(static_cast<int>(m_bench.playhead.pace())); });
    connect(m_pace, &look::Segmented::chosen, this, [this](int id) {
        QAction* const paces[] = {m_bench.actions.paceReal, m_bench.actions.paceSlow, m_bench.actions.paceInstant};
        paces[id]->trigger();
    });
    connect(m_machines, &MachineField::shownChanged, this, &TopBar::restyle);
    connect(m_time, &TimeReadout::grown, this, &TopBar::fit);
    connect(m_aside, &AsideRun::changed, this, &TopBar::fit);
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
    m_aside = new AsideRun(m_bench.theme, this);
    row->addWidget(m_aside);
    row->addStretch(1);
    buildCommands(*row);
    addDivider();
    addTool(m_bench.actions.toggleTheme);
    addTool(m_bench.actions.keys);
    look::inLanguage(this, [this] { setTexts(); });
    m_pace->setCurrent(static_cast<int>(m_bench.playhead.pace()));
}

void TopBar::buildMenu(QHBoxLayout& row)
{
    auto* menu = new QMenu(this);
    m_bench.actions.fillMenu(*menu);
    m_menu = new QToolButton(this);
    m_menu->setMenu(menu);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setObjectName(QStringLiteral("menuButton"));
    m_tools.push_back(m_menu);
    m_logo = new QLabel(this);
    m_brand = new QLabel(QStringLiteral("Overlap"), this);
    row.addWidget(m_menu);
    row.addWidget(m_logo);
    row.addWidget(m_brand);
}

void TopBar::buildRunTools(QHBoxLayout& row)
{
    m_run = new RunButton(m_bench, this);
    row.addWidget(m_run);
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
    m_time = new TimeReadout(m_bench, this);
    row.addWidget(m_time);
}

/// Builds the controls that choose the machine, the number of ranks, and whether a run computes values.
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
    look::setTipAndName(*m_menu, tr("Menu"));
    m_pace->setAccessibleName(tr("Pace"));
    m_pace->setSegments({tr("1×"), tr("Slow motion"), tr("Instant")},
                        {m_bench.actions.paceReal->statusTip(), m_bench.actions.paceSlow->statusTip(),
                         m_bench.actions.paceInstant->statusTip()});
    m_stage->setAccessibleName(tr("Stage"));
    m_compare->setAccessibleName(tr("Compare"));
    m_export->setAccessibleName(tr("Export…"));
    for (QToolButton* tool : m_tools)
        if (const QAction* action = tool->defaultAction())
            tool->setAccessibleName(commands::nameOf(*action));
    fit();
}

QToolButton* TopBar::addTool(QAction* action)
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
    const auto restyleLine = [this, line] {
        line->setFixedSize(1, m_bench.theme.px(20));
        look::setGround(*line, m_bench.theme.tokens().line);
    };
    connect(&m_bench.theme, &look::Theme::changed, line, restyleLine);
    restyleLine();
    layout()->addWidget(line);
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
    m_menu->setIcon(m_bench.theme.icon(QStringLiteral("menu"), tokens.text2));
    m_logo->setPixmap(m_bench.theme.icon(QStringLiteral("mark")).pixmap(m_bench.theme.px(20), m_bench.theme.px(20)));
    m_brand->setFont(m_bench.theme.sans(14, QFont::DemiBold));
    m_brand->setContentsMargins(m_bench.theme.px(1), 0, m_bench.theme.px(4), 0);
    for (const auto& [button, icon] :
         {std::pair(m_stage, "expand"), std::pair(m_compare, "compare"), std::pair(m_export, "export")}) {
        button->setFont(m_bench.theme.sans(12, QFont::Medium));
        button->setIcon(m_bench.theme.icon(QLatin1String(icon), tokens.text));
        button->setIconSize(QSize(m_bench.theme.px(15), m_bench.theme.px(15)));
    }
    m_stage->setToolTip(m_bench.actions.stage->toolTip());
    m_compare->setToolTip(m_bench.actions.compare->toolTip());
    m_export->setToolTip(m_bench.actions.exportFigure->toolTip());
    m_machines->restyle();
    fit();
    // Fit again after the style sheet of the new theme has set its sizes.
    QMetaObject::invokeMethod(this, &TopBar::fit, Qt::QueuedConnection);
    update();
}

/// Hides parts if the bar is too narrow. To avoid eliding the machine's name, hides first the application's name, then
/// the text of the button Stage. If the controls still do not fit, hides the texts of Compare and Export, then the
/// logo, then the pace, which can also be set by commands.
void TopBar::fit()
{
    const int spare = m_machines->spareWidth();
    const auto cutsMachine = [this, spare] { return layout()->sizeHint().width() - spare > width(); };
    const auto isTooWide = [this] { return layout()->minimumSize().width() > width(); };
    m_brand->show();
    m_logo->show();
    m_pace->show();
    for (QPushButton* button : {m_stage, m_compare, m_export})
        button->setText(look::besideIcon(button->accessibleName()));
    m_brand->setVisible(!cutsMachine());
    if (cutsMachine())
        m_stage->setText({});
    if (isTooWide())
        for (QPushButton* button : {m_compare, m_export})
            button->setText({});
    m_logo->setVisible(!isTooWide());
    m_pace->setVisible(!isTooWide());
}

void TopBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// Fits again, because font sizes may have changed while stage mode hid the bar.
void TopBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fit();
}

void TopBar::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_bench.theme.tokens();
    look::paintGround(*this, tokens.chrome, height() - 1, tokens.line);
}

}  // namespace ui::shell
