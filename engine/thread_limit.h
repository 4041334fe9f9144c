#pragma once

namespace warploom {

/// Limits the number of threads used by every loop of this process (engine/parallel.h).
void use_at_most(int threads);

} // namespace warploom
