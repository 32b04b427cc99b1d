#include "ui/graph/graph_view.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/graph_canvas.h"
#include "ui/graph/detail/graph_caption.h"
#include "ui/graph/detail/graph_header.h"
#include "ui/graph/detail/graph_search.h"
#include "ui/graph/detail/graph_source.h"
#include "ui/graph/detail/grouping_choice.h"
#include "ui/graph/detail/legend.h"
#include "ui/graph/detail/net_side.h"
#include "ui/graph/detail/net_trail.h"
#include "ui/graph/detail/scope_selector.h"
#include "ui/graph/dot.h"
#include "ui/graph/page.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

namespace ui::graph {

namespace {

/// A live run with at least this many operations is not laid out again at every tick, because its graph is unreadable
/// anyway.
constexpr std::size_t kRelayoutBelow = 20'000;
/// With at least this many operations, the layout takes so long that it is deferred.
constexpr std::size_t kArrangedLater = 200'000;
constexpr double kWide = 900;     // width of a diagram in a window or on a page
constexpr int kArrangingMs = 20;  // time to paint the "Arranging" message first

}  // namespace

GraphView::GraphView(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, model::Playhead& playhead,
                     QWidget* parent, Frame frame)
    : QWidget(parent), m_theme(theme), m_feed(feed), m_selection(selection), m_playhead(playhead)
{
    setObjectName(QStringLiteral("graph"));
    layOutParts(frame);
    connect(m_canvas, &GraphCanvas::menuRequested, this, &GraphView::openMenu);
    connect(m_canvas, &GraphCanvas::toggled, this, [this](const Node& node) {
        if (node.shape == NodeShape::Fold)
            toggleGroup(node.ops.front());
        else if (!node.key.isEmpty())
            toggleLayer(node.key);
    });
    connect(m_groups, &GroupingChoice::selected, this, [this] {
        rebuild();
        fit();
    });
    connect(m_search, &GraphSearch::found, this, &GraphView::openTo);
    connect(m_search, &GraphSearch::started, m_groups, &GroupingChoice::keepOpen);
    connect(m_search, &GraphSearch::restarted, this, [this] {
        if (m_groups->reopen())
            rebuild();
    });
    connect(m_scope, &ScopeSelector::changed, this, &GraphView::rebuild);
    connect(&m_feed, &model::TraceFeed::replaced, this, [this] {
        m_groups->closeAll();
        scheduleRebuild();
    });
    connect(&m_feed, &model::TraceFeed::extended, this, [this] {
        if (!m_feed.isFollowing() || m_scope->batch() != nullptr || m_source->trace()->opCount() < kRelayoutBelow)
            scheduleRebuild();
    });
    connect(&m_selection, &model::Selection::scopeChanged, this, &GraphView::scheduleRebuild);
    connect(&m_selection, &model::Selection::opChanged, this, &GraphView::showSelectedOp);
    connect(&m_theme, &look::Theme::changed, this, &GraphView::restyle);
    m_arranging.setSingleShot(true);
    connect(&m_arranging, &QTimer::timeout, this, [this] {
        // The first timeout restarts the timer, because Qt fires all timers that are due before it paints the
        // "Arranging" message.
        if (m_arranging.interval() < kArrangingMs)
            m_arranging.start(kArrangingMs);
        else
            rebuild();
    });
    restyle();
    rebuild();
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Graph"));
        m_canvas->setAccessibleName(tr("Graph"));
    });
}

GraphView::~GraphView() = default;

Diagram GraphView::pageDiagram() const
{
    DiagramLimits limits = m_source->limits;
    limits.isNarrow = false;
    limits.width = kWide;
    return makeForSlide(limits, [this](const DiagramLimits& with) { return diagramOf(*m_source, with); });
}

QString GraphView::dotText() const
{
    const engine::trace::TracePtr shown = m_source->trace();
    const engine::trace::Trace& trace = *shown;
    const engine::analysis::Batch* batch = m_scope->batch();
    const auto& range = m_selection.range();
    return QString::fromStdString(batch != nullptr ? graph::dotText(trace, batch->begin, batch->end)
                                  : range          ? graph::dotText(trace, range->begin, range->end)
                                                   : graph::dotText(trace, m_selection.block()));
}

