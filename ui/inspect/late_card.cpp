#include "ui/inspect/late_card.h"

#include "ui/inspect/detail/ranks.h"
#include "ui/look/flow.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QVBoxLayout>

namespace ui::inspect {

LateCard::LateCard(look::Theme& theme, model::TraceFeed& feed, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_text = new QLabel;
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_frame = new QFrame;
    m_frame->setObjectName(QStringLiteral("lateCard"));
    (new QVBoxLayout(m_frame))->addWidget(m_text);
    (new QVBoxLayout(this))->addWidget(m_frame);
    connect(&m_theme, &look::Theme::changed, this, &LateCard::restyle);
    connect(&m_feed, &model::TraceFeed::replaced, this, &LateCard::update);
    connect(&m_feed, &model::TraceFeed::extended, this, &LateCard::update);
    restyle();
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Who is late?"));
        update();
    });
}

void LateCard::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    m_frame->setStyleSheet(QStringLiteral("#lateCard { background: %1; border: 1px solid %2; border-radius: %3px; }")
                               .arg(t.panel.name(), t.accent.name())
                               .arg(m_theme.px(8)));
    m_frame->layout()->setContentsMargins(m_theme.px(12), m_theme.px(9), m_theme.px(12), m_theme.px(9));
    layout()->setContentsMargins(m_theme.px(14), m_theme.px(10), m_theme.px(14), m_theme.px(4));
    m_text->setFont(m_theme.sans(12.5, QFont::DemiBold));
    look::setTextColour(*m_text, t.text);
}

void LateCard::setAsking(bool isAsking)
{
    m_isAsking = isAsking;
    update();
}

void LateCard::update()
{
    const QString text = m_isAsking ? QString() : detail::lateText(*m_feed.trace());
    m_text->setText(look::formatForWrapping(text));
    setAccessibleDescription(text);
    setVisible(!text.isEmpty());
}

}  // namespace ui::inspect
