#pragma once

#include "app/manual/manual.h"

namespace CLI {
class App;
}

namespace warploom::app {

/// Returns a description of a command line, generated from its option parser. Omits commands outside of command groups.
ManualCommand description_of(const CLI::App& app);

} // namespace warploom::app
