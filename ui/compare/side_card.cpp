#include "ui/compare/labels.h"
#include "ui/compare/listing_pane.h"
#include "ui/look/in_language.h"
#include "ui/look/python_tokens.h"
#include "ui/look/widgets.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

namespace ui::compare {

namespace {

constexpr double kHeader = 34;
constexpr double kLine = 20;
constexpr double kFold = 16;
constexpr double kCodeLeft = 58;

}  // namespace

SideCard::SideCard(const look::Theme& theme, Which which, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_which(which)
{
    setObjectName(which == Which::A ? QStringLiteral("sideA") : QStringLiteral("sideB"));
    m_choose = new QToolButton(this);
    m_choose->setObjectName(which == Which::A ? QStringLiteral("chooseA") : QStringLiteral("chooseB"));
    look::inLanguage(m_choose, [this] {
        m_choose->setAccessibleName(m_which == Which::A ? tr("Choose run A") : tr("Choose run B"));
        m_choose->setToolTip(m_choose->accessibleName());
    });
    connect(m_choose, &QToolButton::clicked, this, [this] { emit chooserWanted(m_choose); });
    connect(&theme, &look::Theme::changed, this, &SideCard::restyle);
    restyle();
}

void SideCard::setPair(const PairPtr& pair)
{
    const ComparedRun& shown = pair->of(m_which);
    const auto& lines = shown.side.lines;
    m_title = shown.heading();
    m_detail = lines.isWhole() ? scopeText(shown.side) + (shown.title.isEmpty() ? QString() : " · " + shown.name)
                               : tr("lines %1–%2").arg(lines.first).arg(lines.last);
    m_rows = listingRows(*pair, m_which);
    QStringList words;
    for (const ListingRow& row : m_rows) {
        if (row.kind == ListingRow::Kind::Own)
            words << tr("only here: line %1, %2").arg(row.line).arg(row.text.trimmed());
        else if (row.kind == ListingRow::Kind::Off)
            words << tr("off here: line %1, %2").arg(row.line).arg(row.text.trimmed());
    }
    setAccessibleName(m_which == Which::A ? tr("Run A, %1").arg(shown.name) : tr("Run B, %1").arg(shown.name));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    setToolTip(shown.name);
    updateGeometry();
    update();
}

int SideCard::rowHeight(const ListingRow& row) const
{
    return m_theme.px(row.kind == ListingRow::Kind::Folded ? kFold : kLine);
}

QSize SideCard::sizeHint() const
{
    int height = m_theme.px(kHeader) + m_theme.px(12);
    for (const ListingRow& row : m_rows)
        height += rowHeight(row);
    return {m_theme.px(330), height};
}

void SideCard::resizeEvent(QResizeEvent*)
{
    m_choose->setGeometry(width() - m_theme.px(30), m_theme.px(5), m_theme.px(24), m_theme.px(24));
}

void SideCard::restyle()
{
    m_choose->setIcon(m_theme.icon(QStringLiteral("down"), m_theme.tokens().text2));
    m_choose->setIconSize(QSize(m_theme.px(14), m_theme.px(14)));
    updateGeometry();
    update();
}

void SideCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const look::Tokens& tokens = m_theme.tokens();
    const QRectF card = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.line, 1));
    painter.setBrush(tokens.panel);
    painter.drawRoundedRect(card, m_theme.px(8), m_theme.px(8));
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintHeader(painter);
    double y = m_theme.px(kHeader) + m_theme.px(6);
    for (const ListingRow& row : m_rows) {
        const QRectF rect(1, y, width() - 2, rowHeight(row));
        paintRow(painter, row, rect);
        y += rect.height();
    }
}

void SideCard::paintHeader(QPainter& painter)
{
    const look::Tokens& tokens = m_theme.tokens();
    const double height = m_theme.px(kHeader);
    const QRectF header(1, 1, width() - 2, height - 1);
    painter.save();
    painter.setClipRect(header);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.chrome);
    painter.drawRoundedRect(header.adjusted(0, 0, 0, m_theme.px(12)), m_theme.px(7), m_theme.px(7));
    const bool isA = m_which == Which::A;
    const double side = m_theme.px(20);
    const QRectF letter(m_theme.px(8), (height - side) / 2, side, side);
    painter.setBrush(isA ? tokens.ink : tokens.accent);
    painter.drawRoundedRect(letter, m_theme.px(4), m_theme.px(4));
    painter.restore();
    painter.fillRect(QRectF(1, height - 1, width() - 2, 1), tokens.line);
    painter.setFont(m_theme.sans(11, QFont::Bold));
    painter.setPen(isA ? tokens.onInk : tokens.onAccent);
    painter.drawText(letter, Qt::AlignCenter, isA ? QStringLiteral("A") : QStringLiteral("B"));
    painter.setFont(m_theme.sans(12.5, QFont::DemiBold));
    painter.setPen(tokens.text);
    const double right = width() - m_theme.px(34);
    double x = letter.right() + m_theme.px(8);
    const QFontMetricsF metrics(painter.font());
    const QString title = metrics.elidedText(m_title, Qt::ElideRight, right - x);
    painter.drawText(QRectF(x, 0, right - x, height), Qt::AlignVCenter | Qt::TextSingleLine, title);
    x += metrics.horizontalAdvance(title) + m_theme.px(8);
    painter.setFont(m_theme.sans(11));
    painter.setPen(tokens.text3);
    if (right - x > m_theme.px(30))
        painter.drawText(QRectF(x, 0, right - x, height), Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(painter.font()).elidedText(m_detail, Qt::ElideRight, right - x));
}

