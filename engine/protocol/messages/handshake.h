#pragma once

#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/fields.h"

#include <string>
#include <vector>

// The handshake (the first line from a worker process), and the progress and error events of a request.

namespace warploom::protocol {

struct MachineEntry {
    std::string id, title; ///< ID and name of the device, such as `cuda:0` and "NVIDIA H200"
    MachineKind kind = MachineKind::cpu;
    Facts facts;
    static const Fields<MachineEntry>& fields();
};

struct KernelEntry {
    std::string id, operation = "spmv", format, title, summary, source;
    RunsOn runs_on = RunsOn::gpu;
    bool takes_block = true, takes_product = false;
    static const Fields<KernelEntry>& fields();

    bool runs_there(MachineKind machine) const;
};

struct Format {
    std::string id, title, summary, source;
    static const Fields<Format>& fields();
};

/// Describes a worker process: its version, machines, kernels and formats.
struct Handshake {
    std::string warploom; ///< always "worker"
    int protocol = -1;
    std::string version;
    std::int64_t pid = 0;
    std::vector<MachineEntry> machines;
    std::string no_cuda;
    std::vector<KernelEntry> kernels;
    std::vector<Format> formats;
    static const Fields<Handshake>& fields();

    /// Returns the machine with this ID, or null if there is none.
    const MachineEntry* machine(const std::string& id) const;
    const KernelEntry* kernel(const std::string& id) const;
    /// Returns the kernels that perform an operation, in handshake order. For "cg", each kernel is a CG method.
    std::vector<KernelEntry> kernels_of(const std::string& operation) const;
};

struct Failure {
    std::string code, message, hint;
    /// Shared memory required per block, if it exceeds the limit of the GPU; otherwise 0.
    Wide shared_bytes;
    static const Fields<Failure>& fields();
};

struct ProgressEvent {
    std::string stage, detail;
    Wide done, total; ///< completed and total amount of work; 0 if unknown
    static const Fields<ProgressEvent>& fields();
};

} // namespace warploom::protocol
