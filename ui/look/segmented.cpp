#include "ui/look/segmented.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QRadioButton>

namespace ui::look {

namespace {

class Segment final : public QRadioButton {
public:
    Segment(const Theme& theme, Segmented::Size size, const QString& text, QWidget* parent)
        : QRadioButton(text, parent), m_theme(theme), m_size(size)
    {
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const bool isSmall = m_size == Segmented::Size::Small;
        const int padding = m_theme.px(isSmall ? 9 : 10);
        return {QFontMetrics(labelFont()).horizontalAdvance(text()) + 2 * padding, m_theme.px(isSmall ? 20 : 26)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    [[nodiscard]] bool hitButton(const QPoint& position) const override { return rect().contains(position); }

    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Tokens& tokens = m_theme.tokens();
        const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        if (isChecked()) {
            painter.setPen(tokens.line);
            painter.setBrush(tokens.panel);
            painter.drawRoundedRect(box, m_theme.px(5), m_theme.px(5));
        }
        if (hasFocus()) {
            painter.setPen(QPen(tokens.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), m_theme.px(5), m_theme.px(5));
        }
        QColor colour = isChecked() || underMouse() ? tokens.text : tokens.text2;
        colour.setAlphaF(isEnabled() ? 1.0F : 0.45F);
        painter.setPen(colour);
        painter.setFont(labelFont());
        painter.drawText(rect(), Qt::AlignCenter, text());
    }

private:
    [[nodiscard]] QFont labelFont() const
    {
        return m_theme.sans(m_size == Segmented::Size::Small ? 11.5 : 12, QFont::Medium);
    }

    const Theme& m_theme;
    Segmented::Size m_size;
};

}  // namespace

Segmented::Segmented(const Theme& theme, Size size, QWidget* parent) : QWidget(parent), m_theme(theme), m_size(size)
{
    auto* layout = new QHBoxLayout(this);
    layout->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_group.setExclusive(true);
    connect(&m_group, &QButtonGroup::idClicked, this, &Segmented::chosen);
    connect(&theme, &Theme::changed, this, &Segmented::restyle);
    restyle();
}

void Segmented::addSegment(const QString& text, const QString& toolTip)
{
    auto* segment = new Segment(m_theme, m_size, text, this);
    segment->setToolTip(toolTip);
    segment->setAccessibleName(text);
    m_group.addButton(segment, count());
    layout()->addWidget(segment);
    if (count() == 1)
        segment->setChecked(true);
}

void Segmented::setSegments(const QStringList& texts, const QStringList& toolTips)
{
    for (int id = 0; id < texts.size(); ++id) {
        QAbstractButton* segment = m_group.button(id);
        if (segment == nullptr) {
            addSegment(texts[id], toolTips.value(id));
            continue;
        }
        segment->setText(texts[id]);
        segment->setToolTip(toolTips.value(id));
        segment->setAccessibleName(texts[id]);
    }
    restyle();
}

void Segmented::setSegmentEnabled(int id, bool isEnabled)
{
    if (QAbstractButton* segment = m_group.button(id))
        segment->setEnabled(isEnabled);
}

void Segmented::setCurrent(int id)
{
    if (QAbstractButton* segment = m_group.button(id))
        segment->setChecked(true);
}

void Segmented::restyle()
{
    const int edge = m_theme.px(2);
    layout()->setContentsMargins(edge, edge, edge, edge);
    for (QAbstractButton* segment : m_group.buttons())
        segment->updateGeometry();
    updateGeometry();
    update();
}

void Segmented::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.tokens().sunken);
    painter.drawRoundedRect(rect(), m_theme.px(7), m_theme.px(7));
}

}  // namespace ui::look
