#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/statistics.h"
#include "engine/progress.h"
#include "engine/protocol/framing/messages.h"
#include "engine/protocol/messages/handshake.h"
#include "engine/protocol/messages/layout.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <vector>

namespace warploom::app {

using MachineList = std::vector<std::unique_ptr<kernels::Machine>>;

/// Returns the response to an `info` request about a matrix: the contents of the file header, counts, row lengths with
/// a histogram, structure and symmetry. If the matrix does not fit in memory, only the counts are known, and all fields
/// that require the rows are null.
Json info_document(const Matrix& matrix, const Progress& progress = {});

protocol::MachineEntry machine_of(const kernels::MachineInfo& machine);
std::vector<protocol::MachineEntry> machines_of(const MachineList& machines);
/// Returns all kernels in this program. For conjugate gradients (cg), these are the methods.
std::vector<protocol::KernelEntry> known_kernels();
std::vector<protocol::Format> known_formats();

/// Returns the handshake, which is the first line that a worker sends.
protocol::Handshake handshake(const MachineList& machines);

/// Returns the machine with the given ID. The machine is an element of `machines`, which must outlive the result, or a
/// simulated machine (`simulated:ID` or `simulated:/path/card.json`). For a simulated machine, reads the card file.
/// Errors: "machine.unknown", with the available machines or the reason why CUDA is not available; "card.*" and
/// "file.*" for a card file.
std::shared_ptr<kernels::Machine> find_machine(const MachineList& machines, const std::string& id);

/// Returns the memory footprint of a matrix in each format, or only in the format `only` if it is not empty. If a
/// format cannot store the matrix, its entry states the reason. Errors: "format.unknown", "matrix.unsupported",
/// "cancelled".
protocol::Footprints footprints_of(const Matrix& matrix, Precision precision, const Progress& progress = {},
                                   const std::string& only = {}, const kernels::FormatOptions& options = {});

} // namespace warploom::app
