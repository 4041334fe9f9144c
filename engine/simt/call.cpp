#include "engine/error.h"
#include "engine/parallel.h"
#include "engine/parallel_blocks.h"
#include "engine/sentence.h"
#include "engine/simt/call_impl.h"
#include "engine/simt/machine/block.h"
#include "engine/simt/machine/host_launch.h"
#include "engine/simt/machine/record_launch.h"
#include "engine/simt/trace/findings.h"
#include "engine/simt/trace/site_table.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace warploom::simt {

/// Throws an error for the first fatal finding of an untraced run. A traced run returns a list of findings instead.
void Call::Impl::give_up_at_fault(const Findings& findings) const {
    if (findings.is_empty()) return;
    using Found = Finding::Kind;
    for (const auto& finding : findings.list())
        if (finding.kind == Found::out_of_bounds || finding.kind == Found::input_write ||
            finding.kind == Found::divergent_meeting || finding.kind == Found::endless_loop ||
            finding.kind == Found::failed_assertion || finding.kind == Found::unset_value ||
            finding.kind == Found::absent_lane) {
            const std::string message =
                sentence("{file}:{line}: {message}",
                         {{"file", finding.file}, {"line", finding.line}, {"message", finding.sentence}});
            const std::string hint = sentence("Trace the kernel to see all findings.");
            if (finding.kind == Found::endless_loop) throw EndlessLoopError("kernel.fault", message, hint);
            throw Error("kernel.fault", message, hint);
        }
}

/// Returns the number of iterations after which a loop over array elements is considered infinite. This is 8 times the
/// length of the longest array, or twice its length if the array has millions of elements.
std::int64_t Call::Impl::turns_over_data() const {
    constexpr std::int64_t millions = std::int64_t{1} << 24;
    std::int64_t longest = 0;
    for (const GivenArray& array : given.arrays) longest = std::max(longest, array.size);
    return std::min(8 * longest, std::max(millions, 2 * longest));
}

/// Sets the iteration limits of a launch. A loop that exceeds its limit is considered infinite. Because of these
/// limits, a launch ends within several seconds even if all warps are in infinite loops. Spin loops have a lower limit,
/// because the other warps execute during every iteration of a spin loop.
void Call::Impl::limit_turns(LaunchPlan& launch) const {
    constexpr std::int64_t in_a_launch = std::int64_t{1} << 24, least = std::int64_t{1} << 21, waiting = 1 << 18;
    constexpr std::int64_t least_after_a_miss = std::int64_t{1} << 14;
    const std::int64_t warps = launch.blocks() * ((launch.block_size() + lanes_of_a_warp - 1) / lanes_of_a_warp);
    const std::int64_t over_data = turns_over_data();
    launch.limits.turns =
        std::min(limits.turns, std::max({in_a_launch / std::max<std::int64_t>(1, warps), least, over_data}));
    constexpr std::int64_t few_blocks = 64;
    if (recorder != nullptr && recorder->rules().most_turns > 0 && launch.blocks() > few_blocks)
        launch.limits.turns = std::min(launch.limits.turns, recorder->rules().most_turns);
    if (recorder != nullptr && recorder->rules().turns_for_input > 0)
        launch.limits.turns = std::min(launch.limits.turns, recorder->rules().turns_for_input);
    launch.limits.waiting_turns = std::min(launch.limits.turns, std::max(waiting, over_data));
    launch.limits.repeated_turns = std::max(limits.repeated_turns, over_data);
    launch.limits.turns_after_a_miss = std::min(limits.turns_after_a_miss, std::max(least_after_a_miss, over_data));
}

/// Returns the maximum number of threads that a call to `run` may launch. If the simulator does not have to execute all
/// threads, because they run on a real GPU or the trace skips blocks, the maximum is at least 2^42.
std::int64_t Call::Impl::most_threads() const {
    if (recorder != nullptr && recorder->rules().most_threads > 0) return recorder->rules().most_threads;
    const bool runs_all = launcher == nullptr && (recorder == nullptr || recorder->rules().runs_untraced);
    return runs_all ? limits.threads : std::max(limits.threads, std::int64_t{1} << 42);
}

