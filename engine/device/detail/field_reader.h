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

/// What one pass over a machine file shares: whose numbers are wanted, the first problem, the facts met.
struct ReadingPass {
    std::string dialect;  ///< "torch" | "mxnet": which of two numbers counts
    std::string file;
    std::optional<Error> problem;
    std::vector<MachineFact>* facts = nullptr;  ///< none: not wanted

    void fail(const std::string& path, const std::string& what);
};

/// Limits of a number, in the file's unit, and the factor to ours.
struct NumberRule {
    double minimum = 0;
    double maximum = 0;
    double factor = 1;
};

/// Reads the fields of one JSON object by name. The first problem is kept, everything after it yields zeros; fields
/// that nobody asked for are a problem too (see done()).
class FieldReader {
public:
    FieldReader(ReadingPass& pass, const Json& object, std::string path);

    /// A number with its source: {"value": 12, "kind": "measured", "source": "..."}, or one of these per dialect.
    [[nodiscard]] double number(const char* name, NumberRule rule);
    /// `fallback`, in our unit, if the file says nothing.
    [[nodiscard]] double optionalNumber(const char* name, NumberRule rule, double fallback);
    [[nodiscard]] int integer(const char* name, int minimum, int maximum);
    [[nodiscard]] std::string text(const char* name);
    [[nodiscard]] std::string optionalText(const char* name, std::string fallback);
    [[nodiscard]] int optionalPlainInteger(const char* name, int fallback, int minimum, int maximum);
    [[nodiscard]] bool optionalFlag(const char* name, bool fallback);
    [[nodiscard]] bool has(const char* name) const;
    /// Members of an object or array field; an empty one if it is missing or of another type (then it is a problem).
    [[nodiscard]] const Json& object(const char* name);
    [[nodiscard]] const Json& optionalArray(const char* name);

    [[nodiscard]] std::string pathOf(const std::string& name) const;
    [[nodiscard]] ReadingPass& pass() { return m_pass; }

    /// Every field was asked for; otherwise the first one left over is the problem.
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
