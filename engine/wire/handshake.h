#pragma once

#include "engine/fields/fields.h"
#include "engine/wire/words.h"

#include <string>
#include <vector>

// The first line of a worker, and the events of a request before its end.

namespace warploom::wire {

struct Machine {
    std::string id, title; ///< `cuda:0`, "NVIDIA H200"
    MachineKind kind = MachineKind::cpu;
    Facts facts;
    static const Fields<Machine>& fields();
};

struct Kernel {
    std::string id, operation = "spmv", format, title, summary, source;
    RunsOn runs_on = RunsOn::gpu;
    bool takes_block = true, takes_product = false;
    static const Fields<Kernel>& fields();

    bool runs_there(MachineKind machine) const;
};

struct Format {
    std::string id, title, summary, source;
    static const Fields<Format>& fields();
};

/// The properties that a worker reports about itself.
struct Handshake {
    std::string warploom; ///< "worker"
    int protocol = -1;
    std::string version;
    std::int64_t pid = 0;
    std::vector<Machine> machines;
    std::string no_cuda;
    std::vector<Kernel> kernels;
    std::vector<Format> formats;
    static const Fields<Handshake>& fields();

    const Machine* machine(const std::string& id) const; ///< null: there is none
    const Kernel* kernel(const std::string& id) const;
    /// Those of one operation, in order; of "cg", these are the methods.
    std::vector<Kernel> kernels_of(const std::string& operation) const;
};

/// Why a request ended badly.
struct Failure {
    std::string code, message, hint;
    Wide shared_bytes; ///< per block, if the card provides less than required; 0: that is not the reason
    static const Fields<Failure>& fields();
};

/// How far a request has come.
struct ProgressEvent {
    std::string stage, detail;
    Wide done, total; ///< 0: not known
    static const Fields<ProgressEvent>& fields();
};

} // namespace warploom::wire