/// Throws if a kernel uses warp-level functions that the simulated GPU does not support.
void Call::Impl::require_capability(const Code& code) const {
    if (card.compute_capability.empty()) return;
    const double capability = std::atof(card.compute_capability.c_str());
    // In a trace, the recorder reports unsupported shuffles and suggests kernels without shuffles.
    const bool has_no_shuffles = known_to == nullptr && code.has_shuffles && capability < 3.0;
    if (!has_no_shuffles && capability >= code.capability) return;
    const std::string reason =
        has_no_shuffles
            ? sentence("The {card} has compute capability {capability}, but shuffles require 3.0 or higher.",
                       {{"card", card.title}, {"capability", card.compute_capability}})
            : sentence(
                  "The {card} has compute capability {capability}, but `{function}` requires {needed}.0 or higher.",
                  {{"card", card.title},
                   {"capability", card.compute_capability},
                   {"function", code.needs_capability},
                   {"needed", static_cast<int>(code.capability)}});
    throw Error(
        "kernel.machine",
        sentence("Kernel {kernel} cannot run on this card. {reason}", {{"kernel", code.name}, {"reason", reason}}),
        sentence("Choose a newer card."));
}

LaunchPlan Call::Impl::plan(const LaunchCode& launch, const std::byte* host, SourceLocation place) const {
    const Code& code = half.translated->kernels[static_cast<std::size_t>(launch.kernel)];
    LaunchPlan plan;
    plan.code = &code;
    plan.file = &program->name;
    plan.owner = program;
    plan.objects = objects;
    plan.limits = limits;
    plan.loops = &loops;
    plan.traits = traits;
    const auto refuse_size = [&](const std::string& message, const std::string& hint) {
        throw Error("kernel.launch", with_location(*program, place, message), hint);
    };
    for (std::size_t d = 0; d < 3; ++d) {
        const auto of = [&](std::uint32_t unit) {
            std::uint32_t number = 0;
            std::memcpy(&number, host + (unit + d) * register_bytes, sizeof number);
            return static_cast<std::int64_t>(number);
        };
        plan.grid[d] = of(launch.grid);
        plan.block[d] = of(launch.block);
    }
    const auto require = [&](const std::optional<simulated::Refused>& refused) {
        if (!refused) return;
        if (refused->shared_bytes > 0)
            throw simulated::TooMuchShared(with_location(*program, place, refused->sentence), refused->hint,
                                           refused->shared_bytes);
        refuse_size(refused->sentence, refused->hint);
    };
    require_capability(code);
    require(simulated::why_not_launched(card, code.name, plan.grid, plan.block));
    if (code.most_threads > 0 && plan.block_size() > code.most_threads)
        refuse_size(sentence("Kernel {kernel} is launched with {threads} threads per block, but its __launch_bounds__ "
                             "allow at most {most}.",
                             {{"kernel", code.name}, {"threads", plan.block_size()}, {"most", code.most_threads}}),
                    sentence("Launch smaller blocks, or increase the bound."));
    const bool is_bound_by_input = recorder != nullptr && recorder->rules().most_threads > 0;
    if (plan.blocks() > threads_left / plan.threads_run())
        refuse_size(
            is_bound_by_input
                ? sentence("With this launch, run starts more than {most} threads, far more than this input needs.",
                           {{"most", most_threads()}})
                : sentence("With this launch, run starts more than {most} threads, which is too many to simulate.",
                           {{"most", most_threads()}}),
            sentence("Use a smaller grid or fewer launches."));
    limit_turns(plan);
    if (launch.shared != no_register)
        std::memcpy(&plan.shared_bytes, host + launch.shared * register_bytes, sizeof plan.shared_bytes);
    std::int64_t declared = 0;
    for (const SharedArray& array : code.shared)
        if (!array.is_dynamic) declared += simt::bytes_of(array, plan);
    const bool is_odd = plan.shared_bytes < 0 || plan.shared_bytes > card.shared_bytes;
    const bool is_raised = is_launched_by_name || half.translated->with_large_shared.contains(code.name);
    require(simulated::why_not_shared(card, code.name, declared,
                                      is_odd ? plan.shared_bytes : declared + plan.shared_bytes, is_raised));
    plan.frame.resize(code.units * register_bytes);
    fill_known(code, plan.frame, objects.size());
    for (const Known& known : code.known) {
        if (known.what < Known::What::size_x || known.what > Known::What::grid_z) continue;
        const int d = static_cast<int>(known.what) - static_cast<int>(Known::What::size_x);
        const std::int64_t number =
            d < 3 ? plan.block[static_cast<std::size_t>(d)] : plan.grid[static_cast<std::size_t>(d - 3)];
        broadcast(plan.frame.data(), known.unit, &number, false);
    }
    for (std::size_t p = 0; p < launch.arguments.size(); ++p)
        for (const Leaf& leaf : leaves_of(code.parameters[p].type)) {
            const auto unit = static_cast<std::uint32_t>(leaf.unit);
            broadcast(plan.frame.data(), code.parameters[p].unit + unit,
                      host + (launch.arguments[p].first + unit) * register_bytes, leaf.type->is_wide());
        }
    return plan;
}

