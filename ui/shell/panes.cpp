#include "ui/shell/panes.h"

#include "ui/commands/actions.h"
#include "ui/listing/flip_pointer.h"
#include "ui/listing/program_pane.h"
#include "ui/look/in_language.h"
#include "ui/runs/centre_header.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/right_rail.h"
#include "ui/shell/tab_order.h"
#include "ui/timeline/timeline_view.h"

#include <QVBoxLayout>
#include <algorithm>
#include <numeric>
#include <utility>

namespace ui::shell {

namespace {

constexpr int kNarrow = 1280;  ///< in a narrower window, the right pane is a tab of the left one
constexpr int kUsual = 1440;   ///< in a window of at least this width, the right pane is open at the first start
/// Default widths of the side panes. In the left pane, a line of a timed block has room for both results of a change.
constexpr int kLeftWidth = 432;
constexpr int kRightWidth = 304;
/// Minimum widths of the timeline when the left pane grows with its listing: the first for a closed right pane, the
/// second for an open one. The right pane becomes narrower before the timeline does.
constexpr int kCentreWidth = 480;
constexpr int kCentreBesideRight = 560;
/// The widest left pane: 96 columns, line numbers and switches.
constexpr int kWidestLeft = 740;
/// Fraction of the window's width that the listing has in stage mode.
constexpr double kStageListing = 0.43;

QVBoxLayout* columnOf(QWidget* widget)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

}  // namespace

Panes::Panes(const runs::Workbench& bench, QWidget& parent) : QObject(&parent), m_bench(bench)
{
    m_splitter = new QSplitter(Qt::Horizontal, &parent);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    buildLeft();
    buildCentre();
    m_right = new RightPane(bench, m_splitter);
    for (QWidget* pane : {m_left, m_centre, static_cast<QWidget*>(m_right)})
        m_splitter->addWidget(pane);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setStretchFactor(2, 0);
    connect(bench.actions.rightPane, &QAction::triggered, this, [this] { m_isRightChosen = true; });
    connect(bench.actions.leftPane, &QAction::triggered, this, &Panes::fit);
    connect(bench.actions.rightPane, &QAction::triggered, this, &Panes::fit);
    connect(m_right, &RightPane::openRequested, bench.actions.rightPane, &QAction::trigger);
    connect(&bench.theme, &look::Theme::changed, this, &Panes::restyle);
    connect(&bench.document.listing(), &listing::ProgramListing::dialectChanged, this, &Panes::fitListing);
    connect(&bench.feed, &model::TraceFeed::replaced, this, &Panes::fitListing);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this](int, int handle) {
        m_isWidthChosen = m_isWidthChosen || handle == 1;
        m_isRightWidthChosen = m_isRightWidthChosen || handle == 2;
        m_rightWidth = 0;
    });
}

void Panes::buildLeft()
{
    m_left = new QWidget(m_splitter);
    m_program = new listing::ProgramPane(m_bench.theme, m_bench.document, m_bench.programs, m_bench.feed,
                                         m_bench.selection, m_left);
    m_tabs = new QTabBar(m_left);
    m_tabs->addTab(QString());
    m_tabs->addTab(QString());
    look::inLanguage(m_tabs, [this] {
        m_tabs->setTabText(0, tr("Program"));
        m_tabs->setTabText(1, tr("Graph and inspector"));
    });
    m_tabs->setExpanding(true);
    m_tabs->hide();
    connect(m_tabs, &QTabBar::currentChanged, this, &Panes::fit);
    QVBoxLayout* column = columnOf(m_left);
    column->addWidget(m_tabs);
    m_pointer = new listing::FlipPointer(m_bench.theme, m_bench.feed, m_program->listing(), m_bench.document.listing());
    column->addWidget(m_program);
}

void Panes::buildCentre()
{
    m_centre = new QWidget(m_splitter);
    m_header = new runs::CentreHeader(m_bench.theme, m_centre);
    QVBoxLayout* column = columnOf(m_centre);
    column->addWidget(m_header);
    column->addWidget(&m_bench.banner);
    column->addWidget(&m_bench.timeline, 1);
    const auto add = [this](const char* name, const char* icon) {
        if (QAction* action = m_bench.timeline.action(QLatin1String(name)))
            m_header->addTool(action, QLatin1String(icon));
    };
    add("zoomOut", "zoomout");
    add("zoomIn", "zoomin");
    add("fit", "fit");
    m_header->addDivider();
    add("ruler", "ruler");
    add("arrows", "arrows");
    add("criticalPath", "path");
}

void Panes::setStage(bool isStage)
{
    const QByteArray before = std::exchange(m_beforeStage, isStage ? m_splitter->saveState() : QByteArray());
    m_program->setStage(isStage);
    m_pointer->setStage(isStage);
    if (!isStage)
        m_splitter->restoreState(before);
    fit();
}

void Panes::read(const files::Session& session)
{
    m_bench.actions.leftPane->setChecked(session.isLeftPaneShown);
    m_bench.actions.rightPane->setChecked(session.isRightPaneShown);
    m_program->setOpensOutput(session.opensOutput);
    m_pointer->setFlipped(session.hasFlipped);
    const look::Theme& theme = m_bench.theme;
    m_isRightWidthChosen = m_splitter->restoreState(session.splitter);
    if (!m_isRightWidthChosen)
        m_splitter->setSizes(
            {theme.px(kLeftWidth), theme.px(kUsual - kLeftWidth - kRightWidth), theme.px(kRightWidth)});
    m_scale = theme.scale();
    m_isWidthChosen = session.hasListingWidth;
    m_isRightChosen = !session.splitter.isEmpty() || !session.isRightPaneShown;
    restyle();
}

