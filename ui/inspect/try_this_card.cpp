#include "ui/inspect/try_this_card.h"

#include "ui/inspect/detail/labels.h"
#include "ui/look/flow.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPointer>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

namespace ui::inspect {

TryThisCard::TryThisCard(look::Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("tryThis"));
    look::inLanguage(this, [this] { setAccessibleName(tr("Try this")); });
    m_icon = new QLabel;
    m_title = new QLabel;
    m_button = new QPushButton;
    m_button->setProperty("role", QStringLiteral("small"));
    m_button->setObjectName(QStringLiteral("tryThisApply"));
    // A click must not move the keyboard focus to the button, because the card may disappear.
    m_button->setFocusPolicy(Qt::TabFocus);
    m_text = new QLabel;
    m_text->setTextFormat(Qt::RichText);
    m_text->setWordWrap(true);

    auto* header = new QHBoxLayout;
    header->setContentsMargins(0, 0, 0, 0);
    header->addWidget(m_icon);
    header->addWidget(m_title);
    header->addStretch(1);
    header->addWidget(m_button);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(header);
    layout->addWidget(m_text);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_apply)
            m_apply();
    });
    connect(&m_theme, &look::Theme::changed, this, &TryThisCard::restyle);
    restyle();
    hide();
}

void TryThisCard::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    setStyleSheet(QStringLiteral("#tryThis { background: %1; border: 1px solid %2; border-radius: %3px; }")
                      .arg(t.panel.name(), t.line.name())
                      .arg(m_theme.px(8)));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(10), m_theme.px(12), m_theme.px(10));
    layout()->setSpacing(m_theme.px(5));
    m_icon->setPixmap(m_theme.icon(QStringLiteral("swap"), t.sync).pixmap(m_theme.px(14), m_theme.px(14)));
    look::setTextStyle(*m_title, m_theme.sans(12, QFont::DemiBold), t.text);
    m_button->setFont(m_theme.sans(11.5, QFont::Medium));
    m_button->setFixedHeight(m_theme.px(24));
    look::setTextStyle(*m_text, m_theme.sans(11.5), t.text2);
    showText();
}

void TryThisCard::offer(Suggestion suggestion, Predict predict, std::function<void()> apply)
{
    m_suggestion = std::move(suggestion);
    m_apply = std::move(apply);
    m_prediction.reset();
    m_problem.clear();
    m_title->setText(m_suggestion.title.isEmpty() ? tr("Try this") : m_suggestion.title);
    m_button->setText(m_suggestion.button);
    m_button->setVisible(!m_suggestion.button.isEmpty() && m_apply);
    const std::uint64_t request = ++m_request;
    if (!predict) {
        showText();
        show();
        return;
    }
    hide();
    m_text->clear();
    predict([card = QPointer<TryThisCard>(this), request](engine::Result<Prediction> answer) {
        QMetaObject::invokeMethod(qApp, [card, request, answer = std::move(answer)] {
            if (!card || card->m_request != request)
                return;
            if (answer)
                card->m_prediction = *answer;
            else
                card->m_problem = look::messageText(answer.error().message);
            card->showText();
            card->show();
        });
    });
}

void TryThisCard::withdraw()
{
    ++m_request;
    m_suggestion = {};
    m_apply = nullptr;
    hide();
}

void TryThisCard::showText()
{
    const look::Tokens& t = m_theme.tokens();
    const QString code = m_theme.mono(10.5).families().join(QStringLiteral("','"));
    QString html = detail::richText(m_suggestion.text, code, m_theme.px(10.5));
    const auto number = [&](const QString& text) {
        return QStringLiteral("<span style=\"font-weight:600;color:%1\">%2</span>")
            .arg(t.text.name(), text.toHtmlEscaped());
    };
    if (m_prediction) {
        if (!m_suggestion.text.contains(QLatin1String("{after}")) && !m_prediction->after.isEmpty())
            html += m_prediction->before.isEmpty() ? tr(" It would read {after}.")
                                                   : tr(" It would read {after} instead of {before}.");
        html.replace(QLatin1String("{after}"), number(m_prediction->after));
        html.replace(QLatin1String("{before}"), m_prediction->before.toHtmlEscaped());
        html.replace(QLatin1String("{hiddenAfter}"), number(m_prediction->hiddenAfter));
        html.replace(QLatin1String("{hiddenBefore}"), m_prediction->hiddenBefore.toHtmlEscaped());
    }
    if (!m_problem.isEmpty())
        html = tr("The variant fails: %1").arg(m_problem.toHtmlEscaped());
    m_text->setText(
        QStringLiteral("<p style=\"line-height:%1px\">%2</p>").arg(m_theme.px(16)).arg(look::formatForWrapping(html)));
    setAccessibleDescription(text());
}

QString TryThisCard::text() const
{
    return QTextDocumentFragment::fromHtml(m_text->text()).toPlainText();
}

}  // namespace ui::inspect
