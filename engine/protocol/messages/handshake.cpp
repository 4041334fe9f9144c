#include "engine/protocol/messages/handshake.h"

#include "engine/items.h"

#include <algorithm>
#include <iterator>

namespace warploom::protocol {

WARPLOOM_FIELDS(MachineEntry, {"A machine",
                               {{"id", "", &MachineEntry::id, "`cpu`, `cuda:0`, `simulated:h200`", needed},
                                {"title", "", &MachineEntry::title, "\"NVIDIA H200\""},
                                {"kind", "", &MachineEntry::kind, ""},
                                {"facts", "", &MachineEntry::facts, "cores, L2, driver, clocks ..."}}})

WARPLOOM_FIELDS(KernelEntry,
                {"A kernel",
                 {{"id", "", &KernelEntry::id, "`csr-vector`; of `cg` a method", needed},
                  {"operation", "", &KernelEntry::operation, "`spmv`, `cg`, `tridiagonal` or `ata`"},
                  {"format", "", &KernelEntry::format, "id of its format"},
                  {"title", "", &KernelEntry::title, ""},
                  {"summary", "", &KernelEntry::summary,
                   "one sentence: what the threads do, and when that is good or bad"},
                  {"source", "", &KernelEntry::source, "paper and section, or \"reference\""},
                  {"runs_on", "", &KernelEntry::runs_on, "`host`: machine `cpu`; `gpu`: `cuda:N` and `simulated:CARD`"},
                  {"takes_block", "", &KernelEntry::takes_block, "whether `blocks` means something to it"},
                  Field<KernelEntry>{"takes_product", "", &KernelEntry::takes_product,
                                     "of `cg`: it is named together with a product, `cg:ell`"}
                      .or_left_out()}})

WARPLOOM_FIELDS(Format, {"A format",
                         {{"id", "", &Format::id, "", needed},
                          {"title", "", &Format::title, ""},
                          {"summary", "", &Format::summary, ""},
                          {"source", "", &Format::source, ""}}})

WARPLOOM_FIELDS(Handshake, {"The handshake",
                            {{"warploom", "", &Handshake::warploom, "`worker`", needed},
                             {"protocol", "", &Handshake::protocol, "both sides must speak the same one"},
                             {"version", "", &Handshake::version, "of the program"},
                             {"pid", "", &Handshake::pid, "process"},
                             {"machines", "", &Handshake::machines, ""},
                             {"no_cuda", "", &Handshake::no_cuda, "why there is no real GPU; empty where there is one"},
                             {"kernels", "", &Handshake::kernels, ""},
                             {"formats", "", &Handshake::formats, ""}}})

WARPLOOM_FIELDS(Failure, {"An error",
                          {{"code", "", &Failure::code, "for programs: `matrix.unknown`"},
                           {"message", "", &Failure::message, "a sentence"},
                           {"hint", "", &Failure::hint, "what to try"},
                           {"shared_bytes", "", &Failure::shared_bytes,
                            "of a launch: what a block asks for, where its card gives fewer"}}})

WARPLOOM_FIELDS(ProgressEvent, {"The event `progress`",
                                {{"stage", "", &ProgressEvent::stage, ""},
                                 {"detail", "", &ProgressEvent::detail, "file, kernel or format"},
                                 {"done", "", &ProgressEvent::done, "of `total`; may be missing"},
                                 {"total", "", &ProgressEvent::total, ""}}})

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
