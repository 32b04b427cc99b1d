#include "ui/compare/measures_pane.h"

#include "engine/analysis/difference.h"
#include "ui/compare/labels.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QVBoxLayout>
#include <cmath>

namespace ui::compare {

using engine::analysis::Measure;
using engine::analysis::MeasureRow;

namespace {

constexpr double kRowHeight = 67;

/// Start and benchmark rows are shown only if one side is better, or if a clock stopped early.
bool isShown(const engine::analysis::RunComparison& comparison, const MeasureRow& row)
{
    return (row.what != Measure::Start && row.what != Measure::Benchmark) || betterOf(comparison, row) != 0 ||
           engine::analysis::isClockStoppedEarly(comparison, row);
}

}  // namespace

MeasureBars::MeasureBars(const look::Theme& theme, PairPtr pair, const MeasureRow& row, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_pair(std::move(pair)), m_row(row)
{
    setAccessibleName(tr("%1: A %2, B %3, difference %4")
                          .arg(measureName(m_pair->comparison(), m_row), valueText(m_row, m_row.a),
                               valueText(m_row, m_row.b), differenceText(m_pair->comparison(), m_row)));
    setToolTip(accessibleName());
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize MeasureBars::sizeHint() const
{
    return {m_theme.px(270), m_theme.px(kRowHeight)};
}

/// Returns the length of a bar, from 0 to 1: `value` itself if the measure is a fraction, otherwise `value` divided by
/// the larger value of both sides.
double MeasureBars::shareOf(double value) const
{
    const double whole = m_row.isHigherBetter() ? 1.0 : std::max({m_row.a, m_row.b, 1e-12});
    return std::clamp(value / whole, 0.0, 1.0);
}

void MeasureBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const look::Tokens& tokens = m_theme.tokens();
    const int better = betterOf(m_pair->comparison(), m_row);
    const QString difference = differenceText(m_pair->comparison(), m_row);
    painter.setFont(m_theme.mono(11.5, better == 0 ? QFont::Normal : QFont::Medium));
    painter.setPen(better != 0 ? tokens.text : tokens.text3);
    painter.drawText(QRectF(0, m_theme.px(8), width(), m_theme.px(18)), Qt::AlignVCenter | Qt::AlignRight, difference);
    const double room =
        width() -
        std::max<double>(m_theme.px(90), QFontMetricsF(painter.font()).horizontalAdvance(difference) + m_theme.px(8));
    painter.setFont(m_theme.sans(12, QFont::Medium));
    painter.setPen(tokens.text);
    painter.drawText(
        QRectF(0, m_theme.px(8), width(), m_theme.px(18)), Qt::AlignVCenter,
        QFontMetricsF(painter.font()).elidedText(measureName(m_pair->comparison(), m_row), Qt::ElideRight, room));
    paintBar(painter, m_theme.px(28), QStringLiteral("A"), m_row.a, tokens.text2);
    paintBar(painter, m_theme.px(43), QStringLiteral("B"), m_row.b, tokens.accent);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.line);
}

void MeasureBars::paintBar(QPainter& painter, double top, const QString& letter, double value, const QColor& colour)
{
    const look::Tokens& tokens = m_theme.tokens();
    const double height = m_theme.px(15);
    const double valueWidth = m_theme.px(82);
    painter.setFont(m_theme.sans(10.5, QFont::DemiBold));
    painter.setPen(colour);
    painter.drawText(QRectF(0, top, m_theme.px(14), height), Qt::AlignVCenter, letter);
    const QRectF track(m_theme.px(17), top + height / 2 - m_theme.px(3.5), width() - m_theme.px(17) - valueWidth,
                       m_theme.px(7));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.sunken);
    painter.drawRoundedRect(track, 2, 2);
    painter.setBrush(colour);
    if (value > 0)
        painter.drawRoundedRect(
            QRectF(track.left(), track.top(), std::max(1.5, track.width() * shareOf(value)), track.height()), 2, 2);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(m_theme.mono(11.5));
    painter.setPen(tokens.text);
    painter.drawText(QRectF(width() - valueWidth, top, valueWidth, height), Qt::AlignVCenter | Qt::AlignRight,
                     valueText(m_row, value));
}

