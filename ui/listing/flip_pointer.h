#pragma once

#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QWidget>

namespace ui::listing {

class Listing;
class ProgramListing;

/// A callout at a switch that is on: the first one in the timed part of the listing, or else the first one before it.
/// It is shown until the user flips a switch for the first time. Mouse events pass through it to the widgets below.
/// Thread: GUI.
class FlipPointer : public QWidget {
    Q_OBJECT

public:
    FlipPointer(const look::Theme& theme, const model::TraceFeed& feed, Listing& listing,
                const ProgramListing& program);

    /// Whether the user has flipped a switch, now or in an earlier session.
    [[nodiscard]] bool hasFlipped() const { return m_hasFlipped; }
    void setFlipped(bool hasFlipped);
    /// Hides the callout in stage mode, because an audience sees the window then.
    void setStage(bool isStage);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void readSwitches();
    void place();
    [[nodiscard]] QWidget* target() const;
    [[nodiscard]] QRect freePlace(const QWidget& target);
    [[nodiscard]] QString text() const;

    const look::Theme& m_theme;
    const model::TraceFeed& m_feed;
    Listing& m_listing;
    const ProgramListing& m_program;
    QHash<int, bool> m_states;  ///< line of a switch -> whether the program waits there
    bool m_isStage = false;
    bool m_hasFlipped = true;  ///< initially true, so that no callout is shown before the session is read
    bool m_isBeside =
        false;  ///< the callout is to the right of the line's code, because there is code below the switch
};

}  // namespace ui::listing
