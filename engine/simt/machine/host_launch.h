#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/machine/launcher.h"

#include <cstddef>
#include <vector>

namespace warploom::simt {

/// A launch requested by C++ code, converted to the form of a launch in the host function `run`.
struct HostLaunch {
    LaunchCode code;
    std::vector<std::byte> registers;
};

/// Converts a launch that C++ code requests. Errors: "kernel.parameter" if the arguments do not match the kernel, or if
/// an address is outside all objects.
HostLaunch host_launch(const Launch& asked, const Code& kernel, const std::vector<Object>& objects);

} // namespace warploom::simt
