#pragma once

namespace warploom {

/// Limits the number of threads that each parallel loop of this process uses (engine/parallel.h).
void use_at_most(int threads);

} // namespace warploom
