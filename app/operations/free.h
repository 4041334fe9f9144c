#pragma once

#include "app/trace/kernel_settings.h"
#include "engine/declared/declared_input.h"
#include "engine/declared/expected.h"

#include <memory>
#include <string>

namespace warploom::app {

/// Returns the input with this name for the problem that a kernel's source declares. Errors: "input.malformed", all
/// errors of declared::read_declarations.
std::shared_ptr<const declared::DeclaredInput> declared_input(const std::string& kernel, const std::string& name);

/// Largest number of loop iterations in which `expected` must compute the result of a test input.
inline constexpr std::int64_t most_turns_of_expected = std::int64_t{1} << 19;

/// Returns the correct results of an input, and caches recent ones. Errors: all errors of declared::ExpectedResults.
std::shared_ptr<const declared::ExpectedResults> expected_results(const KernelSettings& settings,
                                                                  const declared::DeclaredInput& input);

} // namespace warploom::app
