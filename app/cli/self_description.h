#pragma once

#include "app/manual/manual.h"

namespace CLI {
class App;
}

namespace warploom::app {

/// Describes a command line from the options that parse it. Omits commands that are not in a group.
ManualCommand description_of(const CLI::App& app);

} // namespace warploom::app
