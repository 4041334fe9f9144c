#include "kernels/multi_gpu/leading_rank.h"

#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"
#include "kernels/multi_gpu/split_matrix.h"

#include <map>
#include <utility>

namespace warploom::kernels {

namespace {

[[noreturn]] void refuse_operation(const std::string& kernel) {
    throw Error("kernel.machine",
                sentence("Kernel '{kernel}' does not support several processes.", {{"kernel", kernel}}),
                sentence("With MPI, run spmv or cg. Other operations run on a single GPU, such as cuda:0."));
}

LedBinding binding_of(const BindRequest& request) {
    LedBinding binding{request.kernel, Precision::float64, request.block_size};
    if (const auto* const product = std::get_if<SpmvInput>(&request.input)) {
        if (product->split == nullptr) refuse_operation(request.kernel);
        binding.precision = product->split->precision;
    } else if (const auto* const cg = std::get_if<CgInput>(&request.input)) {
        if (cg->split == nullptr) refuse_operation(request.kernel);
        binding.kernel = to_string(CgKernelName{request.kernel, cg->product});
        binding.precision = cg->precision;
    } else refuse_operation(request.kernel);
    return binding;
}

/// Sends messages from rank 0 to all other ranks, which repeat its calls.
class Channel {
public:
    explicit Channel(RankWorld& world) : world_(world) {}

    RankWorld& world() const { return world_; }
    void say(const Json& call) const {
        std::string bytes = call.dump();
        world_.broadcast(bytes, 0);
    }
    void say(const std::vector<double>& numbers) const {
        std::string bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
        world_.broadcast(bytes, 0);
    }
    Json hear() const {
        std::string bytes;
        world_.broadcast(bytes, 0);
        return Json::parse(bytes);
    }
    std::vector<double> hear_numbers() const {
        std::string bytes;
        world_.broadcast(bytes, 0);
        std::vector<double> numbers(bytes.size() / sizeof(double));
        bytes.copy(reinterpret_cast<char*>(numbers.data()), bytes.size());
        return numbers;
    }

private:
    RankWorld& world_;
};

/// Base class of kernels bound on rank 0. Stores the kernel's number and announces its calls to the other ranks.
class Led {
public:
    Led(const Channel& channel, int number) : channel_(channel), number_(number) {}
    virtual ~Led() = default;
    virtual Bound& own() const = 0;
    int number() const { return number_; }

protected:
    void say(const char* call) const { channel_.say(Json{{"call", call}, {"bound", number_}}); }
    void say(const char* call, const std::vector<double>& numbers) const {
        say(call);
        channel_.say(numbers);
    }
    /// Makes a call together with all other ranks. If it fails here, they could wait forever, so all processes are
    /// terminated.
    template <class Call> auto together(const char* name, const Call& call) const {
        say(name);
        return together(call);
    }
    template <class Call> auto together(const Call& call) const {
        try {
            return call();
        } catch (const Error& error) {
            tell("warploom-engine: rank 0: " + std::string(error.what()) + "\n" + error.hint());
            channel_.world().abort();
            throw; // not reached
        }
    }
    const Channel& channel_;
    int number_;
};

/// A bound kernel on rank 0. The other ranks repeat its calls.
template <class Of> class LedBound : public Of, public Led {
public:
    LedBound(const Channel& channel, int number, std::unique_ptr<Bound> own)
        : Led(channel, number), own_(static_cast<Of*>(own.release())) {
        this->tell_of(*own_);
    }
    ~LedBound() override { say("drop"); }
    Bound& own() const override { return *own_; }
    void enqueue() override {
        together("enqueue", [&] { own_->enqueue(); });
    }
    void finish() override {
        together("finish", [&] { own_->finish(); });
    }

protected:
    std::unique_ptr<Of> own_;
};

class RootRankSpmv final : public LedBound<BoundSpmv> {
public:
    using LedBound::LedBound;
    void set_x(const std::vector<double>& x) override {
        say("set_x", x);
        together([&] { own_->set_x(x); });
    }
    void poison() override {
        together("poison", [&] { own_->poison(); });
    }
    std::vector<double> y() const override {
        return together("y", [&] { return own_->y(); });
    }
    VectorPlaces places() override { return {}; }
};

class LedCg final : public LedBound<BoundCg> {
public:
    LedCg(const Channel& channel, int number, std::unique_ptr<Bound> own) : LedBound(channel, number, std::move(own)) {
        iterations_per_launch = own_->iterations_per_launch;
    }
    void set_right_side(const std::vector<double>& b) override {
        say("set_right_side", b);
        together([&] { own_->set_right_side(b); });
    }
    void set_state(const CgState& state) override {
        // Send the values in binary form, because an unknown rz is NaN, which JSON cannot represent.
        say("set_state", {static_cast<double>(state.iteration), state.rz});
        channel_.say(state.x);
        channel_.say(state.r);
        channel_.say(state.p);
        together([&] { own_->set_state(state); });
    }
    CgState state() const override {
        return together("state", [&] { return own_->state(); });
    }
    std::vector<double> x() const override {
        return together("x", [&] { return own_->x(); });
    }
    IterationBatch iterate(std::int64_t count, double tolerance) override {
        say("iterate", {static_cast<double>(count), tolerance});
        return together([&] { return own_->iterate(count, tolerance); });
    }
    void restart() override {
        together("restart", [&] { own_->restart(); });
    }
    double true_residual() override {
        return together("true_residual", [&] { return own_->true_residual(); });
    }
    CgParts parts(int count) override {
        say("parts", {static_cast<double>(count)});
        return together([&] { return own_->parts(count); });
    }
};

class LeadingMachine final : public Machine {
public:
    LeadingMachine(RankWorld& world, std::unique_ptr<Machine> shared) : channel_(world), shared_(std::move(shared)) {}
    ~LeadingMachine() override { channel_.say(Json{{"call", "end"}}); }

