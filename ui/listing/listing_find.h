#pragma once

#include "ui/listing/listing.h"
#include "ui/look/find_bar.h"

namespace ui::listing {

/// Searches the listing for the text of its find bar, ignoring case: tints all matches and selects the current one.
/// Thread: GUI.
class ListingFind : public QObject {
    Q_OBJECT

public:
    /// `parent` also becomes the parent of the bar.
    ListingFind(const look::Theme& theme, ProgramDocument& document, Listing& listing, QWidget* parent);

    [[nodiscard]] look::FindBar& bar() const { return *m_bar; }
    /// Shows the bar. Text that is selected within one line becomes the text to find.
    void open();

private:
    void search();
    void step(int direction);
    void close();
    void update();
    void select(int match);
    void tint();

    const look::Theme& m_theme;
    Listing& m_listing;
    look::FindBar* m_bar;
    QList<QTextCursor> m_matches;  ///< one selection for each match, from the first to the last
    int m_from = 0;                ///< the position at which the search for a typed text starts
};

}  // namespace ui::listing
