#include "ui/figure/detail/listing_card.h"

#include "engine/analysis/line_match.h"
#include "ui/look/languages.h"
#include "ui/look/python_tokens.h"
#include "ui/look/switch_shape.h"
#include "ui/look/warning_sign.h"
#include "ui/model/line_marks.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ui::figure::detail {

using look::Token;

namespace {

constexpr double kHead = 28, kLine = 18, kPad = 10, kSwitch = 34, kNumber = 28, kResult = 112, kBeside = 22;
constexpr double kMostShare = 0.5;  ///< maximum fraction of the width for the listing
constexpr qsizetype kIndent = 4;    ///< characters by which the rest of a wrapped line is indented
/// A longer listing is shown in part, so that its text stays large.
constexpr int kMostLines = 26;
constexpr std::size_t kPartLines = 22;

/// The switches and results of one run, by line of the shown listing.
struct Side {
    QHash<int, bool> waits;
    std::map<int, model::LineMark> marks;
    std::set<int> same;  ///< lines of the shown listing that the run's listing contains too
};

/// `own`: the run's listing with the values of its parameters in place of the literals.
Side sideOf(const Trace& trace, const model::RunContext& context, const std::string& own, const std::string& shown)
{
    const auto lines = engine::analysis::matchLines(own, {}, shown, {});
    Side side;
    for (const engine::analysis::LineRow& row : lines.rows)
        if (row.isPair() && row.isSame)
            side.same.insert(row.b);
    for (auto wait = context.syncPoints.cbegin(); wait != context.syncPoints.cend(); ++wait)
        if (const int line = lines.bOf(wait.key()); line > 0)
            side.waits[line] = wait.value();
    for (const auto& [line, mark] : model::marksOf(trace, context))
        if (const int at = lines.bOf(line); at > 0)
            side.marks[at] = mark;
    return side;
}

/// Returns the lines to show: all, or, if the listing is long, the lines with switches and results and as many lines
/// around them as fit.
std::set<int> shownLines(int count, const std::vector<Side>& sides)
{
    std::set<int> marked;
    for (const Side& side : sides) {
        for (const int line : side.waits.keys())
            marked.insert(line);
        for (const auto& [line, mark] : side.marks)
            marked.insert(line);
    }
    if (marked.empty())
        marked.insert(1);
    const auto linesNear = [&](int distance) {
        std::set<int> lines;
        for (int line = 1; line <= count; ++line)
            if (const auto next = marked.lower_bound(line - distance); next != marked.end() && *next <= line + distance)
                lines.insert(line);
        return lines;
    };
    int distance = count <= kMostLines ? count : 1;
    while (distance < count && linesNear(distance + 1).size() <= kPartLines)
        ++distance;
    return linesNear(distance);
}

/// Returns where to break a text that is longer than `most` characters: after the last space or comma in the second
/// half of these characters, or after `most`.
qsizetype breakOf(const QString& text, qsizetype most)
{
    if (text.size() <= most)
        return text.size();
    for (qsizetype at = most; at > most / 2; --at)
        if (text[at - 1] == QLatin1Char(' ') || text[at - 1] == QLatin1Char(','))
            return at;
    return most;
}

class CardPlanner {
public:
    CardPlanner(const std::string& listing, std::vector<Side> sides, ListingCard& card)
        : m_sides(std::move(sides)), m_card(card), m_lines(QString::fromStdString(listing).split('\n'))
    {
        while (!m_lines.isEmpty() && m_lines.last().trimmed().isEmpty())
            m_lines.removeLast();
        m_shown = shownLines(static_cast<int>(m_lines.size()), m_sides);
        m_card.runs = m_sides.size();
        m_card.hasResults = std::ranges::any_of(m_sides, [](const Side& side) { return !side.marks.empty(); });
        m_card.codeLeft = kPad + kSwitch * static_cast<double>(m_sides.size()) + kNumber + 10;
    }

    /// The width at which no line is wrapped.
    [[nodiscard]] double naturalWidth(double column) const
    {
        double width = 0;
        for (const int line : m_shown)
            width = std::max(width, m_card.codeLeft + column * static_cast<double>(m_lines[line - 1].size()) +
                                        resultsOf(line) + kPad);
        return width;
    }

    void addRows(double width, double column)
    {
        auto open = look::OpenString::None;
        int before = 0;
        for (int line = 1; line <= m_lines.size(); ++line) {
            const QString& text = m_lines[line - 1];
            const std::vector<Token> tokens = look::tokensOf(text, open);
            if (!m_shown.contains(line))
                continue;
            if (line != before + 1)
                m_card.rows.emplace_back().text = QStringLiteral("⋮");
            before = line;
            addLine(line, text, tokens, width - m_card.codeLeft - kPad, column);
        }
        if (before < m_lines.size())
            m_card.rows.emplace_back().text = QStringLiteral("⋮");
    }

private:
    /// The width reserved at the right end of a line, for its result. If the line above shows the time of a mistimed
    /// block, this line shows the time of the block's work.
    [[nodiscard]] double resultsOf(int line) const
    {
        const bool hasResult = std::ranges::any_of(m_sides, [&](const Side& side) {
            const auto above = side.marks.find(line - 1);
            return side.marks.contains(line) || (above != side.marks.end() && !above->second.work.isEmpty());
        });
        return hasResult ? kResult * static_cast<double>(m_sides.size()) : 0;
    }