    const MachineInfo& info() const override { return shared_->info(); }
    bool runs(RunsOn where) const override { return shared_->runs(where); }
    std::unique_ptr<Bound> bind(const BindRequest& request) override {
        const LedBinding binding = binding_of(request);
        const int number = next_++;
        channel_.say(Json{{"call", "bind"},
                          {"bound", number},
                          {"kernel", binding.kernel},
                          {"precision", to_string(binding.precision)},
                          {"block", binding.block_size}});
        channel_.world().all_or_none([] {}); // wait until all ranks have received their input
        auto own = shared_->bind(request);
        if (request.operation() == Operation::spmv)
            return std::make_unique<RootRankSpmv>(channel_, number, std::move(own));
        return std::make_unique<LedCg>(channel_, number, std::move(own));
    }
    measure::Sample sample(Bound& work, CacheState cache, int batch) override {
        const Led& led = dynamic_cast<Led&>(work);
        channel_.say(
            Json{{"call", "sample"}, {"bound", led.number()}, {"cold", cache == CacheState::cold}, {"batch", batch}});
        return shared_->sample(led.own(), cache, batch);
    }
    double launch_to_finish_ns(Bound& work) override {
        const Led& led = dynamic_cast<Led&>(work);
        channel_.say(Json{{"call", "launch_to_finish"}, {"bound", led.number()}});
        return shared_->launch_to_finish_ns(led.own());
    }
    double copy_bandwidth() override {
        channel_.say(Json{{"call", "copy_bandwidth"}});
        return shared_->copy_bandwidth();
    }

private:
    Channel channel_;
    std::unique_ptr<Machine> shared_;
    int next_ = 0;
};

/// A placeholder for a bound kernel on a rank other than 0. The actual kernel is called only when rank 0 requests it.
template <class B> class Silent;
template <> class Silent<BoundSpmv> final : public BoundSpmv {
public:
    void set_x(const std::vector<double>&) override {}
    void poison() override {}
    std::vector<double> y() const override { return {}; }
    VectorPlaces places() override { return {}; }
    void enqueue() override {}
};
template <> class Silent<BoundCg> final : public BoundCg {
public:
    void set_right_side(const std::vector<double>&) override {}
    void set_state(const CgState&) override {}
    CgState state() const override { return {}; }
    std::vector<double> x() const override { return {}; }
    IterationBatch iterate(std::int64_t, double) override { return {}; }
    void restart() override {}
    double true_residual() override { return 0; }
    CgParts parts(int) override { return {}; }
    void enqueue() override {}
};

/// The machine that binds kernels on ranks other than 0. It keeps the kernel and returns a placeholder.
class FollowingMachine final : public Machine {
public:
    FollowingMachine(RankWorld& world, Machine& shared) : world_(world), shared_(shared) {}

    const MachineInfo& info() const override { return shared_.info(); }
    bool runs(RunsOn where) const override { return shared_.runs(where); }
    std::unique_ptr<Bound> bind(const BindRequest& request) override {
        has_asked_ = true;
        world_.all_or_none([] {});
        bound_ = shared_.bind(request);
        operation_ = request.operation();
        if (operation_ == Operation::spmv) return std::make_unique<Silent<BoundSpmv>>();
        return std::make_unique<Silent<BoundCg>>();
    }
    measure::Sample sample(Bound&, CacheState, int) override { return {}; }

