#include "ui/charts/histogram.h"

#include "ui/look/plain_texts.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <utility>

namespace ui::charts {

namespace {

constexpr double kBase = 0.5;  ///< bottom of the logarithmic axis
constexpr double kBar = 0.9;   ///< width of a bar, relative to its interval

}  // namespace

Histogram::Histogram(const look::Theme& theme, Scale scale, QWidget* parent)
    : QCustomPlot(parent), m_theme(theme), m_scale(scale)
{
    setFocusPolicy(Qt::StrongFocus);
    setInteractions(QCP::Interactions());
    if (scale == Scale::Logarithmic) {
        yAxis->setScaleType(QCPAxis::stLogarithmic);
        yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        yAxis->setNumberFormat(QStringLiteral("f"));
        yAxis->setNumberPrecision(0);
    } else {
        const auto numbers = QSharedPointer<QCPAxisTickerFixed>::create();
        numbers->setTickStep(1);
        numbers->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
        xAxis->setTicker(numbers);
    }
    connect(&theme, &look::Theme::changed, this, &Histogram::restyle);
    restyle();
}

void Histogram::setBins(std::vector<Bin> bins, const QString& bottom, const QString& left)
{
    const auto current = static_cast<std::size_t>(m_current);
    const bool isKept = m_current >= 0 && current < bins.size() && bins[current].from == m_bins[current].from &&
                        bins[current].to == m_bins[current].to;
    m_bins = std::move(bins);
    if (!isKept)
        m_current = -1;
    xAxis->setLabel(bottom);
    yAxis->setLabel(left);
    describe();
    restyle();
}

/// Describes the outlined bar to screen readers; without an outlined bar, describes all bars.
void Histogram::describe()
{
    QStringList texts;
    for (const Bin& bin : m_bins)
        if (bin.value > 0)
            texts << bin.text;
    setAccessibleDescription(m_current >= 0 ? m_bins[static_cast<std::size_t>(m_current)].text
                                            : texts.join(QStringLiteral("; ")));
    if (m_current < 0 || !hasFocus())
        return;
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void Histogram::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    clearPlottables();
    setBackground(t.panel);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(t.strong));
        axis->setTickPen(QPen(t.strong));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelFont(m_theme.mono(10));
        axis->setTickLabelColor(t.text2);
        axis->setLabelFont(m_theme.sans(10.5));
        axis->setLabelColor(t.text2);
        axis->grid()->setPen(QPen(t.soft));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    setLocale(QLocale());  // has group separators, unlike the chart's default locale
    xAxis->grid()->setVisible(false);
    for (const bool isStrong : {false, true})
        addBars(isStrong ? t.accent : t.text2, isStrong);
    if (m_current >= 0) {
        const Bin& bin = m_bins[static_cast<std::size_t>(m_current)];
        auto* outline = new QCPBars(xAxis, yAxis);
        outline->setBaseValue(m_scale == Scale::Logarithmic ? kBase : 0);
        outline->setWidth((bin.to - bin.from) * kBar);
        outline->setPen(QPen(t.ink, m_theme.px(2)));
        outline->setBrush(Qt::NoBrush);
        outline->setData({(bin.from + bin.to) / 2}, {bin.value});
    }
    double most = 0;
    for (const Bin& bin : m_bins)
        most = std::max(most, bin.value);
    if (!m_bins.empty())
        xAxis->setRange(m_bins.front().from, m_bins.back().to);
    if (m_scale == Scale::Logarithmic)
        yAxis->setRange(kBase, std::max(most, 1.0) * 2);
    else
        yAxis->setRange(0, most > 0 ? most * 1.1 : 1);
    replot(QCustomPlot::rpQueuedReplot);
}

/// Adds the bars whose Bin::isStrong equals `isStrong`.
void Histogram::addBars(const QBrush& brush, bool isStrong)
{
    auto* bars = new QCPBars(xAxis, yAxis);
    bars->setBaseValue(m_scale == Scale::Logarithmic ? kBase : 0);
    bars->setWidth(m_bins.empty() ? 1 : (m_bins.front().to - m_bins.front().from) * kBar);
    bars->setPen(Qt::NoPen);
    bars->setBrush(brush);
    for (const Bin& bin : m_bins)
        if (bin.value > 0 && bin.isStrong == isStrong)
            bars->addData((bin.from + bin.to) / 2, bin.value);
}

int Histogram::binAt(double x) const
{
    const double value = xAxis->pixelToCoord(x);
    for (std::size_t i = 0; i < m_bins.size(); ++i)
        if (m_bins[i].from <= value && value < m_bins[i].to)
            return static_cast<int>(i);
    return -1;
}

void Histogram::pick(int bin)
{
    if (bin < 0 || m_bins[static_cast<std::size_t>(bin)].value <= 0)
        return;
    setCurrent(bin);
    emit picked(bin);
}

void Histogram::setCurrent(int bin)
{
    if (bin == m_current)
        return;
    m_current = bin;
    describe();
    restyle();
}

void Histogram::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        pick(binAt(event->position().x()));
}

void Histogram::keyPressEvent(QKeyEvent* event)
{
    const int direction = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (direction == 0 || m_bins.empty())
        return QCustomPlot::keyPressEvent(event);
    int bin = m_current < 0 && direction < 0 ? static_cast<int>(m_bins.size()) : m_current;
    do
        bin += direction;
    while (bin >= 0 && bin < static_cast<int>(m_bins.size()) && m_bins[static_cast<std::size_t>(bin)].value <= 0);
    if (bin >= 0 && bin < static_cast<int>(m_bins.size()))
        pick(bin);
}

bool Histogram::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int bin = binAt(help->pos().x());
    if (bin >= 0)
        look::showToolTip(help->globalPos(), m_bins[static_cast<std::size_t>(bin)].text, this);
    else
        QToolTip::hideText();
    return true;
}

}  // namespace ui::charts
