// Measures OpenMP tasks with depend clauses, compiled by GCC (libgomp) and by Clang (libomp).

#include "tests/benchmarks/peers/graph.h"

#include <omp.h>

namespace {

void submit(const peers::Use& use, char* v)
{
    const std::uint32_t* r = use.reads;
    char* const w = v + use.write;
    switch (use.readCount) {
        case 0:
#pragma omp task depend(inout : w[0])
        {
        } break;
        case 1:
#pragma omp task depend(in : v[r[0]]) depend(inout : w[0])
        {
        } break;
        case 2:
#pragma omp task depend(in : v[r[0]], v[r[1]]) depend(inout : w[0])
        {
        } break;
        default:
#pragma omp task depend(in                                                                                     \
                        : v[r[0]], v[r[1]], v[r[2]], v[r[3]], v[r[4]], v[r[5]], v[r[6]], v[r[7]]) depend(inout \
                                                                                                         : w[0])
        {
        } break;
    }
}

}  // namespace

int main(int argc, char** argv)
{
    const peers::Arguments arguments = peers::read(argc, argv);
    const peers::Graph graph = peers::makeGraph(arguments.shape, arguments.count);
    std::vector<char> variables(graph.variables);
    char* const v = variables.data();
    double time = 0;
    // The submitting thread belongs to the team and runs tasks while it waits.
#pragma omp parallel num_threads(arguments.workers)
#pragma omp single
    time = peers::timeOf(graph.uses.size(), 5, [&graph, v] {
        for (const peers::Use& use : graph.uses)
            submit(use, v);
#pragma omp taskwait
    });
    std::printf("%.1f\n", time);
    return 0;
}