    void addLine(int line, const QString& text, const std::vector<Token>& tokens, double width, double column)
    {
        const double room = width - resultsOf(line);
        const auto code = std::ranges::find_if(text, [](QChar c) { return !c.isSpace(); });
        qsizetype from = 0;
        do {
            const qsizetype indent = from == 0 ? 0 : kIndent + (code - text.begin());
            const auto most = std::max<qsizetype>(10, static_cast<qsizetype>(room / column) - indent);
            const QString rest = text.mid(from);
            const qsizetype length = breakOf(rest, most);
            ListingCard::Row& row = m_card.rows.emplace_back();
            row.text = QString(indent, QLatin1Char(' ')) + rest.left(length);
            for (const Token& token : tokens) {
                const qsizetype begin = std::max(token.start, from),
                                end = std::min(token.start + token.length, from + length);
                if (begin < end)
                    row.tokens.push_back({begin - from + indent, end - begin, token.kind});
            }
            if (from == 0)
                addState(line, row);
            from += length;
        } while (from < text.size());
    }

    void addState(int line, ListingCard::Row& row) const
    {
        row.number = line;
        for (const Side& side : m_sides) {
            row.waits.push_back(side.waits.contains(line) ? std::optional(side.waits[line]) : std::nullopt);
            const auto mark = side.marks.find(line);
            row.marks.push_back(mark != side.marks.end() ? mark->second : model::LineMark());
        }
        row.differs = m_sides.size() > 1 && (row.waits[0] != row.waits[1] || !m_sides[0].same.contains(line));
    }

    std::vector<Side> m_sides;
    ListingCard& m_card;
    QStringList m_lines;
    std::set<int> m_shown;
};

/// The horizontal positions of a run's switches and results.
struct Column {
    double switchLeft = 0;
    double resultRight = 0;
};

Column columnOf(const ListingCard& card, std::size_t run)
{
    const auto at = static_cast<double>(run), after = static_cast<double>(card.runs - 1 - run);
    return {card.rect.left() + kPad + kSwitch * at, card.rect.right() - kPad - kResult * after};
}

class CardPainter {
public:
    CardPainter(const Ink& ink, const Plan& plan)
        : m_ink(ink), m_painter(ink.painter()), m_card(*plan.card), m_size(plan.type.body), m_theme(ink.paper())
    {
    }

    void paint() const
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        head();
        double y = m_card.rect.top() + kHead + kPad / 2;
        for (std::size_t i = 0; i < m_card.rows.size(); ++i, y += kLine) {
            const ListingCard::Row& row = m_card.rows[i];
            if (row.differs)
                m_ink.fill(QRectF(m_card.rect.left() + 1, y, m_card.rect.width() - 2, kLine), tokens().syncSoft);
            line(row, y);
            const bool hasRoom = i + 1 < m_card.rows.size();
            for (std::size_t run = 0; run < row.marks.size(); ++run)
                result(row.marks[run], run, y,
                       hasRoom &&
                           (run >= m_card.rows[i + 1].marks.size() || m_card.rows[i + 1].marks[run].result.isEmpty()));
        }
        m_painter.restore();
    }

private:
    [[nodiscard]] const look::Tokens& tokens() const { return m_theme.tokens(); }

