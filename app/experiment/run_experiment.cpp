#include "app/experiment/run_experiment.h"

#include "app/experiment/figures/profiles.h"
#include "app/experiment/figures/special_figures.h"
#include "app/experiment/machine_choice.h"
#include "app/experiment/run_cells.h"
#include "app/experiment/run_facts.h"
#include "app/experiment/time_left.h"
#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/sentence.h"
#include "kernels/registry/simulated_machine.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <new>
#include <optional>
#include <set>

namespace warploom::app {

using experiment::Cell;
using experiment::CellColumn;
using experiment::CellValue;
using experiment::Figure;
using experiment::Place;
using experiment::Result;
using experiment::Series;

namespace {

/// Minimum interval between two updates of derived values during a run.
constexpr auto between_derivations = std::chrono::milliseconds(300);

void join(std::string& note, const std::string& more) {
    if (more.empty() || note.find(more) != std::string::npos) return;
    note = note.empty() ? more : more + " " + note;
}

class ExperimentRun {
public:
    ExperimentRun(Result& result, const ExperimentSettings& settings, const MachineList& machines,
                  const ExperimentObserver& observer)
        : result_(result), settings_(settings), observer_(observer), texts_(result.experiment.kernels),
          machines_(machines, settings.machine), inputs_(settings.data), cache_(settings.model_cache) {
        progress_.cancelled = observer.cancelled;
        if (settings.model && !result.experiment.card.empty()) {
            note_card(result.experiment.card);
            for (const Cell& cell : result.cells) {
                const Series& series = series_of(cell);
                if (series.run && !series.run->card.empty())
                    note_card(experiment::fill_in(series.run->card, result.experiment, cell.at));
            }
        }
    }

    void run() {
        note_machines(result_, machines_, settings_,
                      transform_to_vector(modelled_, [](const auto& each) { return each.second.card(); }));
        close_what_is_not_asked();
        plan_ = plan_experiment(result_, !modelled_.empty(), machines_.gpu() != nullptr, settings_.measure_host);
        if (!settings_.share.is_all()) {
            Result anew = begin_experiment(result_.experiment, result_.is_quick);
            keep_share(plan_,
                       plan_experiment(anew, !modelled_.empty(), settings_.machine != "none", settings_.measure_host),
                       settings_.share);
        }
        expect_all();
        total_ = plan_.steps() + result_.experiment.profiles.size() - result_.profiles.size();
        bool is_whole = true;
        try {
            make_profiles();
            for (const ModelledJob& job : plan_.modelled) {
                const double ns = elapsed_ns([&] { model(job); });
                left_.did(TimeLeft::Part::model, size_of_input(job.run), ns / 1e9);
            }
            for (const MeasuredRun& run : plan_.special) {
                const double ns = elapsed_ns([&] { measure_special(run); });
                left_.did(TimeLeft::Part::measurement, 0, ns / 1e9);
            }
            for (const MeasuredGroup& group : plan_.measured) {
                const auto runs = static_cast<double>(group.runs.size());
                const double ns = elapsed_ns([&] { measure(group); });
                for (std::size_t i = 0; i < group.runs.size(); ++i)
                    left_.did(TimeLeft::Part::measurement, 0, ns / 1e9 / runs);
            }
            progress_.check(0, 1);
        } catch (const Error& error) {
            if (error.code() != "cancelled") throw;
            is_whole = false;
        }
        note_inputs(result_, inputs_);
        derive_now();
        result_.is_complete = is_whole && std::all_of(result_.cells.begin(), result_.cells.end(), [](const Cell& cell) {
                                  return cell.modelled.is_settled() && cell.measured.is_settled();
                              });
    }

private:
    void note_card(const std::string& id) {
        if (!modelled_.contains(id)) modelled_.try_emplace(id, simulated::find_card(id), inputs_, result_.is_quick);
    }
    ModelledFigures& figures_of(const CellRun& run) {
        return modelled_.at(run.card.empty() ? result_.experiment.card : run.card);
    }
    const Series& series_of(const Cell& cell) const { return *result_.experiment.find_series(cell.series); }
    CellRun run_of(std::size_t cell) const {
        return cell_run(result_.experiment, series_of(result_.cells[cell]), result_.cells[cell]);
    }
    /// Clears the cells that have no value, because a reason recorded by an interrupted run may no longer apply. For
    /// values that were not requested or are not available, states the reason.
    void close_what_is_not_asked() {
        for (Cell& cell : result_.cells) {
            for (CellValue* value : {&cell.modelled, &cell.measured})
                if (!value->number) *value = {};
            const Series& series = series_of(cell);
            if (!series.run) continue;
            const bool is_host = series.run->place == Place::cpu;
            const auto close = [](CellValue& value, const std::string& why_not) {
                if (!value.number) value.why_not = why_not;
            };
            if (is_host) close(cell.modelled, sentence("The host CPU has no performance model."));
            else if (!settings_.model) close(cell.modelled, sentence("The model was disabled for this run."));
            else if (modelled_.empty()) close(cell.modelled, sentence("This experiment does not specify a card."));
            if (is_host && !settings_.measure_host) close(cell.measured, sentence("Measurements were not requested."));
            else if (experiment::is_count(series.figure)) close(cell.measured, counted_not_measured());
            else if (!is_host && machines_.gpu() == nullptr) close(cell.measured, machines_.why_no_gpu());
        }
    }

