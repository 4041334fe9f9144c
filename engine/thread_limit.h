#pragma once

namespace warploom {

/// From now on every loop of this process has at most so many threads (engine/parallel.h).
void use_at_most(int threads);

} // namespace warploom
