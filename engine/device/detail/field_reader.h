#pragma once

#include "engine/base/result.h"
#include "engine/device/machine.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine::device::detail {

using Json = nlohmann::json;

/// State of one pass over a machine file: the selected dialect, the first problem, and the numbers read.
struct ReadingPass {
    std::string dialect;  ///< "torch" | "mxnet"; selects the number where the file has one per dialect
    std::string file;
    std::optional<Error> problem;
    std::vector<MachineFact>* facts = nullptr;  ///< null: not collected

    void fail(const std::string& path, Message what);
    /// Reports that the field must be `wanted`, a noun phrase.
    void failValue(const std::string& path, Message wanted, const Json& value);
    void failChoice(const std::string& path, std::initializer_list<const char*> choices, const std::string& value);
};

/// Limits of a number in the file's unit, and the factor that converts the number to the unit of machine.h.
struct NumberRule {
    double minimum = 0;
    double maximum = 0;
    double factor = 1;
};

/// Reads the fields of one JSON object by name. Only the first problem is stored. An invalid field gives a default, and
/// integer() returns its minimum after any problem. Fields that were not read are also a problem (see done()).
class FieldReader {
public:
    FieldReader(ReadingPass& pass, const Json& object, std::string path);

    /// Reads a number with its source: {"value": 12, "kind": "measured", "source": "..."}, or one such object per
    /// dialect.
    [[nodiscard]] double number(const char* name, NumberRule rule);
    /// Returns `fallback` if the field is missing. `fallback` is not multiplied by the factor of `rule`.
    [[nodiscard]] double optionalNumber(const char* name, NumberRule rule, double fallback);
    [[nodiscard]] int integer(const char* name, int minimum, int maximum);
    [[nodiscard]] std::string text(const char* name);
    [[nodiscard]] std::string optionalText(const char* name, std::string fallback);
    [[nodiscard]] int optionalPlainInteger(const char* name, int fallback, int minimum, int maximum);
    /// Returns false if the field is missing.
    [[nodiscard]] bool optionalFlag(const char* name);
    [[nodiscard]] bool has(const char* name) const;
    /// The value of a field of any type. If the field is missing, reports a problem and returns null.
    [[nodiscard]] const Json& object(const char* name);
    /// The array; null if the field is missing. If the field is no array, reports a problem and returns null.
    [[nodiscard]] const Json& optionalArray(const char* name);

    [[nodiscard]] std::string pathOf(const std::string& name) const;
    [[nodiscard]] ReadingPass& pass() { return m_pass; }

    /// Reports a problem for the first field that was not read.
    void done();

private:
    [[nodiscard]] const Json* find(const char* name);
    [[nodiscard]] const Json* need(const char* name);
    [[nodiscard]] double readFact(const Json& fact, const std::string& path, NumberRule rule);

    ReadingPass& m_pass;
    const Json& m_object;
    std::string m_path;
    std::set<std::string> m_asked;
};

}  // namespace engine::device::detail
