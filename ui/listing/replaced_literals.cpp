#include "ui/listing/replaced_literals.h"

#include "ui/listing/listing_layers.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace ui::listing {

namespace {

/// Whether a literal (0x10, 1_000, 0.2, 2e-1) has the value of `number` in Python.
bool isNumber(QString literal, const engine::frontend::ReplacedNumber& number)
{
    literal.remove(QLatin1Char('_'));
    const QString listed = QString::fromStdString(number.listed);
    const bool isHex = literal.startsWith(QLatin1String("0x"), Qt::CaseInsensitive);
    const bool isReal = !isHex && (literal.contains(QLatin1Char('.')) || literal.contains(QLatin1Char('e')) ||
                                   literal.contains(QLatin1Char('E')));
    if (isReal != number.isReal)
        return false;
    bool isRead = false;
    if (isReal)
        return literal.toDouble(&isRead) == listed.toDouble() && isRead;
    return literal.toLongLong(&isRead, isHex ? 16 : 10) == listed.toLongLong() && isRead;
}

/// The numbers that are replaced on a line.
std::vector<engine::frontend::ReplacedNumber> numbersIn(const std::vector<engine::frontend::ReplacedNumber>& numbers,
                                                        qsizetype line)
{
    std::vector<engine::frontend::ReplacedNumber> found;
    std::ranges::copy_if(numbers, std::back_inserter(found), [&](const engine::frontend::ReplacedNumber& number) {
        return std::ranges::binary_search(number.lines, static_cast<int>(line));
    });
    return found;
}

/// Whether the caret or the selection of `cursor` touches the number.
bool touches(const QTextCursor& cursor, const QTextBlock& block, const ReplacedLiteral& literal)
{
    const qsizetype begin = block.position() + literal.start;
    return cursor.selectionEnd() >= begin && cursor.selectionStart() <= begin + literal.length;
}

}  // namespace

std::vector<ReplacedLiteral> replacedLiterals(const QString& line, look::OpenString open,
                                              const std::vector<engine::frontend::ReplacedNumber>& numbers)
{
    std::vector<ReplacedLiteral> found;
    if (numbers.empty())
        return found;
    for (const look::Token& token : look::tokensOf(line, open)) {
        if (token.kind != look::TokenKind::Number)
            continue;
        for (const engine::frontend::ReplacedNumber& number : numbers)
            if (isNumber(line.mid(token.start, token.length), number)) {
                found.push_back({token.start, token.length, QString::fromStdString(number.runs),
                                 QString::fromStdString(number.parameter)});
                break;
            }
    }
    return found;
}

std::string listingThatRan(const engine::frontend::Program& program, const engine::trace::Trace& trace)
{
    const engine::trace::RunInfo& run = trace.run();
    if (run.program != program.id)
        return {};
    engine::frontend::RunRequest request;
    request.program = program;
    request.dialect = engine::frontend::dialectNamed(run.dialect);
    request.source = run.source;
    // Omits values that the program no longer accepts, so that the others are shown.
    for (const auto& [name, value] : run.parameters) {
        if (std::ranges::count(program.parameters, name, &engine::frontend::Parameter::name) == 0)
            continue;
        request.parameters[name] = value;
        if (!engine::frontend::replacedNumbers(request))
            request.parameters.erase(name);
    }
    const auto replaced = engine::frontend::replacedNumbers(request);
    if (!replaced)
        return run.source;
    QStringList lines = QString::fromStdString(run.source).split(QLatin1Char('\n'));
    auto open = look::OpenString::None;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const std::vector<ReplacedLiteral> literals = replacedLiterals(lines[i], open, numbersIn(*replaced, i + 1));
        static_cast<void>(look::tokensOf(lines[i], open));
        for (const ReplacedLiteral& literal : literals | std::views::reverse)
            lines[i].replace(literal.start, literal.length, literal.runs);
    }
    return lines.join(QLatin1Char('\n')).toStdString();
}

void ReplacedLiterals::read(const engine::frontend::RunRequest& request)
{
    auto replaced = engine::frontend::replacedNumbers(request);
    m_numbers = replaced ? *std::move(replaced) : std::vector<engine::frontend::ReplacedNumber>();
}

std::vector<ReplacedLiteral> ReplacedLiterals::literalsOf(const QTextBlock& block) const
{
    const int open = block.previous().isValid() ? std::max(0, block.previous().userState()) : 0;
    return replacedLiterals(block.text(), static_cast<look::OpenString>(open),
                            numbersIn(m_numbers, block.blockNumber() + 1));
}

void ReplacedLiterals::paint(QPainter& painter, const std::vector<ListingRow>& rows, const QTextCursor& cursor) const
{
    constexpr double kNarrowest = 0.5;
    const look::Tokens& tokens = m_theme.tokens();
    const QFont font = codeFont(m_theme, QFont::DemiBold);
    const QFontMetricsF metrics(font);
    for (const ListingRow& row : rows) {
        for (const ReplacedLiteral& literal : literalsOf(row.block)) {
            if (touches(cursor, row.block, literal))
                continue;
            const std::vector<QRectF> places = codeRects(row, literal.start, literal.start + literal.length);
            if (places.empty())
                continue;
            const QRectF& place = places.front();  // the only rectangle, because a number is not wrapped
            QString number = metrics.elidedText(literal.runs, Qt::ElideRight, place.width() / kNarrowest + 0.5);
            if (number != literal.runs && number.size() < 3)
                number = QStringLiteral("…");  // a single remaining digit would look like the whole number
            const double width = metrics.horizontalAdvance(number);
            const double squeeze = std::min(place.width() / width, 1.0);
            painter.save();
            painter.setClipRect(place);
            painter.fillRect(place, tokens.panel);
            painter.fillRect(place, tokens.accentSoft);
            painter.translate(place.left() + (place.width() - width * squeeze) / 2, place.top());
            painter.scale(squeeze, 1);
            painter.setFont(font);
            painter.setPen(tokens.accent);
            painter.drawText(QRectF(0, 0, width + 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, number);
            painter.restore();
        }
    }
}

QString ReplacedLiterals::toolTipAt(const QTextCursor& cursor) const
{
    for (const ReplacedLiteral& literal : literalsOf(cursor.block()))
        if (cursor.positionInBlock() >= literal.start && cursor.positionInBlock() <= literal.start + literal.length)
            return QCoreApplication::translate("Listing", "The listing has %1; the field %2 makes it %3.")
                .arg(cursor.block().text().mid(literal.start, literal.length), literal.parameter, literal.runs);
    return {};
}

}  // namespace ui::listing