    void expect_all() {
        for (const ModelledJob& job : plan_.modelled) left_.expect(TimeLeft::Part::model, size_of_input(job.run));
        for (std::size_t i = 0; i < plan_.special.size(); ++i) left_.expect(TimeLeft::Part::measurement, 0);
        for (const MeasuredGroup& group : plan_.measured)
            for (std::size_t i = 0; i < group.runs.size(); ++i) left_.expect(TimeLeft::Part::measurement, 0);
    }

    void tell(const char* stage, const std::string& detail) const {
        if (!observer_.progress) return;
        const std::string left = time_left_text(left_.seconds());
        const bool has_both = !left.empty() && !detail.empty();
        observer_.progress(stage,
                           has_both ? sentence("{detail}, {time_left}", {{"detail", detail}, {"time_left", left}})
                                    : detail + left,
                           done_, total_);
    }

    /// Stores a value in a cell. Marks the value if the published value of the cell was used for fitting.
    void settle(std::size_t cell, CellColumn column, CellValue value, const std::string& note) {
        join(value.note, note);
        Cell& here = result_.cells[cell];
        if (column == CellColumn::modelled) value.is_fitted = here.modelled.is_fitted;
        if (value.number) value.kernel = kernels::name_with_text(kernel_);
        here.value(column) = std::move(value);
        if (observer_.cell) observer_.cell(here);
    }

    /// Converts the result of `make` to the unit of each cell's series and stores it in the cell.
    template <class Make>
    void settle_each(const std::vector<std::size_t>& cells, CellColumn column, const std::string& note,
                     const Make& make) {
        for (const std::size_t cell : cells)
            settle(cell, column, make(run_of(cell), series_of(result_.cells[cell]).unit), note);
    }

    /// Performs a part of the work. If it fails, stores the error as the reason why the affected cells have no value.
    template <class Part> void guarded(const std::vector<std::size_t>& cells, CellColumn column, Part part) {
        const auto refuse = [&](const std::string& reason) {
            CellValue value;
            value.why_not = reason;
            for (const std::size_t cell : cells)
                if (!result_.cells[cell].value(column).is_settled()) settle(cell, column, value, {});
        };
        try {
            part();
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            if (error.code() == "device.fault") lose_device();
            refuse(error.what());
        } catch (const std::bad_alloc&) {
            refuse(sentence("There is not enough memory."));
        } catch (const std::exception& failure) {
            refuse(sentence("The run failed: {reason}.", {{"reason", failure.what()}}));
        }
    }

    void lose_device() {
        is_device_lost_ = true;
        if (observer_.device_lost) observer_.device_lost();
    }

    void make_profiles() {
        if (settings_.share.index > 0) return; // only the first process computes profiles, because they are not cells
        for (std::size_t i = result_.profiles.size(); i < result_.experiment.profiles.size(); ++i) {
            const auto& profile = result_.experiment.profiles[i];
            tell("counting", profile.title);
            result_.profiles.push_back(make_profile(profile, inputs_, progress_));
            ++done_;
        }
    }

