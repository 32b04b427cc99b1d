#include "ui/commands/command_palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

namespace ui::commands {

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

namespace {

constexpr int kKeys = Qt::UserRole + 1;

/// Draws the name on the left and the keys in a column on the right.
class CommandRow final : public QStyledItemDelegate {
public:
    CommandRow(const look::Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {m_theme.px(200), m_theme.px(26)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const look::Tokens& tokens = m_theme.tokens();
        const bool isEnabled = index.flags().testFlag(Qt::ItemIsEnabled);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (isEnabled && option.state.testFlag(QStyle::State_Selected)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(tokens.accentSoft);
            painter->drawRoundedRect(option.rect, m_theme.px(5), m_theme.px(5));
        }
        QRect row = option.rect.adjusted(m_theme.px(10), 0, -m_theme.px(10), 0);
        const QString keys = index.data(kKeys).toString();
        painter->setFont(m_theme.mono(11));
        painter->setPen(tokens.text3);
        painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, keys);
        row.setRight(row.right() - QFontMetrics(painter->font()).horizontalAdvance(keys) - m_theme.px(12));
        painter->setFont(m_theme.sans(12.5));
        painter->setPen(isEnabled ? tokens.text : tokens.text3);
        painter->drawText(
            row, Qt::AlignVCenter,
            QFontMetrics(painter->font()).elidedText(index.data().toString(), Qt::ElideRight, row.width()));
        painter->restore();
    }

private:
    const look::Theme& m_theme;
};

}  // namespace

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
    m_list->setItemDelegate(new CommandRow(theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    connect(m_list, &QListWidget::itemEntered, m_list, [this](QListWidgetItem* item) { m_list->setCurrentItem(item); });
    m_list->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_input);
    column->addWidget(m_list);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_input, &QLineEdit::returnPressed, this, &CommandPalette::choose);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::choose);
    filter({});
    resize(theme.px(520), theme.px(420));
    if (parent != nullptr)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, theme.px(60))));
    m_input->setFocus();
}

void CommandPalette::filter(const QString& text)
{
    m_list->clear();
    // Lists the commands whose name contains the text, then those whose status tip contains it, then those whose name
    // and status tip only contain its characters in this order.
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
        auto* item = new QListWidgetItem(name, m_list);
        item->setData(kKeys, keysOf(*action));
        item->setData(Qt::UserRole, i);
        item->setToolTip(action->statusTip());
    }
    if (ranked.empty()) {
        (new QListWidgetItem(tr("Nothing with this name"), m_list))->setFlags(Qt::NoItemFlags);
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

}  // namespace ui::commands
