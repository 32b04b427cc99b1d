#include "ui/listing/output_pane.h"

#include "engine/ranks/run_set.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"

#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace ui::listing {

namespace {

/// Bounds the memory used by a program that prints without end.
constexpr int kMaxLines = 5000;

/// Maximum number of texts that are inserted together during a run. If there are more, only the last ones are inserted,
/// and the others are left out until the run ends.
constexpr std::size_t kMaxAtOnce = 400;

/// Maximum size of a displayed text; longer texts are cut off.
constexpr std::size_t kMaxBytes = 20'000;

bool isBenchmarkLine(const engine::trace::Trace& trace, std::string_view text)
{
    if (const auto& set = trace.rankPart().set) {
        if (const std::size_t end = text.find("]: "); text.starts_with("[rank") && end != std::string_view::npos)
            text.remove_prefix(end + 3);
        return std::ranges::any_of(set->members(),
                                   [&](const auto& member) { return isBenchmarkLine(*member.trace, text); });
    }
    for (const engine::trace::BlockRecord& block : trace.blocks())
        if (text.starts_with(block.label + ": "))
            return true;
    return text == "\n" || text.empty();
}

/// The first kMaxBytes of a text, without splitting a UTF-8 character.
std::string_view beginningOf(std::string_view text)
{
    std::size_t size = std::min(text.size(), kMaxBytes);
    const auto isContinuationByte = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    for (int back = 0; back < 3 && size < text.size() && size > 0 && isContinuationByte(size); ++back)
        --size;
    return text.substr(0, size);
}

/// Returns the run's note (not a warning) whose message is `text`; null: the program printed `text` itself. The engine
/// prints notes to standard error, so that they do not become part of the program's output.
const engine::trace::NoteRecord* announcedAs(const engine::trace::Trace& trace, std::string_view text)
{
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    for (const engine::trace::NoteRecord& note : trace.notes())
        if (!note.isWarning && note.text.english() == text)
            return &note;
    return nullptr;
}

}  // namespace

OutputPane::OutputPane(const look::Theme& theme, model::TraceFeed& feed, QWidget* parent)
    : QPlainTextEdit(parent), m_theme(theme), m_feed(feed)
{
    setObjectName(QStringLiteral("output"));
    look::inLanguage(this, [this] { setAccessibleName(tr("Output of the program")); });
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setMaximumBlockCount(kMaxLines);
    const auto again = [this] {
        clear();
        m_shown = m_shownNotes = m_shownWarnings = 0;
        m_isErrorShown = m_hasUnread = m_hasPrinted = m_endsLine = m_hasGap = false;
        m_warnings.reset();
        setFont(m_theme.mono(11));
        document()->setDocumentMargin(m_theme.px(8));
        showRun();
    };
    connect(&feed, &model::TraceFeed::replaced, this, again);
    connect(&feed, &model::TraceFeed::extended, this, &OutputPane::showRun);
    connect(&theme, &look::Theme::changed, this, again);
    again();
}

/// Returns the trace whose output is shown: of several repeated runs the first one, otherwise the displayed run.
const engine::trace::Trace& OutputPane::printed() const
{
    const engine::trace::TracePtr& first = m_feed.context().printed;
    return first ? *first : *m_feed.trace();
}

/// Collects consecutive texts of one colour, because each insertion lays out the end of the document.
void OutputPane::append(const QString& text, const QColor& colour)
{
    if (colour != m_pendingColour)
        flush();
    m_pendingColour = colour;
    m_pending += text;
}

void OutputPane::flush()
{
    if (m_pending.isEmpty())
        return;
    const QString text = std::exchange(m_pending, QString());
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    QTextCharFormat format;
    format.setForeground(m_pendingColour);
    // Delay the last line break until the next text, so that there is no empty line at the end.
    const bool breaksLine = m_endsLine;
    m_endsLine = text.endsWith(QLatin1Char('\n'));
    cursor.beginEditBlock();
    if (breaksLine)
        cursor.insertText(QStringLiteral("\n"), format);
    cursor.insertText(m_endsLine ? text.chopped(1) : text, format);
    cursor.endEditBlock();
}

int OutputPane::heightOfText() const
{
    const double margins = 2 * document()->documentMargin() + 2 * frameWidth();
    return static_cast<int>(std::ceil(document()->blockCount() * QFontMetricsF(font()).lineSpacing() + margins)) +
           m_theme.px(4);
}

void OutputPane::setMoment(std::optional<engine::Nanoseconds> moment)
{
    if (moment == m_time)
        return;
    m_time = moment;
    // If another run has replaced the displayed one, a listener that is notified before this pane may call this
    // function. The new run may have fewer records than this pane has shown.
    const auto isBehind = [&](const auto& records, std::size_t shown) {
        return shown > records.size() || (shown > 0 && records[shown - 1].time > *m_time);
    };
    const bool isBack =
        m_time && (isBehind(printed().programPart().outputs, m_shown) || isBehind(printed().notes(), m_shownNotes) ||
                   (m_warnings && isBehind(*m_warnings, m_shownWarnings)) || m_isErrorShown);
    if (isBack) {
        clear();
        m_shown = m_shownNotes = m_shownWarnings = 0;
        m_isErrorShown = m_endsLine = m_hasGap = false;
    }
    showRun();
}

