#pragma once

#include "app/manual/manual.h"

namespace CLI {
class App;
}

namespace warploom::app {

/// Describes a command line from the options that parse it. Commands without a group are omitted.
ManualCommand description_of(const CLI::App& app);

} // namespace warploom::app