void GraphView::layOutParts(Frame frame)
{
    m_scope = new ScopeSelector(m_feed, m_selection, m_playhead, this);
    m_groups = new GroupingChoice(this);
    m_header = new GraphHeader(m_theme, m_scope->box(), m_groups->actions());
    connect(m_header, &GraphHeader::findRequested, this, &GraphView::openFind);
    connect(m_header, &GraphHeader::windowRequested, this, &GraphView::openWindow);
    connect(m_header, &GraphHeader::exportRequested, this, [this] { emit figureRequested(this); });
    m_source = std::make_unique<GraphSource>(GraphSource{m_feed, m_selection, *m_scope, *m_groups});
    if (frame == Frame::Window) {
        m_source->limits.stairRows = 18;
        m_source->limits.width = kWide;
        m_source->limits.isNarrow = false;
    }
    m_canvas = new GraphCanvas(m_theme, m_selection, m_playhead, m_diagram);
    m_trail = new NetTrail(m_theme, *m_canvas, m_groups->depthActions());
    m_search = new GraphSearch(m_theme, *m_canvas, m_diagram, m_feed, m_selection, this);
    m_caption = new GraphCaption(m_theme, m_selection, *m_scope);
    m_legend = new Legend(m_theme);
    auto* layout = look::setFlushLayout<QVBoxLayout>(this);
    layout->addWidget(m_header);
    layout->addWidget(m_trail);
    layout->addWidget(&m_search->bar());
    auto* middle = new QHBoxLayout;
    middle->setContentsMargins(0, 0, 0, 0);
    middle->addWidget(m_canvas, 1);
    layout->addLayout(middle, 1);
    layout->addWidget(m_caption);
    layout->addWidget(m_legend);
    if (frame != Frame::Window)
        return;
    m_side = new NetSide(m_theme, *m_canvas);
    m_side->hide();
    middle->addWidget(m_side);
}

/// Shows the side column (the focused box, the state of the devices, the map) if the window has room for it and shows a
/// net.
void GraphView::showSide()
{
    constexpr int kRoomy = 1000;  // a narrower view needs its width for the diagram
    const engine::trace::Trace& trace = *m_feed.trace();
    m_header->setProgram(QString::fromStdString(trace.run().title));
    if (m_side == nullptr)
        return;
    m_side->setVisible(m_diagram.isNet && width() >= m_theme.px(kRoomy));
}

void GraphView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showSide();
}

void GraphView::restyle()
{
    look::setGround(*this, m_theme.tokens().panel);
    m_legend->setContentsMargins(0, 0, 0, 0);
    m_legend->setFixedHeight(m_theme.px(26));
    fit();
    update();
}

/// Lays out the graph again. For a long run, the layout is deferred and the diagram is empty until then; several
/// requests, such as a finished run and a newly selected block, share this layout.
void GraphView::scheduleRebuild()
{
    const std::size_t operations = m_source->trace()->opCount();
    if (operations < kArrangedLater || !m_source->hiddenNote.isEmpty() || m_scope->batch() != nullptr ||
        m_scope->pair() != nullptr)
        return rebuild();
    if (m_arranging.isActive())
        return;
    m_diagram = Diagram();
    m_canvas->showDiagram(m_source->trace());
    m_caption->setText(tr("Arranging %1 operations…").arg(QLocale().toString(operations)));
    m_arranging.start(0);
}

void GraphView::rebuild()
{
    m_arranging.stop();
    m_diagram = diagramOf(*m_source, m_source->limits);
    m_groups->showDepth(m_diagram.depth);
    m_trail->showDepth();
    m_trail->setVisible(m_diagram.isNet);
    m_canvas->showDiagram(m_source->trace());
    m_search->update();
    m_caption->describe(*m_source->trace(), m_diagram);
    m_legend->explain(m_diagram);
    showSide();
    setAccessibleDescription(
        tr("%n operation(s). %1", nullptr, static_cast<int>(m_diagram.operations)).arg(m_diagram.caption));
}

