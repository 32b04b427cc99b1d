#include "ui/shell/right_rail.h"

#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QPainter>
#include <QVBoxLayout>

namespace ui::shell {

namespace {

/// An icon with a text below it. The text is rotated and reads downwards.
class RailButton : public QAbstractButton {
public:
    RailButton(look::Theme& theme, const char* icon, QWidget* parent)
        : QAbstractButton(parent), m_theme(theme), m_icon(QLatin1String(icon))
    {
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        setAttribute(Qt::WA_Hover);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics metrics(m_theme.sans(12, QFont::Medium));
        return {m_theme.px(RightRail::kWidth), m_theme.px(44) + metrics.horizontalAdvance(text())};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const look::Tokens& tokens = m_theme.tokens();
        QPainter painter(this);
        if (underMouse() || isDown())
            painter.fillRect(rect(), tokens.hover);
        const int size = m_theme.px(15);
        const QRect place((width() - size) / 2, m_theme.px(10), size, size);
        m_theme.icon(m_icon, tokens.text2).paint(&painter, place);
        painter.setFont(m_theme.sans(12, QFont::Medium));
        painter.setPen(tokens.text2);
        painter.save();
        painter.translate(width() / 2.0, place.bottom() + m_theme.px(8));
        painter.rotate(90);
        painter.drawText(QPointF(0, painter.fontMetrics().capHeight() / 2.0), text());
        painter.restore();
        if (hasFocus()) {
            painter.setPen(QPen(tokens.accent, 2));
            painter.drawRect(rect().adjusted(2, 2, -3, -3));
        }
    }

private:
    look::Theme& m_theme;
    QString m_icon;
};

}  // namespace

RightRail::RightRail(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    auto* column = look::setFlushLayout<QVBoxLayout>(this);
    m_graph = addPart("graph");
    m_inspector = addPart("info");
    m_advice = addPart("swap");
    column->addStretch(1);
    connect(&theme, &look::Theme::changed, this, &RightRail::restyle);
    restyle();
    look::inLanguage(this, [this] {
        m_graph->setText(tr("Graph"));
        m_inspector->setText(tr("Inspector"));
        m_advice->setText(tr("Try this"));
        for (QAbstractButton* part : {m_graph, m_inspector, m_advice})
            part->setToolTip(tr("Open the right pane"));
        restyle();
    });
}

QAbstractButton* RightRail::addPart(const char* icon)
{
    auto* part = new RailButton(m_theme, icon, this);
    layout()->addWidget(part);
    connect(part, &QAbstractButton::clicked, this, &RightRail::opened);
    return part;
}

void RightRail::restyle()
{
    for (QAbstractButton* part : {m_graph, m_inspector, m_advice}) {
        part->setFixedSize(part->sizeHint());
        part->update();
    }
    update();
}

void RightRail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().chrome);
    painter.fillRect(QRect(0, 0, 1, height()), m_theme.tokens().line);
}

}  // namespace ui::shell
