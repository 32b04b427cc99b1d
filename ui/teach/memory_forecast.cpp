#include "ui/teach/memory_forecast.h"

#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"
#include "ui/timeline/timeline_view.h"

#include <QBoxLayout>
#include <QPainter>
#include <algorithm>

namespace ui::teach {

namespace {

/// Maximum number of devices that are shown. In the built-in programs, further devices would show the same values. The
/// device that runs out of memory always has a row.
constexpr std::size_t kMaxRows = 4;

QString roomText(const engine::analysis::MemoryPeaks& device)
{
    const QString needed = look::bytesText(device.needed());
    const QString text = device.capacity.value > 0
                             ? MemoryForecast::tr("%1 of %2").arg(needed, look::bytesText(device.capacity))
                             : needed;
    return device.usedByOthers.value > 0
               ? MemoryForecast::tr("%1, %2 of it others").arg(text, look::bytesText(device.usedByOthers))
               : text;
}

}  // namespace

// -- the strip

ForecastStrip::ForecastStrip(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("forecastStrip"));
    auto* row = new QHBoxLayout(this);
    m_close = new QToolButton(this);
    row->addStretch(1);
    row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(&theme, &look::Theme::changed, this, &ForecastStrip::restyle);
    look::inLanguage(this, [this] { setTexts(); });
    hide();
}

void ForecastStrip::show(std::function<Content()> make)
{
    m_make = std::move(make);
    setTexts();
    QWidget::show();
}

void ForecastStrip::setTexts()
{
    if (m_make)
        m_content = m_make();
    look::setTipAndName(*m_close, tr("Close"));
    setAccessibleName(m_content.title);
    setAccessibleDescription(text());
    setToolTip(tr("Nothing ran on a device: a model of the machine simulated the program."));
    restyle();
}

QString ForecastStrip::text() const
{
    QStringList lines{m_content.title, m_content.sentence};
    for (const Row& row : m_content.rows)
        lines << QStringLiteral("%1: %2").arg(row.device, row.text);
    return lines.join(QLatin1Char('\n'));
}

bool ForecastStrip::isRefused() const
{
    return std::ranges::any_of(m_content.rows, &Row::isRefused);
}

void ForecastStrip::restyle()
{
    setFixedHeight(m_theme.px(34 + 20 * static_cast<double>(m_content.rows.size())));
    layout()->setContentsMargins(0, m_theme.px(4), m_theme.px(8), 0);
    look::styleIconButton(m_theme, *m_close, QStringLiteral("close"));
    update();
}

void ForecastStrip::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), isRefused() ? tokens.failSoft : tokens.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), isRefused() ? tokens.failLine : tokens.line);
    const double left = m_theme.px(14), high = m_theme.px(18), top = m_theme.px(8);
    const QColor ink = isRefused() ? tokens.fail : tokens.text2;
    m_theme.icon(isRefused() ? QStringLiteral("warn") : QStringLiteral("mem"), ink)
        .paint(&painter, QRectF(left, top + m_theme.px(1), m_theme.px(15), m_theme.px(15)).toRect());
    const double right = width() - m_theme.px(44);
    double x = left + m_theme.px(23);
    painter.setFont(m_theme.sans(12, QFont::DemiBold));
    painter.setPen(tokens.text);
    const double titleWidth = std::min(right - x, QFontMetricsF(painter.font()).horizontalAdvance(m_content.title));
    painter.drawText(QRectF(x, top, titleWidth + 1, high), Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(m_content.title, Qt::ElideRight, titleWidth + 1));
    x += titleWidth + m_theme.px(12);
    painter.setFont(m_theme.sans(12, isRefused() ? QFont::DemiBold : QFont::Normal));
    painter.setPen(ink);
    if (right - x > m_theme.px(40))
        painter.drawText(QRectF(x, top, right - x, high), Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(m_content.sentence, Qt::ElideRight, right - x));
    double y = m_theme.px(28);
    for (const Row& row : m_content.rows) {
        paintRow(painter, row, QRectF(left, y, right - left, m_theme.px(18)));
        y += m_theme.px(20);
    }
}

