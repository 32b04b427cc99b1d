#pragma once

#include "ui/look/theme.h"

#include <QAbstractButton>
#include <QWidget>

namespace ui::shell {

/// The narrow column that replaces the closed right pane: it names the pane's parts and opens the pane. Thread: GUI.
class RightRail : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWidth = 40;  ///< width at 100 %

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
