#include "ui/runs/status_line.h"

#include "ui/look/in_language.h"
#include "ui/look/plain_texts.h"
#include "ui/look/warning_sign.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>

namespace ui::runs {

namespace {

constexpr double kSize = 11.5;  ///< font size in pixels at 100 %
constexpr double kEdge = 12;
constexpr double kIcon = 14;
constexpr double kAfterIcon = 5;
constexpr double kBetween = 14;  ///< distance from a number to the separator line
constexpr double kBeforeValue = 7;

/// "1.5278 → "; empty if the number did not change.
QString beforeText(const StatusFigure& figure)
{
    return figure.before.isEmpty() ? QString() : figure.before + QStringLiteral(" → ");
}

/// "Makespan 1.5278 → 1.0316 s"
QString wholeText(const StatusFigure& figure)
{
    return figure.name + QLatin1Char(' ') + beforeText(figure) + figure.value;
}

}  // namespace

StatusLine::StatusLine(look::Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_scope(new QToolButton(this))
{
    setObjectName(QStringLiteral("statusLine"));
    setMouseTracking(true);
    m_scope->setObjectName(QStringLiteral("scopeButton"));
    m_scope->setFocusPolicy(Qt::TabFocus);
    m_scope->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_scope, &QToolButton::clicked, this, &StatusLine::scopeSwitchRequested);
    connect(&theme, &look::Theme::changed, this, &StatusLine::restyle);
    look::inLanguage(this, [this] { placeScope(); });
    restyle();
}

void StatusLine::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    setFixedHeight(m_theme.px(32));
    const int icon = m_theme.px(kIcon);
    m_scope->setIcon(m_theme.icon(QStringLiteral("ruler"), tokens.accent));
    m_scope->setIconSize({icon, icon});
    m_scope->setFont(m_theme.sans(kSize, QFont::DemiBold));
    m_scope->setStyleSheet(QStringLiteral("QToolButton { color: %1; background: %2; border: 1px solid %1; "
                                          "border-radius: 5px; padding: 0 6px; }")
                               .arg(tokens.accent.name(), tokens.accentSoft.name()));
    placeScope();
    update();
}

void StatusLine::placeScope()
{
    m_scope->setVisible(!m_report.scope.isEmpty() && m_tip.isEmpty());
    m_scope->setEnabled(!m_report.isScopeFixed);
    m_scope->setToolTip(
        m_report.isScopeFixed
            ? tr("All figures of the comparison cover this scope")
            : tr("All figures cover this scope; a click switches from the block to the visible range to "
                 "the whole run"));
    const QString text = tr("Scope: %1").arg(m_report.scope);
    const int most = width() / 3;
    m_scope->setText(look::buttonText(QFontMetrics(m_scope->font()).elidedText(text, Qt::ElideMiddle, most)));
    m_scope->setAccessibleName(text);
    const QSize size = m_scope->sizeHint();
    const int height = m_theme.px(24);
    m_scope->setGeometry(m_theme.px(kEdge), (this->height() - height) / 2, size.width(), height);
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeScope();
}

