#pragma once

#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QFrame>
#include <QLabel>

namespace ui::inspect {

/// Shows which rank of a run is late, and why; hidden if none is. Thread: GUI.
class LateCard : public QWidget {
    Q_OBJECT

public:
    LateCard(look::Theme& theme, model::TraceFeed& feed, QWidget* parent = nullptr);

    [[nodiscard]] QString text() const { return m_text->text(); }

    /// While `isAsking`, it is hidden, because the user has to guess first.
    void setAsking(bool isAsking);

private:
    void update();
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    QFrame* m_frame = nullptr;
    QLabel* m_text = nullptr;
    bool m_isAsking = false;
};

}  // namespace ui::inspect