    void head() const
    {
        QPainterPath outline;
        outline.addRoundedRect(m_card.rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        m_ink.fill(QRectF(m_card.rect.left() + 1, m_card.rect.top() + 1, m_card.rect.width() - 2, kHead - 1),
                   tokens().soft);
        m_ink.stroke(outline, tokens().line, 1);
        const double baseline = m_card.rect.top() + kHead / 2 + m_size * 0.36;
        m_ink.write({m_card.rect.left() + m_card.codeLeft, baseline}, m_card.dialect, m_size, QFont::Normal,
                    m_ink.text2());
        for (std::size_t run = 0; m_card.runs > 1 && run < m_card.runs; ++run) {
            const QString letter = run == 0 ? QStringLiteral("A") : QStringLiteral("B");
            const Column column = columnOf(m_card, run);
            m_ink.writeCentred({column.switchLeft + kSwitch / 2, baseline}, letter, m_size, QFont::Bold, m_ink.text());
            if (m_card.hasResults)
                m_ink.writeRight({column.resultRight, baseline}, letter, m_size, QFont::Bold, m_ink.text());
        }
    }

    void line(const ListingCard::Row& row, double y) const
    {
        const double baseline = y + kLine / 2 + m_size * 0.36, left = m_card.rect.left() + m_card.codeLeft;
        for (std::size_t run = 0; run < row.waits.size(); ++run)
            if (row.waits[run])
                look::paintSwitch(m_painter, QRectF(columnOf(m_card, run).switchLeft + 6, y + kLine / 2 - 6, 22, 12),
                                  {.isOn = *row.waits[run]}, tokens());
        if (row.number > 0) {
            const QString number = QString::number(row.number);
            write(number, left - 10 - QFontMetricsF(code()).horizontalAdvance(number), baseline, tokens().text3);
        }
        const double column = QFontMetricsF(code()).horizontalAdvance(QLatin1Char('0'));
        qsizetype at = 0;
        const auto plain = [&](qsizetype end) {
            if (end > at && !row.text.mid(at, end - at).trimmed().isEmpty())
                write(row.text.mid(at, end - at), left + column * static_cast<double>(at), baseline, tokens().text);
        };
        for (const Token& token : row.tokens) {
            plain(token.start);
            write(row.text.mid(token.start, token.length), left + column * static_cast<double>(token.start), baseline,
                  look::colourOf(token.kind, tokens()));
            at = token.start + token.length;
        }
        plain(row.text.size());
    }

    void result(const model::LineMark& mark, std::size_t run, double y, bool hasRoomBelow) const
    {
        const QString text = mark.result.isEmpty() ? mark.problem : mark.result;
        if (text.isEmpty())
            return;
        const double right = columnOf(m_card, run).resultRight, baseline = y + kLine / 2 + m_size * 0.36;
        const QFontMetricsF metrics(code(QFont::DemiBold));
        const double left = right - metrics.horizontalAdvance(text);
        const bool isBad = mark.isFailed || mark.result.isEmpty();
        write(text, left, baseline, isBad ? tokens().fail : tokens().text, QFont::DemiBold);
        if (mark.isMistimed)
            look::paintWarningSign(m_painter, QRectF(left - 18, y + kLine / 2 - 7, 14, 14), tokens());
        if (!mark.work.isEmpty() && hasRoomBelow)
            write(mark.work, right - QFontMetricsF(code()).horizontalAdvance(mark.work), baseline + kLine,
                  tokens().warn);
    }

    [[nodiscard]] QFont code(QFont::Weight weight = QFont::Normal) const { return m_theme.mono(m_size, weight); }

    void write(const QString& text, double x, double baseline, const QColor& colour,
               QFont::Weight weight = QFont::Normal) const
    {
        m_painter.setFont(code(weight));
        m_painter.setPen(colour);
        m_painter.drawText(QPointF(x, baseline), text);
    }

    const Ink& m_ink;
    QPainter& m_painter;
    const ListingCard& m_card;
    int m_size;
    look::Theme m_theme;
};

}  // namespace

void planListing(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    if (!options.showListing || !mayShowListing(trace, options))
        return;
    std::vector<Side> sides;
    const std::string& shown = options.listing.empty() ? trace.run().source : options.listing;
    if (figureKindOf(options) == FigureKind::Compare) {
        const std::string& before =
            options.beforeListing.empty() ? options.before->run().source : options.beforeListing;
        sides.push_back(sideOf(*options.before, options.beforeContext, before, shown));
    }
    sides.push_back(sideOf(trace, options.context, shown, shown));
    ListingCard& card = plan.card.emplace();
    card.dialect = look::frameworkText(trace.run().dialect);
    CardPlanner planner(shown, std::move(sides), card);
    const double column = QFontMetricsF(look::Theme(paperOf(options.colours, plan.type)).mono(plan.type.body))
                              .horizontalAdvance(QLatin1Char('0'));
    const double most = (plan.size.width() - 2 * plan.margin) * kMostShare;
    const double width = std::ceil(std::clamp(planner.naturalWidth(column), 300.0, most));
    planner.addRows(width, column);
    card.rect =
        QRectF(plan.margin, plan.heading.end + 18, width, kHead + kPad + kLine * static_cast<double>(card.rows.size()));
    plan.panelLeft = card.rect.right() + kBeside;
}

void paintListing(const Ink& ink, const Plan& plan)
{
    if (plan.card)
        CardPainter(ink, plan).paint();
}

}  // namespace ui::figure::detail

namespace ui::figure {

bool mayShowListing(const engine::trace::Trace& trace, const FigureOptions& options)
{
    constexpr int kLeastWidth = 1000;
    const bool isWide =
        options.preset == Preset::Slide || (options.preset == Preset::Custom && options.size.width() >= kLeastWidth);
    return isWide && !trace.run().source.empty();
}

}  // namespace ui::figure