/// Lays out the graph again if it hides the selected operation, for example in a row that a staircase leaves out.
void GraphView::showSelectedOp()
{
    const engine::OpId op = m_selection.op();
    if (op.isValid() && !detail::shows(m_diagram, op) && !m_search->isStepping())
        rebuild();
    else
        m_caption->describe(*m_source->trace(), m_diagram);
}

void GraphView::setPath(std::vector<engine::OpId> path)
{
    if (path == m_source->path)
        return;
    m_source->path = std::move(path);
    rebuild();
}

void GraphView::fit()
{
    m_canvas->fit();
}

void GraphView::setHidden(const QString& note)
{
    if (note == m_source->hiddenNote)
        return;
    m_source->hiddenNote = note;
    rebuild();
    // Forwards the note to the separate windows.
    for (GraphView* view : findChildren<GraphView*>())
        view->setHidden(note);
}

QList<QAction*> GraphView::commands() const
{
    return QList{&m_search->command()} + m_groups->actions() + m_groups->depthActions();
}

void GraphView::toggleGroup(engine::OpId op)
{
    const std::size_t before = m_diagram.nodes.size();
    m_groups->toggle(op);
    rebuild();
    // The node has nothing to expand, or there is no room for its parts: zoom in instead.
    if (m_diagram.nodes.size() == before)
        m_canvas->zoomBy(2);
}

void GraphView::toggleLayer(const QString& key)
{
    Diagram before = m_diagram;
    m_groups->toggleLayer(key);
    rebuild();
    m_canvas->moveFrom(std::move(before));
    m_trail->focus(key);
}

/// Opens the layers of a net around an operation until its box shows a single layer.
void GraphView::openTo(engine::OpId op)
{
    const engine::trace::TracePtr shown = m_source->trace();
    const engine::trace::Trace& trace = *shown;
    constexpr int kDeepest = 16;  // nets are nested less deeply; ends the loop if a box does not open
    for (int level = 0; level < kDeepest; ++level) {
        const auto box =
            std::ranges::find_if(m_diagram.nodes, [op](const Node& node) { return detail::standsFor(node, op); });
        if (box == m_diagram.nodes.end() || box->key.isEmpty() ||
            std::ranges::all_of(box->ops, [&](engine::OpId one) { return trace.op(one).layer == trace.op(op).layer; }))
            return;
        toggleLayer(QString(box->key));
    }
}

void GraphView::openFind()
{
    m_search->open();
}

void GraphView::openMenu(const QPoint& global)
{
    QMenu menu(this);
    menu.addAction(&m_search->command());
    menu.addSeparator();
    menu.addActions(m_groups->actions());
    if (m_diagram.isNet) {
        menu.addSeparator();
        menu.addActions(m_groups->depthActions());
    }
    menu.addAction(tr("Close all groups"), this, [this] { m_groups->select(m_groups->grouping()); })
        ->setEnabled(!m_groups->opened().empty());
    menu.addSeparator();
    menu.addAction(tr("Whole graph"), this, &GraphView::fit);
    menu.addSeparator();
    menu.addAction(tr("Save as SVG…"), this, [this] { emit svgRequested(this); });
    menu.addAction(tr("Save as .dot…"), this, [this] { emit dotRequested(this); });
    menu.exec(global);
}

void GraphView::openWindow()
{
    auto* window = new QDialog(this, Qt::Window);
    window->setAttribute(Qt::WA_DeleteOnClose);
    look::inLanguage(window, [window] { window->setWindowTitle(tr("Graph")); });
    auto* view = new GraphView(m_theme, m_feed, m_selection, m_playhead, nullptr, Frame::Window);
    view->m_header->setWindow(m_windowCommands);
    view->m_source->hiddenNote = m_source->hiddenNote;
    view->m_groups->select(m_groups->grouping());
    connect(view, &GraphView::svgRequested, this, &GraphView::svgRequested);
    connect(view, &GraphView::dotRequested, this, &GraphView::dotRequested);
    connect(view, &GraphView::figureRequested, this, &GraphView::figureRequested);
    auto* layout = new QVBoxLayout(window);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(view);
    constexpr int kWidth = 1440, kHeight = 900;
    window->resize(QSize(m_theme.px(kWidth), m_theme.px(kHeight)).boundedTo(screen()->availableSize()));
    window->show();
}

}  // namespace ui::graph
