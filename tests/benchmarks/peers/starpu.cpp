// Measures StarPU: one handle per variable, with sequential consistency of the handles.

#include <starpu.h>

#include "tests/benchmarks/peers/graph.h"

namespace {

void nothing(void**, void*) {}

}  // namespace

int main(int argc, char** argv)
{
    const peers::Arguments arguments = peers::read(argc, argv);
    const peers::Graph graph = peers::makeGraph(arguments.shape, arguments.count);
    setenv("STARPU_SILENT", "1", 1);
    starpu_conf conf;
    starpu_conf_init(&conf);
    conf.ncpus = arguments.workers;
    conf.ncuda = 0;
    conf.nopencl = 0;
    conf.sched_policy_name = "lws";
    if (starpu_init(&conf) != 0)
        return 1;
    starpu_codelet codelet;
    starpu_codelet_init(&codelet);
    codelet.cpu_funcs[0] = nothing;
    codelet.nbuffers = STARPU_VARIABLE_NBUFFERS;
    std::vector<char> storage(graph.variables);
    std::vector<starpu_data_handle_t> handles(graph.variables);
    for (std::size_t i = 0; i < handles.size(); ++i)
        starpu_variable_data_register(&handles[i], STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(&storage[i]), 1);

    const double time = peers::timeOf(graph.uses.size(), 3, [&] {
        for (const peers::Use& use : graph.uses) {
            starpu_data_descr list[9];
            int count = 0;
            for (std::uint32_t r = 0; r < use.readCount; ++r)
                list[count++] = {handles[use.reads[r]], STARPU_R};
            list[count++] = {handles[use.write], STARPU_RW};
            starpu_task_insert(&codelet, STARPU_DATA_MODE_ARRAY, list, count, 0);
        }
        starpu_task_wait_for_all();
    });
    for (starpu_data_handle_t handle : handles)
        starpu_data_unregister(handle);
    starpu_shutdown();
    std::printf("%.1f\n", time);
    return 0;
}
