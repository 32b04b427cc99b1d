#pragma once

#include <QLabel>

namespace ui::look {

/// A label that elides its text if there is too little room; screen readers still get the full text. A label with a
/// short form paints the short form instead of an elided text, or nothing if the short form has no room either.
class ElidedLine : public QLabel {
public:
    using QLabel::QLabel;

    void setShortForm(const QString& text);
    /// Returns the text that is painted in `width` pixels.
    [[nodiscard]] QString textIn(int width) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_short;
};

}  // namespace ui::look
