#include "ui/compare/listing_pane.h"

#include <QRegularExpression>
#include <algorithm>
#include <map>
#include <set>

namespace ui::compare {

using engine::analysis::LineRow;
using engine::analysis::Side;

namespace {

/// Number of equal lines that stay visible beside a difference, and the smallest number of lines that are folded.
constexpr std::size_t kContext = 2;
constexpr std::size_t kShortestFold = 5;

/// Returns the lines that wait, and for each line the calls of its waits in the spelling of the listing.
std::map<int, std::set<QString>> waitLines(const Side& side)
{
    std::map<int, std::set<QString>> lines;
    for (const auto& wait : side.trace->waits())
        if (wait.begin >= side.scope.begin && wait.end <= side.scope.end)
            lines[wait.line].insert(QString::fromUtf8(side.trace->text(wait.call)));
    return lines;
}

/// Returns the parts of `text` that did not run because the waits of `calls` were switched off.
std::vector<look::CodeSpan> removedCode(const QString& text, const std::set<QString>& calls)
{
    std::vector<look::CodeSpan> removed;
    for (const QString& call : calls)
        for (const look::CodeSpan& part : look::removedCode(text, call))
            if (std::find(removed.begin(), removed.end(), part) == removed.end())
                removed.push_back(part);
    return removed;
}

/// Returns the lines that issue operations. If such a line waits only on one side, its statement still runs on both,
/// for example as an asynchronous copy.
std::set<int> workLines(const Side& side)
{
    std::set<int> lines;
    int last = 0;
    for (std::size_t i = 0; i < side.trace->opCount(); ++i)
        if (const int line = side.trace->op(engine::OpId{i}).line; line != last)
            lines.insert(last = line);
    return lines;
}

/// The name of the called function whose closing bracket is at `close`.
QString calledAt(const QString& line, qsizetype close)
{
    int depth = 0;
    qsizetype open = close;
    for (; open >= 0; --open) {
        depth += line[open] == QLatin1Char(')') ? 1 : line[open] == QLatin1Char('(') ? -1 : 0;
        if (depth == 0)
            break;
    }
    qsizetype begin = open;
    while (begin > 0 && (line[begin - 1].isLetterOrNumber() || line[begin - 1] == QLatin1Char('_')))
        --begin;
    return line.mid(begin, open - begin);
}

/// Removes the last argument of a call if it is non_blocking=True, so that the line shows a blocking copy. Removes a
/// positional True only if the listing defines the called function with a parameter `non_blocking`.
QString asItWaits(QString line, const QString& source)
{
    line.replace(QLatin1String(", non_blocking=True)"), QStringLiteral(")"));
    const QString argument = QStringLiteral(", True");
    for (qsizetype at = line.indexOf(argument + QLatin1Char(')')); at >= 0;
         at = line.indexOf(argument + QLatin1Char(')'), at + 1)) {
        const QString called = calledAt(line, at + argument.size());
        const QRegularExpression takesIt(QStringLiteral("\\bdef\\s+%1\\s*\\([^)]*\\bnon_blocking\\b").arg(called));
        if (!called.isEmpty() && source.contains(takesIt))
            line.remove(at, argument.size());
    }
    return line;
}

std::vector<ListingRow> folded(const std::vector<ListingRow>& rows)
{
    std::vector<ListingRow> result;
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t end = i;
        while (end < rows.size() && rows[end].kind == ListingRow::Kind::Same)
            ++end;
        const std::size_t lead = i == 0 ? 0 : kContext;
        const std::size_t tail = end == rows.size() ? 0 : kContext;
        if (end - i >= lead + tail + kShortestFold) {
            result.insert(result.end(), rows.begin() + static_cast<std::ptrdiff_t>(i),
                          rows.begin() + static_cast<std::ptrdiff_t>(i + lead));
            ListingRow fold;
            fold.kind = ListingRow::Kind::Folded;
            fold.count = static_cast<int>(end - i - lead - tail);
            result.push_back(fold);
            i = end - tail;
        }
        for (; i < end; ++i)
            result.push_back(rows[i]);
        if (i < rows.size())
            result.push_back(rows[i++]);
    }
    return result;
}

}  // namespace

std::vector<ListingRow> listingRows(const ComparedPair& pair, Which which)
{
    const Side& own = pair.side(which);
    const Side& other = pair.side(which == Which::A ? Which::B : Which::A);
    const auto ownWaits = waitLines(own);
    const auto otherWaits = waitLines(other);
    const std::set<int> ownWork = workLines(own);
    const QString source = QString::fromStdString(own.trace->run().source);
    const QStringList text = source.split(QLatin1Char('\n'));
    std::vector<ListingRow> rows;
    for (const LineRow& line : pair.comparison().lines.rows) {
        const int mine = which == Which::A ? line.a : line.b;
        const int theirs = which == Which::A ? line.b : line.a;
        ListingRow row;
        row.line = mine;
        row.isWaiting = ownWaits.contains(mine);
        const bool isOtherWaiting =
            otherWaits.contains(theirs) && (row.isWaiting || !engine::analysis::mayNotHaveReached(own, mine));
        row.canWait = mine > 0 && (row.isWaiting || isOtherWaiting);
        if (mine == 0) {
            row.kind = ListingRow::Kind::Gap;
            row.isWaitGap = isOtherWaiting;
        } else {
            row.text = mine <= text.size() ? text[mine - 1] : QString();
            const bool isContinuation = ownWork.contains(mine);
            const bool isSwitched =
                theirs != 0 && row.isWaiting && !isOtherWaiting && !engine::analysis::mayNotHaveReached(other, theirs);
            if (isContinuation && isSwitched)
                row.text = asItWaits(row.text, source);
            if (theirs == 0)
                row.kind = row.text.trimmed().isEmpty() ? ListingRow::Kind::Same : ListingRow::Kind::Own;
            else if (isSwitched)
                row.kind = ListingRow::Kind::Own;
            else if (!row.isWaiting && isOtherWaiting) {
                row.removed = removedCode(row.text, otherWaits.at(theirs));
                row.kind = row.removed.empty() && isContinuation ? ListingRow::Kind::Own : ListingRow::Kind::Off;
            } else if (!line.isSame && pair.side(Which::A).lines.isWhole())
                row.kind = ListingRow::Kind::Own;
        }
        rows.push_back(row);
    }
    while (!rows.empty() && rows.back().kind == ListingRow::Kind::Same && rows.back().text.trimmed().isEmpty())
        rows.pop_back();
    return folded(rows);
}

}  // namespace ui::compare
