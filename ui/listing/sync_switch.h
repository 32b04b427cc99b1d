#pragma once

#include "ui/look/theme.h"

#include <QCheckBox>

namespace ui::listing {

/// The switch of one line in the gutter: on means that the program waits on this line. The whole row is clickable.
class SyncSwitch : public QCheckBox {
    Q_OBJECT

public:
    SyncSwitch(const look::Theme& theme, QWidget* parent);

    /// Sets the accessible text: "Wait on line 15, torch.cuda.synchronize(devices[0])".
    void describe(int line, const QString& call);
    [[nodiscard]] int line() const { return m_line; }

signals:
    /// Emitted when the user flips the switch with the mouse; the keyboard focus should then leave the switch.
    void flippedByMouse();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& position) const override { return rect().contains(position); }

private:
    const look::Theme& m_theme;
    int m_line = 0;
    QString m_call;
};

}  // namespace ui::listing
