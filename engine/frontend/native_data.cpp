#include "engine/frontend/detail/native_calls.h"
#include "engine/io/generated_images.h"
#include "engine/io/idx.h"

#include <pybind11/stl.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace py = pybind11;

/// Data sets: IDX files, the order in which a loader reads rows, and training batches that are written with one call.
namespace engine::frontend {

namespace {

/// The rows of a data set, in the order of an epoch.
struct Order {
    std::vector<std::int64_t> rows;
};

struct FreeDeleter {
    void operator()(float* memory) const { std::free(memory); }
};

/// An array of zeros. Allocated by calloc(), which unlike a vector does not touch the pages of a large array: a program
/// run without computed values does not need them.
class Numbers {
public:
    explicit Numbers(std::size_t size) : m_size(size), m_memory(static_cast<float*>(std::calloc(size, sizeof(float))))
    {
        if (m_memory == nullptr && size > 0)
            throw std::bad_alloc();
    }
    [[nodiscard]] float* begin() { return m_memory.get(); }
    [[nodiscard]] std::span<const float> all() const { return {m_memory.get(), m_size}; }

private:
    std::size_t m_size;
    std::unique_ptr<float, FreeDeleter> m_memory;
};

/// splitmix64: the next value depends only on the state.
std::uint64_t next(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31U);
}

/// Returns the order of the rows. `isShuffled`: shuffles the rows by `seed`, so that all ranks have the same order; if
/// there is no seed, by the program run's random numbers. In a program run without computed values the order does not
/// matter.
Order makeOrder(std::int64_t count, bool isShuffled, std::optional<std::uint64_t> seed)
{
    Execution& execution = currentExecution();
    if (count < 0)
        throw py::value_error("a data set cannot have fewer than no rows");
    Order order;
    order.rows.resize(static_cast<std::size_t>(count));
    std::iota(order.rows.begin(), order.rows.end(), std::int64_t{0});
    if (!isShuffled)
        return order;
    std::uint64_t state = seed ? *seed : execution.random.next();
    if (!hasValues(execution))
        return order;
    for (std::size_t left = order.rows.size(); left > 1; --left)
        std::swap(order.rows[left - 1], order.rows[next(state) % left]);
    return order;
}

std::span<const std::int64_t> rowsOf(const Order& order, std::int64_t begin, std::int64_t count)
{
    if (begin < 0 || count < 0 || begin > static_cast<std::int64_t>(order.rows.size()) - count)
        throw py::index_error("the data set has no such rows");
    return std::span(order.rows).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
}

ops::Shape batchShape(std::size_t rows, std::span<const std::int64_t> rest)
{
    std::vector<std::int64_t> extents{static_cast<std::int64_t>(rows)};
    extents.insert(extents.end(), rest.begin(), rest.end());
    if (extents.size() > ops::Shape::kMaxRank)
        throw std::invalid_argument("tensors here have at most six axes, not " + std::to_string(extents.size()));
    return ops::Shape(std::span<const std::int64_t>(extents));
}

py::object newBatch(const py::type& type, const ops::Shape& shape, int dataType)
{
    if (dataType < 0 || dataType > 2)
        throw py::value_error("there is no such type");
    return newOnCpu(type, shape, static_cast<ops::DataType>(dataType));
}

/// Creates a CPU tensor from rows of a file: each byte is divided by `divisor`, each row has the shape `extents`.
py::object gatherBytes(const py::type& type, const io::Idx& idx, const Order& order, std::int64_t begin,
                       std::int64_t count, const std::vector<std::int64_t>& extents, int dataType, double divisor)
{
    Execution& execution = currentExecution();
    execution.noteActivity();
    const std::span<const std::int64_t> rows = rowsOf(order, begin, count);
    const std::int64_t elements = std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
    if (elements != idx.rowElements())
        throw py::value_error("a row of " + std::to_string(idx.rowElements()) +
                              " elements cannot be given a shape of " + std::to_string(elements));
    py::object result = newBatch(type, batchShape(rows.size(), extents), dataType);
    Numbers values(rows.size() * static_cast<std::size_t>(elements));
    if (hasValues(execution) && !idx.bytes.empty()) {
        float* to = values.begin();
        const auto scale = static_cast<float>(divisor);
        for (const std::int64_t row : rows) {
            if (row >= idx.count())
                throw py::index_error("the file has " + std::to_string(idx.count()) + " rows, and row " +
                                      std::to_string(row) + " was asked for");
            const auto from = idx.bytes.begin() + row * elements;
            to = std::transform(from, from + elements, to,
                                [scale](std::uint8_t byte) { return static_cast<float>(byte) / scale; });
        }
    }
    check(execution.platform().write(asTensor(result.ptr())->variable, values.all()));
    return result;
}

/// Creates a tensor from rows of `source`, a tensor that was fetched to the CPU.
py::object gatherRows(const py::type& type, const py::object& source, const Order& order, std::int64_t begin,
                      std::int64_t count)
{
    Execution& execution = currentExecution();
    const TensorObject& from = tensorOf(source);
    const std::span<const std::int64_t> rows = rowsOf(order, begin, count);
    if (from.shape.rank() == 0)
        throw py::value_error("a tensor without axes has no rows");
    const std::span<const std::int64_t> rest = from.shape.extents().subspan(1);
    py::object result = newBatch(type, batchShape(rows.size(), rest), static_cast<int>(from.type));
    const std::int64_t elements = std::accumulate(rest.begin(), rest.end(), std::int64_t{1}, std::multiplies<>());
    Numbers values(rows.size() * static_cast<std::size_t>(elements));
    if (hasValues(execution)) {
        const auto all = checked(withoutGil([&] { return execution.platform().read(from.variable); }));
        float* to = values.begin();
        for (const std::int64_t row : rows) {
            if (row >= from.shape[0])
                throw py::index_error("the tensor has no row " + std::to_string(row));
            to = std::copy_n(all.begin() + row * elements, elements, to);
        }
    }
    check(execution.platform().write(asTensor(result.ptr())->variable, values.all()));
    return result;
}

/// Reads a file; in a program run without computed values, only the file's header.
io::Idx loadIdx(const py::object& file)
{
    Execution& execution = currentExecution();
    const std::string path = pathOf(file);
    const io::IdxPart part = hasValues(execution) ? io::IdxPart::Everything : io::IdxPart::Header;
    Result<io::Idx> idx = withoutGil([&] { return io::readIdx(path, part); });
    if (!idx)
        throw py::value_error(idx.error().english());
    return *std::move(idx);
}

py::tuple generateImages(std::int64_t count, std::int64_t side, std::uint64_t seed)
{
    if (count < 0 || count > 1'000'000 || side < 1 || side > 1024)
        throw py::value_error("images are generated by the million at most, of 1 to 1024 pixels a side");
    io::LabelledImages images = io::generateImages(count, side, seed);
    return py::make_tuple(std::move(images.images), std::move(images.labels));
}

}  // namespace

