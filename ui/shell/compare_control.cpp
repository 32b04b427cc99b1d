#include "ui/shell/compare_control.h"

#include "ui/shell/actions.h"
#include "ui/shell/centre_header.h"
#include "ui/timeline/timeline_view.h"

#include <QShortcut>

namespace ui::shell {

CompareControl::CompareControl(const Parts& parts) : QObject(&parts.window), m_parts(parts)
{
    auto* chip = new BeforeChip(parts.theme, &parts.header);
    parts.header.addChip(chip);
    m_before = new BeforeRun(parts.feed, parts.timeline, *chip, this);
    connect(parts.actions.keepBefore, &QAction::triggered, m_before, &BeforeRun::toggle);
    addLetter(Qt::Key_B, parts.actions.keepBefore, parts.timeline);
}

/// A letter is a command only while a view has the keyboard, so that it can be typed everywhere else.
void CompareControl::addLetter(Qt::Key key, QAction* action, QWidget& view)
{
    auto* shortcut = new QShortcut(QKeySequence(key), &view);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, action, &QAction::trigger);
}

}  // namespace ui::shell
