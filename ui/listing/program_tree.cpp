#include "ui/listing/program_tree.h"

#include "ui/look/in_language.h"

#include <QHelpEvent>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace ui::listing {

namespace {

constexpr double kRow = 24;

class RowDelegate final : public QStyledItemDelegate {
public:
    RowDelegate(const look::Theme& theme, QTreeView& view) : QStyledItemDelegate(&view), m_theme(theme), m_view(view) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {m_theme.px(120), m_theme.px(kRow)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->save();
        const look::Tokens& tokens = m_theme.tokens();
        const QRect row(0, option.rect.top(), m_view.viewport()->width(), option.rect.height());
        const bool isSection = !index.parent().isValid();
        const bool isCurrent = index == m_view.currentIndex() && !isSection;
        if (isCurrent) {
            painter->fillRect(row, tokens.accentSoft);
            painter->fillRect(QRect(0, row.top(), m_theme.px(3), row.height()), tokens.accent);
        } else if (option.state & QStyle::State_MouseOver) {
            painter->fillRect(row, tokens.hover);
        }
        if (m_view.hasFocus() && index == m_view.currentIndex()) {
            painter->setPen(QPen(tokens.accent, 2));
            painter->drawRect(row.adjusted(1, 1, -1, -1));
        }
        paintTitle(painter, row, index, isSection, isCurrent);
        painter->restore();
    }

    /// Only titles that are cut off have a tooltip.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override
    {
        return QStyledItemDelegate::helpEvent(event, view, option, isCut(index) ? index : QModelIndex());
    }

private:
    /// Paints the row off-screen to determine whether its title is cut off.
    [[nodiscard]] bool isCut(const QModelIndex& index) const
    {
        if (!index.isValid())
            return false;
        const bool isSection = !index.parent().isValid();
        const bool isCurrent = index == m_view.currentIndex() && !isSection;
        QImage paper(1, 1, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&paper);
        const QRect row(0, 0, m_view.viewport()->width(), m_theme.px(kRow));
        return paintTitle(&painter, row, index, isSection, isCurrent) != index.data().toString();
    }

    /// Paints the title, cut off where the row ends; returns the painted part of it.
    QString paintTitle(QPainter* painter, const QRect& row, const QModelIndex& index, bool isSection,
                       bool isCurrent) const
    {
        const look::Tokens& tokens = m_theme.tokens();
        const int right = row.right() - m_theme.px(12);
        int left = m_theme.px(42);
        if (isSection) {
            const int size = m_theme.px(12);
            const QRect arrow(m_theme.px(8), row.center().y() - size / 2 + 1, size, size);
            m_theme.icon(m_view.isExpanded(index) ? QStringLiteral("down") : QStringLiteral("right"), tokens.text3)
                .paint(painter, arrow);
            left = m_theme.px(25);
            const QString number = index.data(ProgramModel::NumberRole).toString();
            if (!number.isEmpty()) {
                painter->setFont(m_theme.sans(11.5));
                painter->setPen(tokens.text3);
                painter->drawText(QRect(left, row.top(), m_theme.px(40), row.height()), Qt::AlignVCenter, number);
                left += m_theme.px(32);
            }
        }
        const bool isBold = isCurrent || (isSection && m_view.isExpanded(index));
        const QFont font = m_theme.sans(12, isBold ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
        painter->setPen(tokens.text);
        const QString title = QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, right - left);
        painter->drawText(QRect(left, row.top(), right - left, row.height()), Qt::AlignVCenter, title);
        return title;
    }

    const look::Theme& m_theme;
    const QTreeView& m_view;
};

}  // namespace

