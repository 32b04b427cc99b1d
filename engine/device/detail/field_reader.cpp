#include "engine/device/detail/field_reader.h"

#include "engine/base/utf8.h"
#include "engine/messages/messages.h"

#include <array>
#include <cmath>

namespace engine::device::detail {

namespace {

const Json kNothing;

constexpr std::array<std::pair<const char*, FactKind>, 3> kKinds = {
    {{"measured", FactKind::Measured}, {"specified", FactKind::Specified}, {"estimated", FactKind::Estimated}}};

std::string asText(double value)
{
    std::string text = Json(value).dump();
    if (text.size() > 2 && text.ends_with(".0"))
        text.resize(text.size() - 2);
    return text;
}

std::string shorten(const Json& value)
{
    // Replaces invalid UTF-8, for which dump() would otherwise throw.
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > 40)
        text = text.substr(0, 37) + "...";
    return text;
}

/// Checks the optional statistics of a measured number. Their values are not used.
void checkMeasurement(ReadingPass& pass, const Json& json, const std::string& path)
{
    FieldReader in(pass, json, path);
    for (const char* field : {"samples", "minimum", "median", "iqr", "residual"})
        if (in.has(field) && !in.object(field).is_number())
            pass.failValue(path + "." + field, message("field.number"), in.object(field));
    in.done();
}

}  // namespace

void ReadingPass::fail(const std::string& path, Message what)
{
    if (!problem)
        problem = makeError(ErrorCode::BadFile,
                            message("machine.field", file, path.empty() ? message("machine.the-file") : Message(path),
                                    std::move(what)));
}

void ReadingPass::failValue(const std::string& path, Message wanted, const Json& value)
{
    fail(path, message("machine.field.must-be", std::move(wanted), shorten(value)));
}

void ReadingPass::failChoice(const std::string& path, std::initializer_list<const char*> choices,
                             const std::string& value)
{
    failValue(path, message("machine.field.one-of", messages::list(choices)), Json(value));
}

FieldReader::FieldReader(ReadingPass& pass, const Json& object, std::string path)
    : m_pass(pass), m_object(object), m_path(std::move(path))
{
    if (!m_object.is_object())
        m_pass.failValue(m_path, message("field.object"), m_object);
}

std::string FieldReader::pathOf(const std::string& name) const
{
    return m_path.empty() ? name : m_path + "." + name;
}

bool FieldReader::has(const char* name) const
{
    return m_object.is_object() && m_object.contains(name);
}

const Json* FieldReader::find(const char* name)
{
    m_asked.insert(name);
    if (!has(name))
        return nullptr;
    return &m_object.at(name);
}

const Json* FieldReader::need(const char* name)
{
    const Json* value = find(name);
    if (value == nullptr)
        m_pass.fail(pathOf(name), message("machine.field.missing"));
    return value;
}

double FieldReader::readFact(const Json& fact, const std::string& path, NumberRule rule)
{
    FieldReader inner(m_pass, fact, path);
    const Json* value = inner.need("value");
    const auto plain = [&](const Json* json, const char* name, double fallback) {
        if (json == nullptr)
            return fallback;
        if (!json->is_number()) {
            m_pass.failValue(path + "." + name, message("field.number"), *json);
            return fallback;
        }
        const double number = json->get<double>();
        if (number >= rule.minimum && number <= rule.maximum)
            return number;
        m_pass.failValue(path + "." + name, message("program.number", asText(rule.minimum), asText(rule.maximum)),
                         *json);
        return fallback;
    };
    MachineFact out;
    out.path = path;
    out.value = plain(value, "value", rule.minimum);
    out.low = plain(inner.find("low"), "low", out.value);
    out.high = plain(inner.find("high"), "high", out.value);
    if (out.low > out.value || out.high < out.value)
        m_pass.fail(path, message("machine.field.outside"));
    const std::string kind = inner.text("kind");
    bool isKnown = false;
    for (const auto& [name, factKind] : kKinds)
        if (kind == name) {
            out.kind = factKind;
            isKnown = true;
        }
    if (!isKnown)
        m_pass.failChoice(path + ".kind", {"measured", "specified", "estimated"}, kind);
    out.source = inner.text("source");
    if (inner.has("measurement"))
        checkMeasurement(m_pass, inner.object("measurement"), path + ".measurement");
    inner.done();
    const double result = out.value * rule.factor;
    if (m_pass.facts != nullptr)
        m_pass.facts->push_back(std::move(out));
    return result;
}

