#include "app/cli/command_groups.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

namespace {

struct CommandGroup {
    std::string title;
    std::vector<std::string> commands;
};

/// The groups and their commands, in the order of `--help`.
const std::vector<CommandGroup>& command_groups() {
    static const std::vector<CommandGroup> groups{
        {"Matrices", {"info", "order", "convert", "write", "fetch"}},
        {"Kernels", {"kernels", "devices", "advise", "run", "scaling"}},
        {"Your own kernels", {"check", "trace", "counters", "cards"}},
        {"Papers", {"experiment"}},
        {"Courses", {"course", "lesson", "exercise", "page", "grade", "contest", "grader"}},
        {"Card models", {"measure-card", "fit", "fidelity"}},
        {"Editors and the desktop application", {"lsp", "dap", "serve", "manual"}}};
    return groups;
}

/// Prints the commands of a program in groups. CLI11's own formatter orders groups and commands by their declaration.
class GroupFormatter : public CLI::Formatter {
public:
    std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode) const override {
        std::string text;
        for (const CommandGroup& group : command_groups()) {
            text += "\n" + group.title + ":\n";
            for (const std::string& name : group.commands) text += make_subcommand(app->get_subcommand(name));
        }
        const auto others = app->get_subcommands([](const CLI::App* command) {
            return !command->get_name().empty() && command->get_group() == "Subcommands";
        });
        if (!others.empty()) text += "\nSubcommands:\n";
        for (const CLI::App* const command : others) text += make_subcommand(command);
        return text;
    }
};

} // namespace

void group_commands(CLI::App& program) {
    for (const CommandGroup& group : command_groups())
        for (const std::string& name : group.commands) program.get_subcommand(name)->group(group.title);
    program.formatter(std::make_shared<GroupFormatter>());
    program.footer("Examples:\n"
                   "  warploom-engine info laplace2d:n=100       describes a matrix from a generator or a file\n"
                   "  warploom-engine advise my-matrix.mtx       recommends a kernel for it\n"
                   "  warploom-engine run spmv my-matrix.mtx     runs and measures kernels\n"
                   "  warploom-engine check my-kernel.cu         checks a CUDA C kernel, without a GPU\n");
}

} // namespace warploom::app
