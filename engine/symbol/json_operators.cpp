#include "engine/symbol/detail/json_operators.h"

#include "engine/base/text.h"

#include <array>
#include <charconv>
#include <optional>
#include <vector>

/// Converts operators to MXNet's names and attributes, and back.
namespace engine::symbol::detail {

using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

enum class Form : std::uint8_t { Plain, Scalar, Reduction };

struct Name {
    Operator op;
    const char* name;
    Form form = Form::Plain;
};

/// To write a graph, the first name of an operator is used; to read one, all its names are accepted.
constexpr Name kNames[] = {
    {Operator::Add, "elemwise_add"},
    {Operator::Add, "broadcast_add"},
    {Operator::Add, "_plus"},
    {Operator::Subtract, "elemwise_sub"},
    {Operator::Subtract, "broadcast_sub"},
    {Operator::Multiply, "elemwise_mul"},
    {Operator::Multiply, "broadcast_mul"},
    {Operator::Divide, "elemwise_div"},
    {Operator::Divide, "broadcast_div"},
    {Operator::Maximum, "_maximum"},
    {Operator::Maximum, "broadcast_maximum"},
    {Operator::Minimum, "_minimum"},
    {Operator::Minimum, "broadcast_minimum"},
    {Operator::Equal, "_equal"},
    {Operator::NotEqual, "_not_equal"},
    {Operator::Less, "_lesser"},
    {Operator::LessEqual, "_lesser_equal"},
    {Operator::Greater, "_greater"},
    {Operator::GreaterEqual, "_greater_equal"},
    {Operator::MatMul, "dot"},
    {Operator::Negate, "negative"},
    {Operator::Exp, "exp"},
    {Operator::Log, "log"},
    {Operator::Sqrt, "sqrt"},
    {Operator::Sin, "sin"},
    {Operator::Cos, "cos"},
    {Operator::Abs, "abs"},
    {Operator::Square, "square"},
    {Operator::Sign, "sign"},
    {Operator::Transpose, "transpose"},
    {Operator::Copy, "_copy"},
    {Operator::Copy, "identity"},
    {Operator::Pick, "pick"},
    {Operator::Softmax, "softmax"},
    {Operator::LogSoftmax, "log_softmax"},
    {Operator::AddScalar, "_plus_scalar", Form::Scalar},
    {Operator::MultiplyScalar, "_mul_scalar", Form::Scalar},
    {Operator::SubtractFromScalar, "_rminus_scalar", Form::Scalar},
    {Operator::DivideScalar, "_div_scalar", Form::Scalar},
    {Operator::PowerScalar, "_power_scalar", Form::Scalar},
    {Operator::MaximumScalar, "_maximum_scalar", Form::Scalar},
    {Operator::MinimumScalar, "_minimum_scalar", Form::Scalar},
    {Operator::EqualScalar, "_equal_scalar", Form::Scalar},
    {Operator::NotEqualScalar, "_not_equal_scalar", Form::Scalar},
    {Operator::LessScalar, "_lesser_scalar", Form::Scalar},
    {Operator::LessEqualScalar, "_lesser_equal_scalar", Form::Scalar},
    {Operator::GreaterScalar, "_greater_scalar", Form::Scalar},
    {Operator::GreaterEqualScalar, "_greater_equal_scalar", Form::Scalar},
    {Operator::Sum, "sum", Form::Reduction},
    {Operator::Mean, "mean", Form::Reduction},
    {Operator::Max, "max", Form::Reduction},
    {Operator::Norm, "norm", Form::Reduction},
    {Operator::ArgMax, "argmax", Form::Reduction},
};

std::string exactText(double value)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string tupleText(const auto& items)
{
    std::string text;
    std::size_t count = 0;
    for (const auto item : items)
        text += (count++ == 0 ? "" : ", ") + std::to_string(item);
    return "(" + text + (count == 1 ? ",)" : ")");
}

std::vector<int> axesOf(unsigned bits)
{
    std::vector<int> axes;
    for (int axis = 0; axis < 8; ++axis)
        if ((bits >> static_cast<unsigned>(axis) & 1U) != 0)
            axes.push_back(axis);
    return axes;
}

const char* truth(bool value)
{
    return value ? "True" : "False";
}

/// Parses attributes and stores the first problem as a message.
class Attributes {
public:
    explicit Attributes(const MxnetOperator& given) : m_given(given) {}

