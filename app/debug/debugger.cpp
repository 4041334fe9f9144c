#include "app/debug/debugger.h"

#include "app/check/judged_input.h"
#include "app/check/later_runs.h"
#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/trace/watching_sink.h"
#include "engine/error.h"
#include "engine/matrix/lower_factor.h"
#include "engine/parallel_blocks.h"
#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/recording/block_recorder.h"
#include "engine/simulated/card_limits.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>

namespace warploom::app {

namespace {

constexpr std::int64_t most_blocks_checked = 512;

class DebugSink final : public WatchingSink {
public:
    DebugSink(const DebugSettings& settings, const simt::RecordingLimits& limits, const std::atomic<bool>* cancelled)
        : WatchingSink(cancelled), recorder(settings.block_index, limits), wanted_(settings.launch) {
        recorder.watch(false);
    }
    void begin_launch(const simulated::LaunchInfo& info, const std::vector<std::int64_t>& traced) override {
        WatchingSink::begin_launch(info, traced);
        recorder.watch(launch() == wanted_);
        if (launch() >= 0) launches.push_back(info);
    }

    simt::BlockRecorder recorder;
    std::vector<simulated::LaunchInfo> launches;

private:
    void look_at(std::int64_t, int, const simulated::WarpInstruction&) override {}
    const int wanted_;
};

protocol::WarpSource source_of(const std::string& file, const std::string& text) {
    protocol::WarpSource made;
    made.file = file;
    made.title = file.substr(file.rfind('/') + 1);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        made.lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return made;
}

} // namespace

Debugger::Debugger(Inputs& inputs, const DebugSettings& settings, const Progress& progress)
    : inputs_(inputs), settings_(settings) {
    begin_time_limit(settings_.most_seconds);
    record(0, progress);
}

Debugger::~Debugger() = default;

void Debugger::begin_time_limit(int seconds) { deadline_ = StopRequest::Clock::now() + std::chrono::seconds(seconds); }

void Debugger::throw_late() const {
    const bool is_open = recording_ != nullptr;
    throw Error(
        "debug.time",
        is_open
            ? sentence("Recording this part of the block takes longer than {n} {n:second|seconds}.",
                       {{"n", settings_.most_seconds}})
            : sentence("Block {block} of launch {launch} does not start within {n} {n:second|seconds}.",
                       {{"block", settings_.block_index}, {"launch", settings_.launch}, {"n", settings_.most_seconds}}),
        is_open ? sentence("Choose an earlier position, or debug the kernel with a smaller input.")
                : sentence("Choose an earlier block or launch, or a smaller input."));
}

/// Loads the input, and prepares the kernel to run on it.
Debugger::Loaded Debugger::load(const Progress& progress) {
    TraceSettings settings;
    static_cast<KernelSettings&>(settings) = settings_;
    settings.counts = false;
    Loaded loaded{judged_input(inputs_, settings_.operation, settings_.input, settings, TraceWays::plain(), progress),
                  {}};
    const JudgedInput& input = loaded.input;
    check_trace_settings(settings_.operation, settings);
    loaded.subject = input.traced.subject(progress);
    x_ = vector_of(settings_.input.x, input.traced.info().cols);
    const bool is_of_matrix = settings_.operation == Operation::spmv || settings_.operation == Operation::ilu;
    if (is_of_matrix && input.matrix != nullptr)
        matrix_ = std::shared_ptr<const CsrMatrix>(input.matrix, &input.matrix->csr);
    else if (settings_.operation == Operation::trsv && input.matrix != nullptr)
        matrix_ = std::make_shared<const CsrMatrix>(lower_factor(input.matrix->csr));
    dense_ = input.dense;
    system_ = input.system;
    loaded.subject.bind = [this, bind = loaded.subject.bind](int block, simulated::Tracer& tracer) {
        auto bound = bind(block, tracer);
        give_vector(settings_.operation, *bound, x_);
        return bound;
    };
    return loaded;
}

simulated::TraceOptions Debugger::options() const {
    simulated::TraceOptions options;
    options.only_block = std::max<std::int64_t>(0, settings_.block_index);
    options.limits = simulated::limits_of(settings_.card);
    options.lanes_drift = capability_of(settings_.card) >= 7.0;
    options.lane_order_seed = settings_.lane_order_seed;
    options.host_threads = 1;
    options.is_in_order = true;
    return options;
}

void Debugger::record(std::int64_t first, const Progress& progress) {
    const auto begin = StopRequest::Clock::now();
    const Loaded loaded = load(progress);
    deadline_ += StopRequest::Clock::now() - begin; // the time limit does not include loading the input
    const StoppableLaunches stoppable(progress.cancelled, deadline_);
    simt::RecordingLimits limits;
    limits.first = first;
    DebugSink sink(settings_, limits, progress.cancelled);
    simulated::TraceOptions options = this->options();
    options.instructions = &sink.recorder;
    bool is_late = false;
    std::unique_ptr<kernels::Bound> bound;
    try {
        bound = sink.watch(loaded.subject, settings_.block, options);
    } catch (const Error& error) {
        if (error.code() != "time.limit") throw;
        is_late = true;
        if (sink.recorder.recording() == nullptr && !sink.recorder.cut()) throw_late();
    }

    const auto launches = static_cast<std::int64_t>(sink.launches.size());
    if (launches == 0)
        throw Error("trace.launch",
                    sentence("The function run of {kernel} launches no kernel.", {{"kernel", settings_.kernel}}),
                    sentence("Launch one with <<<blocks, threads>>>."));
    if (settings_.launch < 0 || settings_.launch >= launches)
        throw Error("trace.launch",
                    sentence("There is no launch {launch}. Kernel {kernel} makes {n} {n:launch|launches}.",
                             {{"launch", settings_.launch}, {"kernel", settings_.kernel}, {"n", launches}}),
                    sentence("Launches are counted from 0."));
    const simulated::LaunchInfo& launch = sink.launches[static_cast<std::size_t>(settings_.launch)];
    if (sink.recorder.recording() == nullptr)
        throw Error("trace.block",
                    sentence("There is no block {block}. Launch {launch} has {n} {n:block|blocks}.",
                             {{"block", settings_.block_index}, {"launch", settings_.launch}, {"n", launch.blocks}}),
                    sentence("Blocks are counted from 0."));
    recording_ = sink.recorder.recording();
    number_lines();
    if (first > 0) return;
    findings_ = sink.tracer().findings();
    std::int64_t blocks = 0;
    for (const simulated::LaunchInfo& each : sink.launches) blocks += each.blocks;
    if (findings_.empty() && !is_late &&
        blocks <= most_blocks_checked) { // errors between blocks are detected only if all blocks are traced
        DebugSink all(settings_, limits, progress.cancelled);
        options.only_block.reset();
        options.instructions = nullptr;
        try {
            all.watch(loaded.subject, settings_.block, options);
            findings_ = all.tracer().findings();
        } catch (const Error& error) {
            if (error.code() != "time.limit") throw;
        }
    }
    begin_session(sink.launches, loaded.input.traced.info());
}

void Debugger::begin_session(const std::vector<simulated::LaunchInfo>& launches, const protocol::Input& input) {
    const simulated::LaunchInfo& launch = launches[static_cast<std::size_t>(settings_.launch)];
    session_.operation = kernels::to_string(settings_.operation);
    session_.kernel = settings_.kernel;
    session_.matrix = input;
    session_.matrix.name = settings_.input.name;
    session_.precision = settings_.precision;
    session_.launch = settings_.launch;
    session_.block_index = settings_.block_index;
    session_.block_size = launch.block_size;
    session_.warps = recording_->warps();
    session_.instructions = recording_->size();
    session_.is_cut = recording_->is_cut();
    for (const simulated::LaunchInfo& each : launches)
        session_.launches.push_back({each.kernel, each.blocks, (each.block_size + 31) / 32, {}, {}});
    std::vector<std::string> files{recording_->file()};
    for (const simt::Where& place : recording_->code().places) {
        const std::string file = file_and_line(place.place).first;
        if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }
    for (const std::string& file : files) {
        if (const std::string* const header = simt::header_source(file)) {
            session_.sources.push_back(source_of(file, *header));
        } else if (const std::string* const built_in = kernels::text_of_file(file)) {
            session_.sources.push_back(source_of(file, *built_in));
        } else {
            session_.sources.push_back(source_of(file, kernels::text_of_kernel(settings_.kernel)));
        }
    }
    for (std::size_t o = 1; o < recording_->objects().size(); ++o) {
        const simt::RecordedObject& object = recording_->objects()[o];
        const simt::Type* const type = simt::element_type(*recording_, o);
        if (type == nullptr) continue;
        session_.arrays.push_back(
            {object.name, type->name, object.bytes / std::max<std::int64_t>(1, type->bytes), object.is_shared});
    }
    for (const simulated::Finding& finding : findings_)
        session_.findings.push_back({simulated::to_string(finding.kind), finding.sentence, finding.line});
}

void Debugger::require_values(std::int64_t position) {
    if (recording_->covers(position)) return;
    if (position < recording_->first()) return record_before(position);
    // Start the recorded range somewhat before the position, so that variable values are available when stepping in
    // either direction.
    const std::int64_t values = std::max<std::int64_t>(1, recording_->last() - recording_->first());
    record(std::max<std::int64_t>(0, position - values / 4), {});
}

void Debugger::record_before(std::int64_t position) {
    const std::int64_t values = std::max<std::int64_t>(1, recording_->last() - recording_->first());
    // If the values in this range take too much memory, fewer positions are recorded. Each attempt runs the kernel
    // again.
    for (std::int64_t count = values * 3 / 4;;) {
        record(std::max<std::int64_t>(0, position - count), {});
        if (recording_->last() >= position || count == 0) return;
        count = std::min(count / 2, (recording_->last() - recording_->first()) * 3 / 4);
    }
}

void Debugger::number_lines() {
    const simt::Code& code = recording_->code();
    // For each source location, the index of the first one with the same line and call stack.
    std::vector<std::uint32_t> lines;
    for (std::uint32_t place = 0; place < code.places.size(); ++place) {
        const simt::Where& where = code.places[place];
        const auto is_same = [&](const simt::Where& other) {
            return other.place.line == where.place.line && other.place.header == where.place.header &&
                   other.calls == where.calls;
        };
        const auto first = std::find_if(code.places.begin(), code.places.begin() + place, is_same);
        lines.push_back(static_cast<std::uint32_t>(first - code.places.begin()));
    }
    lines_.clear();
    for (const std::uint32_t place : code.where) lines_.push_back(lines[place]);
}

void Debugger::require_warp(int warp) const {
    if (warp >= 0 && warp < recording_->warps()) return;
    throw Error("debug.warp",
                sentence("There is no warp {warp}. The block has {n} {n:warp|warps}.",
                         {{"warp", warp}, {"n", recording_->warps()}}),
                sentence("Warps are counted from 0."));
}

std::pair<std::string, int> Debugger::file_and_line(const simt::SourceLocation& place) const {
    return {simt::file_of(place, recording_->file()), place.line};
}

std::string Debugger::source_line(const std::string& file, int line) const {
    for (const protocol::WarpSource& source : session_.sources) {
        if (source.file != file || line < 1 || line > static_cast<int>(source.lines.size())) continue;
        const std::string& text = source.lines[static_cast<std::size_t>(line) - 1];
        const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t\r");
        return begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1);
    }
    return {};
}

