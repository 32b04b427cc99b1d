#include "ui/look/header_look.h"

#include "ui/look/widgets.h"

#include <QLabel>
#include <QLayout>

namespace ui::look {

void styleChip(const Theme& theme, QLabel& chip, const QColor& ground, const QColor& ink)
{
    chip.setFont(theme.sans(10.5, QFont::DemiBold));
    chip.setFixedHeight(theme.px(18));
    chip.setStyleSheet(QStringLiteral("background: %1; color: %2; border-radius: %3px; padding: 0 %4px;")
                           .arg(ground.name(), ink.name())
                           .arg(theme.px(4))
                           .arg(theme.px(6)));
}

void styleHeader(const Theme& theme, const HeaderParts& parts)
{
    const Tokens& tokens = theme.tokens();
    parts.header.setFixedHeight(theme.px(38));
    parts.header.layout()->setContentsMargins(theme.px(14), 0, theme.px(8), 1);
    parts.header.layout()->setSpacing(theme.px(8));
    parts.title.setFont(theme.sans(13, QFont::DemiBold));
    setTextStyle(parts.note, theme.sans(11.5), tokens.text3);
    styleChip(theme, parts.chip, tokens.sunken, tokens.text2);
}

}  // namespace ui::look
