#include "ui/teach/lesson_bar.h"

#include "ui/look/format.h"
#include "ui/look/widgets.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>
#include <utility>

namespace ui::teach {

namespace {

QLabel* textLabel(QWidget* parent, const char* name)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

LessonBar::LessonBar(const look::Theme& theme, LessonPlayer& player, std::function<MeasureSource()> source,
                     QWidget* parent)
    : QWidget(parent), m_theme(theme), m_player(player), m_source(std::move(source))
{
    setObjectName(QStringLiteral("lessonBar"));
    build();
    connect(&m_player, &LessonPlayer::changed, this, &LessonBar::refresh);
    connect(&theme, &look::Theme::changed, this, &LessonBar::restyle);
    restyle();
    refresh();
}

void LessonBar::build()
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(m_theme.px(16), m_theme.px(8), m_theme.px(12), m_theme.px(10));
    row->setSpacing(m_theme.px(16));
    auto* place = new QVBoxLayout;
    m_lessonTitle = textLabel(this, "lessonTitle");
    m_progress = textLabel(this, "lessonProgress");
    place->addWidget(m_lessonTitle);
    place->addWidget(m_progress);
    place->addStretch(1);
    row->addLayout(place, 2);

    auto* middle = new QVBoxLayout;
    middle->setSpacing(m_theme.px(3));
    m_title = textLabel(this, "stepTitle");
    m_text = textLabel(this, "stepText");
    middle->addWidget(m_title);
    middle->addWidget(m_text);
    middle->addStretch(1);
    row->addLayout(middle, 6);

    auto* ask = new QVBoxLayout;
    ask->setSpacing(m_theme.px(4));
    m_question = textLabel(this, "stepQuestion");
    m_answer = textLabel(this, "stepAnswer");
    m_guess = new GuessField(m_theme, GuessField::Button::Plain, this);
    ask->addWidget(m_question);
    ask->addWidget(m_guess, 0, Qt::AlignLeft);
    ask->addWidget(m_answer);
    ask->addStretch(1);
    row->addLayout(ask, 5);

    auto* side = new QVBoxLayout;
    auto* tools = new QHBoxLayout;
    const auto tool = [&](const char* name) {
        auto* button = new QToolButton(this);
        button->setObjectName(QLatin1String(name));
        button->setAutoRaise(true);
        tools->addWidget(button);
        return button;
    };
    tools->addStretch(1);
    m_presenter = tool("openPresenter");
    m_projector = tool("projectorMode");
    m_close = tool("closeLesson");
    auto* buttons = new QHBoxLayout;
    m_previous = new QPushButton(this);
    m_previous->setObjectName(QStringLiteral("previousStep"));
    m_next = new QPushButton(this);
    m_next->setObjectName(QStringLiteral("nextStep"));
    m_next->setProperty("role", QStringLiteral("primary"));
    buttons->addWidget(m_previous);
    buttons->addWidget(m_next);
    side->addLayout(tools);
    side->addStretch(1);
    side->addLayout(buttons);
    row->addLayout(side);

