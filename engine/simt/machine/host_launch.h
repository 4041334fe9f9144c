#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/machine/launcher.h"

#include <cstddef>
#include <vector>

namespace warploom::simt {

/// A launch that C++ code requested, converted to the form of a launch in `run`.
struct HostLaunch {
    LaunchCode code;                  ///< launch without the index of its kernel
    std::vector<std::byte> registers; ///< contents of the host registers that `code` refers to
};

/// Converts a launch. Errors: "kernel.parameter" if the arguments do not match the kernel, or if an address is outside
/// all objects.
HostLaunch host_launch(const Launch& asked, const Code& kernel, const std::vector<Object>& objects);

} // namespace warploom::simt
