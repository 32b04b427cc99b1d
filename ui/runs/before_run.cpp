#include "ui/runs/before_run.h"

#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"
#include "ui/model/visible_range.h"
#include "ui/runs/run_summary.h"

#include <QPainter>
#include <set>

namespace ui::runs {

BeforeChip::BeforeChip(const look::Theme& theme, model::TraceFeed& feed, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed)
{
    setObjectName(QStringLiteral("beforeChip"));
    auto* row = new QHBoxLayout(this);
    m_text = new QLabel(this);
    m_text->setObjectName(QStringLiteral("beforeText"));
    m_text->setTextFormat(Qt::PlainText);
    m_drop = new QToolButton(this);
    m_drop->setObjectName(QStringLiteral("dropBefore"));
    look::inLanguage(m_drop, [this] { look::setTipAndName(*m_drop, tr("Discard the run that was kept as “before”")); });
    row->addWidget(m_text);
    row->addWidget(m_drop);
    connect(m_drop, &QToolButton::clicked, &feed, &model::TraceFeed::unpinBefore);
    connect(&feed, &model::TraceFeed::beforeChanged, this, &BeforeChip::refresh);
    connect(&feed, &model::TraceFeed::replaced, this, &BeforeChip::refresh);
    connect(&feed, &model::TraceFeed::extended, this, &BeforeChip::refresh);
    connect(&theme, &look::Theme::changed, this, &BeforeChip::restyle);
    restyle();
    look::inLanguage(this, [this] { refresh(); });
}

void BeforeChip::refresh()
{
    setVisible(m_feed.isBeforePinned());
    if (!m_feed.isBeforePinned())
        return;
    const engine::trace::Trace& trace = *m_feed.before().trace;
    m_text->setText(tr("Before: %1").arg(look::clockText(trace.extent() - model::originOf(trace))));
    setToolTip(tr("Kept as before: %1").arg(nameOfRun(trace)));
    setAccessibleName(toolTip());
}

void BeforeChip::restyle()
{
    setFixedHeight(m_theme.px(24));
    layout()->setContentsMargins(m_theme.px(8), 0, m_theme.px(1), 0);
    layout()->setSpacing(m_theme.px(2));
    look::setTextStyle(*m_text, m_theme.sans(10.5, QFont::DemiBold), m_theme.tokens().text2);
    look::styleIconButton(m_theme, *m_drop, QStringLiteral("close"), 24, 12);
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
        if (wait.line > 0)
            lines.insert(wait.line);
    QStringList numbers;
    for (const int line : lines)
        if (numbers.size() < static_cast<qsizetype>(kMaxLines))
            numbers << QString::number(line);
    const QString machine = look::machineText(run.machine, run.machineLabel.empty() ? run.machine : run.machineLabel);
    const QString time = look::clockText(trace.extent() - model::originOf(trace));
    const QString title = programTitle(run);
    if (numbers.isEmpty())
        return BeforeChip::tr("%1 on %2, no waits, %3").arg(title, machine, time);
    if (lines.size() > kMaxLines)
        return BeforeChip::tr("%1 on %2, waits on %3 lines, %4")
            .arg(title, machine, QString::number(lines.size()), time);
    return BeforeChip::tr("%1 on %2, waits on %3, %4").arg(title, machine, numbers.join(QStringLiteral(", ")), time);
}

}  // namespace ui::runs
