#pragma once

#include "fuzz/host_compiler.h"
#include "fuzz/random_program.h"

#include <string>

namespace warploom::fuzz {

struct MachineRun {
    Results results;
    std::string refusal; ///< or fault; empty where there is none
};

/// The text with the launch that Warploom needs, which no compiler is shown.
std::string whole_text(const RandomProgram& program);
/// `is_traced`: as the window runs it, which takes other ways through the machine.
MachineRun run_by_machine(const RandomProgram& program, bool is_traced);

} // namespace warploom::fuzz
