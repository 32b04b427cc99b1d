#pragma once

#include "ui/listing/listing_text.h"

#include <QUndoStack>
#include <functional>
#include <map>

namespace ui::listing {

/// The user's changes to a program. They are kept in memory while another program is open, and are stored in the
/// session file.
struct ProgramState {
    engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
    std::map<engine::frontend::Dialect, QString> sources;  ///< texts that differ from those in the program or its file
    std::map<engine::frontend::Dialect, std::map<int, bool>> flips;
    std::map<std::string, std::string> parameters;
    std::optional<engine::trace::ValueMode>
        values;    ///< the user's choice for runs on a virtual machine; none: the mode of the program
    QString base;  ///< digest of the edited file; empty: the program is not from a file
};

/// The listing of the open program: one text per dialect, of which one is displayed and analysed. Edits are commands of
/// `undo`, like the flips of ListingEdits, so that all are undone in the order in which they were made. A listener of
/// analysisWanted() analyses the text. Thread: GUI.
class ProgramListing : public QObject {
    Q_OBJECT

public:
    using Dialect = engine::frontend::Dialect;

    explicit ProgramListing(QUndoStack& undo) : m_undo(undo) {}

    [[nodiscard]] Dialect dialect() const { return m_dialect; }
    [[nodiscard]] bool hasDialect(Dialect dialect) const { return m_texts.contains(dialect); }
    /// The displayed text; empty if no program is open.
    [[nodiscard]] const ListingText& text() const;
    /// The syntax problem of the displayed text; none: it has none, or its analysis is pending.
    [[nodiscard]] const std::optional<engine::frontend::SyntaxProblem>& problem() const { return m_problem; }
    [[nodiscard]] quint64 revision() const { return m_revision; }
    /// Adds the dialect, the edits and the flips to `state`.
    void store(ProgramState& state) const;

    /// Replaces the texts. Call publish() afterwards.
    void open(const engine::frontend::Program& program, Dialect dialect, const ProgramState* state);
    /// Notifies the listeners that another text is displayed, and requests its analysis.
    void publish();
    /// Displays the text of another dialect and requests a run. No effect if the program lacks it.
    void setDialect(Dialect dialect);
    /// Called when the user selects a dialect. If the program has the same original text in both dialects, as the
    /// user's own programs do, an edited text is copied to the other dialect, unless the other text was edited too. Can
    /// be undone.
    void chooseDialect(Dialect dialect);
    /// Replaces the displayed text as one undoable edit.
    void setSource(const QString& source);
    /// Marks the displayed text as saved. `isReloaded`: opening the program again will load the saved file.
    void setSaved(bool isReloaded);
    /// Calls `act` when the sync points of the displayed text are known: now, or after the pending analysis. Opening
    /// another program, or another call, discards an `act` that was not called yet.
    void whenAnalysed(std::function<void()> act);
    /// Stores the results of an analysis that analysisWanted() requested. Results of earlier requests are ignored.
    void setAnalysis(quint64 ticket, const TextAnalysis& analysis);
    /// Changes switches or levers of the displayed text, for ListingEdits. If `change` returns true, because something
    /// changed, notifies the listeners and requests a run. A program must be open.
    bool changeShown(const std::function<bool(ListingText&)>& change);

signals:
    void aboutToOpen();     ///< emitted before the texts of the listing are deleted
    void dialectChanged();  ///< another text is displayed
    void textChanged();
    /// Emitted to request an analysis. Answer with setAnalysis() and the same ticket.
    void analysisWanted(const QString& source, engine::frontend::Dialect dialect, quint64 ticket);
    void problemChanged();
    void switchesChanged();  ///< a switch was flipped, or the sync points changed
    void modifiedChanged();
    void edited();     ///< the listeners should run the program after a pause
    void runWanted();  ///< the listeners should run the program immediately

private:
    void connectText(ListingText& text);
    void requestAnalysis() { emit analysisWanted(text().source(), m_dialect, ++m_ticket); }

    QUndoStack& m_undo;
    Dialect m_dialect = Dialect::Torch;
    std::map<Dialect, ListingText> m_texts;
    std::function<void()> m_whenAnalysed;
    ListingText m_none;
    quint64 m_revision = 0;
    std::optional<engine::frontend::SyntaxProblem> m_problem;
    quint64 m_ticket = 0;  ///< ticket of the newest request for an analysis
};

}  // namespace ui::listing
