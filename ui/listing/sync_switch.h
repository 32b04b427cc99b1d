#pragma once

#include "ui/look/theme.h"

#include <QCheckBox>

namespace ui::listing {

/// A row of the gutter that can be switched: on = the program waits on this line. The whole row is the hit area.
class SyncSwitch : public QCheckBox {
    Q_OBJECT

public:
    SyncSwitch(const look::Theme& theme, QWidget* parent);

    /// "Wait on line 15, torch.cuda.synchronize(devices[0])"
    void describe(int line, const QString& call);
    [[nodiscard]] int line() const { return m_line; }

signals:
    /// The reader flipped it with the mouse, and has no text to type here.
    void flippedByMouse();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& position) const override { return rect().contains(position); }
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const look::Theme& m_theme;
    int m_line = 0;
};

}  // namespace ui::listing
