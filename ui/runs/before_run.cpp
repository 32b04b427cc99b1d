#include "ui/runs/before_run.h"

#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"
#include "ui/model/visible_range.h"
#include "ui/timeline/timeline_view.h"

#include <QPainter>
#include <set>

namespace ui::runs {

namespace {

QString nameOfProgram(const engine::trace::RunInfo& run)
{
    return look::programText(run.program, run.title.empty() ? run.program : run.title);
}

}  // namespace

BeforeChip::BeforeChip(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("beforeChip"));
    auto* row = new QHBoxLayout(this);
    m_text = new QLabel(this);
    m_text->setObjectName(QStringLiteral("beforeText"));
    m_text->setTextFormat(Qt::PlainText);
    m_drop = new QToolButton(this);
    m_drop->setObjectName(QStringLiteral("dropBefore"));
    look::inLanguage(m_drop, [this] {
        m_drop->setToolTip(tr("Discard the run that was kept as “before”"));
        m_drop->setAccessibleName(m_drop->toolTip());
    });
    row->addWidget(m_text);
    row->addWidget(m_drop);
    connect(m_drop, &QToolButton::clicked, this, &BeforeChip::dropped);
    connect(&theme, &look::Theme::changed, this, &BeforeChip::restyle);
    restyle();
    hide();
}

void BeforeChip::show(const QString& text, const QString& detail)
{
    m_text->setText(text);
    setToolTip(detail);
    setAccessibleName(detail);
    setVisible(!text.isEmpty());
}

void BeforeChip::restyle()
{
    setFixedHeight(m_theme.px(24));
    layout()->setContentsMargins(m_theme.px(8), 0, m_theme.px(1), 0);
    layout()->setSpacing(m_theme.px(2));
    m_text->setFont(m_theme.sans(10.5, QFont::DemiBold));
    look::setTextColour(*m_text, m_theme.tokens().text2);
    m_drop->setFixedSize(m_theme.px(24), m_theme.px(24));
    m_drop->setIconSize(QSize(m_theme.px(12), m_theme.px(12)));
    m_drop->setIcon(m_theme.icon(QStringLiteral("close"), m_theme.tokens().text2));
    update();
}

void BeforeChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.tokens().sunken);
    painter.drawRoundedRect(QRectF(rect()), m_theme.px(4), m_theme.px(4));
}

BeforeRun::BeforeRun(model::TraceFeed& feed, timeline::TimelineView& timeline, BeforeChip& chip, QObject* parent)
    : QObject(parent), m_feed(feed), m_timeline(timeline), m_chip(chip)
{
    connect(&chip, &BeforeChip::dropped, this, &BeforeRun::drop);
    connect(&feed, &model::TraceFeed::replaced, this, &BeforeRun::showChip);
    look::inLanguage(this, [this] { showChip(); });
}

bool BeforeRun::isOfThisProgram() const
{
    return isKept() && m_run.trace->run().program == m_feed.trace()->run().program;
}

void BeforeRun::toggle()
{
    if (isKept() && m_run.trace == m_feed.trace())
        drop();
    else
        keep();
}

void BeforeRun::keep()
{
    const engine::trace::TracePtr& trace = m_feed.trace();
    if (trace->isLive() || trace->opCount() == 0)
        return;
    m_run = {trace, m_feed.context()};
    m_timeline.setBefore(trace);
    showChip();
    emit changed();
}

void BeforeRun::restore(const engine::trace::TracePtr& trace)
{
    if (isKept() || trace->opCount() == 0 || trace->run().program != m_feed.trace()->run().program)
        return;
    m_run = {trace, m_feed.context()};
    m_timeline.setBefore(trace);
    showChip();
    emit changed();
}

void BeforeRun::drop()
{
    if (!isKept())
        return;
    m_run = {};
    m_timeline.setBefore(nullptr);
    showChip();
    emit changed();
}

void BeforeRun::showChip()
{
    if (!isKept())
        return m_chip.show({}, {});
    const engine::trace::Trace& trace = *m_run.trace;
    const QString time = look::benchmarkText(engine::toSeconds(trace.extent() - model::originOf(trace)));
    const QString title = nameOfProgram(trace.run());
    const bool isElsewhere = !m_feed.trace()->run().program.empty() && !isOfThisProgram();
    m_chip.show(isElsewhere ? tr("Before: %1 of %2").arg(time, title) : tr("Before: %1").arg(time),
                tr("Kept as before: %1").arg(m_run.name()));
}

QString NamedRun::name() const
{
    return ownName.isEmpty() ? nameOfRun(*trace) : ownName;
}

QString nameOfRun(const engine::trace::Trace& trace)
{
    constexpr std::size_t kMaxLines = 6;
    const engine::trace::RunInfo& run = trace.run();
    std::set<int> lines;
    for (const auto& wait : trace.waits())
        if (wait.line > 0 && wait.begin >= model::originOf(trace))
            lines.insert(wait.line);
    QStringList numbers;
    for (const int line : lines)
        if (numbers.size() < static_cast<qsizetype>(kMaxLines))
            numbers << QString::number(line);
    const QString machine = look::machineText(run.machine, run.machineLabel.empty() ? run.machine : run.machineLabel);
    const QString time = look::benchmarkText(engine::toSeconds(trace.extent() - model::originOf(trace)));
    const QString title = nameOfProgram(run);
    if (numbers.isEmpty())
        return BeforeRun::tr("%1 on %2, no waits, %3").arg(title, machine, time);
    if (lines.size() > kMaxLines)
        return BeforeRun::tr("%1 on %2, waits on %3 lines, %4")
            .arg(title, machine, QString::number(lines.size()), time);
    return BeforeRun::tr("%1 on %2, waits on %3, %4").arg(title, machine, numbers.join(QStringLiteral(", ")), time);
}

}  // namespace ui::runs