std::optional<std::size_t> Debugger::find_object(const std::string& array) const {
    for (std::size_t o = 1; o < recording_->objects().size(); ++o)
        if (recording_->objects()[o].name == array && simt::element_type(*recording_, o) != nullptr) return o;
    return std::nullopt;
}

std::size_t Debugger::object_named(const std::string& array) const {
    if (const auto found = find_object(array)) return *found;
    std::string names;
    for (const protocol::DebugArray& known : session_.arrays) names += (names.empty() ? "" : ", ") + known.name;
    throw Error("debug.array", sentence("The kernel has no array `{name}`.", {{"name", array}}),
                sentence("Its arrays are {names}.", {{"names", names}}));
}

std::vector<std::string> Debugger::elements(const std::string& array, std::int64_t first, std::int64_t count,
                                            std::int64_t position) {
    begin_time_limit(settings_.most_seconds);
    position = std::clamp<std::int64_t>(position, 0, recording_->size());
    require_values(position);
    const std::size_t object = object_named(array);
    const simt::Type* const type = simt::element_type(*recording_, object);
    std::vector<std::string> texts;
    const auto each = static_cast<std::int64_t>(type->bytes);
    const int bytes = type->is_scalar() ? static_cast<int>(each) : 1;
    for (std::int64_t n = std::max<std::int64_t>(0, first); n < first + count; ++n) {
        const auto number = recording_->memory_at(object, n * each, bytes, position);
        if (!number) break;
        texts.push_back(type->is_scalar() ? simt::text_of(*recording_, type->kind, *number) : "{...}");
    }
    return texts;
}

} // namespace warploom::app