double FieldReader::number(const char* name, NumberRule rule)
{
    const Json* value = need(name);
    if (value == nullptr)
        return rule.minimum * rule.factor;
    const std::string path = pathOf(name);
    if (!value->is_object()) {
        m_pass.failValue(path, message("machine.field.measured"), *value);
        return rule.minimum * rule.factor;
    }
    if (!value->contains("torch") && !value->contains("mxnet"))
        return readFact(*value, path, rule);
    double chosen = rule.minimum * rule.factor;
    FieldReader both(m_pass, *value, path);
    for (const char* dialect : {"torch", "mxnet"})
        if (const Json* fact = both.need(dialect)) {
            const double read = both.readFact(*fact, path + "." + dialect, rule);
            if (m_pass.dialect == dialect)
                chosen = read;
        }
    both.done();
    return chosen;
}

double FieldReader::optionalNumber(const char* name, NumberRule rule, double fallback)
{
    return has(name) ? number(name, rule) : (m_asked.insert(name), fallback);
}

int FieldReader::integer(const char* name, int minimum, int maximum)
{
    const double value = number(name, {static_cast<double>(minimum), static_cast<double>(maximum), 1});
    if (value != std::floor(value))
        m_pass.failValue(pathOf(name), message("field.whole-number"), Json(value));
    return m_pass.problem ? minimum : static_cast<int>(value);
}

std::string FieldReader::text(const char* name)
{
    const Json* value = need(name);
    if (value == nullptr)
        return {};
    if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
        m_pass.failValue(pathOf(name), message("field.text"), *value);
        return {};
    }
    return drawable(value->get<std::string>());
}

std::string FieldReader::optionalText(const char* name, std::string fallback)
{
    return has(name) ? text(name) : (m_asked.insert(name), std::move(fallback));
}

int FieldReader::optionalPlainInteger(const char* name, int fallback, int minimum, int maximum)
{
    const Json* value = find(name);
    if (value == nullptr)
        return fallback;
    // Compare as a double, because converting a huge integer could wrap into the range.
    if (value->is_number_integer()) {
        const double number = value->get<double>();
        if (number >= minimum && number <= maximum)
            return value->get<int>();
    }
    m_pass.failValue(pathOf(name), message("program.whole-number", minimum, maximum), *value);
    return fallback;
}

bool FieldReader::optionalFlag(const char* name)
{
    const Json* value = find(name);
    if (value == nullptr)
        return false;
    if (!value->is_boolean()) {
        m_pass.failValue(pathOf(name), message("field.flag"), *value);
        return false;
    }
    return value->get<bool>();
}

const Json& FieldReader::object(const char* name)
{
    const Json* value = need(name);
    return value == nullptr ? kNothing : *value;
}

const Json& FieldReader::optionalArray(const char* name)
{
    const Json* value = find(name);
    if (value == nullptr)
        return kNothing;
    if (!value->is_array()) {
        m_pass.failValue(pathOf(name), message("field.list"), *value);
        return kNothing;
    }
    return *value;
}

void FieldReader::done()
{
    if (!m_object.is_object())
        return;
    for (const auto& [name, value] : m_object.items())
        if (!m_asked.contains(name))
            m_pass.fail(pathOf(name), message("machine.field.unknown"));
}

}  // namespace engine::device::detail