    void model(const ModelledJob& job) {
        progress_.check(0, 1);
        tell("modelling", title_of(result_.experiment, result_.cells[job.cells.front()]));
        kernel_ = job.run.modelled_kernel;
        for (const std::size_t cell : job.cells)
            result_.cells[cell].modelled.is_fitted = figures_of(job.run).fitted().has(job.run, result_.cells[cell]);
        guarded(job.cells, CellColumn::modelled, [&] {
            const std::string key = cache_key(job.run);
            if (!settings_.model_again && take_kept(job, key)) {
                tell_kept(key);
                return;
            }
            if (job.run.is_plain()) {
                const ModelledRun run = figures_of(job.run).run(job.run, job.wants, progress_);
                settle_each(job.cells, CellColumn::modelled, {}, [&](const CellRun& one, const std::string& unit) {
                    return modelled_value(run, one, unit);
                });
            } else model_special(job);
            keep(job, key);
            tell_kept(key);
        });
        ++done_;
        derive_now_and_then();
    }

    /// Returns the cache key of a run, or an empty string if the run's values must not be cached.
    std::string cache_key(const CellRun& run) {
        if (settings_.model_cache.empty()) return {};
        std::string texts, input;
        for (const auto& [name, text] : result_.experiment.kernels) texts += name + "\n" + text + "\n";
        const auto names_file = [](const std::string& name) {
            return name.find(".inp") != std::string::npos || name.find(".mtx") != std::string::npos ||
                   name.find(".npz") != std::string::npos;
        };
        if (std::any_of(run.inputs.begin(), run.inputs.end(), names_file)) {
            const auto chosen = inputs_.choose(run.operation, run.inputs, progress_);
            input = chosen.name + "\n" + chosen.note;
        }
        CellRun sampled = run; // use the sample size of the card's calibration study, if there is one
        if (!sampled.sample) sampled.sample = figures_of(run).fitted().sample_of(run);
        return cache_.key(sampled, figures_of(run).card(), texts, result_.is_quick, input);
    }
    void tell_kept(const std::string& key) const {
        if (!observer_.kept || key.empty()) return;
        if (const auto entry = cache_.find(key)) observer_.kept(key, *entry);
    }
    /// Sets the cells of a job to cached values. If any of them is not cached, returns false without changing anything.
    bool take_kept(const ModelledJob& job, const std::string& key) {
        const auto entry = cache_.find(key);
        if (!entry) return false;
        const auto values = transform_to_vector(job.cells, [&](std::size_t cell) { return entry->find(key_of(cell)); });
        if (std::find(values.begin(), values.end(), nullptr) != values.end()) return false;
        for (std::size_t i = 0; i < values.size(); ++i) settle(job.cells[i], CellColumn::modelled, *values[i], {});
        for (const auto& [name, hash] : entry->input_hashes) inputs_.note_hash(name, hash);
        return true;
    }
    void keep(const ModelledJob& job, const std::string& key) {
        if (key.empty()) return;
        ModelledCache::Entry entry = cache_.find(key).value_or(ModelledCache::Entry{});
        for (const std::size_t cell : job.cells) {
            CellValue value = result_.cells[cell].modelled;
            if (!value.number) return; // do not cache missing values, because their cause may be temporary
            value.is_fitted = false;   // is_fitted is not cached, because it depends on the cell rather than the run
            if (entry.find(key_of(cell)) == nullptr) entry.values.emplace_back(key_of(cell), std::move(value));
        }
        for (const auto& one : inputs_.hashes())
            if (std::find(job.run.inputs.begin(), job.run.inputs.end(), one.first) != job.run.inputs.end())
                entry.input_hashes.push_back(one);
        cache_.keep(key, entry);
    }
    std::string key_of(std::size_t cell) const {
        return ModelledCache::key_of(run_of(cell), series_of(result_.cells[cell]).unit);
    }

    void model_special(const ModelledJob& job) {
        const auto each = [&](const auto& number_of, const std::string& note) {
            settle_each(job.cells, CellColumn::modelled, note, number_of);
        };
        switch (job.run.figure) {
        case Figure::one_run: {
            const double cold = figures_of(job.run).launch_ns(job.run, CacheState::cold, progress_);
            const double warm = figures_of(job.run).launch_ns(job.run, CacheState::warm, progress_);
            each(
                [&](const CellRun& run, const std::string& unit) {
                    return number(in_unit_of_time(run.counted_option("run", 1) == 1 ? cold : warm, unit));
                },
                sentence("The model does not include the time to load code or the first access to memory."));
            break;
        }
        case Figure::difference: {
            const auto chosen = inputs_.choose(job.run.operation, job.run.inputs, progress_);
            const auto card = kernels::simulated_machine(figures_of(job.run).card());
            const Difference difference = solution_difference(job.run, job.run.modelled_kernel, chosen.name, *card,
                                                              machines_.host(), inputs_.inputs(), progress_);
            each([&](const CellRun&, const std::string&) { return difference_value(difference); }, chosen.note);
            break;
        }
        case Figure::clock: {
            const auto traced = figures_of(job.run).trace(job.run, progress_);
            const ModelledPhases phases = phases_of(traced, figures_of(job.run).card());
            each(
                [&](const CellRun& run, const std::string& unit) {
                    return number(in_unit_of_time(chosen_phase(run, waits(run) ? phases.with : phases.without), unit));
                },
                traced.note);
            break;
        }
        default: break;
        }
    }

