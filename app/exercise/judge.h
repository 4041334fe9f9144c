#pragma once

#include "engine/exercise/exercise.h"
#include "engine/exercise/judgement.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace warploom::app {

/// Judges an answer: translates it, runs it on the card of the exercise for each given and each drawn input, and counts.
/// Findings come first: only a kernel without any has its result compared, because the result of one with a race may be
/// right by luck. Only a right one earns points at the gates.
/// `path`: a file in CUDA C. Mistakes of the answer stand in the judgement. Errors: "cancelled", those of
/// reading the file, of the card, and of inputs that the exercise names and that cannot be made.
exercise::Judgement judge(const exercise::Exercise& exercise, const std::string& path, std::uint64_t seed,
                          const std::atomic<bool>* cancelled = nullptr);

} // namespace warploom::app
