#include "ui/figure/detail/preview_pane.h"

#include "ui/figure/detail/figure_form.h"
#include "ui/look/format.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>
#include <cmath>

namespace ui::figure {

namespace {

QString pointsText(double points)
{
    return QLocale().toString(std::floor(points * 10) / 10, 'f', 1);
}

}  // namespace

PreviewPane::PreviewPane(look::Theme& theme) : m_theme(theme)
{
    look::setGround(*this, m_theme.tokens().sunken);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(m_theme.px(24), m_theme.px(8), m_theme.px(24), m_theme.px(16));
    auto* top = new QHBoxLayout;
    auto* heading = new QLabel(tr("Preview"));
    heading->setFont(m_theme.sans(12, QFont::DemiBold));
    m_info = new QLabel;
    m_info->setFont(m_theme.sans(11.5));
    m_mode = new look::Segmented(m_theme, look::Segmented::Size::Small);
    m_mode->setAccessibleName(heading->text());
    m_mode->setSegments({tr("Screen"), tr("Grayscale")});
    m_mode->setCurrent(0);
    connect(m_mode, &look::Segmented::chosen, this, &PreviewPane::modeChosen);
    top->addWidget(heading);
    top->addWidget(m_info);
    top->addStretch(1);
    top->addWidget(m_mode);
    column->addLayout(top);
    m_preview = new Preview(m_theme);
    m_preview->setObjectName(QStringLiteral("figurePreview"));
    connect(m_preview, &Preview::drawn, this, &PreviewPane::describe);
    column->addWidget(m_preview, 1);
    column->addLayout(buildPromises());
}

/// Lists the size of the smallest text, and properties of every figure, which the tests of ui/figure verify.
QLayout* PreviewPane::buildPromises()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.px(5));
    for (const QString& text : {QString(), tr("readable in grayscale: patterns differ"), tr("text stays text")}) {
        auto* tick = new QLabel;
        tick->setPixmap(
            m_theme.icon(QStringLiteral("check"), m_theme.tokens().text2).pixmap(m_theme.px(13), m_theme.px(13)));
        row->addWidget(tick);
        QLabel* label = makeLabel(m_theme, text);
        label->setWordWrap(true);  // so that all labels fit beside each other in a narrow window
        row->addWidget(label, 1);
        if (m_labelSize == nullptr) {
            m_labelSize = label;  // the text is set when the figure is drawn
            m_labelTick = tick;
            tick->hide();
        }
        row->addSpacing(m_theme.px(13));
    }
    return row;
}

void PreviewPane::showFigure(const engine::trace::TracePtr& trace, FigureOptions options)
{
    m_preset = options.preset;
    if (m_mode->current() == 1)
        options.colours = Colours::Grayscale;
    m_preview->show(trace, options);
}

void PreviewPane::describe()
{
    const QSizeF size = m_preview->figure();
    showTextSize();
    const QString shown = tr("%1 × %2, shown at %3")
                              .arg(qRound(size.width()))
                              .arg(qRound(size.height()))
                              .arg(look::percentText(m_preview->zoom()));
    m_info->setText(m_preview->omitsMeasures() ? tr("%1; the table of measures fits on a page only").arg(shown)
                                               : shown);
    emit drawn(size);
}

/// Shows the size of the smallest text. A slide with much content is scaled down, which makes its texts smaller.
void PreviewPane::showTextSize()
{
    constexpr double kReadable = 9;
    const double points = m_preview->smallestText();
    const bool isReadable = points >= kReadable - 0.01;
    m_labelTick->setVisible(isReadable);
    m_labelSize->setText(isReadable ? tr("every label at least 9 pt")
                         : m_preset == Preset::Slide
                             ? tr("smallest label %1 pt on a slide 13.33 in wide").arg(pointsText(points))
                             : tr("smallest label %1 pt").arg(pointsText(points)));
    look::setTextColour(*m_labelSize, isReadable ? m_theme.tokens().text2 : m_theme.tokens().warn);
}

}  // namespace ui::figure
