#pragma once

#include "app/advice/advise.h"
#include "app/cli/commands.h"

namespace warploom::app {

/// `advise`: which kernel to take, and why. `order`: what orders do to a matrix. `measure-card`: the card file of a GPU.
class AdviseCommand {
public:
    AdviseCommand(CLI::App& app, bool& json);
    AdviseCommand(const AdviseCommand&) = delete;
    AdviseCommand& operator=(const AdviseCommand&) = delete;

    bool is_asked() const { return *advise_ || *order_ || *measure_card_; }
    /// Throws CLI::RequiredError where there is nothing to advise on.
    void require_all() const;
    /// Errors are thrown.
    ExitStatus run(const MachineList& machines, const Answer& answer, const std::atomic<bool>& cancelled) const;

private:
    ExitStatus measure_list(kernels::Machine& machine, const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus learn(const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus prove_times(const Answer& answer, const std::atomic<bool>& cancelled) const;
    ExitStatus measure_card(const MachineList& machines, const Answer& answer,
                            const std::atomic<bool>& cancelled) const;
    ExitStatus order(const Answer& answer, const std::atomic<bool>& cancelled) const;

    CLI::App *advise_ = nullptr, *order_ = nullptr, *measure_card_ = nullptr;
    std::string list_, times_, learned_from_, learned_, out_, card_ = "h200";
    std::vector<std::string> kernels_;
    double seconds_ = 0;
    int samples_ = 9;
    std::string gpu_ = "cuda:0";
    bool try_ = false, by_model_ = false, save_ = false;
    NetworkOptions network_;
    std::string matrix_, machine_ = "simulated:h200", operation_ = "spmv", precision_ = "double", cache_ = "cold";
    AdviceSettings settings_;
};

/// The document for people.
std::string advice_text(const wire::Advice& advice);

} // namespace warploom::app
