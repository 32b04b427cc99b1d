#include "ui/files/imported_cover.h"

#include "engine/ranks/overview.h"
#include "engine/trace/imported.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace ui::files {

namespace {

using engine::trace::Trace;

/// Returns the traces that a file contains: the traces of its ranks, or its only trace if it has no ranks. The ranks'
/// own traces are needed because the overview of ranks contains neither their memory nor their waits.
std::vector<const Trace*> tracesIn(const Trace& shown)
{
    const engine::ranks::RunSet* const set = engine::ranks::setOf(shown);
    if (set == nullptr)
        return {&shown};
    std::vector<const Trace*> traces;
    for (const engine::ranks::Member& member : set->members())
        traces.push_back(member.trace.get());
    return traces;
}

bool hasMemory(const Trace& trace)
{
    for (const auto& device : trace.devices())
        if (!trace.memory(device.id).empty())
            return true;
    return false;
}

bool hasData(const Trace& trace)
{
    for (const auto& edge : trace.edges())
        if (edge.kind != engine::trace::DependencyKind::Stream)
            return true;
    return false;
}

}  // namespace

ImportedCover::ImportedCover(const look::Theme& theme, const model::TraceFeed& feed, QWidget& pane, QWidget& above)
    : QWidget(&pane), m_theme(theme), m_feed(feed), m_above(above)
{
    setObjectName(QStringLiteral("importedCover"));
    auto* column = new QVBoxLayout(this);
    m_title = new QLabel(this);
    m_contained = new QLabel(this);
    m_missing = new QLabel(this);
    m_leave = new QPushButton(this);
    for (QLabel* label : {m_title, m_contained, m_missing}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    column->addWidget(m_leave, 0, Qt::AlignLeft);
    column->addStretch(1);
    connect(m_leave, &QPushButton::clicked, this, &ImportedCover::leaveWanted);
    connect(&feed, &model::TraceFeed::replaced, this, &ImportedCover::showTrace);
    connect(&theme, &look::Theme::changed, this, &ImportedCover::restyle);
    pane.installEventFilter(this);
    above.installEventFilter(this);
    restyle();
    hide();
    look::inLanguage(this, [this] { showTrace(); });
}

void ImportedCover::showTrace()
{
    const Trace& trace = *m_feed.trace();
    const bool isShown = m_feed.lacksListing();
    setVisible(isShown);
    if (!isShown)
        return;
    const bool isImported = engine::trace::isImported(trace.run());
    m_title->setText(isImported ? tr("Imported trace") : tr("Trace without a listing"));
    QStringList holds;
    holds << QString::fromStdString(trace.run().title) << QString::fromStdString(trace.run().machineLabel);
    std::size_t operations = 0, calls = 0, waits = 0;
    const std::vector<const Trace*> traces = tracesIn(trace);
    for (const Trace* each : traces) {
        operations += each->opCount();
        calls += each->programPart().hosts.size();
        waits += each->waits().size();
    }
    // The operations of many ranks are not loaded.
    const bool isLoaded = engine::ranks::setOf(trace) == nullptr || !trace.lanes().empty();
    if (isLoaded)
        holds << tr("Operations: %1").arg(look::countText(operations));
    if (calls > 0)
        holds << tr("Calls of host threads: %1").arg(look::countText(calls));
    if (waits > 0)
        holds << tr("Waits of the program: %1").arg(look::countText(waits));
    if (!trace.programPart().steps.empty())
        holds << tr("Steps: %1").arg(look::countText(trace.programPart().steps.size()));
    m_contained->setText(holds.join(QLatin1Char('\n')));
    QStringList lacks;
    lacks << (isImported ? tr("It was recorded by another program: there is no listing to flip waits in, and it cannot "
                              "be run again.")
                         : tr("There is no listing to flip waits in, and it cannot be run again."));
    if (isLoaded && std::ranges::none_of(traces, [](const Trace* each) { return hasMemory(*each); }))
        lacks << tr("It contains no memory records.");
    if (isLoaded && std::ranges::none_of(traces, [](const Trace* each) { return hasData(*each); }))
        lacks << tr("It contains no dependencies: arrows show the order within streams.");
    if (isLoaded && waits == 0)
        lacks << tr("It contains no waits of the program.");
    m_missing->setText(lacks.join(QStringLiteral("\n\n")));
    m_leave->setText(tr("Back to the program"));
    setAccessibleName(m_title->text());
    setAccessibleDescription(text());
    place();
    raise();
}

void ImportedCover::place()
{
    const int top = m_above.geometry().bottom() + 2;
    setGeometry(0, top, parentWidget()->width(), parentWidget()->height() - top);
}

void ImportedCover::restyle()
{
    look::setGround(*this, m_theme.tokens().plot);
    layout()->setContentsMargins(m_theme.px(20), m_theme.px(20), m_theme.px(20), m_theme.px(20));
    layout()->setSpacing(m_theme.px(12));
    m_title->setFont(m_theme.sans(14, QFont::DemiBold));
    m_contained->setFont(m_theme.sans(12));
    m_missing->setFont(m_theme.sans(12));
    m_leave->setFont(m_theme.sans(12));
    look::setTextColour(*m_missing, m_theme.tokens().text2);
}

bool ImportedCover::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible())
        place();
    return QWidget::eventFilter(watched, event);
}

}  // namespace ui::files
