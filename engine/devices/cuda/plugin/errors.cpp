#include "engine/devices/cuda/plugin/gpu_types.h"
#include "engine/devices/cuda/plugin/runtime.h"

namespace engine::devices::cuda::plugin {

namespace {

thread_local std::string t_error = "no reason was given";
thread_local int t_ordinal = -1;

}  // namespace

void setError(const std::string& reason)
{
    t_error = reason;
}

const char* errorText()
{
    return t_error.c_str();
}

abi::Code codeOf(cudaError_t error)
{
    using abi::Code;
    if (error == cudaSuccess)
        return Code::Ok;
    if (error == cudaErrorNotReady) {
        static_cast<void>(runtime().getLastError());  // clears the error, which a later launch would report
        return Code::NotReady;
    }
    setError(std::string(runtime().getErrorString(error)) + " (" + runtime().getErrorName(error) + ")");
    switch (error) {
        case cudaErrorInsufficientDriver:
        case cudaErrorStubLibrary:
            return Code::NoDriver;
        case cudaErrorNoDevice:
            return Code::NoDevice;
        case cudaErrorMemoryAllocation:
            static_cast<void>(runtime().getLastError());  // clears the error, which the next call would report
            return Code::OutOfMemory;
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchFailure:
        case cudaErrorLaunchTimeout:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorHardwareStackError:
        case cudaErrorAssert:
        case cudaErrorECCUncorrectable:
        case cudaErrorNvlinkUncorrectable:
        case cudaErrorContained:
        case cudaErrorTensorMemoryLeak:
        case cudaErrorExternalDevice:
        case cudaErrorMpsClientTerminated:
        case cudaErrorContextIsDestroyed:
        case cudaErrorDevicesUnavailable:
        case cudaErrorUnknown:
            return Code::Lost;
        case cudaErrorInvalidValue:
            static_cast<void>(runtime().getLastError());
            return Code::Invalid;
        case cudaErrorNotSupported:
            static_cast<void>(runtime().getLastError());
            return Code::Unsupported;
        default:
            static_cast<void>(runtime().getLastError());
            return Code::Failed;
    }
}

abi::Code enter(int ordinal)
{
    if (t_ordinal == ordinal)
        return abi::Code::Ok;
    const abi::Code code = codeOf(runtime().setDevice(ordinal));
    t_ordinal = code == abi::Code::Ok ? ordinal : -1;
    return code;
}

void forgetDevice()
{
    t_ordinal = -1;
}

}  // namespace engine::devices::cuda::plugin