    connect(m_previous, &QPushButton::clicked, &m_player, &LessonPlayer::goBack);
    connect(m_next, &QPushButton::clicked, this, &LessonBar::advance);
    connect(m_guess, &GuessField::submitted, this, &LessonBar::submitGuess);
    connect(m_presenter, &QToolButton::clicked, this, &LessonBar::presenterWanted);
    connect(m_projector, &QToolButton::clicked, this, &LessonBar::projectorWanted);
    connect(m_close, &QToolButton::clicked, this, &LessonBar::closeWanted);
}

void LessonBar::advance()
{
    if (m_isAway)
        emit backWanted();
    else if (!m_player.isEnded())
        m_player.advance();
    else if (m_following.isEmpty())
        emit closeWanted();
    else
        emit followingWanted();
}

void LessonBar::submitGuess()
{
    const auto number = m_guess->value();
    m_player.answer(number > 0.0 ? std::optional(fromField(*number, m_asked)) : std::nullopt);
}

MeasureSource sourceOfWords(const LessonPlayer& player, MeasureSource source)
{
    const Step& step = player.step();
    if (step.question && step.question->change && !player.isAsking() && source.before != nullptr)
        source.trace = source.before;
    return source;
}

QString endingTitle()
{
    return LessonBar::tr("What you have seen");
}

QString learnedText(const Lesson& lesson)
{
    return textIn(lesson.ending.learned.isEmpty() ? lesson.about : lesson.ending.learned, languageNow());
}

QString nextText(const Lesson& lesson)
{
    return lesson.ending.next.isEmpty() ? LessonBar::tr(
                                              "Switch a wait, change a number or a line of this program, "
                                              "guess what follows, and run it.")
                                        : textIn(lesson.ending.next, languageNow());
}

void LessonBar::refresh()
{
    setVisible(m_player.isOpen());
    if (!m_player.isOpen())
        return;
    update();  // paintEvent() draws the progress marks; no label repaints them
    m_text->setVisible(!m_isAway);
    if (m_isAway)
        return showAway();
    const QString language = languageNow();
    const Step& step = m_player.step();
    const MeasureSource source = sourceOfWords(m_player, m_source());
    m_lessonTitle->setText(textIn(m_player.lesson().title, language));
    m_progress->setText(tr("Step %1 of %2").arg(m_player.index() + 1).arg(m_player.count()));
    m_title->setText(filled(textIn(step.title, language), source));
    m_text->setText(filled(textIn(step.text, language), source));
    m_previous->setText(tr("Previous"));
    m_next->setText(m_player.isAsking() ? tr("Answer") : tr("Next"));
    m_previous->setEnabled(m_player.canGoBack());
    m_next->setEnabled(true);
    m_previous->setToolTip(tr("The previous step (Page Up)"));
    m_next->setToolTip(m_player.following() != nullptr || m_player.isAsking()
                           ? tr("Show the answer, then the next step (Page Down)")
                           : tr("What was learned, and what to do next (Page Down)"));
    look::setTipAndName(*m_presenter, tr("Presenter view"));
    look::setTipAndName(*m_projector, tr("Projector mode"));
    look::setTipAndName(*m_close, tr("End the lesson"));
    if (m_player.isEnded())
        showEnding();
    else
        showQuestion();
    setAccessibleName(tr("Lesson"));
    setAccessibleDescription(spoken());
}

void LessonBar::showEnding()
{
    m_progress->setText(tr("The end"));
    m_title->setText(endingTitle());
    m_text->setText(learnedText(m_player.lesson()));
    m_question->setText(tr("What to do next"));
    QString next = nextText(m_player.lesson());
    if (!m_following.isEmpty())
        next += QLatin1Char('\n') + tr("Then the next lesson: %1.").arg(m_following);
    m_answer->setText(next);
    look::setTextColour(*m_answer, m_theme.tokens().text);
    m_question->show();
    m_answer->show();
    m_guess->hide();
    m_next->setText(m_following.isEmpty() ? tr("End the lesson") : tr("Next lesson"));
    m_next->setToolTip(m_following.isEmpty() ? tr("Back to what you had open") : m_following);
}

void LessonBar::setFollowing(const QString& name)
{
    if (std::exchange(m_following, name) != name)
        refresh();
}

void LessonBar::setAway(bool isAway)
{
    m_isAway = isAway;
    refresh();
}

void LessonBar::showAway()
{
    m_lessonTitle->setText(textIn(m_player.lesson().title, languageNow()));
    m_progress->setText(tr("Step %1 of %2").arg(m_player.index() + 1).arg(m_player.count()));
    m_title->setText(tr("The lesson is paused while another program is open."));
    for (QWidget* part : std::initializer_list<QWidget*>{m_question, m_guess, m_answer})
        part->hide();
    m_previous->setText(tr("Previous"));
    m_previous->setEnabled(false);
    m_next->setText(tr("Back to step %1").arg(m_player.index() + 1));
    m_next->setToolTip(tr("The program of this step, as in the lesson (Page Down)"));
    m_next->setEnabled(true);
    setAccessibleName(tr("Lesson"));
    setAccessibleDescription(spoken());
}

void LessonBar::showQuestion()
{
    const Step& step = m_player.step();
    const QString language = languageNow();
    const bool hasQuestion = step.question.has_value();
    const bool isAsking = m_player.isAsking();
    m_question->setVisible(hasQuestion);
    m_guess->setVisible(isAsking);
    const MeasureSource source = m_source();
    m_answer->setVisible(hasQuestion && !isAsking && source.trace != nullptr);
    if (!hasQuestion)
        return;
    m_question->setText(filled(textIn(step.question->text, language), sourceOfWords(m_player, source)));
    if (isAsking) {
        m_asked = measure(source, step.question->measure).value_or(Measure{});
        m_guess->setUnit(step.question->measure.isEmpty() ? std::nullopt : std::optional(unitOf(m_asked)));
        m_guess->setValue(std::nullopt);
        m_guess->setTexts(tr("Check"), tr("your guess"), tr("Your guess: %1").arg(m_question->text()));
    } else {
        showAnswer();
    }
}

void LessonBar::showAnswer()
{
    const Question& question = *m_player.step().question;
    const MeasureSource source = m_source();
    QStringList sentences;
    const auto actual = measure(source, question.measure);
    if (const auto guess = m_player.guess(); guess && actual)
        sentences << verdictOf(*guess, *actual);
    if (question.book && actual)
        sentences << tr("The book prints %1.").arg(textOf({*question.book, actual->unit}));
    sentences << filled(textIn(question.expected, languageNow()), source);
    m_answer->setText(sentences.join(QLatin1Char(' ')));
}

QString LessonBar::spoken() const
{
    QStringList parts;
    for (const QLabel* label : {m_lessonTitle, m_progress, m_title, m_text, m_question, m_answer})
        if (label->isVisibleTo(this))
            parts << label->text();
    return parts.join(QLatin1Char('\n'));
}

void LessonBar::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    look::setTextStyle(*m_lessonTitle, m_theme.sans(12, QFont::DemiBold), tokens.accent);
    look::setTextStyle(*m_progress, m_theme.sans(11.5), tokens.text3);
    look::setTextStyle(*m_title, m_theme.sans(13, QFont::DemiBold), tokens.text);
    look::setTextStyle(*m_text, m_theme.sans(12), tokens.text);
    look::setTextStyle(*m_question, m_theme.sans(12, QFont::DemiBold), tokens.text);
    look::setTextStyle(*m_answer, m_theme.sans(12), tokens.text);
    look::styleIconButton(m_theme, *m_presenter, QStringLiteral("book"));
    look::styleIconButton(m_theme, *m_projector, QStringLiteral("expand"));
    look::styleIconButton(m_theme, *m_close, QStringLiteral("close"));
    update();
}

void LessonBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const look::Tokens& tokens = m_theme.tokens();
    painter.fillRect(rect(), tokens.accentSoft);
    painter.fillRect(QRect(0, 0, m_theme.px(3), height()), tokens.accent);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.line);
    if (!m_player.isOpen())
        return;
    // Progress marks under the title, one per step.
    const int count = m_player.count();
    const double left = m_lessonTitle->x(), room = m_lessonTitle->width();
    const double each = std::min<double>(room / count, m_theme.px(26));
    const double y = m_progress->geometry().bottom() + m_theme.px(8);
    for (int i = 0; i < count; ++i)
        painter.fillRect(QRectF(left + i * each, y, std::max(2.0, each - m_theme.px(4)), m_theme.px(4)),
                         i <= m_player.index() ? tokens.accent : tokens.strong);
}

void LessonBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        refresh();
    QWidget::changeEvent(event);
}

}  // namespace ui::teach
