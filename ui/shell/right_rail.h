#pragma once

#include "ui/look/theme.h"

#include <QAbstractButton>
#include <QWidget>

namespace ui::shell {

/// What is left of the right pane while it is closed: a narrow column that names its parts and opens it. Thread: GUI.
class RightRail : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWidth = 40;  ///< at 100 %

    RightRail(look::Theme& theme, QWidget* parent);

signals:
    void opened();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QAbstractButton* addPart(const char* icon);
    void restyle();

    look::Theme& m_theme;
    QAbstractButton* m_graph = nullptr;
    QAbstractButton* m_inspector = nullptr;
    QAbstractButton* m_advice = nullptr;
};

}  // namespace ui::shell
