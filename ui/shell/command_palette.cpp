#include "ui/shell/command_palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

namespace ui::shell {

bool matchesLetters(const QString& text, const QString& pattern)
{
    qsizetype at = 0;
    for (const QChar letter : pattern) {
        if (letter.isSpace())
            continue;
        at = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return false;
        ++at;
    }
    return true;
}

CommandPalette::CommandPalette(const look::Theme& theme, const QList<QAction*>& actions, const QString& hint,
                               QWidget* parent)
    : QDialog(parent, Qt::Popup), m_theme(theme), m_actions(actions)
{
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Commands"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme.px(8), theme.px(8), theme.px(8), theme.px(8));
    m_input = new QLineEdit(this);
    m_input->setFont(theme.sans(13));
    m_input->setPlaceholderText(hint);
    m_input->setAccessibleName(hint);
    m_input->installEventFilter(this);
    m_list = new QListWidget(this);
    m_list->setFont(theme.sans(12));
    m_list->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_input);
    column->addWidget(m_list);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_input, &QLineEdit::returnPressed, this, &CommandPalette::choose);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::choose);
    filter({});
    resize(theme.px(460), theme.px(340));
    if (parent != nullptr)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, theme.px(60))));
    m_input->setFocus();
}

void CommandPalette::filter(const QString& text)
{
    m_list->clear();
    // Where the text stands in the name, then where it stands in the explanation, then where its letters do.
    const QString typed = text.trimmed();
    std::vector<std::pair<int, int>> ranked;
    for (int i = 0; i < m_actions.size(); ++i) {
        const QAction* action = m_actions[i];
        const QString name = nameOf(*action);
        if (!action->isEnabled() || name.isEmpty() ||
            !matchesLetters(name + QLatin1Char(' ') + action->statusTip(), typed))
            continue;
        const bool isNamed = name.contains(typed, Qt::CaseInsensitive);
        ranked.emplace_back(isNamed ? 0 : action->statusTip().contains(typed, Qt::CaseInsensitive) ? 1 : 2, i);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [rank, i] : ranked) {
        const QAction* action = m_actions[i];
        const QString name = nameOf(*action);
        const QString keys = keysOf(*action);
        auto* item = new QListWidgetItem(keys.isEmpty() ? name : QStringLiteral("%1    %2").arg(name, keys), m_list);
        item->setData(Qt::UserRole, i);
        item->setToolTip(action->statusTip());
    }
    if (ranked.empty()) {
        (new QListWidgetItem(tr("Nothing of this name"), m_list))->setFlags(Qt::NoItemFlags);
        return;
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::choose()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item == nullptr || !item->flags().testFlag(Qt::ItemIsEnabled))
        return;
    QAction* action = m_actions[item->data(Qt::UserRole).toInt()];
    close();
    action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int pressed = static_cast<QKeyEvent*>(event)->key();
        if (pressed == Qt::Key_Down || pressed == Qt::Key_Up || pressed == Qt::Key_PageDown ||
            pressed == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace ui::shell
