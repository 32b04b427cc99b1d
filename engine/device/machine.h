#pragma once

#include "engine/base/units.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The description of a virtual machine: its devices, its links and the cost of each action. Read from a file
/// (machine_file.h) and simulated by engine/devices/sim. Rates are per second and durations in nanoseconds, both in
/// double, because they are multiplied by sizes and rounded once, when an event is scheduled.
namespace engine::device {

/// The origin of a number. A prediction that depends on estimated numbers has a wide error band.
enum class FactKind : std::uint8_t { Measured, Specified, Estimated };

/// One number of a machine file, as the file states it.
struct MachineFact {
    std::string path;  ///< "frontEnd.operatorUs.torch"
    double value = 0;  ///< in the file's unit
    double low = 0;    ///< equal to `value` if the file gives no range
    double high = 0;
    FactKind kind = FactKind::Estimated;
    std::string source;
};

/// The processor of a virtual machine, its memory, and how long the work of the program's thread takes there.
struct HostModel {
    std::string model;
    Bytes memory;
    double gemm = 0;         ///< FLOP/s of large matrix products on all cores
    double gemmHalf = 0;     ///< FLOP of a product that reaches half of `gemm` on all cores
    double dense = 0;        ///< FLOP/s of dense layers; 0: equal to `gemm`
    double convolution = 0;  ///< FLOP/s of convolutions; 0: equal to `gemm`
    double bandwidth = 0;    ///< bytes/s that elementwise operations read and write together
    double cacheBytes = 0;   ///< an operation that accesses at most this many bytes finds its data in the cache
    double cacheRate = 0;    ///< bytes/s of operations in the cache; 0: equal to `bandwidth`
    double randomRate = 0;   ///< random numbers/s
    double normalRate = 0;   ///< normally distributed random numbers/s; 0: equal to `randomRate`
    double normRate = 0;     ///< elements/s of a norm
    double soloShare = 1;    ///< fraction of the FLOP/s of all cores that one core reaches alone
    double opNs = 0;         ///< fixed time of every operation
    double layerNs = 0;      ///< additional time of dense layers, convolutions and their gradients
    double printNs = 0;      ///< time to format and print a small tensor
    double loadRate = 0;     ///< bytes/s of loading batches of a data set, counted as floats; 0: takes no time

    double pageBytes = 4096;
    double faultNs = 0;  ///< time of the first access to a page
    double touchNs = 0;  ///< time of the first write to a page of a new tensor by a CPU operation; 0: not modelled
    double sharedTouchNs = 0;  ///< like `touchNs`, but for operations that several cores share
    double pinNs = 0;          ///< time to page-lock a page
    double unmapNs = 0;        ///< time to unmap a page
    double freshBytes = 0;     ///< larger blocks of host memory are mapped when allocated and unmapped when freed
    double keptBytes = 0;      ///< larger tensors are mapped when allocated and unmapped when freed
    double stagingRate = 0;    ///< bytes/s of a copy to or from pageable memory that is already mapped
    double stagingChunk = 0;
    double memcpyRate = 0;  ///< bytes/s of a copy within host memory, counting each byte once
    double dramRate = 0;    ///< bytes/s of host memory, shared by the copies of all devices
    double pinnedPoolNs = 0;
};

struct GpuModel {
    std::string model;
    Bytes memory;
    Bytes usedByOthers;    ///< memory used by the driver's context, libraries and the display
    Bytes floor;           ///< memory that the driver never allocates to programs
    double peakFlops = 0;  ///< fp32 rate of the data sheet
    double gemm = 0;       ///< FLOP/s of an infinitely large matrix product
    double gemmHalf = 0;   ///< FLOP of a product that reaches half of `gemm`
    /// FLOP/s of convolutions, counted as direct convolution although fast algorithms need fewer; 0: equal to `gemm`
    double convolution = 0;
    /// FLOP per image of a convolution that reaches half of `convolution`; 0: `gemmHalf` applies, as for products
    double convolutionHalf = 0;
    double tuneNs = 0;    ///< additional time of each shape's first convolution: the library benchmarks algorithms
    double dramRate = 0;  ///< bytes/s
    int multiprocessors = 1;
    double blocksPerMultiprocessor = 1;

