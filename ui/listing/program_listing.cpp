#include "ui/listing/program_listing.h"

#include "ui/listing/change.h"

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
        else
            for (const int line : linesOff(program, of))
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
    // Each entry of the text's own undo stack gets a change on the common stack, so that Ctrl+Z undoes the
    // latest change, whether it is a flip or an edit. The first redo() does nothing, because the edit was made already.
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
    if (m_texts.at(m_dialect).isAnalysed())
        m_texts.at(m_dialect).switches().adopt(before);
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
        m_texts.at(m_dialect).setSource(source);
}

void ProgramListing::setSaved(bool isReloaded)
{
    if (!m_texts.empty())
        m_texts.at(m_dialect).setSaved(isReloaded);
    emit modifiedChanged();
}

void ProgramListing::setAnalysis(quint64 ticket, const TextAnalysis& analysis)
{
    if (ticket != m_ticket)
        return;
    const bool hadProblem = m_problem.has_value();
    m_problem = analysis.problem;
    if (hadProblem || m_problem)
        emit problemChanged();
    if (m_problem || m_texts.empty())
        return;
    m_texts.at(m_dialect).setAnalysis(analysis);
    emit switchesChanged();
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

bool ProgramListing::changeShown(const std::function<bool(ListingText&)>& change)
{
    if (!change(m_texts.at(m_dialect)))
        return false;
    ++m_revision;
    emit switchesChanged();
    emit runWanted();
    return true;
}

}  // namespace ui::listing