MeasuresPane::MeasuresPane(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("measuresPane"));
    auto* column = look::setFlushLayout<QVBoxLayout>(this);
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    m_icon = new QLabel(m_header);
    m_title = new QLabel(m_header);
    m_unit = new QLabel(m_header);
    row->addWidget(m_icon);
    row->addWidget(m_title);
    row->addStretch(1);
    row->addWidget(m_unit);
    m_scope = new QLabel(this);
    m_scope->setObjectName(QStringLiteral("measuresScope"));
    m_scope->setWordWrap(true);
    m_scroll = look::makeVerticalScroll(this);
    m_card = new QWidget(this);
    m_card->setObjectName(QStringLiteral("whyFaster"));
    auto* card = new QVBoxLayout(m_card);
    m_whyTitle = new QLabel(m_card);
    m_why = new QLabel(m_card);
    m_why->setObjectName(QStringLiteral("whyText"));
    m_why->setTextFormat(Qt::PlainText);
    m_why->setWordWrap(true);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    card->addWidget(m_whyTitle);
    card->addWidget(m_why);
    column->addWidget(m_header);
    column->addWidget(m_scope);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_card);
    look::inLanguage(this, [this] {
        m_title->setText(tr("Measures"));
        m_unit->setText(tr("B − A"));
        if (m_pair)
            setPair(m_pair);
    });
    connect(&theme, &look::Theme::changed, this, &MeasuresPane::restyle);
    restyle();
}

void MeasuresPane::setPair(const PairPtr& pair)
{
    m_pair = pair;
    auto* list = new QWidget;
    list->setObjectName(QStringLiteral("measures"));
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(m_theme.px(14), 0, m_theme.px(14), m_theme.px(8));
    column->setSpacing(0);
    for (const MeasureRow& row : pair->comparison().measures)
        if (isShown(pair->comparison(), row))
            column->addWidget(new MeasureBars(m_theme, pair, row, list));
    column->addStretch(1);
    m_scroll->setWidget(list);
    look::setGround(*list, m_theme.tokens().panel);
    m_scope->setText(tr("Scope: %1").arg(scopeText(pair->comparison())));
    m_whyTitle->setText(whyTitle(pair->comparison()));
    m_why->setText(whyText(pair->comparison()));
}

void MeasuresPane::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    m_header->setFixedHeight(m_theme.px(38));
    m_header->layout()->setContentsMargins(m_theme.px(14), 0, m_theme.px(14), 1);
    m_icon->setPixmap(m_theme.icon(QStringLiteral("chart"), tokens.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    m_title->setFont(m_theme.sans(13, QFont::DemiBold));
    m_unit->setFont(m_theme.mono(11.5));
    m_scope->setFont(m_theme.sans(11.5, QFont::DemiBold));
    m_scope->setContentsMargins(m_theme.px(14), m_theme.px(8), m_theme.px(14), 0);
    look::setTextColour(*m_scope, tokens.accent);
    look::setTextColour(*m_unit, tokens.text3);
    look::setGround(*m_scroll, tokens.panel);
    look::setGround(*m_scroll->viewport(), tokens.panel);
    if (m_scroll->widget() != nullptr)
        look::setGround(*m_scroll->widget(), tokens.panel);
    m_card->layout()->setContentsMargins(m_theme.px(26), m_theme.px(14), m_theme.px(26), m_theme.px(26));
    m_card->layout()->setSpacing(m_theme.px(6));
    m_whyTitle->setFont(m_theme.sans(12, QFont::DemiBold));
    look::setTextStyle(*m_why, m_theme.sans(11.5), tokens.text2);
    update();
}

void MeasuresPane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().panel);
    painter.fillRect(QRect(0, m_header->height() - 1, width(), 1), m_theme.tokens().line);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.tokens().sunken);
    const int margin = m_theme.px(14);
    painter.drawRoundedRect(QRectF(m_card->geometry()).adjusted(margin, 0, -margin, -margin), m_theme.px(8),
                            m_theme.px(8));
}

}  // namespace ui::compare
