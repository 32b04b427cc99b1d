#include "ui/look/toast.h"

#include "ui/look/flow.h"
#include "ui/look/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QLabel>
#include <QTimer>
#include <algorithm>
#include <chrono>

namespace ui::look {

namespace {

constexpr std::chrono::seconds kShown{8};

class Toast final : public QLabel {
public:
    Toast(const Theme& theme, QWidget& window, const QString& sentence)
        : QLabel(chooseParticles(sentence), &window), m_theme(theme)
    {
        setObjectName(QStringLiteral("toast"));
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
        setFont(theme.sans(12, QFont::Medium));
        setContentsMargins(theme.px(14), theme.px(9), theme.px(14), theme.px(9));
        const Tokens& tokens = theme.tokens();
        setStyleSheet(QStringLiteral("#toast { background: %1; color: %2; border-radius: %3px; }")
                          .arg(tokens.tip.name(), tokens.tipText.name())
                          .arg(theme.px(8)));
        setAccessibleName(text());
        window.installEventFilter(this);
        QTimer::singleShot(kShown, this, &QObject::deleteLater);
        place();
        show();
        raise();
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            place();
        return QLabel::eventFilter(watched, event);
    }

protected:
    void mousePressEvent(QMouseEvent*) override { deleteLater(); }

private:
    void place()
    {
        const QSize window = parentWidget()->size();
        const int most = std::max(0, window.width() - m_theme.px(48));
        const int width = std::min(most, fontMetrics().horizontalAdvance(text()) + m_theme.px(30));
        resize(width, heightForWidth(width));
        move((window.width() - this->width()) / 2, window.height() - height() - m_theme.px(48));
    }

    const Theme& m_theme;
};

}  // namespace

void showToast(const Theme& theme, QWidget& window, const QString& sentence)
{
    delete window.findChild<QLabel*>(QStringLiteral("toast"), Qt::FindDirectChildrenOnly);
    new Toast(theme, window, sentence);  // the window owns the toast
}

}  // namespace ui::look
