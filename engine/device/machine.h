#pragma once

#include "engine/base/units.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A machine as a model sees it: devices, links and what everything costs. Read from a file (machine_file.h),
/// run by engine/devices/sim. Rates are per second, durations nanoseconds, both in double: they are multiplied by
/// sizes and rounded once, when an event is scheduled.
namespace engine::device {

/// Where a number comes from; a prediction that rests on an estimate has a wide band.
enum class FactKind : std::uint8_t { Measured, Specified, Estimated };

/// One number of a machine file as it stands there.
struct MachineFact {
    std::string path;  ///< "gpus[0].gemm.torch"
    double value = 0;  ///< in the file's unit
    double low = 0;    ///< equal to value if the file gives no band
    double high = 0;
    FactKind kind = FactKind::Estimated;
    std::string source;
};

struct HostModel {
    std::string model;
    Bytes memory;
    double gemm = 0;         ///< FLOP/s of large products, all cores
    double gemmHalf = 0;     ///< FLOP at which a product that the cores share reaches half of `gemm`
    double dense = 0;        ///< FLOP/s of dense layers; 0: as products
    double convolution = 0;  ///< FLOP/s of convolutions; 0: as products
    double bandwidth = 0;    ///< bytes/s of elementwise work, read plus written
    double cacheBytes = 0;   ///< operations that touch no more than this find their data in the cache
    double cacheRate = 0;    ///< bytes/s of those; 0: as `bandwidth`
    double randomRate = 0;   ///< random numbers/s
    double normalRate = 0;   ///< normally distributed ones/s; 0: as `randomRate`
    double normRate = 0;     ///< elements/s of a norm
    double soloShare = 1;    ///< of all these rates, for operations too small to be shared by the cores
    double opNs = 0;         ///< of every operation, whatever its size
    double layerNs = 0;      ///< on top: dense layers, convolutions and their gradients
    double printNs = 0;      ///< to format and print a small tensor
    double loadRate = 0;     ///< bytes/s of a data set's batches, as floats; 0: they cost nothing

    double pageBytes = 4096;
    double faultNs = 0;        ///< first touch of a page
    double touchNs = 0;        ///< the same by an operation that writes a new tensor; 0: they find their pages
    double sharedTouchNs = 0;  ///< the same by one that the cores share
    double pinNs = 0;          ///< page-locking a page
    double unmapNs = 0;        ///< giving a page back
    double freshBytes = 0;     ///< blocks above this are mapped anew every time and given back when freed
    double keptBytes = 0;      ///< the same border for the memory of tensors
    double stagingRate = 0;    ///< bytes/s of a copy to or from pageable memory whose pages are there
    double stagingChunk = 0;
    double memcpyRate = 0;  ///< bytes/s, bytes copied once
    double dramRate = 0;    ///< bytes/s that all copies of all devices share
    double pinnedPoolNs = 0;
};

struct GpuModel {
    std::string model;
    Bytes memory;
    Bytes usedByOthers;      ///< driver context, libraries, display
    Bytes floor;             ///< the driver never hands these out
    double peakFlops = 0;    ///< what the data sheet says, fp32
    double gemm = 0;         ///< FLOP/s of an infinitely large product
    double gemmHalf = 0;     ///< FLOP at which a product reaches half of `gemm`
    double convolution = 0;  ///< FLOP/s of convolutions, counted directly; fast algorithms do less. 0: as products
    double tuneNs = 0;       ///< the first convolution of each form: the library tries its algorithms
    double dramRate = 0;     ///< bytes/s
    int multiprocessors = 1;
    double blocksPerMultiprocessor = 1;

    double kernelNs = 0;                     ///< fixed part of every kernel
    double kernelMin = 0;                    ///< no kernel's body is shorter
    double graphNs = 0;                      ///< launching a compiled graph, on top of its steps
    std::optional<double> graphNodeNs = {};  ///< fixed part of a kernel in a compiled graph; none: as any kernel's
    double launchLatencyNs = 0;
    double eventNs = 0;  ///< a stream goes on after an event of another stream
    double mallocNs = 0;
    double mallocNsPerByte = 0;
    double freeNs = 0;
    double poolNs = 0;           ///< a block from the pool
    bool mallocWaits = false;    ///< taking memory from the driver waits until the device is idle
    int hardwareQueues = 8;      ///< streams beyond share queues and so get false dependencies
    int residentGrids = 128;     ///< kernels at the same time
    int launchQueue = 1024;      ///< work that a stream accepts before a call that issues more blocks
    int computeStreams = 1;      ///< that an engine uses
    double interference = 0;     ///< share of its speed that a kernel loses while a copy of the device runs
    bool isSharingFair = false;  ///< kernels share by max-min instead of by launch order

    std::string linkName;      ///< "PCIe 3.0 × 16"
    double linkRate = 0;       ///< bytes/s each way to the host, pinned
    double linkDuplex = 1;     ///< both ways together reach 2 x duplex x rate
    double linkLatency = 0;    ///< ns per copy
    int enginesPerWay = 1;     ///< copies at the same time in one direction
    bool isOneEngine = false;  ///< one engine for both directions
};

/// A direct link between two GPUs.
struct PeerLink {
    std::string name;
    int a = 0;
    int b = 0;
    double rate = 0;  ///< bytes/s each way
    double latency = 0;
};

/// A switch that joins all GPUs, each by one port.
struct PeerFabric {
    std::string name;
    double rate = 0;  ///< bytes/s of a port each way; 0: there is none
    double latency = 0;
};

/// GPUs whose host links share one upstream.
struct LinkSwitch {
    std::string name;
    std::vector<int> gpus;
    double rate = 0;  ///< bytes/s each way
};

/// What the program's own thread pays.
struct FrontEndModel {
    double operatorNs = 0;
    double layerNs = 0;
    double cachedGraphNs = 0;
    double backwardNs = 0;   ///< per operation that a backward() issues
    double updateNs = 0;     ///< an optimizer's step of one parameter
    double firstUseNs = 0;   ///< in place of operatorNs: the first call of each operator
    double firstGemmNs = 0;  ///< on top: the first product on a GPU (library start)
    double syncNs = 0;       ///< of every wait
    double wakeNs = 0;       ///< on top, when the wait had to block
};

/// Threads of an engine that takes ready operations (MXNet); nothing of it is used by Torch.
struct EngineModel {
    int cpuWorkers = 1;
    int gpuWorkers = 1;
    int copyWorkers = 2;
    double gpuOpNs = 0;   ///< worker takes an operation
    double launchNs = 0;  ///< and launches its kernel
};

/// Every constant of a machine as one framework sees it.
struct Profile {
    HostModel host;
    std::vector<GpuModel> gpus;
    std::vector<PeerLink> peers;
    PeerFabric fabric;
    std::vector<LinkSwitch> switches;
    FrontEndModel frontEnd;
    EngineModel engine;
};

/// A program that was run on the computer that a machine was measured from, and modelled on the machine afterwards.
struct HeldOut {
    std::string program;
    double predicted = 0;  ///< s
    double measured = 0;   ///< s

    /// Relative: 0.05 is predicted 5 % too long.
    [[nodiscard]] double error() const { return predicted / measured - 1; }
};

struct Machine {
    std::string id;
    std::string label;
    std::string note;
    std::string calibration;       ///< when and on what the numbers were measured; empty: the file does not say
    std::vector<HeldOut> heldOut;  ///< empty: nobody has held it against anything
    Profile torch;
    Profile mxnet;
    std::vector<MachineFact> facts;  ///< every number of the file, in its order
};

}  // namespace engine::device
