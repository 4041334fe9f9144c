#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/machine/launcher.h"

#include <cstddef>
#include <vector>

namespace warploom::simt {

/// A launch requested by C++ code, in the same form as a launch in `run`.
struct HostLaunch {
    LaunchCode code;                  ///< the launch, except for the index of the kernel
    std::vector<std::byte> registers; ///< host registers that `code` refers to
};

/// Converts a launch. Errors: "kernel.parameter" if the arguments do not match the kernel, or if an address is outside
/// of all objects.
HostLaunch host_launch(const Launch& asked, const Code& kernel, const std::vector<Object>& objects);

} // namespace warploom::simt