    [[nodiscard]] std::string text(const std::string& name, const std::string& otherwise = {}) const
    {
        const auto found = m_given.attributes.find(name);
        return found == m_given.attributes.end() ? otherwise : found->second;
    }
    [[nodiscard]] bool isTrue(const std::string& name) const
    {
        const std::string value = text(name);
        return value == "True" || value == "true" || value == "1";
    }
    double number(const std::string& name, double otherwise)
    {
        const std::string value = text(name);
        if (value.empty())
            return otherwise;
        const auto result = parseNumber<double>(value);
        if (!result)
            fail(name, value);
        return result.value_or(0);
    }
    /// Parses "(2, 2)", "2" or "[2, 2]".
    std::vector<std::int64_t> tuple(const std::string& name)
    {
        const std::string value = text(name);
        std::vector<std::int64_t> items;
        const char* at = value.data();
        const char* end = at + value.size();
        while (at != end) {
            if (std::string_view("()[], ").find(*at) != std::string_view::npos) {
                ++at;
                continue;
            }
            std::int64_t item = 0;
            const auto [next, failure] = std::from_chars(at, end, item);
            if (failure != std::errc{}) {
                if (value != "None")
                    fail(name, value);
                return {};
            }
            items.push_back(item);
            at = next;
        }
        return items;
    }
    void pair(const std::string& name, std::array<std::int32_t, 2>& to)
    {
        const std::vector<std::int64_t> items = tuple(name);
        constexpr std::int64_t kMax = 1 << 24;
        if (items.empty())
            return;
        if (items.size() != 2 || items[0] < 0 || items[1] < 0 || items[0] > kMax || items[1] > kMax)
            return fail(name, text(name));
        to = {static_cast<std::int32_t>(items[0]), static_cast<std::int32_t>(items[1])};
    }
    Shape shape(const std::string& name)
    {
        const std::vector<std::int64_t> items = tuple(name);
        if (items.size() > Shape::kMaxRank)
            fail(name, text(name));
        return Shape(std::span<const std::int64_t>(items));
    }
    void fail(const std::string& name, const std::string& value)
    {
        refuse("its attribute " + name + " is \"" + value + "\"");
    }
    void refuse(const std::string& what)
    {
        if (m_problem.empty())
            m_problem = what;
    }
    [[nodiscard]] const std::string& problem() const { return m_problem; }

private:
    const MxnetOperator& m_given;
    std::string m_problem;
};

void readAxes(Attributes& attributes, Operation& operation)
{
    for (const std::int64_t axis : attributes.tuple("axis")) {
        if (axis < 0 || axis >= static_cast<std::int64_t>(Shape::kMaxRank))
            return attributes.fail("axis", attributes.text("axis"));
        operation.axes = static_cast<std::uint8_t>(operation.axes | 1U << axis);
    }
    operation.keepsAxes = attributes.isTrue("keepdims");
}

bool readDense(const std::string& name, Attributes& attributes, Operation& operation)
{
    if (name == "FullyConnected") {
        operation.op = Operator::FullyConnected;
        if (attributes.text("flatten", "True") == "False")
            attributes.refuse("flatten=False is not supported");
        return true;
    }
    if (name != "Convolution")
        return false;
    operation.op = Operator::Convolution;
    attributes.pair("kernel", operation.window.kernel);
    attributes.pair("stride", operation.window.stride);
    attributes.pair("pad", operation.window.padding);
    std::array<std::int32_t, 2> dilate{1, 1};
    attributes.pair("dilate", dilate);
    if (dilate != std::array<std::int32_t, 2>{1, 1} || attributes.number("num_group", 1) != 1)
        attributes.refuse("dilated or grouped convolutions are not supported");
    return true;
}

bool readActivation(const std::string& name, Attributes& attributes, Operation& operation)
{
    const std::string type = name == "Activation" ? attributes.text("act_type") : name;
    if (type == "relu")
        operation.op = Operator::Relu;
    else if (type == "sigmoid")
        operation.op = Operator::Sigmoid;
    else if (type == "tanh")
        operation.op = Operator::Tanh;
    else if (name != "Activation")
        return false;
    else
        attributes.fail("act_type", type);
    return true;
}

bool readPooling(const std::string& name, Attributes& attributes, Operation& operation)
{
    if (name != "Pooling")
        return false;
    const std::string type = attributes.text("pool_type", "max");
    if (type != "max" && type != "avg")
        attributes.fail("pool_type", type);
    operation.op = type == "max" ? Operator::MaxPool : Operator::AveragePool;
    attributes.pair("kernel", operation.window.kernel);
    attributes.pair("stride", operation.window.stride);
    attributes.pair("pad", operation.window.padding);
    if (attributes.isTrue("global_pool"))
        operation.window = {{0, 0}, {1, 1}, {0, 0}};
    const bool countsPadding = type == "avg" && attributes.text("count_include_pad", "True") == "True" &&
                               operation.window.padding != std::array<std::int32_t, 2>{0, 0};
    if (countsPadding)
        attributes.refuse("averages that count the padding (count_include_pad=True) are not supported");
    return true;
}

bool readShaped(const std::string& name, Attributes& attributes, Operation& operation)
{
    if (name == "Flatten") {
        operation.op = Operator::Reshape;
        operation.output = Shape{0, -1};
    } else if (name == "Reshape" || name == "reshape") {
        operation.op = Operator::Reshape;
        operation.output = attributes.shape("shape");
    } else if (name == "broadcast_to") {
        operation.op = Operator::Broadcast;
        operation.output = attributes.shape("shape");
    } else if (name == "_zeros" || name == "_ones" || name == "_full") {
        operation.op = Operator::Fill;
        operation.output = attributes.shape("shape");
        operation.scalars[0] = name == "_ones" ? 1 : attributes.number("value", 0);
    } else if (name == "Concat" || name == "concat") {
        operation.op = Operator::Concat;
        const double axis = attributes.number("dim", 1);
        if (!(axis >= 0 && axis < static_cast<double>(Shape::kMaxRank)))
            attributes.fail("dim", attributes.text("dim"));
        else
            operation.axes = static_cast<std::uint8_t>(1U << static_cast<unsigned>(axis));
    } else {
        return false;
    }
    return true;
}

bool readNorm(const std::string& name, Attributes& attributes, Operation& operation)
{
    if (name != "BatchNorm")
        return false;
    operation.op = Operator::BatchNorm;
    operation.scalars[0] = attributes.number("eps", 1e-3);
    operation.scalars[1] = attributes.number("momentum", 0.9);
    // MXNet does not have this attribute; MXNet ignores unknown attributes only if their name begins and ends with
    // underscores.
    operation.scalars[2] = attributes.isTrue("__unbiased__") ? 1 : 0;
    if (attributes.isTrue("use_global_stats"))
        attributes.refuse("use_global_stats=True is not supported");
    return true;
}

bool readSimple(const std::string& name, Attributes& attributes, Operation& operation)
{
    if (name == "_minus_scalar") {
        operation.op = Operator::AddScalar;
        operation.scalars[0] = -attributes.number("scalar", 0);
        return true;
    }
    for (const Name& known : kNames) {
        if (name != known.name)
            continue;
        operation.op = known.op;
        if (known.form == Form::Scalar)
            operation.scalars[0] = attributes.number("scalar", 0);
        else if (known.form == Form::Reduction)
            readAxes(attributes, operation);
        return true;
    }
    return false;
}

std::map<std::string, std::string> windowText(const ops::Window& window)
{
    return {
        {"kernel", tupleText(window.kernel)}, {"stride", tupleText(window.stride)}, {"pad", tupleText(window.padding)}};
}

std::optional<MxnetOperator> layerText(const Operation& operation, std::size_t inputs, const Shape* weight)
{
    const auto units = [&](const char* name, std::map<std::string, std::string> attributes) {
        if (weight != nullptr && weight->rank() > 0)
            attributes[name] = std::to_string((*weight)[0]);
        attributes["no_bias"] = truth(inputs < 3);
        return attributes;
    };
    switch (operation.op) {
        case Operator::FullyConnected:
            return MxnetOperator{"FullyConnected", units("num_hidden", {{"flatten", "True"}})};
        case Operator::Convolution:
            return MxnetOperator{"Convolution", units("num_filter", windowText(operation.window))};
        case Operator::Relu:
            return MxnetOperator{"Activation", {{"act_type", "relu"}}};
        case Operator::Sigmoid:
            return MxnetOperator{"Activation", {{"act_type", "sigmoid"}}};
        case Operator::Tanh:
            return MxnetOperator{"Activation", {{"act_type", "tanh"}}};
        case Operator::AveragePool:
        case Operator::MaxPool: {
            MxnetOperator pool{"Pooling", windowText(operation.window)};
            const bool isGlobal = operation.window.kernel[0] == 0;
            pool.attributes["global_pool"] = truth(isGlobal);
            if (isGlobal)
                pool.attributes["kernel"] = "(1, 1)";
            pool.attributes["pool_type"] = operation.op == Operator::MaxPool ? "max" : "avg";
            if (operation.op == Operator::AveragePool)
                pool.attributes["count_include_pad"] = "False";
            return pool;
        }
        case Operator::BatchNorm: {
            MxnetOperator norm{"BatchNorm",
                               {{"eps", exactText(operation.scalars[0])},
                                {"momentum", exactText(operation.scalars[1])},
                                {"fix_gamma", "False"},
                                {"use_global_stats", "False"}}};
            if (operation.scalars[2] != 0)
                norm.attributes["__unbiased__"] = "True";
            return norm;
        }
        default:
            return std::nullopt;
    }
}

std::optional<MxnetOperator> shapedText(const Operation& operation, std::size_t inputs)
{
    switch (operation.op) {
        case Operator::Reshape:
            if (operation.output == Shape{0, -1})
                return MxnetOperator{"Flatten", {}};
            return MxnetOperator{"Reshape", {{"shape", tupleText(operation.output.extents())}}};
        case Operator::Broadcast:
            if (operation.scalars[0] != 0 && operation.scalars[0] != 1)
                return std::nullopt;
            return MxnetOperator{"broadcast_to", {{"shape", tupleText(operation.output.extents())}}};
        case Operator::Fill:
            return MxnetOperator{
                "_full",
                {{"shape", tupleText(operation.output.extents())}, {"value", exactText(operation.scalars[0])}}};
        case Operator::Concat: {
            const std::vector<int> axes = axesOf(operation.axes);
            return MxnetOperator{
                "Concat", {{"dim", std::to_string(axes.empty() ? 0 : axes[0])}, {"num_args", std::to_string(inputs)}}};
        }
        default:
            return std::nullopt;
    }
}

}  // namespace

