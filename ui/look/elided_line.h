#pragma once

#include <QLabel>

namespace ui::look {

/// A label that elides its text if there is too little room; screen readers still get the full text. With a short form
/// it shows that instead of a part of the text, and nothing if that has no room either.
class ElidedLine : public QLabel {
public:
    using QLabel::QLabel;

    void setShortForm(const QString& text);
    /// What is painted in `width` pixels.
    [[nodiscard]] QString textIn(int width) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_short;
};

}  // namespace ui::look
