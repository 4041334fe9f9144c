#pragma once

namespace warploom {

/// In the portable archive fonts lie in ../share/fonts beside the program: makes the font library see them after the
/// system's own, so that a bare machine (a container, a cluster node) draws text too. Does nothing anywhere else.
/// Call it before the application object is made, because the font library reads its configuration once.
void use_bundled_fonts();

} // namespace warploom