void Call::Impl::run_blocks(const LaunchPlan& plan, std::int64_t first, std::int64_t last) {
    parallel_blocks(
        last - first,
        [&](std::int64_t from, std::int64_t to) {
            Findings findings;
            Block block(plan, nullptr, findings);
            for (std::int64_t b = first + from; b < first + to; ++b) {
                block.begin(b, 0);
                block.run();
                if (recorder == nullptr) give_up_at_fault(findings);
            }
            if (recorder != nullptr && !findings.is_empty()) recorder->add(findings);
        },
        plan.code->has_global_atomics || plan.code->waits ? 1 : 0);
}

/// Converts a kernel launch in `run` to a launch on a real GPU. Arguments are laid out as in C, and simulated pointers
/// are converted to device addresses.
Launch Call::Impl::outer_launch(const LaunchCode& code, const LaunchPlan& plan, const std::byte* host) const {
    Launch launch;
    launch.kernel = plan.code->instance;
    launch.shared_bytes = plan.shared_bytes;
    const Head& head = program->head;
    launch.is_early = std::find(head.early.begin(), head.early.end(), plan.code->name) != head.early.end();
    if (const auto carve_out = head.carve_out.find(plan.code->name); carve_out != head.carve_out.end())
        launch.carve_out = carve_out->second;
    for (std::size_t d = 0; d < 3; ++d) {
        launch.grid[d] = static_cast<unsigned>(plan.grid[d]);
        launch.block[d] = static_cast<unsigned>(plan.block[d]);
    }
    for (std::size_t p = 0; p < code.arguments.size(); ++p) {
        const Type& type = *plan.code->parameters[p].type;
        const auto align = static_cast<std::size_t>(type.align);
        const std::size_t at = (launch.arguments.size() + align - 1) / align * align;
        launch.offsets.push_back(at);
        launch.arguments.resize(at + static_cast<std::size_t>(type.bytes));
        for (const Leaf& leaf : leaves_of(&type)) {
            std::uint64_t bits = 0;
            std::memcpy(&bits,
                        host + (code.arguments[p].first + static_cast<std::uint32_t>(leaf.unit)) * register_bytes,
                        leaf.type->is_wide() ? 8 : 4);
            const std::size_t object = object_of(bits);
            if (leaf.type->kind == Kind::pointer)
                bits = object == 0 ? 0
                                   : reinterpret_cast<std::uintptr_t>(objects[object].data) +
                                         static_cast<std::uint64_t>(distance_in(bits, object));
            std::memcpy(launch.arguments.data() + at + leaf.offset, &bits, static_cast<std::size_t>(leaf.type->bytes));
        }
    }
    return launch;
}

/// Determines the granularity of race detection for each array, in bytes. The default is the element size. If a kernel
/// accesses parts of an element (through a cast or member by member), the granularity is smaller. Accesses to different
/// parts of an element then do not count as races.
void Call::Impl::find_grains(LaunchPlan& plan) const {
    const auto casts = [](const std::optional<HostPart>& part) { return part && part->code->has_casts; };
    const bool has_casts = plan.code->has_casts || main.code->has_casts || casts(preparation);
    std::int64_t least = 0;
    for (const MemoryAccess& access : plan.code->accesses) least = std::gcd(least, std::int64_t{access.bytes});
    for (Object& object : plan.objects)
        object.grain = has_casts || object.has_parts ? std::gcd(object.element_bytes, least) : object.element_bytes;
}