void ForecastStrip::paintRow(QPainter& painter, const Row& row, const QRectF& place) const
{
    const look::Tokens& tokens = m_theme.tokens();
    const auto& forecast = row.forecast;
    painter.setFont(m_theme.sans(11));
    painter.setPen(tokens.text2);
    painter.drawText(QRectF(place.left(), place.top(), m_theme.px(64), place.height()), Qt::AlignVCenter, row.device);
    double textWidth = m_theme.px(280);
    for (const Row& each : m_content.rows)  // all bars get the same length
        textWidth =
            std::max(textWidth, QFontMetricsF(m_theme.mono(11, QFont::Medium)).horizontalAdvance(each.text) + 1);
    const QRectF bar(place.left() + m_theme.px(70), place.center().y() - m_theme.px(4),
                     std::min<double>(m_theme.px(420), place.width() - m_theme.px(70) - textWidth), m_theme.px(8));
    const double full =
        std::max(static_cast<double>(forecast.capacity.value) * 1.1, static_cast<double>(forecast.needed().value)) + 1;
    const auto x = [&](engine::Bytes bytes) { return static_cast<double>(bytes.value) / full * bar.width(); };
    painter.fillRect(bar, tokens.sunken);
    painter.fillRect(QRectF(bar.left(), bar.top(), x(forecast.usedByOthers), bar.height()),
                     m_theme.hatchBrush(look::Pattern::Rising, tokens.soft, tokens.strong, devicePixelRatioF()));
    painter.fillRect(
        QRectF(bar.left() + x(forecast.usedByOthers), bar.top(), std::max(1.0, x(forecast.taken())), bar.height()),
        row.isRefused ? tokens.failFill : tokens.memFill);
    if (forecast.capacity.value > 0) {
        painter.setPen(QPen(row.isRefused ? tokens.fail : tokens.text2, m_theme.px(1.6)));
        const double at = bar.left() + x(forecast.capacity);
        painter.drawLine(QPointF(at, bar.top() - m_theme.px(3)), QPointF(at, bar.bottom() + m_theme.px(3)));
    }
    painter.setFont(m_theme.mono(11, QFont::Medium));
    painter.setPen(row.isRefused ? tokens.fail : tokens.text);
    painter.drawText(QRectF(bar.right() + m_theme.px(10), place.top(), textWidth, place.height()), Qt::AlignVCenter,
                     row.text);
}

// -- the forecast

void MemoryForecast::ask(engine::frontend::RunRequest request, std::function<QString()> label, Shows shows)
{
    clear();
    const quint64 question = m_question;
    // Memory use does not depend on values, so compute none.
    request.values = engine::trace::ValueMode::TimingOnly;
    m_bench.controller.thread().predict(std::move(request), this, [this, question, label, shows](const auto& answer) {
        if (question == m_question && answer &&
            (shows == Shows::All || engine::analysis::memoryForecast(**answer).refused))
            show(*answer, label);
    });
}

void MemoryForecast::clear()
{
    ++m_question;
    delete m_strip;
}

void MemoryForecast::show(const engine::trace::TracePtr& trace, std::function<QString()> label)
{
    const engine::analysis::MemoryForecast forecast = engine::analysis::memoryForecast(*trace);
    // If the run failed for another reason, its memory until the failure is not that of a whole run.
    if (forecast.devices.empty() || (trace->error() && !forecast.refused))
        return;
    delete m_strip;
    m_strip = new ForecastStrip(m_bench.theme, m_bench.timeline.parentWidget());
    m_bench.addAboveTimeline(*m_strip);
    m_strip->show([trace, forecast, label = std::move(label)] {
        ForecastStrip::Content content{
            tr("Memory, as modelled on %1").arg(label()), forecastText(*trace, forecast), {}};
        for (const auto& device : forecast.devices) {
            const bool isRefused = forecast.refused && forecast.refused->device == device.device;
            if (content.rows.size() < kMaxRows || isRefused)
                content.rows.push_back({QString::fromStdString(trace->devices()[device.device.index].name),
                                        roomText(device), device, isRefused});
        }
        return content;
    });
    emit shown();
}

QString forecastText(const engine::trace::Trace& trace, const engine::analysis::MemoryForecast& forecast)
{
    if (!forecast.refused)
        return MemoryForecast::tr("All of it fits.");
    const engine::analysis::RefusalForecast& refused = *forecast.refused;
    const QString asked = look::bytesText(refused.asked);
    if (!refused.name.isValid())
        return refused.line > 0 ? MemoryForecast::tr("Out of memory on line %1: it needs %2 in one block.")
                                      .arg(refused.line)
                                      .arg(asked)
                                : MemoryForecast::tr("Out of memory: it needs %1 in one block.").arg(asked);
    const std::string_view name = trace.text(refused.name);
    const QString number = look::countText(refused.nth);
    if (engine::analysis::isProduct(name))
        return MemoryForecast::tr("Out of memory at product %1, line %2: it needs %3 in one block.")
            .arg(number)
            .arg(refused.line)
            .arg(asked);
    return MemoryForecast::tr("Out of memory at %1 number %2, line %3: it needs %4 in one block.")
        .arg(QString::fromUtf8(name), number, QString::number(refused.line), asked);
}

}  // namespace ui::teach
