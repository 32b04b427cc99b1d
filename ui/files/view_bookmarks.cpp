#include "ui/files/view_bookmarks.h"

#include "ui/look/in_language.h"
#include "ui/timeline/timeline_view.h"

#include <QKeyEvent>
#include <cmath>

namespace ui::files {

ViewBookmarks::ViewBookmarks(const runs::Workbench& bench, QJsonObject& stored)
    : QObject(&bench.window), m_bench(bench), m_views(stored)
{
    auto* keepNext = new QAction(this);
    keepNext->setObjectName(QStringLiteral("keepView"));
    connect(keepNext, &QAction::triggered, this, [this] {
        const QJsonObject views = m_views.value(program()).toObject();
        for (int number = 1; number <= kCount; ++number)
            if (!views.contains(QString::number(number)))
                return store(number);
        store(kCount);
    });
    m_commands << keepNext;
    for (int number = 1; number <= kCount; ++number) {
        auto* command = new QAction(this);
        command->setObjectName(QStringLiteral("view%1").arg(number));
        connect(command, &QAction::triggered, this, [this, number] { recall(number); });
        m_commands << command;
    }
    look::inLanguage(this, [this] {
        m_commands[0]->setText(tr("Save this view\tCtrl+1 … 9"));
        m_commands[0]->setStatusTip(tr("Save the displayed part of the run, to return to it later"));
        for (int number = 1; number <= kCount; ++number) {
            m_commands[number]->setText(tr("Go to view %1").arg(number) + QStringLiteral("\t%1").arg(number));
            m_commands[number]->setStatusTip(tr("Show the saved part of the run"));
        }
    });
    bench.timeline.installEventFilter(this);
    connect(&bench.feed, &model::TraceFeed::replaced, this, &ViewBookmarks::follow);
    follow();
}

QString ViewBookmarks::program() const
{
    return QString::fromStdString(m_bench.feed.trace()->run().program);
}

void ViewBookmarks::follow()
{
    const QJsonObject views = m_views.value(program()).toObject();
    for (int number = 1; number <= kCount; ++number)
        m_commands[number]->setVisible(views.contains(QString::number(number)));
}

void ViewBookmarks::store(int number)
{
    if (program().isEmpty())
        return;
    QJsonObject views = m_views.value(program()).toObject();
    const model::TimeRange range = m_bench.range.range();
    views[QString::number(number)] =
        QJsonObject{{QStringLiteral("begin"), static_cast<double>((range.begin - m_bench.range.origin()).count())},
                    {QStringLiteral("end"), static_cast<double>((range.end - m_bench.range.origin()).count())},
                    {QStringLiteral("block"), m_bench.selection.block()}};
    m_views[program()] = views;
    follow();
    emit stored();
}

void ViewBookmarks::recall(int number)
{
    const QJsonObject view = m_views.value(program()).toObject()[QString::number(number)].toObject();
    const double begin = view[QStringLiteral("begin")].toDouble(), end = view[QStringLiteral("end")].toDouble();
    constexpr double kLongest = 9e18;
    if (!(end > begin) || std::abs(begin) > kLongest || std::abs(end) > kLongest)
        return;
    const int block = view[QStringLiteral("block")].toInt(-1);
    if (block >= -1 && block < static_cast<int>(m_bench.feed.trace()->blocks().size()))
        m_bench.selection.setBlock(block);
    m_bench.range.visit({m_bench.range.origin() + Nanoseconds{std::llround(begin)},
                         m_bench.range.origin() + Nanoseconds{std::llround(end)}});
}

bool ViewBookmarks::eventFilter(QObject*, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto* pressed = static_cast<QKeyEvent*>(event);
    const int number = pressed->key() - Qt::Key_0;
    if (number < 1 || number > kCount)
        return false;
    const auto modifiers = pressed->modifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::ControlModifier)
        store(number);
    else if (modifiers == Qt::NoModifier)
        recall(number);
    else
        return false;
    return true;
}

}  // namespace ui::files
