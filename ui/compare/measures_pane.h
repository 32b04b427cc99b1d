#pragma once

#include "ui/compare/compare_scene.h"

#include <QLabel>
#include <QScrollArea>
#include <QWidget>
#include <vector>

namespace ui::compare {

/// One measure of both sides: name, B − A, and two bars with their values. Thread: GUI.
class MeasureBars : public QWidget {
    Q_OBJECT

public:
    MeasureBars(const look::Theme& theme, PairPtr pair, const engine::analysis::MeasureRow& row,
                QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintBar(QPainter& painter, double top, const QString& letter, double value, const QColor& colour);
    [[nodiscard]] double shareOf(double value) const;

    const look::Theme& m_theme;
    PairPtr m_pair;
    engine::analysis::MeasureRow m_row;
};

/// The right pane of the comparison: the measures of both sides, and why one is faster. Thread: GUI.
class MeasuresPane : public QWidget {
    Q_OBJECT

public:
    explicit MeasuresPane(const look::Theme& theme, QWidget* parent = nullptr);

    void setPair(const PairPtr& pair);
    [[nodiscard]] QString why() const { return m_why->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const look::Theme& m_theme;
    PairPtr m_pair;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_unit = nullptr;
    QLabel* m_scope = nullptr;
    QWidget* m_header = nullptr;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_card = nullptr;
    QLabel* m_whyTitle = nullptr;
    QLabel* m_why = nullptr;
};

}  // namespace ui::compare
