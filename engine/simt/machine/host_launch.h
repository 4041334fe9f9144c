#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/machine/launcher.h"

#include <cstddef>
#include <vector>

namespace warploom::simt {

/// A kernel launch that C++ code requested, converted to the form of a launch in the host function `run`.
struct HostLaunch {
    LaunchCode code;                  ///< the converted launch; the index of its kernel is not set
    std::vector<std::byte> registers; ///< contents of the registers that `code` refers to
};

/// Converts a kernel launch that C++ code requested. Errors: "kernel.parameter" if the arguments do not match the
/// kernel, or if an address is outside all objects.
HostLaunch host_launch(const Launch& asked, const Code& kernel, const std::vector<Object>& objects);

} // namespace warploom::simt
