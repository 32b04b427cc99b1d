#pragma once

#include "ui/listing/program_listing.h"

#include <QCoreApplication>

namespace ui::listing {

/// A lever of a line and the new value that the user selected.
struct LeverChange {
    int line = 0;
    std::string name;
    std::string value;
};

/// The user's changes of waits and levers in the displayed text, as commands of `undo`. Each change requests a run.
/// Thread: GUI.
class ListingEdits {
    Q_DECLARE_TR_FUNCTIONS(ListingEdits)

public:
    ListingEdits(ProgramListing& listing, QUndoStack& undo) : m_listing(listing), m_undo(undo) {}

    /// Undoes all flips, and all edits since the program was opened or saved.
    void reset();
    /// Switches the wait on `line` on or off. Where a wait is switched by an argument of its call, rewrites the call in
    /// the text. On a line without a wait, inserts one after it, if that is possible; an inserted wait that is switched
    /// off is removed.
    void flip(int line);
    /// Like flip(), but does nothing on a line without a wait.
    void flipWait(int line);
    /// Replaces all flips; cannot be undone.
    void setFlips(const std::map<int, bool>& flips);
    /// Inserts a wait after each of `lines` where the analysis of the text allows it.
    void insertWaits(const std::vector<int>& lines);
    /// Rewrites the line of a lever. `value`: in the user's notation, see Lever::valueOf(). The lever non_blocking of a
    /// copy is the opposite of the copy's wait.
    void changeLever(int line, const std::string& name, const std::string& value);
    /// Changes the levers one after another, since each change requires a new analysis of the text; then calls `then`.
    void changeLevers(std::vector<LeverChange> changes, std::function<void()> then = {});

private:
    [[nodiscard]] const ListingText& text() const { return m_listing.text(); }
    void pushFlip(int line, bool isOn);

    ProgramListing& m_listing;
    QUndoStack& m_undo;
};

}  // namespace ui::listing
