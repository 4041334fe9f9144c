#pragma once

#include "app/trace/kernel_settings.h"
#include "engine/declared/declared_input.h"
#include "engine/declared/expected.h"

#include <memory>
#include <string>

namespace warploom::app {

/// Returns the named input of the problem that a kernel source declares. Errors: "input.malformed", any error from
/// declared::read_declarations.
std::shared_ptr<const declared::DeclaredInput> declared_input(const std::string& kernel, const std::string& name);

/// Maximum number of loop iterations in the function `expected` of a kernel source for a test input.
inline constexpr std::int64_t most_turns_of_expected = std::int64_t{1} << 19;

/// Returns the expected results for an input. Caches recent results. Errors: any error from declared::ExpectedResults.
std::shared_ptr<const declared::ExpectedResults> expected_results(const KernelSettings& settings,
                                                                  const declared::DeclaredInput& input);

} // namespace warploom::app
