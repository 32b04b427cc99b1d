#include "ui/look/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QWheelEvent>

namespace ui::look {

FindBar::FindBar(const Theme& theme, const QString& objectName, const QString& name, QWidget* parent)
    : QWidget(parent), m_theme(theme)
{
    setObjectName(objectName);
    setAttribute(Qt::WA_NoMousePropagation);
    m_line = new QLineEdit(this);
    m_line->setObjectName(objectName + QStringLiteral("Text"));
    m_line->setPlaceholderText(tr("Operation, device, line…"));
    m_line->setAccessibleName(name);
    m_line->installEventFilter(this);
    m_count = new QLabel(this);
    m_count->setObjectName(objectName + QStringLiteral("Count"));
    const auto button = [this](const QString& does) {
        auto* made = new QToolButton(this);
        made->setAccessibleName(does);
        made->setToolTip(does);
        return made;
    };
    m_before = button(tr("Match before"));
    m_next = button(tr("Next match"));
    m_close = button(tr("Close the search"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_line, 1);
    row->addWidget(m_count);
    row->addWidget(m_before);
    row->addWidget(m_next);
    row->addWidget(m_close);
    connect(m_line, &QLineEdit::textChanged, this, &FindBar::textChanged);
    connect(m_before, &QToolButton::clicked, this, [this] { emit stepped(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { emit stepped(1); });
    connect(m_close, &QToolButton::clicked, this, &FindBar::closed);
    connect(&theme, &Theme::changed, this, &FindBar::restyle);
    restyle();
    hide();
}

void FindBar::open()
{
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void FindBar::setCount(int match, int count)
{
    if (m_line->text().trimmed().isEmpty())
        m_count->clear();
    else if (count == 0)
        m_count->setText(tr("nothing found"));
    else
        m_count->setText(match < 0 ? tr("%n found", nullptr, count) : tr("%1 of %2").arg(match + 1).arg(count));
    m_before->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

bool FindBar::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(object, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        emit stepped(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        emit closed();
        return true;
    }
    return QWidget::eventFilter(object, event);
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closed();
    event->accept();
}

void FindBar::wheelEvent(QWheelEvent* event)
{
    event->accept();
}

void FindBar::restyle()
{
    const Tokens& t = m_theme.tokens();
    layout()->setContentsMargins(m_theme.px(10), m_theme.px(2), m_theme.px(6), m_theme.px(4));
    layout()->setSpacing(m_theme.px(4));
    m_line->setFont(m_theme.sans(11.5));
    m_line->setFixedHeight(m_theme.px(24));
    m_count->setFont(m_theme.sans(10.5));
    QPalette pale = m_count->palette();
    pale.setColor(QPalette::WindowText, t.text2);
    m_count->setPalette(pale);
    const auto dress = [&](QToolButton* button, Qt::ArrowType arrow) {
        button->setFixedSize(m_theme.px(24), m_theme.px(24));
        button->setArrowType(arrow);
    };
    dress(m_before, Qt::UpArrow);
    dress(m_next, Qt::DownArrow);
    dress(m_close, Qt::NoArrow);
    m_close->setIcon(m_theme.icon(QStringLiteral("close"), t.text2));
    m_close->setIconSize(QSize(m_theme.px(13), m_theme.px(13)));
}

}  // namespace ui::look
