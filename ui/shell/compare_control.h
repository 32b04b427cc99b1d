#pragma once

#include "ui/shell/before_run.h"

#include <QAction>
#include <QObject>

namespace ui::shell {

class Actions;
class CentreHeader;

/// Everything of comparing that the window carries: the run kept as "before", and its commands. Thread: GUI.
class CompareControl : public QObject {
    Q_OBJECT

public:
    struct Parts {
        look::Theme& theme;
        Actions& actions;
        model::TraceFeed& feed;
        timeline::TimelineView& timeline;
        CentreHeader& header;
        QWidget& window;
    };

    explicit CompareControl(const Parts& parts);

    [[nodiscard]] BeforeRun& before() { return *m_before; }

private:
    void addLetter(Qt::Key key, QAction* action, QWidget& view);

    Parts m_parts;
    BeforeRun* m_before = nullptr;
};

}  // namespace ui::shell
