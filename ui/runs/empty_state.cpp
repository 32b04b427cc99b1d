#include "ui/runs/empty_state.h"

#include "ui/look/widgets.h"

#include <QEvent>
#include <QStyle>
#include <QVBoxLayout>

namespace ui::runs {

EmptyState::EmptyState(const look::Theme& theme, QWidget* over) : QWidget(over), m_theme(theme)
{
    setObjectName(QStringLiteral("emptyState"));
    auto* column = new QVBoxLayout(this);
    m_title = new QLabel(this);
    m_text = new QLabel(this);
    m_button = new QPushButton(this);
    m_other = new QPushButton(this);
    m_other->setObjectName(QStringLiteral("otherStep"));
    m_other->setProperty("role", QStringLiteral("primary"));
    for (QLabel* label : {m_title, m_text}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        column->addWidget(label);
    }
    for (QPushButton* button : {m_other, m_button})
        column->addWidget(button, 0, Qt::AlignHCenter);
    connect(m_other, &QPushButton::clicked, this, &EmptyState::otherChosen);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::chosen);
    connect(&theme, &look::Theme::changed, this, &EmptyState::restyle);
    over->installEventFilter(this);
    restyle();
    hide();
}

void EmptyState::open(const QString& title, const QString& text, const QString& button, const QString& other)
{
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_button->setProperty("role", other.isEmpty() ? QStringLiteral("primary") : QString());
    m_button->style()->polish(m_button);
    m_other->setText(other);
    m_other->setVisible(!other.isEmpty());
    setAccessibleName(title);
    show();
    raise();
    place();
}

void EmptyState::place()
{
    const QWidget* over = parentWidget();
    const int wide = std::min(over->width() - m_theme.px(40), m_theme.px(420));
    const int high = std::max(layout()->heightForWidth(wide), layout()->sizeHint().height());
    setGeometry((over->width() - wide) / 2, (over->height() - high) / 2, wide, high);
}

void EmptyState::restyle()
{
    look::setGround(*this, m_theme.tokens().plot);
    layout()->setSpacing(m_theme.px(10));
    m_title->setFont(m_theme.sans(14, QFont::DemiBold));
    look::setTextStyle(*m_text, m_theme.sans(12), m_theme.tokens().text2);
    for (QPushButton* button : {m_other, m_button})
        button->setFont(m_theme.sans(12, QFont::DemiBold));
    if (isVisible())
        place();
}

bool EmptyState::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible())
        place();
    return QWidget::eventFilter(watched, event);
}

}  // namespace ui::runs
