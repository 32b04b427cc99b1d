#include "ui/listing/program_listing.h"

#include "ui/listing/change.h"

#include <algorithm>
#include <utility>

namespace ui::listing {

const ListingText& ProgramListing::text() const
{
    const auto found = m_texts.find(m_dialect);
    return found == m_texts.end() ? m_none : found->second;
}

void ProgramListing::store(ProgramState& state) const
{
    state.dialect = m_dialect;
    for (const auto& [dialect, text] : m_texts) {
        if (const QString exact = text.exactSource(); exact != text.opened())
            state.sources[dialect] = exact;
        state.flips[dialect] = text.switches().flips();
    }
}

void ProgramListing::open(const engine::frontend::Program& program, Dialect dialect, const ProgramState* state)
{
    emit aboutToOpen();
    m_texts.clear();
    m_whenAnalysed = nullptr;
    for (const auto& [of, source] : program.sources) {
        std::optional<QString> edited;
        if (state != nullptr && state->sources.contains(of))
            edited = state->sources.at(of);
        std::map<int, bool> flips;
        if (state != nullptr && state->flips.contains(of))
            flips = state->flips.at(of);
        else if (const auto off = program.initiallyOff.find(of); off != program.initiallyOff.end())
            for (int line : off->second)
                flips[line] = false;
        ListingText& text = m_texts.try_emplace(of, source, edited).first->second;
        text.switches().setFlips(std::move(flips));
        connectText(text);
    }
    m_dialect = hasDialect(dialect) || m_texts.empty() ? dialect : m_texts.begin()->first;
    ++m_revision;
}

void ProgramListing::connectText(ListingText& text)
{
    QTextDocument* document = text.document();
    connect(document, &QTextDocument::contentsChange, this, [this, &text](int position, int removed, int added) {
        if ((removed == 0 && added == 0) || !text.noteEdit(position))
            return;
        ++m_revision;
        emit textChanged();
        emit modifiedChanged();
        requestAnalysis();
        emit edited();
    });
    // Each entry of the text's own undo stack gets a change on the common one, so that Ctrl+Z undoes flips and edits in
    // the order in which they were made. The first redo is the edit itself.
    connect(document, &QTextDocument::undoCommandAdded, this, [this, document] {
        m_undo.push(new Change(
            tr("edit the listing"),
            [this, document, dialect = m_dialect, isFirst = true]() mutable {
                if (std::exchange(isFirst, false))
                    return;
                setDialect(dialect);
                document->redo();
            },
            [this, document, dialect = m_dialect] {
                setDialect(dialect);
                document->undo();
            }));
    });
}

void ProgramListing::publish()
{
    m_problem.reset();
    emit problemChanged();
    emit dialectChanged();
    emit modifiedChanged();
    if (!m_texts.empty())
        requestAnalysis();
}

void ProgramListing::setDialect(Dialect dialect)
{
    if (dialect == m_dialect || !hasDialect(dialect))
        return;
    const SyncSwitches before = text().switches();
    m_dialect = dialect;
    // If both dialects have the same number of sync points, copy the states of the switches.
    if (shown().isAnalysed())
        shown().switches().adopt(before);
    ++m_revision;
    publish();
    emit runWanted();
}

void ProgramListing::chooseDialect(Dialect dialect)
{
    const auto other = m_texts.find(dialect);
    if (dialect == m_dialect || other == m_texts.end())
        return;
    const QString opened = other->second.opened(), source = text().source();
    const bool isCopied = opened == text().opened() && source != opened && other->second.source() == opened;
    setDialect(dialect);
    if (isCopied)
        setSource(source);
}

void ProgramListing::setSource(const QString& source)
{
    if (!m_texts.empty())
        shown().setSource(source);
}

void ProgramListing::reset()
{
    setSource(text().original());
    for (const auto& [line, isOn] : std::map<int, bool>(text().switches().flips()))
        pushFlip(line, !isOn);
}

void ProgramListing::setSaved(bool isReloaded)
{
    if (!m_texts.empty())
        shown().setSaved(isReloaded);
    emit modifiedChanged();
}

void ProgramListing::flip(int line)
{
    if (const auto* insertion = text().insertionAfter(line)) {
        shown().insert(engine::frontend::Insertion(*insertion));
        return publishFlip();
    }
    if (text().switches().at(line) == nullptr)
        return;
    const bool isOn = !text().switches().isOn(line);
    if ((!isOn && shown().removeInserted(line)) || shown().rewriteCall(line, isOn))
        publishFlip();
    else
        pushFlip(line, isOn);
}

void ProgramListing::flipWait(int line)
{
    if (text().switches().at(line) != nullptr)
        flip(line);
}

/// Flips a wait without changing the text.
void ProgramListing::pushFlip(int line, bool isOn)
{
    const auto apply = [this, dialect = m_dialect, line](bool waits) {
        setDialect(dialect);
        shown().switches().set(line, waits);
        publishFlip();
    };
    m_undo.push(new Change(
        tr("flip the wait on line %1").arg(line), [apply, isOn] { apply(isOn); }, [apply, isOn] { apply(!isOn); }));
}

void ProgramListing::changeLever(int line, const std::string& name, const std::string& value)
{
    if (m_texts.empty())
        return;
    const engine::frontend::SyncPoint* point = text().switches().at(line);
    if (name == "non_blocking" && point != nullptr && point->rewritesCall) {  // non_blocking is the reverse of the wait
        if (text().switches().isOn(line) == (value == "on"))
            flip(line);
    } else if (shown().changeLever(line, name, value)) {
        publishFlip();
    }
}

void ProgramListing::changeLevers(std::vector<LeverChange> changes, std::function<void()> then)
{
    whenAnalysed([this, changes = std::move(changes), then = std::move(then)]() mutable {
        if (changes.empty()) {
            if (then)
                then();
            return;
        }
        const LeverChange first = changes.front();
        changes.erase(changes.begin());
        changeLever(first.line, first.name, first.value);
        changeLevers(std::move(changes), std::move(then));
    });
}

void ProgramListing::setFlips(const std::map<int, bool>& flips)
{
    if (m_texts.empty())
        return;
    shown().switches().setFlips(flips);
    publishFlip();
}

void ProgramListing::setSyncPoints(quint64 ticket, const std::vector<engine::frontend::SyncPoint>& points)
{
    if (ticket != m_ticket)
        return;
    if (std::exchange(m_problem, std::nullopt))
        emit problemChanged();
    if (m_texts.empty())
        return;
    shown().setSyncPoints(points);
    emit switchesChanged();
}

void ProgramListing::setLevers(quint64 ticket, const std::vector<engine::frontend::Lever>& levers)
{
    if (ticket != m_ticket || m_texts.empty())
        return;
    shown().setLevers(levers);
    emit switchesChanged();
}

void ProgramListing::setInsertions(quint64 ticket, const std::vector<engine::frontend::Insertion>& insertions)
{
    if (ticket != m_ticket || m_texts.empty())
        return;
    shown().setInsertions(insertions);
    if (const auto act = std::exchange(m_whenAnalysed, nullptr))
        act();
}

void ProgramListing::whenAnalysed(std::function<void()> act)
{
    if (text().isAnalysed())
        act();
    else
        m_whenAnalysed = std::move(act);
}

void ProgramListing::insertWaits(const std::vector<int>& lines)
{
    std::vector<engine::frontend::Insertion> found;
    for (const int line : lines)
        if (const auto* insertion = text().insertionAfter(line))
            found.push_back(*insertion);
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.line > b.line; });
    for (const auto& insertion : found)  // from the last to the first: lines above keep their numbers
        shown().insert(insertion);
    if (!found.empty())
        publishFlip();
}

void ProgramListing::setProblem(quint64 ticket, engine::frontend::SyntaxProblem problem)
{
    if (ticket != m_ticket)
        return;
    m_problem = std::move(problem);
    emit problemChanged();
}

void ProgramListing::publishFlip()
{
    ++m_revision;
    emit switchesChanged();
    emit runWanted();
}

}  // namespace ui::listing
