#pragma once

#include "app/manual/manual.h"

namespace CLI {
class App;
}

namespace warploom::app {

/// Returns a description of a command line, derived from its option parser. Omits commands that do not belong to a
/// command group.
ManualCommand description_of(const CLI::App& app);

} // namespace warploom::app
