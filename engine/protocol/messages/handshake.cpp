#include "engine/protocol/messages/handshake.h"

#include "engine/items.h"

#include <algorithm>
#include <iterator>

namespace warploom::protocol {

WARPLOOM_FIELDS(MachineEntry,
                {"A machine",
                 {{"id", "", &MachineEntry::id, "machine ID, such as `cpu`, `cuda:0` or `simulated:h200`", needed},
                  {"title", "", &MachineEntry::title, "device name, such as \"NVIDIA H200\""},
                  {"kind", "", &MachineEntry::kind, "type of machine"},
                  {"facts", "", &MachineEntry::facts,
                   "properties such as the number of cores, L2 size, driver version and clock rates"}}})

WARPLOOM_FIELDS(
    KernelEntry,
    {"A kernel",
     {{"id", "", &KernelEntry::id, "kernel ID, such as `csr-vector`; for `cg`, the ID of the method", needed},
      {"operation", "", &KernelEntry::operation, "operation that the kernel performs, such as `spmv` or `cg`"},
      {"format", "", &KernelEntry::format, "ID of the storage format"},
      {"title", "", &KernelEntry::title, "display name"},
      {"summary", "", &KernelEntry::summary,
       "one-sentence description of how the kernel uses threads, and when it is fast or slow"},
      {"source", "", &KernelEntry::source, "paper and section, or \"reference\""},
      {"runs_on", "", &KernelEntry::runs_on,
       "machines that can run the kernel: `host` means `cpu`; `gpu` means `cuda:N` and `simulated:CARD`; `cuda` means "
       "`cuda:N`; `anywhere` means all machines"},
      {"takes_block", "", &KernelEntry::takes_block, "whether the block size (`blocks`) applies to the kernel"},
      Field<KernelEntry>{"takes_product", "", &KernelEntry::takes_product,
                         "true for `cg` methods that are combined with an SpMV kernel, as in `cg:ell`"}
          .or_left_out()}})

WARPLOOM_FIELDS(Format, {"A format",
                         {{"id", "", &Format::id, "format ID", needed},
                          {"title", "", &Format::title, "display name"},
                          {"summary", "", &Format::summary, "one-sentence description"},
                          {"source", "", &Format::source, "paper and section"}}})

WARPLOOM_FIELDS(Handshake,
                {"The handshake",
                 {{"warploom", "", &Handshake::warploom, "always `worker`", needed},
                  {"protocol", "", &Handshake::protocol, "protocol version; must equal the client's protocol version"},
                  {"version", "", &Handshake::version, "Warploom version"},
                  {"pid", "", &Handshake::pid, "process ID of the worker"},
                  {"machines", "", &Handshake::machines, "available machines"},
                  {"no_cuda", "", &Handshake::no_cuda, "reason that no real GPU is available; otherwise empty"},
                  {"kernels", "", &Handshake::kernels, "available kernels"},
                  {"formats", "", &Handshake::formats, "available storage formats"}}})

WARPLOOM_FIELDS(
    Failure, {"An error",
              {{"code", "", &Failure::code, "machine-readable error code, such as `matrix.unknown`"},
               {"message", "", &Failure::message, "error message in one sentence"},
               {"hint", "", &Failure::hint, "suggested solution"},
               {"shared_bytes", "", &Failure::shared_bytes,
                "bytes of shared memory that the launch requires per block; present only if the card provides less"}}})

WARPLOOM_FIELDS(ProgressEvent,
                {"The `progress` event",
                 {{"stage", "", &ProgressEvent::stage, "current stage, such as `loading`"},
                  {"detail", "", &ProgressEvent::detail, "file, kernel or format being processed"},
                  {"done", "", &ProgressEvent::done, "number of completed units of work; absent if unknown"},
                  {"total", "", &ProgressEvent::total, "total number of units of work; absent if unknown"}}})

bool KernelEntry::runs_there(MachineKind machine) const {
    switch (runs_on) {
    case RunsOn::host: return machine == MachineKind::cpu;
    case RunsOn::gpu: return machine != MachineKind::cpu;
    case RunsOn::cuda: return machine == MachineKind::cuda;
    case RunsOn::anywhere: break;
    }
    return true;
}

const MachineEntry* Handshake::machine(const std::string& id) const {
    return find_item(machines, &MachineEntry::id, id);
}

const KernelEntry* Handshake::kernel(const std::string& id) const { return find_item(kernels, &KernelEntry::id, id); }

std::vector<KernelEntry> Handshake::kernels_of(const std::string& operation) const {
    std::vector<KernelEntry> some;
    std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(some),
                 [&](const KernelEntry& k) { return k.operation == operation; });
    return some;
}

} // namespace warploom::protocol