Result<MxnetOperator> toMxnet(const Operation& operation, std::size_t inputs, const Shape* weight)
{
    if (auto layer = layerText(operation, inputs, weight))
        return *std::move(layer);
    if (auto shaped = shapedText(operation, inputs))
        return *std::move(shaped);
    for (const Name& known : kNames) {
        if (known.op != operation.op)
            continue;
        MxnetOperator result{known.name, {}};
        if (known.form == Form::Scalar)
            result.attributes["scalar"] = exactText(operation.scalars[0]);
        if (known.form == Form::Reduction) {
            if (operation.axes != 0)
                result.attributes["axis"] = tupleText(axesOf(operation.axes));
            result.attributes["keepdims"] = truth(operation.keepsAxes);
        }
        return result;
    }
    return untranslatedError(ErrorCode::Unsupported, std::string(ops::nameOf(operation.op)) +
                                                         " has no counterpart in MXNet's graph format, so the graph "
                                                         "cannot be exported; leave it out of the network.");
}

Result<Operation> fromMxnet(const MxnetOperator& given)
{
    Operation operation;
    Attributes attributes(given);
    const bool isKnown =
        readDense(given.name, attributes, operation) || readActivation(given.name, attributes, operation) ||
        readPooling(given.name, attributes, operation) || readNorm(given.name, attributes, operation) ||
        readShaped(given.name, attributes, operation) || readSimple(given.name, attributes, operation);
    if (!isKnown)
        return untranslatedError(ErrorCode::BadFile, "the operator " + given.name + " is not supported");
    if (!attributes.problem().empty())
        return untranslatedError(ErrorCode::BadFile,
                                 "the operator " + given.name + " cannot be imported: " + attributes.problem());
    return operation;
}

}  // namespace engine::symbol::detail