void Call::Impl::launch(const LaunchCode& code, const std::byte* host, SourceLocation place) {
    LaunchPlan ready = plan(code, host, place);
    if (ready.code->branches != nullptr) ready.code->branches->add(0);
    printer.begin_launch();
    ready.printer = &printer;
    threads_left -= ready.blocks() * ready.threads_run();
    if (launcher != nullptr) return launcher->execute(outer_launch(code, ready, host));
    if (recorder == nullptr) return run_blocks(ready, 0, ready.blocks());
    ready.spare = &spare;
    find_grains(ready);
    record_launch(ready, *recorder, *shadow,
                  [this](const LaunchPlan& plan, std::int64_t from, std::int64_t to) { run_blocks(plan, from, to); });
    is_ended = ready.endless->warps > 0;
}

void Call::Impl::begin_run() {
    limits.stop = stop_of_launches();
    threads_left = most_threads();
    printer.begin_run();
    for (const auto& writes : first_writes) writes->begin_run();
}

void Call::Impl::launch_by_name(const Launch& asked) {
    const auto& kernels = half.translated->kernels;
    const auto kernel =
        std::find_if(kernels.begin(), kernels.end(), [&](const Code& code) { return code.name == asked.kernel; });
    if (kernel == kernels.end())
        throw Error("kernel.parameter",
                    sentence("{file} has no kernel `{kernel}`.", {{"file", program->name}, {"kernel", asked.kernel}}));
    if (is_ended) return;
    // No cudaFuncSetAttribute() is required, because C++ callers raise the shared memory limit themselves.
    is_launched_by_name = true;
    HostLaunch ready = host_launch(asked, *kernel, objects);
    ready.code.kernel = static_cast<int>(kernel - kernels.begin());
    begin_run();
    launch(ready.code, ready.registers.data(),
           kernel->parameters.empty() ? SourceLocation{1, 1} : kernel->parameters.front().place);
}

void Call::Impl::run(const HostPart& part) {
    if (is_ended) return;
    if (part.code->branches != nullptr) part.code->branches->add(0);
    begin_run();
    if (recorder != nullptr) recorder->begin_call();
    ExecutionContext around;
    around.code = part.code;
    around.file = &program->name;
    around.objects = objects;
    // Host code in `run` reads the host copies of arrays, even if the arrays are in GPU memory.
    for (std::size_t a = 0; a < given.arrays.size(); ++a)
        if (given.arrays[a].host != nullptr)
            around.objects[a + 1].data = static_cast<std::byte*>(const_cast<void*>(given.arrays[a].host));
    around.limits = limits;
    around.loops = &loops;
    Findings findings;
    around.findings = &findings;
    const FaultChecks checks(around, {});
    if (launcher != nullptr)
        around.fill = [this](void* to, int byte, std::int64_t bytes) { launcher->execute(Fill{to, byte, bytes}); };
    else if (limits.is_scratch_sparse) // fill only 64 KB at each end, because the arrays may be larger than memory
        around.fill = [](void* to, int byte, std::int64_t bytes) {
            const std::int64_t near = std::min<std::int64_t>(bytes, 1 << 16);
            std::memset(to, byte, static_cast<std::size_t>(near));
            std::memset(static_cast<std::byte*>(to) + (bytes - near), byte, static_cast<std::size_t>(near));
        };
    Machine machine(around);
    Frames memory;
    memory.allocate(part.frame.size());
    // std::memcpy would require valid pointers even for an empty frame.
    std::copy(part.frame.begin(), part.frame.end(), memory.data());
    std::vector<std::uint32_t> slots(static_cast<std::size_t>(part.code->mask_slots));
    Warp warp;
    warp.frame = memory.data();
    warp.slot = slots.data();
    std::vector<std::uint32_t> shadows(std::size_t{part.code->shadows} * lanes_of_a_warp);
    std::vector<std::uint32_t> shadowed(part.code->shadows);
    warp.shadow = shadows.data();
    warp.shadowed = shadowed.data();
    warp.shadows = part.code->shadows;
    warp.launched = warp.active = warp.slot[0] = 1; // host code runs in only one lane
    for (;;) {
        const Halt halt = machine.run(warp, nullptr);
        printer.take(Printer::host, around.printed, around.unprinted);
        give_up_at_fault(findings);
        if (halt != Halt::launch) break;
        launch(part.code->launches[part.code->instructions[warp.pc].a], memory.data(),
               machine.reports().where(warp.pc).place);
        if (is_ended) break;
        ++warp.pc;
    }
}

