#pragma once

#include "app/manual/manual.h"

namespace CLI {
class App;
}

namespace warploom::app {

/// What a command line understands, from the options that read it. Commands without a group are not told of.
ManualCommand description_of(const CLI::App& app);

} // namespace warploom::app