    std::unique_ptr<Bound> take() { return std::move(bound_); }
    bool has_asked() const { return has_asked_; }

private:
    RankWorld& world_;
    Machine& shared_;
    std::unique_ptr<Bound> bound_;
    Operation operation_ = Operation::spmv;
    bool has_asked_ = false;
};

class Follower {
public:
    using Bind = std::function<void(Machine&, const LedBinding&)>;

    Follower(RankWorld& world, std::unique_ptr<Machine> shared, const Bind& bind)
        : channel_(world), shared_(std::move(shared)), bind_(bind) {}

    /// Handles the next message from rank 0. Returns false when rank 0 is done.
    bool do_next() {
        const Json said = channel_.hear();
        const std::string call = said.at("call").get<std::string>();
        if (call == "end") return false;
        if (call == "copy_bandwidth") shared_->copy_bandwidth();
        else if (call == "bind") bind(said);
        else do_with_bound(call, said);
        return true;
    }

private:
    void bind(const Json& said) {
        const LedBinding binding{said.at("kernel").get<std::string>(),
                                 precision_from(said.at("precision").get<std::string>()).value(),
                                 said.at("block").get<int>()};
        FollowingMachine machine(channel_.world(), *shared_);
        try {
            bind_(machine, binding);
            bound_[said.at("bound").get<int>()] = machine.take();
        } catch (...) {
            // This rank has not reached the binding, so report the failure. Rank 0 waits for a report.
            if (machine.has_asked()) return; // the call fails on every rank, so there is nothing to report
            try {
                channel_.world().all_or_none([] { throw; });
            } catch (const Error&) {} // ignored, because rank 0 also reports the failure
        }
    }
    void do_with_bound(const std::string& call, const Json& said) {
        const int number = said.at("bound").get<int>();
        if (call == "drop") {
            bound_.erase(number);
            return;
        }
        Bound& bound = *bound_.at(number);
        if (call == "enqueue") bound.enqueue();
        else if (call == "finish") bound.finish();
        else if (call == "sample")
            shared_->sample(bound, said.at("cold").get<bool>() ? CacheState::cold : CacheState::warm,
                            said.at("batch").get<int>());
        else if (call == "launch_to_finish") shared_->launch_to_finish_ns(bound);
        else if (auto* const product = dynamic_cast<BoundSpmv*>(&bound)) do_with_product(call, *product);
        else do_with_solver(call, dynamic_cast<BoundCg&>(bound));
    }
    void do_with_product(const std::string& call, BoundSpmv& product) {
        if (call == "set_x") product.set_x(channel_.hear_numbers());
        else if (call == "poison") product.poison();
        else if (call == "y") product.y();
    }
    void do_with_solver(const std::string& call, BoundCg& solver) {
        if (call == "set_right_side") solver.set_right_side(channel_.hear_numbers());
        else if (call == "state") solver.state();
        else if (call == "x") solver.x();
        else if (call == "restart") solver.restart();
        else if (call == "true_residual") solver.true_residual();
        else if (call == "parts") solver.parts(static_cast<int>(channel_.hear_numbers().at(0)));
        else if (call == "iterate") {
            const std::vector<double> limits = channel_.hear_numbers();
            solver.iterate(static_cast<std::int64_t>(limits.at(0)), limits.at(1));
        } else if (call == "set_state") {
            CgState state;
            const std::vector<double> head = channel_.hear_numbers();
            state.iteration = static_cast<std::int64_t>(head.at(0));
            state.rz = head.at(1);
            state.x = channel_.hear_numbers();
            state.r = channel_.hear_numbers();
            state.p = channel_.hear_numbers();
            solver.set_state(state);
        }
    }

    Channel channel_;
    std::unique_ptr<Machine> shared_;
    const Bind& bind_;
    std::map<int, std::unique_ptr<Bound>> bound_;
};

} // namespace

std::unique_ptr<Machine> leading_machine(RankWorld& world, std::unique_ptr<Machine> shared) {
    return std::make_unique<LeadingMachine>(world, std::move(shared));
}

void follow(RankWorld& world, std::unique_ptr<Machine> shared,
            const std::function<void(Machine& machine, const LedBinding& binding)>& bind,
            const std::function<void(const Error& error)>& complain) {
    Follower follower(world, std::move(shared), bind);
    try {
        while (follower.do_next()) {}
    } catch (const Error& error) {
        complain(error);
        world.abort();
    }
}

} // namespace warploom::kernels