    void measure_special(const MeasuredRun& measured) {
        progress_.check(0, 1);
        const CellRun& run = measured.run;
        kernel_ = run.kernel;
        tell("measuring", title_of(result_.experiment, result_.cells[measured.cells.front()]));
        guarded(measured.cells, CellColumn::measured, [&] {
            kernels::Machine& machine = *machine_for(run);
            const auto chosen = inputs_.choose(run.operation, run.inputs, progress_);
            const auto each = [&](const auto& value_of) {
                settle_each(measured.cells, CellColumn::measured, chosen.note, value_of);
            };
            if (run.figure == Figure::one_run) {
                int count = 1;
                for (const std::size_t cell : measured.cells)
                    count = std::max(count, run_of(cell).counted_option("run", 1));
                const auto times = first_launches(run, chosen.name, count, machine, inputs_.inputs(), progress_);
                each([&](const CellRun& one, const std::string& unit) {
                    const double ns = times[one.counted_option("run", 1) - 1];
                    CellValue value = number(in_unit_of_time(ns, unit));
                    value.samples_ns = {ns};
                    return value;
                });
            } else if (run.figure == Figure::difference) {
                const Difference difference = solution_difference(run, run.kernel, chosen.name, machine,
                                                                  machines_.host(), inputs_.inputs(), progress_);
                each([&](const CellRun&, const std::string&) { return difference_value(difference); });
            } else {
                if (run.place == Place::cpu)
                    throw Error("experiment.format", sentence("Only calls to a GPU return before their work is done."));
                const Phases without = phases_of(run, chosen.name, false, machine, inputs_.inputs(), progress_);
                const Phases with = phases_of(run, chosen.name, true, machine, inputs_.inputs(), progress_);
                each([&](const CellRun& one, const std::string& unit) {
                    return number(in_unit_of_time(chosen_phase(one, waits(one) ? with : without), unit));
                });
            }
        });
        ++done_;
        derive_now_and_then();
    }

    void measure(const MeasuredGroup& group) {
        progress_.check(0, 1);
        const std::string title = title_of(result_.experiment, result_.cells[group.runs.front().cells.front()]);
        tell("measuring", title);
        const std::vector<std::size_t> cells = group.cells();
        const std::size_t before = done_;
        guarded(cells, CellColumn::measured, [&] {
            const auto machine = machine_for(group.runs.front().run);
            RunObserver followed;
            followed.cancelled = observer_.cancelled;
            followed.stage = [&](const std::string& stage, const std::string& detail) {
                tell(stage.c_str(), stage == "measuring" ? title : detail);
            };
            measure_group(group, *machine, inputs_, open_, result_.is_quick, row_ns(), followed, progress_,
                          [&](const MeasuredRun& run, const Row& row, const InputInfo& input,
                              const std::string& of_input) { take(run, row, input, of_input); });
        });
        done_ = before + group.runs.size();
        progress_.check(0, 1);
        derive_now_and_then();
    }

    /// Returns the time budget of a result row in nanoseconds. A complete run should take less than two minutes, so the
    /// time left after loading and converting is divided among the rows. A row gets enough time for ten samples.
    double row_ns() const {
        if (result_.is_quick) return 0;
        // Total time for all rows and minimum time per row, in nanoseconds. Warm-up adds up to 25 % to each.
        constexpr double all_ns = 28e9, least_ns = 0.2e9;
        std::size_t rows = 0;
        for (const MeasuredGroup& group : plan_.measured) rows += group.runs.size();
        return std::max(least_ns, all_ns / static_cast<double>(std::max<std::size_t>(1, rows)));
    }