namespace {

/// While an object of this class exists, kernel launches count as part of `prepare`. If the recorder does not record
/// `prepare`, it is detached during this time.
class PreparationScope {
public:
    explicit PreparationScope(Recorder*& recorder) : place_(recorder), recorder_(recorder) {
        if (recorder_ != nullptr && !recorder_->begin_preparation()) place_ = nullptr;
    }
    ~PreparationScope() {
        place_ = recorder_;
        if (recorder_ != nullptr) recorder_->end_preparation();
    }
    PreparationScope(const PreparationScope&) = delete;
    PreparationScope& operator=(const PreparationScope&) = delete;

private:
    Recorder*& place_;
    Recorder* recorder_;
};

} // namespace

Call::Call(std::shared_ptr<const Program> program, bool is_double, Given given, const ExecutionLimits& limits,
           Launcher* launcher)
    : impl_(std::make_unique<Impl>(std::move(program), is_double, std::move(given), limits, launcher)) {}
Call::~Call() = default;

void Call::set_card(const simulated::Card& card) {
    impl_->traits.lanes_drift = std::atof(card.compute_capability.c_str()) >= 7.0;
    impl_->card = simulated::limits_of(card);
    std::int64_t bytes = 0;
    for (const Object& object : impl_->objects) bytes += object.bytes;
    simulated::require_fits(impl_->card, bytes);
}

void Call::set_recorder(Recorder* recorder) {
    impl_->recorder = impl_->known_to = recorder;
    if (recorder == nullptr) return;
    impl_->traits.lanes_drift = recorder->rules().lanes_drift;
    if (recorder->limits() != nullptr) impl_->card = *recorder->limits();
    for (std::size_t o = 1; o < impl_->objects.size(); ++o) {
        Object& object = impl_->objects[o];
        const bool is_given = o <= impl_->given.arrays.size(); // whether the caller provides the array
        const bool is_gathered = is_given && impl_->given.arrays[o - 1].is_gathered;
        object.array = recorder->table().add_global(object.name, static_cast<int>(object.element_bytes),
                                                    object.bytes / object.element_bytes, is_gathered);
        // Track initialization only if the array has no initial contents and all blocks of the launch are executed.
        const bool is_variable = !is_given && o <= impl_->given.arrays.size() + impl_->variables.size();
        const bool is_filled =
            is_variable || (is_given ? !impl_->given.arrays[o - 1].is_empty : impl_->prepared.count(o) != 0);
        if (is_filled || !recorder->rules().runs_untraced) continue;
        impl_->first_writes.push_back(std::make_unique<FirstWrites>(object.bytes / object.element_bytes));
        object.first_writes = impl_->first_writes.back().get();
    }
    if (recorder->limits() != nullptr)
        simulated::require_fits(impl_->card, static_cast<std::int64_t>(recorder->table().global_bytes()));
    impl_->shadow = std::make_unique<LaunchShadow>(impl_->objects);
}

void Call::prepare() {
    if (!impl_->preparation) return;
    const PreparationScope scope(impl_->recorder);
    impl_->run(*impl_->preparation);
}
void Call::set_array(const std::string& name, const void* data, std::int64_t size) {
    for (std::size_t a = 0; a < impl_->given.arrays.size(); ++a) {
        GivenArray& array = impl_->given.arrays[a];
        if (array.name != name || array.size != size) continue;
        array.data = const_cast<void*>(data);
        impl_->objects[a + 1].data = static_cast<std::byte*>(array.data);
        return;
    }
    throw Error("kernel.parameter", sentence("There is no array named `{name}` with {n} {n:element|elements}.",
                                             {{"name", name}, {"n", size}}));
}
void Call::run() { impl_->run(impl_->main); }
void Call::launch(const Launch& asked) { impl_->launch_by_name(asked); }
void Call::watch(bool is_watched) { impl_->recorder = is_watched ? impl_->known_to : nullptr; }
Printed Call::printed() const { return impl_->printer.all(); }

} // namespace warploom::simt
