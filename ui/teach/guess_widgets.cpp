#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"
#include "ui/teach/measures.h"
#include "ui/teach/predict_first.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <algorithm>

namespace ui::teach {

namespace {

constexpr double kShortest = 1e-6;
constexpr double kLongestGuess = 1e5;
constexpr int kSteps = 100;
/// While the pointer is held at the end of the bar, the span grows by 12 % every 40 ms: from 2 s to 100 s in 1.4 s.
constexpr int kGrowthMs = 40;
constexpr double kGrowth = 1.12;

}  // namespace

// -- the bar

GuessBar::GuessBar(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("guessBar"));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::SizeHorCursor);
    look::inLanguage(this, [this] { setAccessibleName(tr("Your guess as a bar")); });
    m_growth.setInterval(kGrowthMs);
    connect(&m_growth, &QTimer::timeout, this, &GuessBar::grow);
}

void GuessBar::setSpan(double seconds)
{
    m_span = std::clamp(seconds, kShortest, kLongestGuess);
    update();
}

void GuessBar::setSeconds(double seconds)
{
    m_seconds = std::clamp(seconds, 0.0, kLongestGuess);
    if (m_seconds > m_span)
        m_span = m_seconds * 1.25;
    setAccessibleDescription(tr("%1 seconds").arg(QLocale().toString(m_seconds, 'g', 4)));
    update();
}

QSize GuessBar::sizeHint() const
{
    return {m_theme.px(420), m_theme.px(48)};
}

QRectF GuessBar::track() const
{
    return QRectF(m_theme.px(2), m_theme.px(6), width() - m_theme.px(4), m_theme.px(22));
}

void GuessBar::drag(double x)
{
    const QRectF rect = track();
    const double share = std::max(0.0, (x - rect.left()) / std::max(1.0, rect.width()));
    // The span grows as long as the pointer is held at the right end.
    if (share <= 0.98)
        m_growth.stop();
    else if (!m_growth.isActive())
        m_growth.start();
    setSeconds(std::min(share, 1.0) * m_span);
    emit moved(m_seconds);
}

void GuessBar::grow()
{
    if (!isVisible())
        return m_growth.stop();
    m_span = std::min(kLongestGuess, m_span * kGrowth);
    setSeconds(m_span);
    emit moved(m_seconds);
}

void GuessBar::mouseReleaseEvent(QMouseEvent*)
{
    m_growth.stop();
}

void GuessBar::mousePressEvent(QMouseEvent* event)
{
    drag(event->position().x());
}

void GuessBar::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        drag(event->position().x());
}

void GuessBar::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up    ? 1
                     : event->key() == Qt::Key_Left || event->key() == Qt::Key_Down ? -1
                                                                                    : 0;
    if (step == 0)
        return QWidget::keyPressEvent(event);
    setSeconds(std::max(0.0, m_seconds + step * m_span / kSteps));
    emit moved(m_seconds);
}

void GuessBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const look::Tokens& tokens = m_theme.tokens();
    const QRectF rect = track();
    painter.fillRect(rect, tokens.sunken);
    const QRectF bar(rect.left(), rect.top(), std::max(3.0, rect.width() * m_seconds / m_span), rect.height());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.accent, 1.6, Qt::DashLine));
    painter.setBrush(tokens.accentSoft);
    painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.accent);
    painter.drawRoundedRect(QRectF(bar.right() - 2, bar.top() - 3, 4, bar.height() + 6), 2, 2);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(m_theme.mono(10.5));
    painter.setPen(tokens.text3);
    for (int i = 0; i <= 4; ++i) {
        const double x = rect.left() + rect.width() * i / 4;
        const QRectF label(std::clamp<double>(x - 40, 0, width() - 80), rect.bottom() + 3, 80, m_theme.px(14));
        const int side = i == 0 ? Qt::AlignLeft : i == 4 ? Qt::AlignRight : Qt::AlignHCenter;
        painter.drawText(label, side | Qt::AlignVCenter,
                         QLocale().toString(m_span * i / 4, 'g', 3) + QStringLiteral(" s"));
    }
    if (hasFocus()) {
        painter.setPen(QPen(tokens.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(this->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

// -- the question

GuessCard::GuessCard(const look::Theme& theme, QWidget* over) : QWidget(over), m_theme(theme)
{
    setObjectName(QStringLiteral("guessCard"));
    auto* grid = new QGridLayout(this);
    m_title = new QLabel(this);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setAlignment(Qt::AlignCenter);
    m_text = new QLabel(this);
    m_text->setAlignment(Qt::AlignCenter);
    m_field = new GuessField(theme, GuessField::Button::Primary, this);
    m_field->setMaximum(kLongestGuess);
    m_bar = new GuessBar(theme, this);
    m_skip = new QPushButton(this);
    m_skip->setObjectName(QStringLiteral("guessSkip"));
    grid->setRowStretch(0, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(3, 1);
    grid->addWidget(m_title, 1, 1, 1, 2);
    grid->addWidget(m_text, 2, 1, 1, 2);
    grid->addWidget(m_bar, 3, 1, 1, 2);
    grid->addWidget(m_field, 4, 1, Qt::AlignLeft);
    grid->addWidget(m_skip, 4, 2, Qt::AlignRight);
    grid->setRowStretch(5, 2);
    connect(m_bar, &GuessBar::moved, m_field, &GuessField::setValue);
    connect(m_field, &GuessField::edited, m_bar, &GuessBar::setSeconds);
    connect(m_field, &GuessField::submitted, this, [this] {
        m_field->setValue(m_bar->seconds());
        emit guessed(m_bar->seconds());
    });
    connect(m_skip, &QPushButton::clicked, this, &GuessCard::skipped);
    over->installEventFilter(this);
    look::inLanguage(this, [this] {
        m_text->setText(tr("From the first stopwatch to the end. Drag the bar or type a number."));
        m_field->setTexts(tr("Show the result"), {}, tr("Your guess in seconds"));
        m_field->setUnit(unitOf(Measure{}));
        m_skip->setText(tr("Without a guess"));
        m_title->setText(tr("How long will it take? %1").arg(m_what));
        setAccessibleName(m_title->text());
    });
    connect(&theme, &look::Theme::changed, this, &GuessCard::restyle);
    restyle();
    hide();
}

void GuessCard::ask(const QString& what, double span)
{
    m_what = what;
    m_title->setText(tr("How long will it take? %1").arg(what));
    setAccessibleName(m_title->text());
    m_bar->setSpan(span);
    m_field->setValue(span / 2);
    m_bar->setSeconds(span / 2);
    place();
    show();
    raise();
    focusField();
    // Defer the call, because a menu or palette that opened the card restores the previous keyboard focus when it
    // closes.
    QMetaObject::invokeMethod(this, &GuessCard::focusField, Qt::QueuedConnection);
}

void GuessCard::focusField()
{
    if (isVisible() && !m_field->hasFocus())
        m_field->setFocus(Qt::TabFocusReason);  // this reason also selects the number
}

/// Handles keys that the focused widget does not handle.
void GuessCard::keyPressEvent(QKeyEvent* event)
{
    if (m_field->hasFocus() && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down))
        return void(QCoreApplication::sendEvent(m_bar, event));
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return QWidget::keyPressEvent(event);
    m_skip->hasFocus() ? emit skipped() : emit guessed(m_bar->seconds());
}

bool GuessCard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

void GuessCard::place()
{
    setGeometry(parentWidget()->rect());
}

void GuessCard::restyle()
{
    m_title->setFont(m_theme.sans(16, QFont::DemiBold));
    look::setTextStyle(*m_text, m_theme.sans(12), m_theme.tokens().text2);
    m_skip->setFont(m_theme.sans(12, QFont::Medium));
    layout()->setSpacing(m_theme.px(10));
    update();
}

void GuessCard::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().plot);
}

// -- guess and result

GuessStrip::GuessStrip(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("guessStrip"));
    auto* row = new QHBoxLayout(this);
    m_close = new QToolButton(this);
    look::inLanguage(this, [this] {
        look::setTipAndName(*m_close, tr("Close"));
        if (!m_text.isEmpty())
            m_text = verdictOf(m_guess, {m_result, Unit::Seconds});
        setAccessibleName(m_text);
    });
    row->addStretch(1);
    row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(&theme, &look::Theme::changed, this, &GuessStrip::restyle);
    restyle();
    hide();
}

void GuessStrip::show(double guess, double result)
{
    m_guess = guess;
    m_result = result;
    m_text = verdictOf(guess, {result, Unit::Seconds});
    setAccessibleName(m_text);
    QWidget::show();
    update();
}

void GuessStrip::restyle()
{
    setFixedHeight(m_theme.px(52));
    layout()->setContentsMargins(0, 0, m_theme.px(8), 0);
    look::styleIconButton(m_theme, *m_close, QStringLiteral("close"));
    update();
}

void GuessStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const look::Tokens& tokens = m_theme.tokens();
    painter.fillRect(rect(), tokens.accentSoft);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.line);
    painter.setFont(m_theme.sans(12, QFont::Medium));
    painter.setPen(tokens.text);
    const double left = m_theme.px(14);
    const double right = width() - m_theme.px(44);
    painter.drawText(QRectF(left, m_theme.px(4), right - left, m_theme.px(18)), Qt::AlignVCenter, m_text);
    const double longest = std::max({m_guess, m_result, 1e-9});
    const auto bar = [&](double top, double seconds, const QPen& pen, const QBrush& brush) {
        const QRectF rect(left, top, std::max(2.0, (right - left) * seconds / longest), m_theme.px(8));
        painter.setPen(pen);
        painter.setBrush(brush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    };
    bar(m_theme.px(25), m_guess, QPen(tokens.accent, 1.4, Qt::DashLine), tokens.panel);
    bar(m_theme.px(37), m_result, QPen(Qt::NoPen), tokens.accent);
}

}  // namespace ui::teach