/// Appends the output since the last call; if there is too much output, appends only its end.
void OutputPane::showOutputs()
{
    const engine::trace::Trace& trace = printed();
    const auto& outputs = trace.programPart().outputs;
    // After a second rank has printed, every line starts with its rank, so texts that were already shown change, too.
    const std::string first = outputs.empty() ? std::string() : outputs[0].text;
    const bool isRenamed = m_shown > 0 && std::exchange(m_first, first) != first;
    if (m_shown == 0)
        m_first = first;
    if (isRenamed || (!trace.isLive() && m_hasGap)) {  // shows also the output that was left out during the run
        clear();
        m_shown = m_shownNotes = m_shownWarnings = 0;
        m_hasGap = m_endsLine = m_isErrorShown = false;
    }
    std::size_t end = m_shown;
    while (end < outputs.size() && (!m_time || outputs[end].time <= *m_time))
        ++end;
    const std::size_t most = trace.isLive() ? kMaxAtOnce : static_cast<std::size_t>(kMaxLines);
    if (end - m_shown > most) {
        const std::size_t left = end - m_shown - most;
        flush();
        append(tr("… %Ln texts are left out here …", nullptr, static_cast<int>(left)) + QLatin1Char('\n'),
               m_theme.tokens().text3);
        m_shown += left;
        m_hasGap = trace.isLive();
        m_hasPrinted = true;
    }
    for (; m_shown < end; ++m_shown)
        showOutput(outputs[m_shown]);
    flush();
}

void OutputPane::showOutput(const engine::trace::OutputRecord& output)
{
    using Stream = engine::trace::OutputStream;
    const engine::trace::Trace& trace = printed();
    const look::Tokens& tokens = m_theme.tokens();
    QString text = QString::fromUtf8(beginningOf(output.text));
    if (output.text.size() > kMaxBytes)
        text += QStringLiteral("…\n");
    if (output.stream == Stream::Result && !text.endsWith(QLatin1Char('\n')))
        text += QLatin1Char('\n');
    const engine::trace::NoteRecord* note = output.stream == Stream::Error ? announcedAs(trace, output.text) : nullptr;
    if (note != nullptr)
        text = look::messageText(note->text) + QLatin1Char('\n');
    append(text, note != nullptr                   ? tokens.text3
                 : output.stream == Stream::Error  ? tokens.fail
                 : output.stream == Stream::Result ? tokens.codeFunction
                                                   : tokens.text);
    m_hasPrinted = m_hasPrinted || !isBenchmarkLine(trace, output.text);
}

/// Sets the placeholder that explains why the pane is empty.
void OutputPane::showWhyEmpty()
{
    const engine::trace::Trace& trace = printed();
    const bool isUnderWay = trace.isLive() && (m_feed.isFollowing() || trace.opCount() == 0);
    const bool isComing = m_shown < trace.programPart().outputs.size();
    const QString reason = isUnderWay ? tr("Nothing has been printed yet.")
                           : isComing ? tr("Nothing was printed up to this time.")
                                      : tr("The program printed nothing. What it prints with print() appears here.");
    if (placeholderText() != reason)
        setPlaceholderText(reason);
}

void OutputPane::showWarning(std::int32_t line, const engine::Message& text)
{
    const QString sentence = look::messageText(text);
    append((line > 0 ? tr("Line %1: %2").arg(line).arg(sentence) : sentence) + QLatin1Char('\n'),
           m_theme.tokens().warn);
}

void OutputPane::showRun()
{
    const engine::trace::Trace& trace = printed();
    const auto isPast = [this](engine::Nanoseconds time) { return !m_time || time <= *m_time; };
    const bool isAtEnd = verticalScrollBar()->value() >= verticalScrollBar()->maximum();
    showOutputs();
    for (; m_shownNotes < trace.notes().size() && isPast(trace.notes()[m_shownNotes].time); ++m_shownNotes)
        if (const engine::trace::NoteRecord& note = trace.notes()[m_shownNotes]; note.isWarning) {
            showWarning(note.line, note.text);
            m_hasPrinted = true;
        }
    if (!trace.isLive() && !m_warnings)
        m_warnings = engine::analysis::timingWarnings(trace);
    for (; m_warnings && m_shownWarnings < m_warnings->size() && isPast((*m_warnings)[m_shownWarnings].time);
         ++m_shownWarnings)
        showWarning((*m_warnings)[m_shownWarnings].line, (*m_warnings)[m_shownWarnings].text);
    if (trace.error() && !m_isErrorShown && isPast(trace.error()->time)) {
        m_isErrorShown = true;
        append(QString::fromStdString(trace.error()->traceback), m_theme.tokens().fail);
    }
    flush();
    showWhyEmpty();
    // A replay hides texts and shows them again; that must not change whether the run has unread output.
    if (!m_time)
        m_hasUnread = m_hasPrinted || m_isErrorShown || m_shownWarnings > 0;
    if (isAtEnd)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    if (!m_time)
        emit unreadChanged();
}

}  // namespace ui::listing