void Panes::write(files::Session& session) const
{
    session.isLeftPaneShown = m_bench.actions.leftPane->isChecked();
    session.isRightPaneShown = m_bench.actions.rightPane->isChecked();
    session.opensOutput = m_program->opensOutput();
    session.hasFlipped = m_pointer->hasFlipped();
    session.splitter = isStage() ? m_beforeStage : m_splitter->saveState();
    session.hasListingWidth = m_isWidthChosen;
}

void Panes::restyle()
{
    const look::Theme& theme = m_bench.theme;
    m_tabs->setFont(theme.sans(12, QFont::Medium));
    m_left->setMinimumWidth(theme.px(300));
    m_left->setMaximumWidth(theme.px(kWidestLeft));
    fit();
    scale();
}

void Panes::scale()
{
    const look::Theme& theme = m_bench.theme;
    const double factor = theme.scale() / std::exchange(m_scale, theme.scale());
    if (isStage())
        return fitListing();
    if (factor == 1.0)
        return;
    QList<int> sizes = m_splitter->sizes();
    for (const qsizetype side : {0, 2})  // the middle pane gets the remaining width
        if (side < sizes.size())
            sizes[side] =
                sizes[side] > 0 ? qRound(sizes[side] * factor) : theme.px(side == 0 ? kLeftWidth : kRightWidth);
    m_splitter->setSizes(sizes);
}

/// Makes the left pane as wide as the longest line of the listing, between kLeftWidth and kWidestLeft, as long as the
/// timeline keeps its minimum width. To make room, the right pane becomes narrower. Does nothing if the user has moved
/// the edge of the left pane. In stage mode, the left pane has a fixed fraction of the width instead.
void Panes::fitListing()
{
    const look::Theme& theme = m_bench.theme;
    const QList<int> sizes = m_splitter->sizes();
    const int whole = std::accumulate(sizes.begin(), sizes.end(), 0);
    if (isStage())
        return m_splitter->setSizes({qRound(whole * kStageListing), whole - qRound(whole * kStageListing), 0});
    if (m_isWidthChosen || whole == 0 || m_left->isHidden())
        return;
    const bool hasRight = sizes.size() > 2;
    // If the window was built smaller than it is shown, the right pane is too narrow; use the pane's stored or default
    // width.
    const int chosen = m_isRightWidthChosen ? std::max(sizes.value(2), m_rightWidth) : theme.px(kRightWidth);
    const int right = !hasRight ? 0 : m_right->isRail() ? sizes[2] : chosen;
    const int leastRight = std::min(right, m_right->minimumWidth());
    const int least = m_bench.feed.lacksListing() ? m_left->minimumWidth() : theme.px(kLeftWidth);
    const int centre = theme.px(hasRight && !m_right->isRail() ? kCentreBesideRight : kCentreWidth);
    const int wanted = std::clamp(m_program->listing().wantedWidth(), least, theme.px(kWidestLeft));
    const int left = std::clamp(whole - leastRight - centre, least, wanted);
    QList<int> fitted{left, whole - left};
    if (hasRight) {
        fitted << std::clamp(whole - left - centre, leastRight, right);
        fitted[1] -= fitted[2];
        m_rightWidth = fitted[2] < right ? right : 0;
    }
    if (fitted != sizes)
        m_splitter->setSizes(fitted);
}

void Panes::fit()
{
    // In stage mode the right pane is hidden and the theme's scale is larger, so the window's width must not move the
    // pane.
    const bool isNarrow = isStage() ? m_isNarrow : m_bench.window.width() < kNarrow * m_bench.theme.scale();
    if (!m_isRightChosen && !isStage())
        m_bench.actions.rightPane->setChecked(isNarrow || m_bench.window.width() >= kUsual * m_bench.theme.scale());
    if (std::exchange(m_isNarrow, isNarrow) != isNarrow) {
        if (isNarrow)
            m_left->layout()->addWidget(m_right);
        else
            m_splitter->addWidget(m_right);
        // When a widget gets a new parent, Qt polishes the widget again and restores palettes of an earlier theme, so
        // apply the current theme again.
        emit m_bench.theme.changed();
    }
    const bool isLeftShown = m_bench.actions.leftPane->isChecked() || isStage();
    const bool isRightShown = m_bench.actions.rightPane->isChecked() && !isStage();
    const bool isRightTab = isNarrow && isRightShown && m_tabs->currentIndex() == 1;
    m_tabs->setVisible(isNarrow && isRightShown);
    m_program->setVisible(!isRightTab);
    m_left->setVisible(isLeftShown || isRightTab);
    m_right->setVisible(isNarrow ? isRightTab : !isStage());
    const bool isRail = !isNarrow && !m_bench.actions.rightPane->isChecked();
    if (isRail != m_right->isRail()) {
        m_right->setRail(isRail);
        QList<int> sizes = m_splitter->sizes();
        const int right = m_bench.theme.px(isRail ? RightRail::kWidth : kRightWidth);
        if (sizes.size() == 3) {
            sizes[1] += sizes[2] - right;
            sizes[2] = right;
            m_splitter->setSizes(sizes);
            m_rightWidth = isRail ? 0 : right;
        }
    }
    fitListing();
}

void Panes::moveFocus(int direction, const QList<QWidget*>& parts)
{
    const QWidget* focused = m_bench.window.focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < parts.size(); ++i)
        if (parts[i] == focused || parts[i]->isAncestorOf(focused))
            at = i;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        at = (at + direction + parts.size()) % parts.size();
        if (!parts[at]->isVisible())
            continue;
        // Skip a part without a control, such as the parameter fields if the program has no parameters.
        if (QWidget& target = focusTarget(*parts[at]); (target.focusPolicy() & Qt::TabFocus) != 0)
            return target.setFocus(Qt::TabFocusReason);
    }
}

}  // namespace ui::shell
