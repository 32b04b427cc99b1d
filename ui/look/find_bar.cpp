#include "ui/look/find_bar.h"

#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QWheelEvent>

namespace ui::look {

FindBar::FindBar(const Theme& theme, const QString& objectName, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(objectName);
    setAttribute(Qt::WA_NoMousePropagation);
    m_line = new QLineEdit(this);
    m_line->setObjectName(objectName + QStringLiteral("Text"));
    m_line->installEventFilter(this);
    m_count = new QLabel(this);
    m_count->setObjectName(objectName + QStringLiteral("Count"));
    m_before = new QToolButton(this);
    m_next = new QToolButton(this);
    m_close = new QToolButton(this);
    inLanguage(this, [this] {
        const auto label = [](QToolButton* button, const QString& does) {
            button->setAccessibleName(does);
            button->setToolTip(does);
        };
        label(m_before, tr("Match before"));
        label(m_next, tr("Next match"));
        label(m_close, tr("Close the search"));
        showCount();
    });
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

void FindBar::setTexts(const QString& name, const QString& hint)
{
    m_line->setAccessibleName(name);
    m_line->setPlaceholderText(hint);
}

void FindBar::open()
{
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void FindBar::setCount(int match, int count)
{
    m_match = match;
    m_matches = count;
    showCount();
}

void FindBar::showCount()
{
    if (m_line->text().trimmed().isEmpty())
        m_count->clear();
    else if (m_matches == 0)
        m_count->setText(tr("nothing found"));
    else
        m_count->setText(m_match < 0 ? tr("%n found", nullptr, m_matches)
                                     : tr("%1 of %2").arg(m_match + 1).arg(m_matches));
    m_before->setEnabled(m_matches > 0);
    m_next->setEnabled(m_matches > 0);
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
    setTextStyle(*m_count, m_theme.sans(10.5), t.text2);
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
