#include "engine/symbol/symbol.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;

/// Fuzzes the reader of MXNet's graph files, which store the arguments of operators as text.
namespace {

bool read(std::string_view input)
{
    const std::string json(input);
    const auto graph = fuzz::reading([&] { return symbol::fromJson(json); });
    if (!fuzz::succeeded(graph))
        return false;
    static_cast<void>(symbol::argumentsOf(*graph));
    static_cast<void>(symbol::toJson(*graph));
    return true;
}

std::string graphOf(const std::string& op, const std::string& attributes)
{
    return R"x({"nodes":[{"op":"null","name":"data","inputs":[]},{"op":"null","name":"weight","inputs":[]},
{"op":"null","name":"bias","inputs":[]},{"op":")x" +
           op + R"x(","name":"a","attrs":{)x" + attributes +
           R"x(},"inputs":[[0,0,0],[1,0,0],[2,0,0]]}],"arg_nodes":[0,1,2],"heads":[[3,0,0]]})x";
}

std::vector<std::string> seeds()
{
    return {graphOf("FullyConnected", R"x("num_hidden":"256","flatten":"True","no_bias":"False")x"),
            graphOf("Convolution", R"x("kernel":"(3, 3)","stride":"(1, 1)","pad":"(0, 0)","num_filter":"8")x"),
            R"x({"nodes":[{"op":"null","name":"data","inputs":[]},{"op":"Pooling","name":"p","attrs":{"kernel":"(2, 2)",
"pool_type":"max","stride":"(2, 2)"},"inputs":[[0,0,0]]},{"op":"Activation","name":"r","attrs":{"act_type":"relu"},
"inputs":[[1,0,0]]},{"op":"_plus_scalar","name":"s","attrs":{"scalar":"2.5"},"inputs":[[2,0,0]]}],"heads":[[3,0,0]]})x"};
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
