#pragma once

#include "app/manual/manual.h"

namespace CLI {
class App;
}

namespace warploom::app {

/// Creates the description of a command line from the options that parse it. Omits commands without a group.
ManualCommand description_of(const CLI::App& app);

} // namespace warploom::app