    void take(const MeasuredRun& run, const Row& row, const InputInfo& input, const std::string& note) {
        kernel_ = run.run.kernel;
        if (row.code == "device.fault" && !is_device_lost_) lose_device();
        for (const std::size_t cell : run.cells) {
            const Series& series = series_of(result_.cells[cell]);
            CellRun one = run.run;
            one.figure = series.figure;
            settle(cell, CellColumn::measured, measured_value(row, input, one, series.unit), note);
        }
        ++done_;
    }

    std::shared_ptr<kernels::Machine> machine_for(const CellRun& run) const {
        if (run.place == Place::cpu) return {std::shared_ptr<void>(), &machines_.host()};
        if (is_device_lost_)
            throw Error("device.lost", sentence("The GPU faulted in an earlier run and no longer responds."));
        int found = 1;
        const auto machine = machines_.gpus(run.place == Place::gpus ? run.gpus : 1, found);
        if (found < run.gpus && run.place == Place::gpus) // do not report a time for fewer GPUs than requested
            throw Error("machine.gpus",
                        sentence("This run requires {needed} GPUs, but this computer has {found}.",
                                 {{"needed", run.gpus}, {"found", found}}),
                        sentence("Use a machine with enough GPUs."));
        return machine;
    }

    static CellValue number(double value) {
        CellValue result;
        if (std::isfinite(value)) result.number = value;
        else result.why_not = sentence("The result is not finite.");
        return result;
    }

    static CellValue difference_value(const Difference& difference) {
        CellValue value = number(difference.is_equal ? 0 : difference.largest);
        if (difference.is_equal) value.text = "equal";
        return value;
    }

    void derive_now_and_then() {
        const auto now = std::chrono::steady_clock::now();
        if (now - derived_ < between_derivations) return;
        derive_now();
    }

    /// Computes derived values (ratios and reductions). Notifies the observer of the cells that changed.
    void derive_now() {
        using Seen = std::pair<std::optional<double>, std::optional<double>>;
        std::map<std::size_t, Seen> before;
        for (std::size_t i = 0; i < result_.cells.size(); ++i)
            if (!series_of(result_.cells[i]).run)
                before[i] = {result_.cells[i].modelled.number, result_.cells[i].measured.number};
        if (!before.empty()) experiment::derive(result_.experiment, result_.cells);
        for (const auto& [i, seen] : before) {
            const Cell& cell = result_.cells[i];
            if (observer_.cell && Seen{cell.modelled.number, cell.measured.number} != seen) observer_.cell(cell);
        }
        derived_ = std::chrono::steady_clock::now();
    }

    Result& result_;
    const ExperimentSettings& settings_;
    const ExperimentObserver& observer_;
    kernels::ScopedKernelSources texts_;
    MachineChoice machines_;
    InputChoice inputs_;
    OpenInput open_;
    ModelledCache cache_;
    TimeLeft left_;
    Progress progress_;
    std::map<std::string, ModelledFigures> modelled_;
    ExperimentPlan plan_;
    std::size_t done_ = 0, total_ = 0;
    std::string kernel_;
    bool is_device_lost_ = false;
    std::chrono::steady_clock::time_point derived_;
};

} // namespace

Result begin_experiment(const experiment::Experiment& experiment, bool quick) {
    Result result;
    result.experiment = experiment;
    result.is_quick = quick;
    result.cells = experiment::expand(experiment, quick);
    return result;
}

std::size_t take_over(Result& result, const std::vector<Cell>& earlier) {
    // Compare the metadata as sets, because another program may have reordered the variables.
    using Key = std::pair<std::string, std::set<std::pair<std::string, std::string>>>;
    const auto key_of = [](const Cell& cell) { return Key{cell.series, {cell.at.begin(), cell.at.end()}}; };
    std::map<Key, Cell*> places;
    for (Cell& cell : result.cells) places[key_of(cell)] = &cell;
    std::set<const Cell*> found;
    for (const Cell& one : earlier) {
        const auto place = places.find(key_of(one));
        if (place == places.end()) continue;
        place->second->modelled = one.modelled;
        place->second->measured = one.measured;
        if (one.modelled.number || one.measured.number) found.insert(place->second);
    }
    return found.size();
}

void run_experiment(Result& result, const ExperimentSettings& settings, const MachineList& machines,
                    const ExperimentObserver& observer) {
    ExperimentRun(result, settings, machines, observer).run();
}

} // namespace warploom::app
