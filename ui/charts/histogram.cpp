#include "ui/charts/histogram.h"

#include "ui/look/plain_texts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <utility>

namespace ui::charts {

namespace {

constexpr double kBase = 0.5;  ///< bottom of the logarithmic axis, so that a single value has a bar
constexpr double kBar = 0.9;   ///< width of a bar, relative to its interval

}  // namespace

Histogram::Histogram(const look::Theme& theme, QWidget* parent) : QCustomPlot(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("histogram"));
    setFocusPolicy(Qt::StrongFocus);
    setInteractions(QCP::Interactions());
    yAxis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    yAxis->setNumberFormat(QStringLiteral("f"));
    yAxis->setNumberPrecision(0);
    connect(&theme, &look::Theme::changed, this, &Histogram::restyle);
    restyle();
}

void Histogram::setBins(std::vector<Bin> bins, const QString& unit, const QString& spoken)
{
    m_bins = std::move(bins);
    m_unit = unit;
    m_spoken = spoken;
    m_current = -1;
    QStringList texts;
    for (const Bin& bin : m_bins)
        if (bin.count > 0)
            texts << textOf(bin);
    setAccessibleDescription(texts.join(QStringLiteral("; ")));
    restyle();
}

QString Histogram::textOf(const Bin& bin) const
{
    const QLocale locale;
    return m_spoken.arg(locale.toString(bin.count),
                        QStringLiteral("%1 – %2 %3").arg(locale.toString(bin.from), locale.toString(bin.to), m_unit));
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
    xAxis->grid()->setVisible(false);
    xAxis->setLabel(m_unit);
    int most = 1;
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
        const Bin& bin = m_bins[i];
        most = std::max(most, bin.count);
        if (bin.count == 0)
            continue;
        auto* bar = new QCPBars(xAxis, yAxis);
        bar->setBaseValue(kBase);
        bar->setWidth((bin.to - bin.from) * kBar);
        bar->setPen(static_cast<int>(i) == m_current ? QPen(t.ink, m_theme.px(2)) : QPen(Qt::NoPen));
        bar->setBrush(bin.isStrong ? t.accent : t.text2);
        bar->setData({(bin.from + bin.to) / 2}, {static_cast<double>(bin.count)});
    }
    if (!m_bins.empty())
        xAxis->setRange(m_bins.front().from, m_bins.back().to);
    yAxis->setRange(kBase, most * 2);
    replot(QCustomPlot::rpQueuedReplot);
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
    if (bin < 0 || m_bins[static_cast<std::size_t>(bin)].count == 0)
        return;
    setCurrent(bin);
    emit picked(bin);
}

void Histogram::setCurrent(int bin)
{
    if (bin == m_current)
        return;
    m_current = bin;
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
    while (bin >= 0 && bin < static_cast<int>(m_bins.size()) && m_bins[static_cast<std::size_t>(bin)].count == 0);
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
        look::showToolTip(help->globalPos(), textOf(m_bins[static_cast<std::size_t>(bin)]), this);
    else
        QToolTip::hideText();
    return true;
}

}  // namespace ui::charts
