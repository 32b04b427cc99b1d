#pragma once

#include "ui/model/trace_feed.h"
#include "ui/model/visible_range.h"

#include <QAction>
#include <QHash>
#include <QObject>

namespace ui::shell {

/// Nine places of a program's timeline: Ctrl+1 to Ctrl+9 keep what is looked at, 1 to 9 go back there. Thread: GUI.
class ViewBookmarks : public QObject {
    Q_OBJECT

public:
    ViewBookmarks(model::TraceFeed& feed, model::VisibleRange& range, QObject* parent);

    /// Nine that keep, then nine that go back; these are for the widget whose keys they are.
    [[nodiscard]] QList<QAction*> keepers() const { return m_keepers; }
    [[nodiscard]] QList<QAction*> returners() const { return m_returners; }

    /// "13.3.1/2" -> range, for the next start.
    [[nodiscard]] const QHash<QString, model::TimeRange>& all() const { return m_places; }
    void restore(const QHash<QString, model::TimeRange>& places);

    void keep(int number);
    /// false: nothing was kept there.
    bool goBack(int number);
    /// The texts anew, in another language.
    void sayAgain();

private:
    [[nodiscard]] QString nameOf(int number) const;
    void showWhatThereIs();

    model::TraceFeed& m_feed;
    model::VisibleRange& m_range;
    QList<QAction*> m_keepers, m_returners;
    QHash<QString, model::TimeRange> m_places;
};

}  // namespace ui::shell
