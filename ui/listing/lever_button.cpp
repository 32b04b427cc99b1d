#include "ui/listing/lever_button.h"

#include "ui/look/in_language.h"
#include "ui/look/plain_texts.h"

#include <QActionGroup>
#include <QPainter>
#include <QStringList>
#include <utility>

namespace ui::listing {

namespace {

/// Returns the icon of a lever by its name. The second lever of one type in a line has a number in its name
/// ("device2").
QString iconOf(const std::string& name)
{
    static constexpr std::pair<const char*, const char*> kIcons[] = {
        {"non_blocking", "copy"}, {"pin_memory", "mem"},     {"stream", "path"},     {"device", "chip"},
        {"batch_size", "layers"}, {"num_workers", "repeat"}, {"hybridize", "graph"}, {"compile", "graph"}};
    for (const auto& [lever, icon] : kIcons)
        if (name.starts_with(lever))
            return QString::fromLatin1(icon);
    return QStringLiteral("menu");
}

QString valueText(const std::string& value)
{
    return value == "on"    ? LeverButton::tr("on")
           : value == "off" ? LeverButton::tr("off")
                            : QString::fromStdString(value);
}

}  // namespace

QString leversText(const std::vector<Lever>& levers)
{
    QStringList texts;
    for (const Lever& lever : levers)
        texts << QString::fromStdString(lever.name) + QLatin1Char(' ') + valueText(lever.value);
    return texts.join(QStringLiteral(", "));
}

void fillLeverMenu(QMenu& menu, const std::vector<Lever>& levers,
                   const std::function<void(const Lever& lever, const std::string& value)>& change)
{
    for (const Lever& lever : levers) {
        const QString name = QString::fromStdString(lever.name);
        if (lever.isSwitch()) {
            QAction* entry = menu.addAction(name);
            entry->setObjectName(name);
            entry->setCheckable(true);
            entry->setChecked(lever.value == "on");
            QObject::connect(entry, &QAction::triggered, &menu,
                             [change, lever](bool isOn) { change(lever, isOn ? "on" : "off"); });
            continue;
        }
        QMenu* values = levers.size() == 1 ? &menu : menu.addMenu(name);
        auto* group = new QActionGroup(values);
        for (const Lever::State& state : lever.states) {
            QAction* entry = values->addAction(look::buttonText(QString::fromStdString(state.value)));
            entry->setObjectName(name + QLatin1Char('=') + QString::fromStdString(state.value));
            entry->setCheckable(true);
            entry->setChecked(state.value == lever.value);
            group->addAction(entry);
            QObject::connect(entry, &QAction::triggered, &menu,
                             [change, lever, value = state.value] { change(lever, value); });
        }
    }
}

LeverButton::LeverButton(const look::Theme& theme, QWidget* parent) : QToolButton(parent), m_theme(theme)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    connect(this, &QToolButton::clicked, this, &LeverButton::activate);
    look::inLanguage(this, [this] { showTexts(); });
}

void LeverButton::describe(int line, std::vector<Lever> levers)
{
    m_line = line;
    m_levers = std::move(levers);
    setObjectName(QStringLiteral("lever%1").arg(line));
    showTexts();
}

void LeverButton::showTexts()
{
    const QString levers = leversText(m_levers);
    setAccessibleName(tr("Levers of line %1: %2").arg(m_line).arg(levers));
    const bool isOne = m_levers.size() == 1 && m_levers.front().otherValue();
    setToolTip(isOne ? tr("%1. Click, or Shift+F2 on the line, to change it to %2.")
                           .arg(levers, valueText(*m_levers.front().otherValue()))
                     : tr("%1. Click, or Shift+F2 on the line, to choose.").arg(levers));
    update();
}

void LeverButton::activate()
{
    if (m_levers.size() == 1 && m_levers.front().otherValue()) {
        const Lever lever = m_levers.front();  // a copy, because the signal changes the text and replaces m_levers
        emit changed(m_line, lever.name, *lever.otherValue());
        return;
    }
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("leverMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillLeverMenu(*menu, m_levers, [this](const Lever& lever, const std::string& value) {
        if (value != lever.value)
            emit changed(lever.line, lever.name, value);
    });
    menu->popup(mapToGlobal(rect().bottomLeft()));
}

void LeverButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const look::Tokens& tokens = m_theme.tokens();
    const QRectF area(rect());
    if (hasFocus() || underMouse()) {
        painter.setPen(hasFocus() ? QPen(tokens.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? tokens.hover : tokens.panel);
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 3, 3);
    }
    if (m_levers.empty())
        return;
    const bool isOne = m_levers.size() == 1;
    const bool isOff = isOne && (m_levers.front().value == "off" || m_levers.front().value == "None");
    const QColor colour = underMouse() ? tokens.accent : isOff ? tokens.text3 : tokens.text2;
    const int side = m_theme.px(12);
    const QIcon icon = m_theme.icon(isOne ? iconOf(m_levers.front().name) : QStringLiteral("menu"), colour);
    const QRectF place(area.center().x() - side / 2.0, area.center().y() - side / 2.0, side, side);
    icon.paint(&painter, place.toRect());
    if (isOff) {  // strikes the icon out, because colour alone must not show the state
        painter.setPen(QPen(colour, 1.4 * m_theme.scale()));
        painter.drawLine(place.bottomLeft(), place.topRight());
    }
}

}  // namespace ui::listing
