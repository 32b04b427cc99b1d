#include "ui/listing/tree_header.h"

#include "ui/listing/program_tree.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QShortcut>

namespace ui::listing {

TreeHeader::TreeHeader(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("treeHeader"));
    auto* row = new QHBoxLayout(this);
    m_icon = new QLabel(this);
    m_title = new QLabel(this);
    m_filter = new QLineEdit(this);
    m_filter->setClearButtonEnabled(true);
    m_filter->hide();
    m_search = new QToolButton(this);
    m_search->setCheckable(true);
    row->addWidget(m_icon);
    row->addWidget(m_title, 1);
    row->addWidget(m_filter, 1);
    row->addWidget(m_search);
    connect(m_search, &QToolButton::toggled, this, [this](bool isOn) {
        m_filter->setVisible(isOn);
        m_title->setVisible(!isOn);
        if (isOn)
            m_filter->setFocus();
        else
            m_filter->clear();
    });
    connect(&theme, &look::Theme::changed, this, &TreeHeader::restyle);
    restyle();
    look::inLanguage(this, [this] {
        m_title->setText(tr("Computational performance"));
        m_filter->setPlaceholderText(tr("Find a program"));
        m_filter->setAccessibleName(tr("Find a program"));
        look::setTipAndName(*m_search, tr("Find a program"));
    });
}

void TreeHeader::setTree(ProgramTree& tree)
{
    connect(m_filter, &QLineEdit::textChanged, &tree, &ProgramTree::setFilter);
    connect(m_filter, &QLineEdit::returnPressed, this, [this, &tree] {
        if (!m_filter->text().isEmpty() && tree.chooseFirst())
            m_search->setChecked(false);
    });
    new QShortcut(
        Qt::Key_Escape, m_filter, this,
        [this, &tree] {
            m_search->setChecked(false);
            tree.setFocus();
        },
        Qt::WidgetShortcut);
    new QShortcut(Qt::Key_Down, m_filter, &tree, &ProgramTree::focusFirst, Qt::WidgetShortcut);
}

void TreeHeader::startSearch()
{
    m_search->setChecked(true);
    m_filter->setFocus();
}

void TreeHeader::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    setFixedHeight(m_theme.px(34));
    layout()->setContentsMargins(m_theme.px(12), 0, m_theme.px(5), 0);
    layout()->setSpacing(m_theme.px(7));
    m_icon->setPixmap(m_theme.icon(QStringLiteral("book"), tokens.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    m_title->setFont(m_theme.sans(12, QFont::DemiBold));
    look::styleIconButton(m_theme, *m_search, QStringLiteral("search"), 26, 15);
}

}  // namespace ui::listing
