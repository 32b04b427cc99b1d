#include "engine/device/detail/field_reader.h"

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
    // dump() would throw for invalid UTF-8, so it is replaced.
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > 40)
        text = text.substr(0, 37) + "...";
    return text;
}

/// Checks the optional statistics of a measured number, which are for people who read the file.
void checkMeasurement(ReadingPass& pass, const Json& json, const std::string& path)
{
    FieldReader in(pass, json, path);
    for (const char* field : {"samples", "minimum", "median", "iqr", "residual"})
        if (in.has(field) && !in.object(field).is_number())
            pass.fail(path + "." + field, "must be a number.");
    in.done();
}

}  // namespace

void ReadingPass::fail(const std::string& path, const std::string& what)
{
    if (!problem)
        problem = makeError(ErrorCode::BadFile, file + ": " + (path.empty() ? "the file" : path) + " " + what);
}

FieldReader::FieldReader(ReadingPass& pass, const Json& object, std::string path)
    : m_pass(pass), m_object(object), m_path(std::move(path))
{
    if (!m_object.is_object())
        m_pass.fail(m_path, "must be an object { ... }, is " + shorten(m_object) + ".");
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
        m_pass.fail(pathOf(name), "is missing; every machine file has it (see machine.schema.json).");
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
            m_pass.fail(path + "." + name, "must be a number, is " + shorten(*json) + ".");
            return fallback;
        }
        const double number = json->get<double>();
        if (!std::isfinite(number) || number < rule.minimum || number > rule.maximum)
            m_pass.fail(path + "." + name, "must lie between " + asText(rule.minimum) + " and " + asText(rule.maximum) +
                                               ", is " + shorten(*json) + ".");
        return number;
    };
    MachineFact out;
    out.path = path;
    out.value = plain(value, "value", rule.minimum);
    out.low = plain(inner.find("low"), "low", out.value);
    out.high = plain(inner.find("high"), "high", out.value);
    if (out.low > out.value || out.high < out.value)
        m_pass.fail(path, "has a value outside of its own low and high.");
    const std::string kind = inner.text("kind");
    bool isKnown = false;
    for (const auto& [name, factKind] : kKinds)
        if (kind == name) {
            out.kind = factKind;
            isKnown = true;
        }
    if (!isKnown)
        m_pass.fail(path + ".kind", "must be \"measured\", \"specified\" or \"estimated\", is \"" + kind + "\".");
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
        m_pass.fail(path, "must be an object with value, kind and source, is " + shorten(*value) + ".");
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
        m_pass.fail(pathOf(name), "must be a whole number, is " + asText(value) + ".");
    return m_pass.problem ? minimum : static_cast<int>(value);
}

std::string FieldReader::text(const char* name)
{
    const Json* value = need(name);
    if (value == nullptr)
        return {};
    if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
        m_pass.fail(pathOf(name), "must be a text, is " + shorten(*value) + ".");
        return {};
    }
    return value->get<std::string>();
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
    // Compared as a double, because a huge integer could wrap into the range.
    if (value->is_number_integer()) {
        const double number = value->get<double>();
        if (number >= minimum && number <= maximum)
            return value->get<int>();
    }
    m_pass.fail(pathOf(name), "must be a whole number from " + std::to_string(minimum) + " to " +
                                  std::to_string(maximum) + ", is " + shorten(*value) + ".");
    return fallback;
}

bool FieldReader::optionalFlag(const char* name, bool fallback)
{
    const Json* value = find(name);
    if (value == nullptr)
        return fallback;
    if (!value->is_boolean()) {
        m_pass.fail(pathOf(name), "must be true or false, is " + shorten(*value) + ".");
        return fallback;
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
        m_pass.fail(pathOf(name), "must be a list [ ... ], is " + shorten(*value) + ".");
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
            m_pass.fail(pathOf(name), "is not a field of a machine file; remove it or correct its name.");
}

}  // namespace engine::device::detail
