#pragma once

#include "engine/analysis/training.h"
#include "ui/look/theme.h"

#include <QHash>
#include <QWidget>

namespace ui::training {

/// Table with one row per epoch: the time and, if computed, the accuracy of each run; for two runs, the speedup of the
/// second; and the book's times. The last row is the total. A click or the arrow keys choose an epoch. Thread: GUI.
class EpochTable : public QWidget {
    Q_OBJECT

public:
    explicit EpochTable(const look::Theme& theme, QWidget* parent = nullptr);

    /// `book` has the seconds that the book prints: for a run ("2 GPUs epoch") or for one of its epochs ("2 GPUs, epoch
    /// 1"). If `about` describes a measured run, the column of speeds is left out if the spread of the batches is too
    /// large to distinguish the two runs.
    void show(const engine::analysis::Training& training, const QHash<QString, double>& book,
              const engine::trace::RunInfo& about);
    void setCurrent(int epoch);
    [[nodiscard]] int current() const { return m_current; }
    /// The table as text: one line per row, cells separated by tabs.
    [[nodiscard]] QString text() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void chosen(int run, int epoch);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Run {
        QString name;
        QString book;
    };
    struct Cell {
        QString text;
    };
    struct Row {
        QString name;
        std::vector<Cell> cells;
    };

    void addRows(const engine::analysis::Training& training);
    [[nodiscard]] double rowHeight() const { return m_theme.px(25); }
    /// Numbers of columns: of one run, and of the whole table without the column of names.
    [[nodiscard]] int columnsOfRun() const { return m_hasAccuracy ? 2 : 1; }
    [[nodiscard]] int columns() const;
    [[nodiscard]] double columnWidth() const;
    [[nodiscard]] double headHeight() const;
    void paintHead(QPainter& painter) const;

    const look::Theme& m_theme;
    std::vector<Run> m_runs;
    std::vector<Row> m_rows;  ///< one per epoch; the last one is the total
    QString m_footnote;       ///< reports an unfinished epoch
    bool m_hasAccuracy = false;
    bool m_hasSpeed = false;
    bool m_hasBook = false;
    int m_current = -1;
};

}  // namespace ui::training
