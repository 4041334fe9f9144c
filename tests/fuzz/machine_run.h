#pragma once

#include "fuzz/host_compiler.h"
#include "fuzz/random_program.h"

#include <string>

namespace warploom::fuzz {

struct MachineRun {
    Results results;
    std::string refusal; ///< error message; empty if there is none
};

/// Returns the source with the launch that Warploom needs, which is not shown to compilers.
std::string whole_text(const RandomProgram& program);
/// `is_traced`: as in the window, which uses different code paths of the interpreter.
MachineRun run_by_machine(const RandomProgram& program, bool is_traced);

} // namespace warploom::fuzz