QString StatusLine::text() const
{
    QStringList parts{headline()};
    if (!m_report.scope.isEmpty())
        parts << tr("Scope: %1").arg(m_report.scope);
    for (const StatusFigure& figure : m_report.figures)
        parts << wholeText(figure);
    parts << m_report.warning << m_report.note;
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

void StatusLine::setReport(const StatusReport& report)
{
    m_report = report;
    placeScope();
    setAccessibleName(text());
    QStringList tips;
    for (const StatusFigure& figure : m_report.figures)
        if (!figure.tip.isEmpty())
            tips << figure.name + QStringLiteral(": ") + figure.tip;
    setAccessibleDescription(tips.join(QLatin1Char('\n')));
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
    update();
}

void StatusLine::setActivity(const QString& activity)
{
    if (m_activity == activity)
        return;
    m_activity = activity;
    setAccessibleName(text());
    update();
}

void StatusLine::setTip(const QString& tip)
{
    m_tip = tip;
    placeScope();
    update();
}

QString StatusLine::headline() const
{
    return m_activity.isEmpty() ? m_report.headline : m_activity;
}

int StatusLine::figuresBegin() const
{
    return m_scope->isHidden() ? m_theme.px(kEdge) : m_scope->geometry().right() + 1;
}

int StatusLine::headlineBegin() const
{
    int left = width() - m_theme.px(kEdge);
    if (!m_report.note.isEmpty())
        left -= QFontMetrics(m_theme.sans(kSize)).horizontalAdvance(m_report.note) + m_theme.px(kBeforeValue);
    if (!headline().isEmpty())
        left -= m_theme.px(kIcon) + m_theme.px(kAfterIcon) + m_theme.px(kBeforeValue) +
                QFontMetrics(m_theme.sans(kSize, QFont::DemiBold)).horizontalAdvance(headline());
    return left;
}

int StatusLine::warningBegin() const
{
    if (m_report.warning.isEmpty())
        return headlineBegin();
    return headlineBegin() - m_theme.px(kBetween) - m_theme.px(kIcon) - m_theme.px(kAfterIcon) -
           QFontMetrics(m_theme.sans(kSize, QFont::DemiBold)).horizontalAdvance(m_report.warning);
}

QFont StatusLine::valueFont(const StatusFigure& figure) const
{
    return m_theme.mono(kSize,
                        figure.tone == FigureTone::Strong || !figure.before.isEmpty() ? QFont::Bold : QFont::Medium);
}

std::vector<StatusLine::Place> StatusLine::places() const
{
    std::vector<Place> all;
    int x = figuresBegin();
    const int right = limit();
    const QFontMetrics names(m_theme.sans(kSize));
    const int ellipsis = names.horizontalAdvance(QChar(0x2026)) + 2 * m_theme.px(kBetween);
    for (const StatusFigure& figure : m_report.figures) {
        Place place{&figure, x + m_theme.px(kBetween), 0, 0, 0};
        place.name = place.rule + m_theme.px(kBetween);
        place.before = place.name + names.horizontalAdvance(figure.name) + m_theme.px(kBeforeValue);
        place.value = place.before + QFontMetrics(m_theme.mono(kSize)).horizontalAdvance(beforeText(figure));
        place.end = place.value + QFontMetrics(valueFont(figure)).horizontalAdvance(figure.value);
        const bool isLast = &figure == &m_report.figures.back();
        const bool isElided = place.end > (isLast ? right : right - ellipsis);
        if (isElided) {
            // Replace the whole number by an ellipsis, because a cut number would look like another number.
            place.elided = names.elidedText(QString(QChar(0x2026)), Qt::ElideRight, right - place.name);
            place.end = right;
            if (place.elided.isEmpty())
                break;
        }
        x = place.end;
        all.push_back(place);
        if (isElided)
            break;
    }
    return all;
}

/// Returns the numbers that do not fit, in full and with their explanations.
QString StatusLine::restFrom(const StatusFigure& first) const
{
    QStringList lines;
    for (const StatusFigure* figure = &first; figure <= &m_report.figures.back(); ++figure)
        lines << wholeText(*figure) + (figure->tip.isEmpty() ? QString() : QStringLiteral(": ") + figure->tip);
    return lines.join(QLatin1Char('\n'));
}

QString StatusLine::tipAt(int x) const
{
    if (!m_tip.isEmpty())
        return {};
    for (const Place& place : places())
        if (x >= place.rule && x < place.end + m_theme.px(kBetween))
            return place.elided.isEmpty() ? place.figure->tip : restFrom(*place.figure);
    return x >= headlineBegin() ? m_report.noteTip : x >= warningBegin() ? m_report.warningTip : QString();
}

const StatusFigure* StatusLine::firstHiddenAt(int x) const
{
    if (!m_tip.isEmpty())
        return nullptr;
    const std::vector<Place> all = places();
    const bool isThere = !all.empty() && !all.back().elided.isEmpty() && x >= all.back().rule &&
                         x < all.back().end + m_theme.px(kBetween);
    return isThere ? all.back().figure : nullptr;
}

QMenu* StatusLine::menuAt(int x)
{
    const StatusFigure* hidden = firstHiddenAt(x);
    if (hidden == nullptr)
        return nullptr;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("hiddenFigures"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (; hidden <= &m_report.figures.back(); ++hidden) {
        QAction* entry = menu->addAction(look::buttonText(wholeText(*hidden)));
        entry->setStatusTip(tr("Copy this figure. %1").arg(hidden->tip).trimmed());
        connect(entry, &QAction::triggered, this,
                [text = wholeText(*hidden)] { QGuiApplication::clipboard()->setText(text); });
    }
    return menu;
}

void StatusLine::mouseMoveEvent(QMouseEvent* event)
{
    const bool isOnEllipsis = firstHiddenAt(static_cast<int>(event->position().x())) != nullptr;
    setCursor(isOnEllipsis ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StatusLine::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (QMenu* menu = menuAt(static_cast<int>(event->position().x())))
        menu->popup(event->globalPosition().toPoint());
}

bool StatusLine::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const QString tip = tipAt(help.pos().x());
    // Qt wraps the lines of HTML. An empty text hides the tooltip.
    const QString html = QStringLiteral("<p style=\"white-space: pre-wrap\">%1</p>").arg(tip.toHtmlEscaped());
    look::showHtmlToolTip(help.globalPos(), tip.isEmpty() ? QString() : html, this);
    return true;
}

void StatusLine::paintHeadline(QPainter& painter) const
{
    const QString text = headline();
    if (text.isEmpty())
        return;
    const look::Tokens& tokens = m_theme.tokens();
    const bool isBusy = !m_activity.isEmpty();
    const bool isBad = !isBusy && (m_report.ending == Ending::Failed || m_report.ending == Ending::OutOfMemory);
    const bool isGood = !isBusy && m_report.ending == Ending::Finished;
    const QColor colour = isBad ? tokens.fail : isBusy ? tokens.accent : tokens.text2;
    const int size = m_theme.px(kIcon);
    const QString icon = isBad    ? QStringLiteral("xmark")
                         : isGood ? QStringLiteral("check")
                         : isBusy ? QStringLiteral("clock")
                                  : QStringLiteral("stop");
    const int x = headlineBegin();
    m_theme.icon(icon, colour).paint(&painter, QRect(x, (height() - size) / 2, size, size));
    painter.setFont(m_theme.sans(kSize, QFont::DemiBold));
    painter.setPen(colour);
    painter.drawText(QRect(x + size + m_theme.px(kAfterIcon), 0, width(), height()), Qt::AlignVCenter, text);
}

void StatusLine::paintWarning(QPainter& painter) const
{
    if (m_report.warning.isEmpty())
        return;
    const look::Tokens& tokens = m_theme.tokens();
    const int x = warningBegin(), size = m_theme.px(kIcon);
    look::paintWarningSign(painter, QRectF(x, (height() - size) / 2, size, size), tokens);
    painter.setFont(m_theme.sans(kSize, QFont::DemiBold));
    painter.setPen(tokens.warn);
    painter.drawText(QRect(x + size + m_theme.px(kAfterIcon), 0, width(), height()), Qt::AlignVCenter,
                     m_report.warning);
}

void StatusLine::paintFigure(QPainter& painter, const Place& place) const
{
    const look::Tokens& tokens = m_theme.tokens();
    const StatusFigure& figure = *place.figure;
    const int rule = m_theme.px(16);
    painter.fillRect(QRect(place.rule, (height() - rule) / 2, 1, rule), tokens.line);
    painter.setFont(m_theme.sans(kSize));
    painter.setPen(tokens.text2);
    if (!place.elided.isEmpty()) {
        painter.drawText(QRect(place.name, 0, place.end - place.name, height()), Qt::AlignVCenter, place.elided);
        return;
    }
    painter.drawText(QRect(place.name, 0, place.before - place.name, height()), Qt::AlignVCenter, figure.name);
    painter.setFont(m_theme.mono(kSize));
    painter.setPen(tokens.text3);
    painter.drawText(QRect(place.before, 0, place.value - place.before, height()), Qt::AlignVCenter,
                     beforeText(figure));
    painter.setFont(valueFont(figure));
    painter.setPen(figure.tone == FigureTone::Strong ? tokens.accent
                   : figure.tone == FigureTone::Fail ? tokens.fail
                                                     : tokens.text);
    painter.drawText(QRect(place.value, 0, width(), height()), Qt::AlignVCenter, figure.value);
}

void StatusLine::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), tokens.chrome);
    painter.fillRect(QRect(0, 0, width(), 1), tokens.line);
    painter.setFont(m_theme.sans(kSize));
    painter.setPen(tokens.text3);
    painter.drawText(QRect(0, 0, width() - m_theme.px(kEdge), height()), Qt::AlignRight | Qt::AlignVCenter,
                     m_report.note);
    paintHeadline(painter);
    if (!m_tip.isEmpty()) {
        const int x = m_theme.px(kEdge);
        painter.setFont(m_theme.sans(kSize));
        painter.setPen(tokens.text2);
        painter.drawText(QRect(x, 0, headlineBegin() - m_theme.px(kBetween) - x, height()), Qt::AlignVCenter, m_tip);
        return;
    }
    paintWarning(painter);
    for (const Place& place : places())
        paintFigure(painter, place);
}

}  // namespace ui::runs
