#include "ui/listing/listing_text.h"

#include "ui/listing/listing_layout.h"

#include <QTextBlock>
#include <QTextCursor>
#include <algorithm>
#include <utility>

namespace ui::listing {

namespace frontend = engine::frontend;

namespace {

QString withoutLineEnds(QString text)
{
    while (text.endsWith(QLatin1Char('\n')))
        text.chop(1);
    return text;
}

/// Returns the text in the form that it has in the document of a listing: without line breaks at the end, and with a
/// line break in place of each paragraph separator and of two noncharacters.
QString shownText(const std::string& source)
{
    QString shown = QString::fromStdString(source);
    for (const QChar end : {QChar(QChar::ParagraphSeparator), QChar(0xfdd0), QChar(0xfdd1)})
        shown.replace(end, QLatin1Char('\n'));
    return withoutLineEnds(std::move(shown));
}

}  // namespace

ListingText::ListingText(const std::string& source, const std::optional<QString>& edited)
    : m_document(std::make_unique<QTextDocument>()), m_original(shownText(source)), m_opened(m_original)
{
    m_document->setDocumentLayout(new ListingLayout(m_document.get()));
    m_document->setPlainText(edited.value_or(m_original));
    m_lines = m_document->blockCount();
    m_raw = m_document->toRawText();
}

QString ListingText::exactSource() const
{
    QString exact = m_document->toRawText();
    return exact.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
}

bool ListingText::matches(const std::string& source) const
{
    const QString other = shownText(source);
    return !other.isEmpty() && other == withoutLineEnds(this->source());
}

void ListingText::fill(frontend::RunRequest& request) const
{
    request.source = source().toStdString() + "\n";
    if (m_isAnalysed) {
        request.off = m_switches.off();
        request.on = m_switches.on();
        return;
    }
    for (const auto& [line, isOn] : m_switches.flips())
        (isOn ? request.on : request.off).push_back(line);
}

void ListingText::setSource(const QString& source)
{
    if (source == this->source())
        return;
    QTextCursor cursor(m_document.get());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(source);
    cursor.endEditBlock();
}

bool ListingText::rewriteCall(int line, bool isOn)
{
    const frontend::SyncPoint point = *m_switches.at(line);
    const QString before = QString::fromStdString(point.call);
    const QString after = QString::fromStdString(rewrittenCall(point, isOn));
    const QTextBlock block = m_document->findBlockByNumber(line - 1);
    const qsizetype column = after.isEmpty() ? -1 : block.text().indexOf(before);
    if (column < 0)
        return false;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + static_cast<int>(column));
    cursor.setPosition(cursor.position() + static_cast<int>(before.size()), QTextCursor::KeepAnchor);
    cursor.insertText(after);
    // Update the switch now, before the analysis confirms the change.
    std::vector<frontend::SyncPoint> points = m_switches.points();
    for (frontend::SyncPoint& changed : points) {
        if (changed.line != line)
            continue;
        changed.call = after.toStdString();
        changed.isOn = changed.isInitiallyOn = isOn;
        changed.offText = isOn ? point.call : changed.call;
    }
    m_switches.setPoints(std::move(points));
    return true;
}

const frontend::Insertion* ListingText::insertionAfter(int line) const
{
    const auto found = std::ranges::find(m_insertions, line, &frontend::Insertion::line);
    return m_isAnalysed && found != m_insertions.end() && m_switches.at(line) == nullptr ? &*found : nullptr;
}

void ListingText::insert(const frontend::Insertion& insertion)
{
    QTextCursor cursor(m_document->findBlockByNumber(insertion.line - 1));
    cursor.movePosition(QTextCursor::EndOfBlock);
    const QString text = QString::fromStdString(insertion.text);
    cursor.insertText(QLatin1Char('\n') + text);
    m_inserted.push_back({cursor, text});
    // Add the switch now, before the analysis finds it.
    if (m_switches.at(insertion.line + 1) != nullptr)
        return;
    std::vector<frontend::SyncPoint> points = m_switches.points();
    frontend::SyncPoint& added = points.emplace_back();
    added.line = insertion.line + 1;
    added.call = text.trimmed().toStdString();
    m_switches.setPoints(std::move(points));
}

bool ListingText::removeInserted(int line)
{
    const QTextBlock block = m_document->findBlockByNumber(line - 1);
    const auto found = std::ranges::find_if(m_inserted, [&](const InsertedLine& inserted) {
        return inserted.cursor.block() == block && block.text() == inserted.text;
    });
    if (found == m_inserted.end() || line < 2)
        return false;
    m_inserted.erase(found);
    std::vector<frontend::SyncPoint> points = m_switches.points();
    std::erase_if(points, [&](const frontend::SyncPoint& point) { return point.line == line; });
    m_switches.setPoints(std::move(points));
    QTextCursor cursor(block.previous());
    cursor.movePosition(QTextCursor::EndOfBlock);
    cursor.setPosition(block.position() + block.length() - 1, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    return true;
}

bool ListingText::changeLever(int line, const std::string& name, const std::string& value)
{
    const frontend::Lever* found = engine::listing::findLever(m_levers, line, name);
    const QTextBlock block = m_document->findBlockByNumber(line - 1);
    if (found == nullptr || !block.isValid())
        return false;
    const frontend::Lever lever = *found;
    const QString before = block.text();
    const auto accepted = lever.valueOf(value);
    if (!accepted || lever.valueIn(before.toStdString()) != lever.value)
        return false;
    const QString after = QString::fromStdString(lever.lineWith(*accepted));
    if (after == before)
        return true;
    // Replace only the characters that differ, so that cursors and marks in the line stay.
    const auto same = [&](qsizetype at, qsizetype other) { return before[at] == after[other]; };
    const qsizetype most = std::min(before.size(), after.size());
    qsizetype begin = 0, end = 0;
    while (begin < most && same(begin, begin))
        ++begin;
    while (end < most - begin && same(before.size() - 1 - end, after.size() - 1 - end))
        ++end;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + static_cast<int>(begin));
    cursor.setPosition(block.position() + static_cast<int>(before.size() - end), QTextCursor::KeepAnchor);
    cursor.insertText(after.mid(begin, after.size() - end - begin));
    if (m_isAnalysed)
        return true;
    // Change the lever now. The analysis will confirm the change and find the other levers of the line again.
    std::erase_if(m_levers, [&](const auto& one) { return one.line == line && one.name != name; });
    for (frontend::Lever& changed : m_levers)
        if (changed.line == line)
            changed.value = *accepted;
    return true;
}

bool ListingText::noteEdit(int position)
{
    if (QString raw = m_document->toRawText(); raw != m_raw)
        m_raw = std::move(raw);
    else
        return false;
    const int lines = m_document->blockCount(), line = m_document->findBlock(position).blockNumber() + 1;
    const int delta = lines - std::exchange(m_lines, lines);
    m_switches.shift(line, delta);
    for (frontend::Lever& lever : m_levers)
        lever.line += lever.line > line ? delta : 0;
    m_isAnalysed = false;
    return true;
}

void ListingText::setAnalysis(const TextAnalysis& analysis)
{
    m_switches.setPoints(analysis.points);
    m_levers = analysis.levers;
    m_insertions = analysis.insertions;
    m_isAnalysed = true;
}

void ListingText::setSaved(bool isReloaded)
{
    m_original = exactSource();
    if (isReloaded)
        m_opened = m_original;
}

}  // namespace ui::listing
