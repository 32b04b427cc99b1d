#include "ui/shell/view_bookmarks.h"

namespace ui::shell {

namespace {

constexpr int kPlaces = 9;

}  // namespace

ViewBookmarks::ViewBookmarks(model::TraceFeed& feed, model::VisibleRange& range, QObject* parent)
    : QObject(parent), m_feed(feed), m_range(range)
{
    for (int number = 1; number <= kPlaces; ++number) {
        const auto key = static_cast<Qt::Key>(Qt::Key_0 + number);
        auto* keeper = new QAction(this);
        keeper->setObjectName(QStringLiteral("keepView%1").arg(number));
        keeper->setShortcut(QKeySequence(Qt::CTRL | key));
        connect(keeper, &QAction::triggered, this, [this, number] { keep(number); });
        m_keepers << keeper;
        auto* returner = new QAction(this);
        returner->setObjectName(QStringLiteral("goToView%1").arg(number));
        returner->setShortcut(QKeySequence(key));
        // In the listing a digit is a digit.
        returner->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(returner, &QAction::triggered, this, [this, number] { static_cast<void>(goBack(number)); });
        m_returners << returner;
    }
    sayAgain();
    connect(&feed, &model::TraceFeed::replaced, this, &ViewBookmarks::showWhatThereIs);
    showWhatThereIs();
}

void ViewBookmarks::sayAgain()
{
    for (int i = 0; i < kPlaces; ++i) {
        m_keepers[i]->setText(tr("Keep this view as %1").arg(i + 1));
        m_keepers[i]->setStatusTip(tr("What the timeline shows now, to come back to with one key"));
        m_returners[i]->setText(tr("Go to view %1").arg(i + 1));
        m_returners[i]->setStatusTip(tr("The part of the timeline that was kept under this number"));
    }
}

QString ViewBookmarks::nameOf(int number) const
{
    return QStringLiteral("%1/%2").arg(QString::fromStdString(m_feed.trace()->run().program)).arg(number);
}

void ViewBookmarks::restore(const QHash<QString, model::TimeRange>& places)
{
    m_places = places;
    showWhatThereIs();
}

void ViewBookmarks::keep(int number)
{
    m_places[nameOf(number)] = m_range.range();
    showWhatThereIs();
}

bool ViewBookmarks::goBack(int number)
{
    const auto found = m_places.constFind(nameOf(number));
    if (found == m_places.constEnd())
        return false;
    m_range.visit(*found);
    return true;
}

void ViewBookmarks::showWhatThereIs()
{
    for (int i = 0; i < kPlaces; ++i)
        m_returners[i]->setEnabled(m_places.contains(nameOf(i + 1)));
}

}  // namespace ui::shell