    double kernelNs = 0;                     ///< fixed time of every kernel
    double kernelMin = 0;                    ///< shortest time of a kernel besides its fixed time
    double graphNs = 0;                      ///< fixed time of launching a compiled graph
    std::optional<double> graphNodeNs = {};  ///< fixed time of each kernel in a compiled graph; none: `kernelNs`
    double launchLatencyNs = 0;
    double eventNs = 0;  ///< delay until a stream continues after an event of another stream
    double mallocNs = 0;
    double mallocNsPerByte = 0;
    double freeNs = 0;
    double poolNs = 0;           ///< time to allocate a block from the pool
    bool mallocWaits = false;    ///< an allocation from the driver waits until the device is idle
    int hardwareQueues = 8;      ///< streams beyond this number share queues, which adds false dependencies
    int residentGrids = 128;     ///< limit of concurrently running kernels
    int launchQueue = 1024;      ///< limit of operations in a stream; a call that exceeds it blocks
    double interference = 0;     ///< fraction of its speed that a kernel loses while the device copies
    bool isSharingFair = false;  ///< kernels share the GPU max-min fairly instead of in launch order

    std::string linkName;      ///< "PCIe 3.0 × 16"
    double linkRate = 0;       ///< bytes/s to and from pinned host memory, in each direction
    double linkDuplex = 1;     ///< both directions together are limited to 2 x linkDuplex x linkRate
    double linkLatency = 0;    ///< ns per copy
    int enginesPerWay = 1;     ///< number of concurrent copies in one direction
    bool isOneEngine = false;  ///< one engine serves both directions
};

/// A direct link between two GPUs.
struct PeerLink {
    std::string name;
    int a = 0;
    int b = 0;
    double rate = 0;  ///< bytes/s in each direction
    double latency = 0;
};

/// A switch that connects all GPUs, each by one port.
struct PeerFabric {
    std::string name;
    double rate = 0;  ///< bytes/s of a port in each direction; 0: the machine has no switch
    double latency = 0;
};

/// GPUs whose host links share one upstream link.
struct LinkSwitch {
    std::string name;
    std::vector<int> gpus;
    double rate = 0;  ///< bytes/s in each direction
};

/// A network of identical computers, of which the file describes one; the ranks of a run are distributed over them.
struct ComputerNetwork {
    std::string name;  ///< "10 Gbit/s Ethernet"
    int ranksPerComputer = 1;
    double rate = 0;     ///< bytes/s of a computer's port in each direction; 0: there is only one computer
    double latency = 0;  ///< ns per step of a ring collective
};

/// Costs on the program's own thread.
struct FrontEndModel {
    double launchNs = 0;  ///< additional time of a call for each GPU kernel or copy that it launches
    double operatorNs = 0;
    double layerNs = 0;
    double cachedGraphNs = 0;
    double backwardNs = 0;   ///< time per operation that backward() issues
    double updateNs = 0;     ///< time to update one parameter by an optimizer
    double firstUseNs = 0;   ///< time of the first call of each operator, if longer than `operatorNs`
    double firstGemmNs = 0;  ///< additional time of the first matrix product on a GPU, which initialises the library
    double syncNs = 0;       ///< fixed time of every wait
    double wakeNs = 0;       ///< additional time of a wait, or of a blocking copy, in which the program had to sleep
};

/// Threads of an engine whose workers execute ready operations (MXNet); not used for Torch.
struct EngineModel {
    int cpuWorkers = 1;
    int gpuWorkers = 1;
    int copyWorkers = 2;
    double gpuOpNs = 0;   ///< time that a worker takes to dequeue an operation of a GPU
    double launchNs = 0;  ///< additional time to launch the operation if it is a kernel
};

/// All constants of a machine for programs of one framework.
struct Profile {
    HostModel host;
    std::vector<GpuModel> gpus;
    std::vector<PeerLink> peers;
    PeerFabric fabric;
    std::vector<LinkSwitch> switches;
    ComputerNetwork network;
    FrontEndModel frontEnd;
    EngineModel engine;
};

/// A program that ran on the computer from which the machine was calibrated, and was then simulated on the machine. It
/// was not used for the calibration.
struct ValidationRun {
    std::string program;
    double predicted = 0;  ///< s
    double measured = 0;   ///< s

    /// Relative error: 0.05 if the prediction is 5 % too long.
    [[nodiscard]] double error() const { return predicted / measured - 1; }
};

struct Machine {
    std::string id;
    std::string label;
    std::string note;
    std::string calibration;             ///< date and hardware of the measurement; empty: not in the file
    std::vector<ValidationRun> heldOut;  ///< empty: the machine was not validated
    Profile torch;
    Profile mxnet;
    std::vector<MachineFact> facts;  ///< all numbers in the order of the file
};

}  // namespace engine::device
