#include "app/cli/page_commands.h"

#include "app/page/page_file.h"
#include "engine/figure.h"
#include "engine/whole_file.h"

namespace warploom::app {

PageCommands::PageCommands(CLI::App& app) {
    page_ = app.add_subcommand("page", "Pages that run in a browser without this program.");
    page_->require_subcommand(0, 1);
    write_ = page_->add_subcommand("write", "Kernels in CUDA C, judged in the page while they are written.");
    write_->add_option("--out", out_, "The HTML file to write.")->required();
}

void PageCommands::require_all() const {
    if (*page_ && page_->get_subcommands().empty()) throw CLI::RequiredError("Which page to write (write)");
}

ExitStatus PageCommands::run(const Answer& answer) const {
    const std::string page = write_page(find_engine_files());
    write_whole_file(out_, page);
    answer.text("Wrote " + out_ + ", " + figure(static_cast<double>(page.size()) / 1e6, "%.2f") + " MB.\n");
    return exit_fine;
}

} // namespace warploom::app
