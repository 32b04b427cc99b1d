#pragma once

#include <QLabel>

class QTextLayout;

namespace ui::inspect::detail {

/// A label of as many lines as its text needs. Breaks between words, and within words that are wider than the label.
class WrappedLabel : public QLabel {
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Breaks the text into lines; returns their height.
    double breakLines(QTextLayout& layout, double width) const;
};

}  // namespace ui::inspect::detail
