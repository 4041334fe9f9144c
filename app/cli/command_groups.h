#pragma once

namespace CLI {
class App;
}

namespace warploom::app {

/// Groups the commands in `--help` by task, and adds examples. Throws CLI::OptionNotFound if a listed command does not
/// exist. `--help` lists commands without a group under "Subcommands".
void group_commands(CLI::App& program);

} // namespace warploom::app
