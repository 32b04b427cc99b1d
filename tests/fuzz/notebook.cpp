#include "engine/listing/notebook.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;

/// Fuzzes Jupyter notebooks: reads an input, and writes a changed listing back.
namespace {

bool read(std::string_view input)
{
    const std::string json(input);
    const auto listing = fuzz::reading([&] { return listing::listingOfNotebook(json, "a.ipynb"); });
    if (!fuzz::succeeded(listing))
        return false;
    static_cast<void>(listing::placeInNotebook(*listing, static_cast<int>(input.size() % 20)));
    const auto same = fuzz::reading([&] { return listing::notebookWithListing(json, *listing); });
    fuzz::require(same.has_value(), "a notebook can be written back");
    const auto changed = listing::notebookWithListing(json, *listing + "\n# %%\nx = 1\n");
    fuzz::require(changed && listing::listingOfNotebook(*changed, "b.ipynb"), "a changed notebook is a notebook");
    fuzz::require(listing::listingOfNotebook(listing::notebookOfListing(*listing), "c.ipynb").has_value(),
                  "a listing becomes a notebook");
    return true;
}

std::vector<std::string> seeds()
{
    return {
        listing::notebookOfListing("# %% [markdown]\n# Text\n# %%\nimport torch\nx = torch.ones(3)\n# %%\nprint(x)\n"),
        R"({"nbformat":4,"cells":[{"cell_type":"code","source":["a\n","b"],"outputs":[]}]})",
        R"({"nbformat":3,"worksheets":[{"cells":[{"cell_type":"code","input":"%timeit a\n!ls"}]}]})"};
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds};
