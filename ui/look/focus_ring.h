#pragma once

#include "ui/look/theme.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace ui::look {

/// Surrounds the widget that has the keyboard focus with a ring, in all windows. The ring appears only if a key moved
/// the focus: after a click, a ring around half of a window would disturb. Buttons and fields instead have a border
/// from the style sheet. Thread: GUI.
class FocusRing : public QObject {
    Q_OBJECT

public:
    FocusRing(const Theme& theme, QObject* parent);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    const Theme& m_theme;
    QPointer<QWidget> m_ring;  ///< a child of the widget that it surrounds
};

}  // namespace ui::look