void defineData(py::module_& module)
{
    py::class_<io::Idx>(module, "Idx")
        .def(py::init([](std::vector<std::int64_t> extents) {
                 return io::Idx{std::move(extents), {}};
             }),
             py::arg("extents"))
        .def_property_readonly("extents", [](const io::Idx& idx) { return py::tuple(py::cast(idx.extents)); })
        .def("__len__", [](const io::Idx& idx) { return idx.count(); });
    py::class_<Order>(module, "Order")
        .def(py::init(&makeOrder), py::arg("count"), py::arg("shuffled") = false,
             py::arg("seed").none(true) = py::none())
        .def(py::init([](std::vector<std::int64_t> rows) {
                 for (const std::int64_t row : rows)
                     if (row < 0)
                         throw py::index_error("there are no negative rows");
                 return Order{std::move(rows)};
             }),
             py::arg("rows"))
        .def("__len__", [](const Order& order) { return order.rows.size(); })
        .def_readonly("rows", &Order::rows);
    module.def("load_idx", loadIdx);
    module.def("generate_images", generateImages);
    module.def("gather_bytes", gatherBytes);
    module.def("gather_rows", gatherRows);
    module.def("has_values", [] { return hasValues(currentExecution()); });
    module.def("setting", [](const std::string& name) -> std::string {
        const auto& settings = currentExecution().options().settings;
        const auto found = settings.find(name);
        return found == settings.end() ? std::string() : found->second;
    });
}

}  // namespace engine::frontend
