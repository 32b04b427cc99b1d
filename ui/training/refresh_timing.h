#pragma once

#include "ui/model/trace_feed.h"

#include <QObject>
#include <QTimer>

namespace ui::training {

/// When the charts of a run are made again: a few times a second while it is live, and those that scan all operations
/// of a long run only after the pending events. Thread: GUI.
class RefreshTiming : public QObject {
    Q_OBJECT

public:
    explicit RefreshTiming(model::TraceFeed& feed);

    /// Whether charts that scan all operations may be made now: they must not take CPU time from a large run.
    [[nodiscard]] bool mayScan() const;

signals:
    void due();

private:
    void onReplaced();
    void onExtended();
    [[nodiscard]] bool isLong() const;

    model::TraceFeed& m_feed;
    QTimer m_pause;
    QTimer m_late;  ///< active while the scan of a long run is deferred
    bool m_scansAll = false;
};

}  // namespace ui::training
