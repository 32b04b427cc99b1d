#pragma once

#include "ui/look/theme.h"

#include <QPushButton>
#include <QToolButton>

namespace ui::shell {

/// A chip in the top bar for a run on this computer that is not on the screen. Thread: GUI.
class AsideRun : public QWidget {
    Q_OBJECT

public:
    AsideRun(const look::Theme& theme, QWidget* parent);

    enum class State : std::uint8_t {
        Running,  ///< the run can be stopped
        Ended
    };
    void showRun(const QString& text, State state);
    /// Hides the chip.
    void clear();

signals:
    void wanted();  ///< emitted to request that the run is shown
    void stopWanted();
    void changed();  ///< emitted when the chip needs another width

private:
    void restyle();

    const look::Theme& m_theme;
    QPushButton* m_run = nullptr;
    QToolButton* m_stop = nullptr;
};

}  // namespace ui::shell
