#include "ui/listing/program_parameters.h"

#include "engine/frontend/platform_parameters.h"
#include "ui/listing/change.h"

#include <algorithm>
#include <utility>

namespace ui::listing {

using engine::frontend::Parameter;

QString ProgramParameters::value(const std::string& name) const
{
    if (const auto set = m_changed.find(name); set != m_changed.end())
        return QString::fromStdString(set->second);
    for (const Parameter& parameter : m_declared)
        if (parameter.name == name)
            return QString::fromStdString(parameter.value);
    return {};
}

bool ProgramParameters::isDeclared(const std::string& name) const
{
    return std::any_of(m_declared.begin(), m_declared.end(), [&](const Parameter& one) { return one.name == name; });
}

void ProgramParameters::open(std::vector<Parameter> declared, const Values& changed)
{
    m_declared = std::move(declared);
    m_changed.clear();
    for (const Parameter& parameter : m_declared)
        if (const auto set = changed.find(parameter.name); set != changed.end() && set->second != parameter.value)
            m_changed.insert(*set);
    for (const Parameter& parameter : engine::frontend::platformParameters())
        if (const auto set = changed.find(parameter.name); set != changed.end() && !isDeclared(parameter.name))
            m_changed.insert(*set);
    ++m_revision;
}

void ProgramParameters::set(const std::string& name, const QString& value)
{
    if (this->value(name) != value)
        push(name, value.toStdString());
}

void ProgramParameters::type(const std::string& name, const QString& value)
{
    if (this->value(name) == value)
        return;
    if (m_typed != name)
        ++m_typing;
    m_typed = name;
    m_isTyping = true;
    push(name, value.toStdString(), m_typing);
    m_isTyping = false;
}

void ProgramParameters::push(const std::string& name, const Value& value, int id)
{
    // If no value was set, undo removes the new one: a parameter without an input field has no default to restore.
    const auto set = m_changed.find(name);
    const Value before = set == m_changed.end() ? std::nullopt : std::optional(set->second);
    m_undo.push(new Change(
        tr("set %1").arg(QString::fromStdString(name)), [this, name, value] { apply(name, value); },
        [this, name, before] { apply(name, before); }, id));
}

void ProgramParameters::apply(const std::string& name, const Value& value)
{
    bool isDefault = !value;
    for (const Parameter& parameter : m_declared)
        isDefault = isDefault || (parameter.name == name && parameter.value == value);
    if (isDefault)
        m_changed.erase(name);
    else
        m_changed[name] = *value;
    ++m_revision;
    emit valuesChanged();
    m_isTyping ? emit typed() : emit runWanted();
}

void ProgramParameters::reset()
{
    const Values changed = m_changed;
    for (const Parameter& parameter : m_declared)
        if (changed.contains(parameter.name))
            set(parameter.name, QString::fromStdString(parameter.value));
    for (const auto& [name, value] : Values(m_changed))
        push(name, std::nullopt);
}

}  // namespace ui::listing
