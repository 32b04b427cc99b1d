#pragma once

#include <QLabel>

namespace ui::inspect::detail {

/// One line that ends in "…" where it does not fit; the whole of it is the tool tip.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace ui::inspect::detail
