#include "ui/graph/graph_view.h"

#include "engine/trace/imported.h"
#include "ui/graph/detail/graph_canvas.h"
#include "ui/graph/detail/legend.h"
#include "ui/graph/detail/scope.h"
#include "ui/look/elided_combo_box.h"
#include "ui/look/find_bar.h"
#include "ui/look/flow.h"
#include "ui/look/in_language.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ui::graph {

namespace {

/// Above this many operations a live run is no longer laid out again at every tick: the graph is unreadable anyway.
constexpr std::size_t kRelayoutBelow = 20'000;
/// From this many operations on, the layout takes so long that it is deferred.
constexpr std::size_t kArrangedLater = 200'000;
constexpr int kArrangingMs = 20;  // time to paint the "Arranging" message first
constexpr int kBatchScope = -2;   ///< selector index of the batch; blocks use their own index, the run -1
constexpr int kPairScope = -3;

}  // namespace

GraphView::GraphView(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, model::Playhead& playhead,
                     QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed), m_selection(selection), m_playhead(playhead)
{
    setObjectName(QStringLiteral("graph"));
    buildCommands();
    buildHeader();
    m_find = new look::FindBar(theme, QStringLiteral("graphFind"));
    m_canvas = new GraphCanvas(theme);
    m_caption = new QLabel;
    m_caption->setAlignment(Qt::AlignCenter);
    m_caption->setObjectName(QStringLiteral("graphCaption"));
    m_caption->setWordWrap(true);
    m_caption->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_caption, &QLabel::linkActivated, this, [this](const QString& block) { chooseScope(block.toInt()); });
    m_legend = new Legend(theme);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_find);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_caption);
    layout->addWidget(m_legend);
    connect(m_canvas, &GraphCanvas::picked, &m_selection, &model::Selection::selectOp);
    connect(m_canvas, &GraphCanvas::pointed, &m_selection, &model::Selection::hoverOp);
    connect(m_canvas, &GraphCanvas::linePicked, &m_selection, &model::Selection::setLine);
    connect(m_canvas, &GraphCanvas::findRequested, this, &GraphView::openFind);
    connect(m_canvas, &GraphCanvas::menuRequested, this, &GraphView::openMenu);
    connect(m_canvas, &GraphCanvas::groupToggled, this, &GraphView::toggleGroup);
    connect(m_find, &look::FindBar::textChanged, this, &GraphView::search);
    connect(m_find, &look::FindBar::stepped, this, &GraphView::stepMatch);
    connect(m_find, &look::FindBar::closed, this, &GraphView::closeFind);
    connect(&m_feed, &model::TraceFeed::replaced, this, [this] {
        m_wantsBatch = true;
        m_opened.clear();
        m_pair.reset();
        m_steps = 0;
        m_training = {};
        m_batch.reset();
        rebuildScopes();
        rebuildSoon();
    });
    connect(&m_feed, &model::TraceFeed::extended, this, [this] {
        rebuildScopes();
        if (!m_feed.isFollowing() || showsBatch() || m_feed.trace()->opCount() < kRelayoutBelow)
            rebuildSoon();
    });
    connect(&m_selection, &model::Selection::blockChanged, this, [this] {
        rebuildScopes();
        rebuildSoon();
    });
    m_arranging.setSingleShot(true);
    connect(&m_arranging, &QTimer::timeout, this, &GraphView::rebuild);
    connect(&m_selection, &model::Selection::opChanged, this, [this](engine::OpId op) {
        // Selecting an operation in a hidden row of the staircase shows that row.
        if (op.isValid() && !isShown(op) && !m_isStepping)
            rebuild();
        showCaption();
        updateStates();
    });
    connect(&m_selection, &model::Selection::hoveredChanged, this, &GraphView::updateStates);
    connect(&m_playhead, &model::Playhead::moved, this, &GraphView::followPlayhead);
    connect(&m_theme, &look::Theme::changed, this, &GraphView::restyle);
    restyle();
    rebuildScopes();
    rebuild();
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Graph"));
        m_title->setText(tr("Graph"));
        m_scope->setAccessibleName(tr("Part of the run"));
        m_scope->setToolTip(tr("Part of the run that the graph shows"));
        m_grouped->setAccessibleName(tr("Grouping of the graph"));
        m_grouped->setToolTip(m_grouped->accessibleName());
        m_search->setAccessibleName(tr("Find in the graph"));
        m_search->setToolTip(tr("Find in the graph (/)"));
        m_expand->setAccessibleName(tr("Graph in a separate window"));
        m_expand->setToolTip(m_expand->accessibleName());
        m_find->setName(tr("Find in the graph"));
        m_canvas->setAccessibleName(tr("Graph"));
        m_scope->clear();
        rebuildScopes();
    });
}

