#include "ui/shell/right_pane.h"

#include "ui/commands/actions.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"
#include "ui/shell/right_rail.h"
#include "ui/timeline/timeline_view.h"

#include <QAction>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

namespace ui::shell {

namespace {

constexpr int kLeast = 260, kMost = 420;  // minimum and maximum width at 100 %

/// Divides the height that the cards leave between the dependency graph and the inspector. The graph gets 4/5 if the
/// card that explains a training is shown, because the graph of a training is tall and the inspector adds little; 10/19
/// if "Try this" is shown; 2/3 if no card is shown.
class Balance : public QObject {
public:
    Balance(QBoxLayout& column, QWidget& graph, QWidget& inspector, QWidget& why, QWidget& tryThis)
        : QObject(&why), m_column(column), m_graph(graph), m_inspector(inspector), m_why(why), m_tryThis(tryThis)
    {
        why.installEventFilter(this);
        tryThis.installEventFilter(this);
        share();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
            share();
        return QObject::eventFilter(watched, event);
    }

private:
    void share()
    {
        const bool hasWhy = !m_why.isHidden(), hasOther = !m_tryThis.isHidden();
        m_column.setStretchFactor(&m_graph, hasWhy ? 8 : hasOther ? 10 : 2);
        m_column.setStretchFactor(&m_inspector, hasWhy ? 2 : hasOther ? 9 : 1);
    }

    QBoxLayout& m_column;
    QWidget& m_graph;
    QWidget& m_inspector;
    QWidget& m_why;
    QWidget& m_tryThis;
};

}  // namespace

RightPane::RightPane(const runs::Workbench& bench, QWidget* parent)
    : QWidget(parent), m_theme(bench.theme), m_feed(bench.feed)
{
    setObjectName(QStringLiteral("rightPane"));
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    m_stack = new QStackedWidget(this);
    whole->addWidget(m_stack);
    m_rail = new RightRail(bench.theme, this);
    m_rail->hide();
    whole->addWidget(m_rail);
    connect(m_rail, &RightRail::opened, this, &RightPane::openRequested);
    auto* normal = new QWidget(m_stack);
    auto* column = look::setFlushLayout<QVBoxLayout>(normal);
    m_graph = new graph::GraphView(bench.theme, bench.feed, bench.selection, bench.playhead, normal);
    m_graph->setWindowCommands({bench.actions.play, bench.actions.step, bench.actions.reset});
    m_line = look::makeLine(Qt::Horizontal, normal);
    m_inspector = new inspect::InspectorView(bench.theme, bench.feed, bench.selection, bench.playhead);
    m_inspectorScroll = look::makeVerticalScroll(normal);
    m_inspectorScroll->setWidget(m_inspector);
    look::inLanguage(m_inspectorScroll, [this] { m_inspectorScroll->setAccessibleName(tr("Inspector")); });
    m_cardBox = new QWidget(normal);
    auto* box = new QVBoxLayout(m_cardBox);
    m_why = new training::WhyCard(bench.theme, m_cardBox);
    m_tryThis = new inspect::TryThisCard(bench.theme, m_cardBox);
    box->addWidget(m_why);
    box->addWidget(m_tryThis);
    m_late = new inspect::LateCard(bench.theme, bench.feed, bench.selection, normal);
    connect(m_late, &inspect::LateCard::operationsSelected, bench.timeline.action(QStringLiteral("centre")),
            &QAction::trigger);
    column->addWidget(m_late);
    column->addWidget(m_graph);
    column->addWidget(m_line);
    // Graph and inspector share the height that the cards do not use. Each gets a fraction that does not depend on its
    // content, so that the graph does not move at every selection. Content that does not fit scrolls; the cards show
    // their whole text.
    for (QWidget* part : std::initializer_list<QWidget*>{m_graph, m_inspectorScroll})
        part->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    column->addWidget(m_inspectorScroll);
    column->addWidget(m_cardBox);
    new Balance(*column, *m_graph, *m_inspectorScroll, *m_why, *m_tryThis);
    m_whatHappened = new inspect::WhatHappenedView(bench.theme, bench.feed, m_stack);
    auto* scroll = look::makeVerticalScroll(m_stack);
    scroll->setWidget(m_whatHappened);
    m_stack->addWidget(normal);
    m_stack->addWidget(scroll);
    look::inLanguage(this, [this] { setAsking(m_isAsking); });
    connect(&bench.theme, &look::Theme::changed, this, &RightPane::restyle);
    restyle();
    connect(&m_feed, &model::TraceFeed::replaced, this, &RightPane::showRun);
    connect(&m_feed, &model::TraceFeed::extended, this, &RightPane::showRun);
    showRun();
}

void RightPane::showRun()
{
    m_stack->setCurrentIndex(m_feed.trace()->error() ? 1 : 0);
}

void RightPane::setAsking(bool isAsking)
{
    m_isAsking = isAsking;
    m_late->setAsking(isAsking);
    m_graph->setHidden(isAsking ? tr("Hidden until your guess is in.") : QString());
    m_inspector->setHidden(isAsking ? tr("give your guess. Until then nothing of the run is shown.") : QString());
}

bool RightPane::isRail() const
{
    return !m_rail->isHidden();
}

void RightPane::setRail(bool isRail)
{
    m_rail->setVisible(isRail);
    m_stack->setVisible(!isRail);
    setMinimumWidth(m_theme.px(isRail ? RightRail::kWidth : kLeast));
    setMaximumWidth(m_theme.px(isRail ? RightRail::kWidth : kMost));
}

void RightPane::restyle()
{
    setRail(isRail());
    look::setGround(*m_line, m_theme.tokens().line);
    m_graph->setMinimumHeight(m_theme.px(190));
    m_inspectorScroll->setMinimumHeight(m_theme.px(118));
    m_cardBox->layout()->setContentsMargins(m_theme.px(14), 0, m_theme.px(14), m_theme.px(14));
    update();
}

void RightPane::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().panel);
}

}  // namespace ui::shell
