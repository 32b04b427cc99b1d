#include "ui/runs/banner.h"

#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>
#include <utility>

namespace ui::runs {

namespace {

constexpr int kOpenMs = 140;

}  // namespace

Banner::Banner(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme), m_motion(this, "maximumHeight")
{
    setObjectName(QStringLiteral("banner"));
    m_content = new QWidget(this);
    m_content->installEventFilter(this);
    auto* column = new QVBoxLayout(m_content);
    auto* row = new QHBoxLayout;
    m_icon = new QLabel(m_content);
    m_title = new QLabel(m_content);
    m_title->setObjectName(QStringLiteral("bannerTitle"));
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setWordWrap(true);
    m_acts = new QWidget(m_content);
    new QHBoxLayout(m_acts);
    m_close = new QToolButton(m_content);
    look::inLanguage(m_close, [this] {
        m_close->setToolTip(tr("Close"));
        m_close->setAccessibleName(tr("Close the message"));
    });
    row->addWidget(m_icon);
    row->addWidget(m_title, 1);
    row->addWidget(m_acts);
    row->addWidget(m_close);
    column->addLayout(row);
    m_text = new QLabel(m_content);
    m_text->setObjectName(QStringLiteral("bannerText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_text);
    column->addStretch(1);
    look::inLanguage(this, [this] { refreshTexts(); });
    connect(m_close, &QToolButton::clicked, this, &Banner::close);
    connect(&theme, &look::Theme::changed, this, &Banner::restyle);
    m_motion.setDuration(kOpenMs);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    setMinimumHeight(0);
    setMaximumHeight(0);
    hide();
    connect(&m_motion, &QPropertyAnimation::finished, this, [this] {
        setMinimumHeight(m_isOpen ? wantedHeight() : 0);
        setVisible(m_isOpen);
    });
}

/// Returns the full height. While the banner opens, its maximum height is smaller.
QSize Banner::sizeHint() const
{
    return {0, wantedHeight()};
}

void Banner::open(MakeMessage make)
{
    m_make = std::move(make);
    Message message = m_make();
    const bool isSame = m_isOpen && m_message == message;
    m_message = std::move(message);
    if (isSame)
        return;
    const bool wasOpen = m_isOpen;
    m_isOpen = true;
    rebuild();
    restyle();
    show();
    if (wasOpen)
        setMaximumHeight(wantedHeight());
    moveTo(wantedHeight());
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void Banner::open(MakeTexts make, Tone tone)
{
    open([make = std::move(make), tone] {
        auto [title, text] = make();
        return Message{tone, title, text, {}, {}, tone == Tone::Fail};
    });
}

void Banner::refreshTexts()
{
    if (!m_isOpen)
        return;
    m_message = m_make();
    rebuild();
    restyle();
}

void Banner::close()
{
    if (!m_isOpen)
        return;
    m_isOpen = false;
    moveTo(0);
}

void Banner::moveTo(int height)
{
    m_motion.stop();
    if (!m_hasMotion || !isVisible()) {
        setMinimumHeight(height);
        setMaximumHeight(height);
        setVisible(m_isOpen);
        return;
    }
    setMinimumHeight(0);
    m_motion.setStartValue(this->height());
    m_motion.setEndValue(height);
    m_motion.start();
}

void Banner::rebuild()
{
    qDeleteAll(m_buttons);
    m_buttons.clear();
    for (const Act& act : m_message.acts) {
        auto* button = new QPushButton(act.icon.isEmpty() ? act.text : look::besideIcon(act.text), m_acts);
        button->setAccessibleName(act.text);
        button->setProperty("role", QStringLiteral("small"));
        connect(button, &QPushButton::clicked, this, act.call);
        m_acts->layout()->addWidget(button);
        m_buttons.push_back(button);
    }
    m_acts->setVisible(!m_buttons.empty());
    m_title->setText(m_message.title);
    setAccessibleName(m_message.title);
    setAccessibleDescription(m_message.text);
    m_text->setVisible(!m_message.text.isEmpty());
}

int Banner::availableWidth() const
{
    return std::max(m_theme.px(200), parentWidget() != nullptr ? parentWidget()->width() : width());
}

int Banner::wantedHeight() const
{
    const int byLayout = m_content->layout()->heightForWidth(availableWidth());
    return std::max(byLayout, m_theme.px(m_message.text.isEmpty() ? 42 : 60)) + 1;
}

/// Places the buttons beside the title, or below the text if they would leave too little room for the title. Below the
/// text, each button gets a separate line if the buttons do not fit side by side.
void Banner::placeButtons()
{
    constexpr int kTitle = 200, kEdges = 80;
    const int spacing = m_acts->layout()->spacing();
    int needed = 0;
    for (const QPushButton* button : m_buttons)
        needed += button->sizeHint().width() + spacing;
    static_cast<QBoxLayout*>(m_acts->layout())
        ->setDirection(needed > availableWidth() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    const bool areBelow = needed + m_theme.px(kTitle + kEdges) > availableWidth();
    if (areBelow == std::exchange(m_areButtonsBelow, areBelow))
        return;
    auto* column = static_cast<QBoxLayout*>(m_content->layout());
    auto* row = static_cast<QBoxLayout*>(column->itemAt(0)->layout());
    (areBelow ? row : column)->removeWidget(m_acts);
    if (areBelow)
        column->insertWidget(column->indexOf(m_text) + 1, m_acts, 0, Qt::AlignLeft);
    else
        row->insertWidget(row->indexOf(m_close), m_acts);
}

void Banner::resizeEvent(QResizeEvent*)
{
    placeButtons();
    m_content->setGeometry(0, 0, width(), std::max(height(), wantedHeight()) - 1);
    fitHeight();
}

/// New buttons get their sizes only after the texts are set; the title may then need another line.
bool Banner::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        placeButtons();
        fitHeight();
    }
    return QWidget::eventFilter(watched, event);
}

/// Fits the height to the content, unless an animation is running.
void Banner::fitHeight()
{
    const int wanted = wantedHeight();
    if (!m_isOpen || m_motion.state() == QAbstractAnimation::Running || maximumHeight() == wanted)
        return;
    setMinimumHeight(wanted);
    setMaximumHeight(wanted);
}

void Banner::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    const bool isFail = m_message.tone == Tone::Fail;
    const QColor colour = isFail ? tokens.fail : tokens.text;
    auto* column = m_content->layout();
    column->setContentsMargins(m_theme.px(16), m_theme.px(7), m_theme.px(10), m_theme.px(8));
    column->setSpacing(m_theme.px(3));
    m_acts->layout()->setContentsMargins(0, 0, 0, 0);
    m_acts->layout()->setSpacing(m_theme.px(8));
    m_icon->setPixmap(
        m_theme.icon(isFail ? QStringLiteral("warn") : QStringLiteral("info"), isFail ? colour : tokens.accent)
            .pixmap(m_theme.px(16), m_theme.px(16)));
    look::setTextStyle(*m_title, m_theme.sans(isFail ? 13 : 12, isFail ? QFont::DemiBold : QFont::Medium), colour);
    look::setTextStyle(*m_text, m_theme.mono(11), tokens.text);
    QString html = m_message.text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
    if (!m_message.trailing.isEmpty())
        html += QStringLiteral(" <span style=\"color:%1\">%2</span>")
                    .arg(tokens.text3.name(), m_message.trailing.toHtmlEscaped());
    m_text->setText(html);
    look::styleIconButton(m_theme, *m_close, QStringLiteral("close"));
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setFont(m_theme.sans(12, QFont::Medium));
        if (!m_message.acts[i].icon.isEmpty())
            m_buttons[i]->setIcon(m_theme.icon(m_message.acts[i].icon, tokens.text));
        m_buttons[i]->setIconSize(QSize(m_theme.px(14), m_theme.px(14)));
    }
    fitHeight();
    update();
}

void Banner::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    const bool isFail = m_message.tone == Tone::Fail;
    QPainter painter(this);
    painter.fillRect(rect(), isFail ? tokens.failSoft : tokens.accentSoft);
    painter.fillRect(QRect(0, 0, m_theme.px(4), height()), isFail ? tokens.failFill : tokens.accent);
    painter.fillRect(QRect(0, height() - 1, width(), 1), isFail ? tokens.failLine : tokens.line);
}

Banner::MakeTexts bannerTexts(const char* title, const char* text)
{
    return [title, text] { return std::pair(Banner::tr(title), Banner::tr(text)); };
}

Banner::MakeTexts bannerTexts(const char* title, const engine::Message& text)
{
    return [title, text] { return std::pair(Banner::tr(title), look::messageText(text)); };
}

}  // namespace ui::runs