GraphView::~GraphView() = default;

void GraphView::buildHeader()
{
    m_header = new QWidget;
    m_icon = new QLabel;
    m_title = new QLabel;
    m_scope = new look::ElidedComboBox;
    m_scope->setProperty("role", QStringLiteral("small"));
    m_scope->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_scope->setMinimumContentsLength(7);
    m_grouped = new QToolButton;
    m_grouped->setObjectName(QStringLiteral("graphGrouping"));
    m_grouped->setPopupMode(QToolButton::InstantPopup);
    auto* groupings = new QMenu(m_grouped);
    groupings->addActions(m_groupings->actions());
    m_grouped->setMenu(groupings);
    m_search = new QToolButton;
    m_expand = new QToolButton;
    m_expand->setObjectName(QStringLiteral("expandGraph"));
    auto* row = new QHBoxLayout(m_header);
    row->addWidget(m_icon);
    row->addWidget(m_title);
    row->addStretch(1);
    row->addWidget(m_scope);
    row->addWidget(m_grouped);
    row->addWidget(m_search);
    row->addWidget(m_expand);
    connect(m_search, &QToolButton::clicked, this, &GraphView::openFind);
    connect(m_scope, &QComboBox::activated, this, [this](int index) { chooseScope(m_scope->itemData(index).toInt()); });
    connect(m_expand, &QToolButton::clicked, this, &GraphView::openWindow);
}

void GraphView::setExpandable(bool expandable)
{
    m_expand->setVisible(expandable);
}

void GraphView::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    QPalette colours = palette();
    colours.setColor(QPalette::Window, t.panel);
    setPalette(colours);
    setAutoFillBackground(true);
    m_header->setFixedHeight(m_theme.px(34));
    m_header->layout()->setContentsMargins(m_theme.px(12), 0, m_theme.px(6), 0);
    m_header->layout()->setSpacing(m_theme.px(7));
    m_icon->setPixmap(m_theme.icon(QStringLiteral("graph"), t.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    m_title->setFont(m_theme.sans(12, QFont::DemiBold));
    QPalette heading = m_title->palette();
    heading.setColor(QPalette::WindowText, t.text);
    m_title->setPalette(heading);
    m_scope->setFont(m_theme.sans(11.5));
    m_scope->setFixedHeight(m_theme.px(24));
    const auto dress = [&](QToolButton* button, const char* icon) {
        button->setIcon(m_theme.icon(QLatin1String(icon), t.text2));
        button->setIconSize(QSize(m_theme.px(14), m_theme.px(14)));
        button->setFixedSize(m_theme.px(26), m_theme.px(26));
    };
    dress(m_grouped, "layers");
    dress(m_search, "search");
    dress(m_expand, "expand");
    m_grouped->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_caption->setFont(m_theme.sans(10.5));
    m_caption->setContentsMargins(m_theme.px(6), m_theme.px(2), m_theme.px(6), m_theme.px(4));
    QPalette caption = m_caption->palette();
    caption.setColor(QPalette::WindowText, t.text2);
    m_caption->setPalette(caption);
    m_legend->setContentsMargins(0, 0, 0, 0);
    m_legend->setFixedHeight(m_theme.px(26));
    m_canvas->fit();
    update();
}

void GraphView::rebuildScopes()
{
    const QSignalBlocker blocker(m_scope);
    const auto& blocks = m_feed.trace()->blocks();
    if (m_feed.trace()->steps().size() != m_steps) {
        m_steps = m_feed.trace()->steps().size();
        m_training = engine::analysis::training(*m_feed.trace());
    }
    const bool hasBatches = !m_training.batches.empty();
    // A pair is known only after both blocks have ended.
    if (m_shownVersion != m_feed.trace()->version() && !m_feed.trace()->isLive() && !hasBatches)
        m_pair = pairOf(*m_feed.trace());
    if (m_scope->count() != static_cast<int>(blocks.size()) + (hasBatches ? 2 : 1) + (m_pair ? 1 : 0) ||
        m_shownVersion != m_feed.trace()->version()) {
        m_scope->clear();
        if (hasBatches)
            m_scope->addItem(
                engine::trace::isImported(m_feed.trace()->run()) ? tr("one step") : tr("one batch, by layer"),
                kBatchScope);
        if (m_pair)
            m_scope->addItem(tr("before and after"), kPairScope);
        m_scope->addItem(tr("Whole run"), -1);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const QString label = QString::fromStdString(blocks[i].label);
            m_scope->addItem(label.isEmpty() ? tr("Block %1").arg(i + 1) : label, static_cast<int>(i));
        }
    }
    const int wanted = m_scope->findData(showsBatch() ? kBatchScope : showsPair() ? kPairScope : m_selection.block());
    m_scope->setCurrentIndex(wanted < 0 ? 0 : wanted);
}

