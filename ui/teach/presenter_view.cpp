#include "ui/teach/presenter_view.h"

#include "ui/look/widgets.h"
#include "ui/teach/lesson_bar.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace ui::teach {

PresenterView::PresenterView(const look::Theme& theme, LessonPlayer& player, std::function<MeasureSource()> source,
                             QWidget* parent)
    : QWidget(parent, Qt::Window), m_theme(theme), m_player(player), m_source(std::move(source))
{
    setObjectName(QStringLiteral("presenterView"));
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme.px(24), theme.px(20), theme.px(24), theme.px(20));
    column->setSpacing(theme.px(6));
    m_now = part("presenterNow", &m_nowHeading);
    m_notes = part("presenterNotes", &m_notesHeading);
    m_expected = part("presenterExpected", &m_expectedHeading);
    m_next = part("presenterNext", &m_nextHeading);
    column->addStretch(1);
    connect(&m_player, &LessonPlayer::changed, this, &PresenterView::refresh);
    connect(&theme, &look::Theme::changed, this, &PresenterView::restyle);
    restyle();
    refresh();
    resize(theme.px(620), theme.px(560));
}

QLabel* PresenterView::part(const char* name, QLabel** heading)
{
    *heading = new QLabel(this);
    auto* text = new QLabel(this);
    text->setObjectName(QLatin1String(name));
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout()->addWidget(*heading);
    layout()->addWidget(text);
    return text;
}

void PresenterView::refresh()
{
    if (!m_player.isOpen()) {
        hide();
        return;
    }
    const QString language = languageNow();
    const MeasureSource source = m_source();
    const MeasureSource ofWords = sourceOfWords(m_player, source);
    const Step& step = m_player.step();
    const auto say = [&](const Texts& texts) { return filled(textIn(texts, language), ofWords); };
    setWindowTitle(tr("Presenter view: %1").arg(textIn(m_player.lesson().title, language)));
    m_nowHeading->setText(tr("Step %1 of %2").arg(m_player.index() + 1).arg(m_player.count()));
    m_now->setText(say(step.title) + QLatin1Char('\n') + say(step.text));
    m_notesHeading->setText(tr("Your notes"));
    m_notes->setText(step.teacher.isEmpty() ? tr("No notes on this step.") : say(step.teacher));
    m_expectedHeading->setVisible(step.question.has_value());
    m_expected->setVisible(step.question.has_value());
    if (step.question) {
        // Show the explanation only after the answer. Before the answer, it would contain the numbers of the run
        // without the change.
        m_expectedHeading->setText(m_player.isAsking() ? tr("Ask, then show") : tr("Shown in this step"));
        m_expected->setText(m_player.isAsking() || source.trace == nullptr
                                ? say(step.question->text)
                                : filled(textIn(step.question->expected, language), source));
    }
    m_nextHeading->setText(tr("Next"));
    m_notesHeading->setVisible(!m_player.isEnded());
    m_notes->setVisible(!m_player.isEnded());
    if (m_player.isEnded())
        return showEnding();
    const Step* next = m_player.following();
    m_next->setText(m_player.isAsking() ? tr("The answer to the question.")
                    : next != nullptr   ? textIn(next->title, language)
                                        : tr("What was learned, and what to do next."));
}

void PresenterView::showEnding()
{
    m_nowHeading->setText(tr("The end"));
    m_now->setText(learnedText(m_player.lesson()));
    m_expectedHeading->hide();
    m_expected->hide();
    m_next->setText(nextText(m_player.lesson()));
}

/// A presenter's remote control sends Page Up and Page Down to the window that has the focus.
void PresenterView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_PageDown)
        m_player.advance();
    else if (event->key() == Qt::Key_PageUp)
        m_player.goBack();
    else
        QWidget::keyPressEvent(event);
}

void PresenterView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        refresh();
    QWidget::changeEvent(event);
}

void PresenterView::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    look::setGround(*this, tokens.panel);
    for (QLabel* heading : {m_nowHeading, m_notesHeading, m_expectedHeading, m_nextHeading}) {
        look::setTextStyle(*heading, m_theme.sans(12, QFont::DemiBold), tokens.text3);
        heading->setContentsMargins(0, m_theme.px(10), 0, 0);
    }
    for (QLabel* text : {m_now, m_notes, m_expected, m_next})
        look::setTextStyle(*text, m_theme.sans(15, text == m_now ? QFont::DemiBold : QFont::Normal), tokens.text);
}

}  // namespace ui::teach