void SideCard::paintRow(QPainter& painter, const ListingRow& row, const QRectF& rect)
{
    const look::Tokens& tokens = m_theme.tokens();
    switch (row.kind) {
        case ListingRow::Kind::Folded:
            painter.setFont(m_theme.sans(10.5));
            painter.setPen(tokens.text3);
            painter.drawText(rect.adjusted(m_theme.px(kCodeLeft), 0, 0, 0), Qt::AlignVCenter,
                             tr("equal lines: %1").arg(row.count));
            return;
        case ListingRow::Kind::Gap:
            painter.setBrushOrigin(0, 0);
            painter.fillRect(rect, m_theme.hatchBrush(look::Pattern::ThinRising, tokens.syncSoft, tokens.syncHatch,
                                                      devicePixelRatioF()));
            if (row.isWaitGap) {
                painter.setFont(m_theme.sans(11, QFont::Medium));
                const QString text = tr("no wait here");
                const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + m_theme.px(8);
                painter.fillRect(QRectF(m_theme.px(kCodeLeft) - m_theme.px(4), rect.top() + 2, wide, rect.height() - 4),
                                 tokens.syncSoft);
                painter.setPen(tokens.sync);
                painter.drawText(rect.adjusted(m_theme.px(kCodeLeft), 0, 0, 0), Qt::AlignVCenter, text);
            }
            return;
        case ListingRow::Kind::Own:
            painter.fillRect(rect, tokens.syncSoft);
            break;
        case ListingRow::Kind::Off:
        case ListingRow::Kind::Same:
            break;
    }
    if (row.canWait)
        paintSwitch(painter, QRectF(m_theme.px(8), rect.center().y() - m_theme.px(5.5), m_theme.px(20), m_theme.px(11)),
                    row.isWaiting);
    painter.setFont(m_theme.mono(11));
    painter.setPen(tokens.text3);
    painter.drawText(QRectF(0, rect.top(), m_theme.px(48), rect.height()), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(row.line));
    paintCode(painter, row, rect.adjusted(m_theme.px(kCodeLeft), 0, -m_theme.px(6), 0));
}

void SideCard::paintCode(QPainter& painter, const ListingRow& row, const QRectF& rect)
{
    const look::Tokens& tokens = m_theme.tokens();
    QFont font = m_theme.mono(11.5);
    const QFontMetricsF metrics(font);
    const auto colourOf = [&](look::TokenKind kind) {
        switch (kind) {
            case look::TokenKind::Keyword:
                return tokens.codeKeyword;
            case look::TokenKind::String:
                return tokens.codeString;
            case look::TokenKind::Number:
                return tokens.codeNumber;
            case look::TokenKind::Comment:
                return tokens.codeComment;
            case look::TokenKind::Function:
                return tokens.codeFunction;
            case look::TokenKind::Plain:
                break;
        }
        return tokens.text;
    };
    painter.save();
    painter.setClipRect(rect);
    double x = rect.left();
    const auto drawPart = [&](qsizetype from, qsizetype to, const QColor& colour, bool isRemoved) {
        const QString part = row.text.mid(from, to - from);
        font.setStrikeOut(isRemoved);
        painter.setFont(font);
        painter.setPen(isRemoved ? tokens.text3 : colour);
        painter.drawText(QRectF(x, rect.top(), rect.width() * 4, rect.height()), Qt::AlignVCenter | Qt::TextSingleLine,
                         part);
        x += metrics.horizontalAdvance(part);
    };
    const auto draw = [&](qsizetype from, qsizetype to, const QColor& colour) {
        while (from < to) {
            qsizetype end = to;
            bool isRemoved = false;
            for (const look::CodeSpan& part : row.removed) {
                isRemoved = isRemoved || (part.start <= from && from < part.end());
                for (const qsizetype edge : {part.start, part.end()})
                    end = from < edge ? std::min(end, edge) : end;
            }
            drawPart(from, end, colour, isRemoved);
            from = end;
        }
    };
    look::OpenString open = look::OpenString::None;
    qsizetype at = 0;
    for (const look::Token& token : look::tokensOf(row.text, open)) {
        if (token.start > at)
            draw(at, token.start, tokens.text);
        draw(token.start, token.start + token.length, colourOf(token.kind));
        at = token.start + token.length;
    }
    if (at < row.text.size())
        draw(at, row.text.size(), tokens.text);
    painter.restore();
}

void SideCard::paintSwitch(QPainter& painter, const QRectF& rect, bool isOn)
{
    const look::Tokens& tokens = m_theme.tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(isOn ? Qt::NoPen : QPen(tokens.strong, 1));
    painter.setBrush(isOn ? tokens.sync : tokens.panel);
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isOn ? tokens.panel : tokens.strong);
    const double r = rect.height() / 2 - 2;
    painter.drawEllipse(QPointF(isOn ? rect.right() - r - 2 : rect.left() + r + 2, rect.center().y()), r, r);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace ui::compare