bool GraphView::showsBatch() const
{
    const bool isBlock =
        m_selection.block() >= 0 && static_cast<std::size_t>(m_selection.block()) < m_feed.trace()->blocks().size();
    return m_wantsBatch && !isBlock && !m_training.batches.empty();
}

bool GraphView::showsPair() const
{
    return m_wantsPair && m_pair && (m_selection.block() == m_pair->before || m_selection.block() == m_pair->after);
}

/// The batch at the playhead, or the last one before it; before the first batch, the first.
std::optional<std::size_t> GraphView::batchAtPlayhead() const
{
    const auto& batches = m_training.batches;
    const auto after =
        std::upper_bound(batches.begin(), batches.end(), m_playhead.time(),
                         [](engine::Nanoseconds t, const engine::analysis::Batch& batch) { return t < batch.begin; });
    if (batches.empty())
        return std::nullopt;
    return after == batches.begin() ? 0 : static_cast<std::size_t>(after - batches.begin()) - 1;
}

void GraphView::chooseScope(int scope)
{
    m_wantsBatch = scope == kBatchScope;
    m_wantsPair = scope == kPairScope;
    const int block = scope == kBatchScope ? -1 : scope == kPairScope ? m_pair->after : scope;
    if (block != m_selection.block()) {
        m_selection.setBlock(block);
        return;
    }
    rebuildScopes();
    rebuild();
}

void GraphView::followPlayhead()
{
    if (showsBatch() && batchAtPlayhead() != m_batch)
        rebuild();
    updateStates();
}

bool GraphView::isLong() const
{
    return m_feed.trace()->opCount() >= kArrangedLater && m_hiddenNote.isEmpty() && !showsBatch() && !showsPair();
}

/// Merges several requests, such as a finished run and a newly selected block, into one layout. Until it is done, a
/// long run shows an empty picture.
void GraphView::rebuildSoon()
{
    if (!isLong())
        return rebuild();
    if (std::exchange(m_isArranging, true))
        return;
    m_picture = Picture();
    m_batch.reset();
    m_canvas->setPicture(&m_picture, m_feed.trace());
    m_matches.clear();
    m_caption->setText(tr("Arranging %1 operations…").arg(QLocale().toString(m_feed.trace()->opCount())));
    // Start the timer in a later event loop iteration: Qt fires all timers that are already due together, before
    // painting.
    QTimer::singleShot(0, this, [this] {
        if (m_isArranging)
            m_arranging.start(kArrangingMs);
    });
}