ProgramTree::ProgramTree(const look::Theme& theme, ProgramModel& model, QWidget* parent)
    : QTreeView(parent), m_theme(theme), m_model(model)
{
    setObjectName(QStringLiteral("programTree"));
    look::inLanguage(this, [this] { setAccessibleName(tr("Programs of the chapter")); });
    setModel(&model);
    setItemDelegate(new RowDelegate(theme, *this));
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setIndentation(0);
    setUniformRowHeights(true);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&theme, &look::Theme::changed, this, [this] { doItemsLayout(); });
    const auto resized = [this] { updateGeometry(); };
    connect(this, &QTreeView::expanded, this, resized);
    connect(this, &QTreeView::collapsed, this, resized);
    connect(&model, &QAbstractItemModel::modelReset, this, resized);
    connect(&model, &QAbstractItemModel::rowsInserted, this, resized);
}

QSize ProgramTree::sizeHint() const
{
    int rows = 0;
    for (int s = 0; s < m_model.rowCount(); ++s) {
        const QModelIndex section = m_model.index(s, 0);
        rows += 1 + (isExpanded(section) ? m_model.rowCount(section) : 0);
    }
    return {m_theme.px(300), m_theme.px(kRow) * rows};
}

void ProgramTree::setCurrentProgram(const QString& programId)
{
    const QModelIndex index = m_model.indexOf(programId);
    if (!index.isValid())
        return;
    expand(index.parent());
    setCurrentIndex(index);
    viewport()->update();
}

void ProgramTree::setFilter(const QString& text)
{
    for (int s = 0; s < m_model.rowCount(); ++s) {
        const QModelIndex section = m_model.index(s, 0);
        bool isAnyShown = false;
        for (int e = 0; e < m_model.rowCount(section); ++e) {
            const bool isShown = m_model.index(e, 0, section).data().toString().contains(text, Qt::CaseInsensitive) ||
                                 section.data().toString().contains(text, Qt::CaseInsensitive);
            setRowHidden(e, section, !isShown);
            isAnyShown = isAnyShown || isShown;
        }
        setRowHidden(s, {}, !isAnyShown);
        if (isAnyShown && !text.isEmpty())
            expand(section);
    }
    updateGeometry();
    if (text.isEmpty() && currentIndex().isValid())
        scrollTo(currentIndex());
    viewport()->update();
}

QModelIndex ProgramTree::first() const
{
    for (int s = 0; s < m_model.rowCount(); ++s) {
        const QModelIndex section = m_model.index(s, 0);
        for (int e = 0; e < m_model.rowCount(section); ++e)
            if (!isRowHidden(s, {}) && !isRowHidden(e, section))
                return m_model.index(e, 0, section);
    }
    return {};
}

void ProgramTree::paintEvent(QPaintEvent* event)
{
    QTreeView::paintEvent(event);
    if (m_model.rowCount() == 0 || first().isValid())
        return;
    QPainter painter(viewport());
    painter.setPen(m_theme.tokens().text2);
    painter.setFont(m_theme.sans(11.5));
    painter.drawText(viewport()->rect().adjusted(m_theme.px(16), m_theme.px(8), -m_theme.px(16), 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     tr("No program title contains this text. Esc shows all programs."));
}

bool ProgramTree::chooseFirst()
{
    const QModelIndex index = first();
    choose(index);
    return index.isValid();
}

void ProgramTree::focusFirst()
{
    const QModelIndex index = first();
    if (!index.isValid())
        return;
    expand(index.parent());
    setCurrentIndex(index);
    setFocus(Qt::TabFocusReason);
}

void ProgramTree::choose(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    const QString id = index.data(ProgramModel::ProgramIdRole).toString();
    if (id.isEmpty())
        setExpanded(index, !isExpanded(index));
    else
        emit programChosen(id);
}

void ProgramTree::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    const bool isProgram = index.isValid() && index.parent().isValid();
    if (isProgram)
        QTreeView::mousePressEvent(event);
    if (event->button() == Qt::LeftButton)
        choose(index);
}

void ProgramTree::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        return choose(currentIndex());
    QTreeView::keyPressEvent(event);
}

}  // namespace ui::listing
