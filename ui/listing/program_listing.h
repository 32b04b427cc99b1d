#pragma once

#include "ui/listing/listing_analysis.h"
#include "ui/listing/listing_text.h"

#include <QUndoStack>
#include <map>

namespace ui::listing {

/// The user's changes to a program. They are stored while another program is open and in the session file.
struct ProgramState {
    engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
    std::map<engine::frontend::Dialect, QString> sources;  ///< only those that differ from what opening would load
    std::map<engine::frontend::Dialect, std::map<int, bool>> flips;
    std::map<std::string, std::string> parameters;
    QString base;  ///< digest of the edited file; empty: the program is not from a file
};

/// The listing of the open program: one text per dialect, of which one is displayed and analysed. Edits and flips are
/// commands of `undo`, so that they are undone in the order in which they were made. Thread: GUI.
class ProgramListing : public QObject {
    Q_OBJECT

public:
    using Dialect = engine::frontend::Dialect;

    ProgramListing(QUndoStack& undo, ListingAnalysis& analysis);

    [[nodiscard]] Dialect dialect() const { return m_dialect; }
    [[nodiscard]] bool hasDialect(Dialect dialect) const { return m_texts.contains(dialect); }
    /// The displayed text; empty if no program is open.
    [[nodiscard]] const ListingText& text() const;
    [[nodiscard]] quint64 revision() const { return m_revision; }
    /// Adds the dialect, the edits and the flips to `state`.
    void store(ProgramState& state) const;

    /// Replaces the texts; publish() follows.
    void open(const engine::frontend::Program& program, Dialect dialect, const ProgramState* state);
    /// Notifies the listeners that another text is displayed, and requests its analysis.
    void publish();
    void setDialect(Dialect dialect);
    /// Called when the user selects a dialect. If the program has the same original text in both dialects, as the
    /// user's own programs do, an edited text is copied to the other dialect unless that was edited too. Can be undone.
    void chooseDialect(Dialect dialect);
    /// Replaces the displayed text as one undoable edit.
    void setSource(const QString& source);
    void reset();
    /// Called after saving; `isReloaded`: opening the program again loads the saved file.
    void setSaved(bool isReloaded);
    /// Switches the wait on `line` on or off, as an undoable command. Where a wait is switched by an argument of its
    /// call, rewrites the call in the text.
    void flip(int line);
    void setFlips(const std::map<int, bool>& flips);

signals:
    void aboutToOpen();     ///< the texts are about to be deleted
    void dialectChanged();  ///< another text is displayed
    void textChanged();
    void switchesChanged();  ///< a switch was flipped, or the sync points changed
    void modifiedChanged();
    void edited();     ///< the listeners should run the program after a pause
    void runWanted();  ///< the listeners should run the program at once

private:
    [[nodiscard]] ListingText& shown() { return m_texts.at(m_dialect); }
    void connectText(ListingText& text);
    void pushFlip(int line, bool isOn);
    void publishFlip();

    QUndoStack& m_undo;
    ListingAnalysis& m_analysis;
    Dialect m_dialect = Dialect::Torch;
    std::map<Dialect, ListingText> m_texts;
    ListingText m_none;
    quint64 m_revision = 0;
};

}  // namespace ui::listing
