#pragma once

#include <QLayout>
#include <QList>

namespace ui::listing {

/// Arranges its items from left to right, and wraps them to further rows. Items that are added after
/// alignRightFromHere() are right-aligned if they fit into the row of the last item before the call; in further rows,
/// items are left-aligned.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    FlowLayout(int gap, QWidget* parent);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    /// Right-aligns the items that are added later and fit into the row of the last item added so far.
    void alignRightFromHere() { m_rightFrom = static_cast<int>(m_items.size()); }

    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), Pass::Measure); }
    [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
    [[nodiscard]] QSize minimumSize() const override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    void setGeometry(const QRect& rect) override;

private:
    enum class Pass : std::uint8_t { Measure, Place };
    /// Returns the height of the rows.
    int arrange(const QRect& rect, Pass pass) const;

    QList<QLayoutItem*> m_items;
    int m_gap;
    int m_rightFrom = -1;
};

}  // namespace ui::listing