void GraphView::rebuild()
{
    m_arranging.stop();
    m_isArranging = false;
    PictureLimits limits;
    if (!m_expand->isVisibleTo(this)) {  // the separate window draws more operations individually
        limits.stairRows = 18;
        limits.width = 900;
    }
    limits.grouping = m_grouping;
    limits.opened = m_opened;
    m_batch = showsBatch() ? batchAtPlayhead() : std::nullopt;
    if (!m_hiddenNote.isEmpty()) {
        m_picture = Picture();
        m_picture.caption = m_hiddenNote;
    } else if (m_batch) {
        const engine::analysis::Batch& batch = m_training.batches[*m_batch];
        m_picture = m_grouping == Grouping::Alike ? makeBatchPicture(*m_feed.trace(), batch.begin, batch.end, limits)
                                                  : makePicture(*m_feed.trace(), batch.begin, batch.end, limits);
    } else if (showsPair()) {
        m_picture = makePairPicture(*m_feed.trace(), *m_pair, limits);
    } else {
        m_picture = makePicture(*m_feed.trace(), m_selection.block(), m_selection.op(), limits);
    }
    m_shownVersion = m_feed.trace()->version();
    m_canvas->setPicture(&m_picture, m_feed.trace());
    numberNodes();
    search();
    showCaption();
    m_legend->setCounts(m_picture.counts);
    setAccessibleDescription(
        tr("%n operation(s). %1", nullptr, static_cast<int>(m_picture.operations)).arg(m_picture.caption));
    updateStates();
}

bool GraphView::isShown(engine::OpId op) const
{
    return std::any_of(m_picture.nodes.begin(), m_picture.nodes.end(), [&](const Node& node) {
        return std::find(node.ops.begin(), node.ops.end(), op) != node.ops.end();
    });
}

/// Shows the picture's caption, or the location of the selected operation if it is in another part of the run.
void GraphView::showCaption()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    const engine::OpId op = m_selection.op();
    const int block = trace.has(op) ? detail::blockOf(trace, op) : -1;
    const bool isElsewhere = m_hiddenNote.isEmpty() && !showsBatch() && !m_picture.nodes.empty() && trace.has(op) &&
                             block != m_selection.block() && !isShown(op);
    if (!isElsewhere) {
        m_caption->setTextFormat(Qt::PlainText);
        m_caption->setText(look::inFlow(m_picture.caption));
        return;
    }
    const QString place =
        QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
            .arg(block)
            .arg(m_theme.tokens().accent.name(), m_scope->itemText(m_scope->findData(block)).toHtmlEscaped());
    m_caption->setTextFormat(Qt::RichText);
    m_caption->setText(look::inFlow(tr("%1 finished: %2").arg(detail::nameOf(trace, op).toHtmlEscaped(), place)));
}

void GraphView::updateStates()
{
    m_canvas->setState(m_playhead.time(), m_selection.op(), m_selection.hovered());
}

void GraphView::setPath(std::vector<engine::OpId> path)
{
    if (path == m_path)
        return;
    m_path = std::move(path);
    rebuild();
}

/// Labels the nodes on the path: "3", or "3–7" if a node contains several steps. While there are numbers, the numbered
/// nodes and edges are the bold ones.
void GraphView::numberNodes()
{
    std::vector<QString> texts;
    if (!m_path.empty()) {
        std::unordered_map<std::uint32_t, int> steps;
        for (std::size_t i = 0; i < m_path.size(); ++i)
            steps.emplace(m_path[i].index, static_cast<int>(i) + 1);
        for (Node& node : m_picture.nodes) {
            const bool isMade = node.shape != NodeShape::Input && node.shape != NodeShape::Wait;
            int first = 0, last = 0;
            for (const engine::OpId op : node.ops) {
                const auto found = isMade ? steps.find(op.index) : steps.end();
                if (found == steps.end())
                    continue;
                first = first == 0 ? found->second : std::min(first, found->second);
                last = std::max(last, found->second);
            }
            node.isCritical = first > 0;
            texts.push_back(first == 0      ? QString()
                            : first == last ? QString::number(first)
                                            : QStringLiteral("%1–%2").arg(first).arg(last));
        }
        const auto isOnPath = [&](int node) { return !texts[static_cast<std::size_t>(node)].isEmpty(); };
        for (Edge& edge : m_picture.edges)
            edge.isCritical = isOnPath(edge.from) && isOnPath(edge.to);
    }
    m_canvas->setSteps(std::move(texts));
}

void GraphView::fit()
{
    m_canvas->fit();
}

void GraphView::setHidden(const QString& note)
{
    if (note == m_hiddenNote)
        return;
    m_hiddenNote = note;
    rebuild();
    // Forwards the note to the separate windows.
    for (GraphView* view : findChildren<GraphView*>())
        view->setHidden(note);
}

}  // namespace ui::graph
