#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/look/removed_code.h"

#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QWidget>
#include <vector>

namespace ui::compare {

/// One row in the listing of a side.
struct ListingRow {
    enum class Kind : std::uint8_t {
        Same,    ///< in both listings
        Own,     ///< the line or its wait exists only on this side, or the line differs: tinted
        Off,     ///< a wait that is switched off here: `removed` is struck through
        Gap,     ///< the line is only in the other listing: an empty hatched row
        Folded,  ///< stands for `count` hidden lines that are equal on both sides
    };
    Kind kind = Kind::Same;
    int line = 0;
    int count = 0;
    bool canWait = false;  ///< at least one side waits on this line
    bool isWaiting = false;
    bool isWaitGap = false;  ///< for Gap: the other side waits on this line
    QString text;
    std::vector<look::CodeSpan> removed{};  ///< for Off: the parts that are struck through
};

/// The rows of one side. Many consecutive lines that are equal on both sides are folded into one row. Pure function.
[[nodiscard]] std::vector<ListingRow> listingRows(const ComparedPair& pair, Which which);

/// Shows the listing of one side as a card: lines that only this side has are tinted, missing lines are hatched.
/// Thread: GUI.
class SideCard : public QWidget {
    Q_OBJECT

public:
    SideCard(const look::Theme& theme, Which which, QWidget* parent = nullptr);

    void setPair(const PairPtr& pair);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

signals:
    /// Emitted when the user wants to select another run for this side.
    void chooserWanted(QWidget* below);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void paintHeader(QPainter& painter);
    void paintRow(QPainter& painter, const ListingRow& row, const QRectF& rect);
    void paintCode(QPainter& painter, const ListingRow& row, const QRectF& rect);
    void paintSwitch(QPainter& painter, const QRectF& rect, bool isOn);
    [[nodiscard]] int rowHeight(const ListingRow& row) const;

    const look::Theme& m_theme;
    Which m_which;
    QToolButton* m_choose = nullptr;
    QString m_title;
    QString m_detail;
    std::vector<ListingRow> m_rows;
};

/// The left pane of the comparison: both listings, and lists of the differences and of the equal parts. Thread: GUI.
class ListingPane : public QWidget {
    Q_OBJECT

public:
    explicit ListingPane(const look::Theme& theme, QWidget* parent = nullptr);

    void setPair(const PairPtr& pair);
    /// Adds a widget below the listings that does not scroll; the pane takes ownership.
    void setFoot(QWidget* foot) { layout()->addWidget(foot); }

signals:
    void swapWanted();
    void closeWanted();
    void chooserWanted(ui::compare::Which which, QWidget* below);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    void fillFindings(const PairPtr& pair);
    void addHeading(const QString& text);
    void addFinding(const QString& icon, const QColor& colour, const QString& text);

    const look::Theme& m_theme;
    PairPtr m_pair;
    QWidget* m_header = nullptr;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QPushButton* m_swap = nullptr;
    QToolButton* m_close = nullptr;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_body = nullptr;
    SideCard* m_a = nullptr;
    SideCard* m_b = nullptr;
    QWidget* m_findings = nullptr;
};

}  // namespace ui::compare
