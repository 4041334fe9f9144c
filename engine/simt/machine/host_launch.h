#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/machine/launcher.h"

#include <cstddef>
#include <vector>

namespace warploom::simt {

/// A launch from C++ code, in the form of a launch from run.
struct HostLaunch {
    LaunchCode code;                  ///< but for the number of its kernel
    std::vector<std::byte> registers; ///< of the host, which `code` names
};

/// Errors: "kernel.parameter" where the arguments are not those of the kernel, or an address is in none of the objects.
HostLaunch host_launch(const Launch& asked, const Code& kernel, const std::vector<Object>& objects);

} // namespace warploom::simt
