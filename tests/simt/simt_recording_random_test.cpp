#include "cooperating_programs.h"
#include "engine/error.h"
#include "engine/portable.h"
#include "engine/simt/recording/block_recorder.h"
#include "engine/simt/recording/origin.h"
#include "engine/simt/recording/variables.h"
#include "engine/simt/recording/watch.h"
#include "fuzz/differential_data.h"
#include "fuzz/random_program.h"
#include "random_programs.h"
#include "stopped_runs.h"
#include "support/runner.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <deque>
#include <iterator>
#include <optional>

using namespace warploom;
using namespace warploom::simt::test;
using warploom::simt::Origin;
using warploom::simt::ValueRef;

// Recordings of random programs: the state at any position is that of a plain run that stops there, and the explanation
// of each result leads to values of such a run, from which its statement computes the result again.

namespace {

constexpr int stops_per_program = 20, most_explained = 60;

struct Sample {
    std::unique_ptr<RepeatableRun> run;
    std::vector<std::string> lines; ///< of the source
    std::vector<std::pair<std::string, simt::Kind>> results;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

/// Returns a source with at most one statement per line.
std::string one_statement_per_line(const std::string& text) {
    std::string made;
    int depth = 0;
    for (const char c : text) {
        made += c;
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0 && (c == ';' || c == '{' || c == '}')) made += '\n';
    }
    return made;
}

Sample sample_of(const std::string& text) {
    Sample sample;
    sample.run = std::make_unique<RepeatableRun>(text);
    sample.lines = lines_of(text);
    return sample;
}

/// One warp whose lanes diverge; empty if the program is too long.
std::optional<Sample> diverging(std::uint64_t seed) {
    Random random(seed);
    simt::test::Program program;
    program.seed = seed;
    int statements = 0;
    program.block = draw_block(random, 3, 0, statements);
    if (statements >= 250) return std::nullopt;
    Sample sample = sample_of(ProgramText(program).text());
    std::vector<int> in(256);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * i % 17);
    sample.run->add("in", simt::Element::int32, in, false);
    sample.run->add("y", simt::Element::float64, std::vector<double>(64, -1), true);
    sample.results = {{"y", simt::Kind::float64}};
    return sample;
}

/// Two warps that exchange values.
std::optional<Sample> cooperating(std::uint64_t seed) {
    Sample sample = sample_of(one_statement_per_line(CooperatingProgram(seed).kernel()));
    sample.run->add("y", simt::Element::float64, std::vector<double>(64, -1), true);
    sample.results = {{"y", simt::Kind::float64}};
    return sample;
}

/// One warp that uses all types of numbers, structs, arrays and functions.
std::optional<Sample> typed(std::uint64_t seed) {
    const std::string text = fuzz::random_program(seed, {}).text();
    Sample sample = sample_of(text + "void run(const int* in, const double* real_in, long long* out, double* real_out) "
                                     "{\n    k<<<1, 32>>>(in, real_in, out, real_out);\n}\n");
    const auto data = std::make_unique<fuzz::DifferentialData>();
    fuzz::fill(*data);
    const auto all = [](const auto& array) { return std::vector(std::begin(array), std::end(array)); };
    sample.run->add("in", simt::Element::int32, all(data->in), false);
    sample.run->add("real_in", simt::Element::float64, all(data->real_in), false);
    sample.run->add("out", simt::Element::int64, all(data->out), true);
    sample.run->add("real_out", simt::Element::float64, all(data->real_out), true);
    sample.results = {{"out", simt::Kind::int64}, {"real_out", simt::Kind::float64}};
    return sample;
}

/// The expression that a statement `a = b;` or `a += b;` stores, in terms of the values before it; empty for other
/// lines, and for calls, which expressions of a debugger do not contain.
std::string stored_expression(std::string line) {
    const auto strip = [&](std::size_t from) {
        line.erase(0, std::min(line.find_first_not_of(" \t", from), line.size()));
    };
    strip(0);
    if (line.rfind("else ", 0) == 0) strip(5);
    if (line.rfind("if (", 0) == 0) {
        int depth = 0;
        std::size_t end = 3;
        do depth += line[end] == '(' ? 1 : line[end] == ')' ? -1 : 0;
        while (depth > 0 && ++end < line.size());
        strip(end + 1);
    }
    if (line.empty() || line.back() != ';' || line.find(';') + 1 != line.size()) return {};
    line.pop_back();
    const std::size_t equals = line.find(" = ");
    std::string to, expression;
    if (equals != std::string::npos) {
        to = line.substr(0, equals);
        expression = line.substr(equals + 3);
    } else {
        for (const char* const update : {" += ", " ^= "})
            if (const std::size_t at = line.find(update); at != std::string::npos) {
                to = line.substr(0, at);
                expression = to + ' ' + update[1] + " (" + line.substr(at + 4) + ")";
            }
    }
    if (to.empty() || to.find(' ') != std::string::npos || expression.find("__") != std::string::npos ||
        expression.find("cg::") != std::string::npos || expression.find('=') != std::string::npos)
        return {};
    for (std::size_t at = expression.find('('); at != std::string::npos; at = expression.find('(', at + 1))
        if (at > 0 && (std::isalnum(static_cast<unsigned char>(expression[at - 1])) != 0 || expression[at - 1] == '_'))
            return {};
    return expression;
}

/// Returns a number of one kind in the representation of another one; empty if they are not numbers of 32 bits or
/// double.
std::optional<std::uint64_t> converted(std::uint64_t number, simt::Kind from, simt::Kind to) {
    const auto is_word = [](simt::Kind kind) { return kind == simt::Kind::int32 || kind == simt::Kind::uint32; };
    const auto low = static_cast<std::uint32_t>(number);
    if (from == to) return number;
    if (is_word(from) && is_word(to)) return low;
    if (!is_word(from) || to != simt::Kind::float64) return std::nullopt;
    return portable::bit_cast<std::uint64_t>(from == simt::Kind::uint32
                                                 ? double{static_cast<double>(low)}
                                                 : double{static_cast<double>(static_cast<std::int32_t>(low))});
}

std::uint64_t bits_at(const std::vector<std::byte>& bytes, std::int64_t offset, std::size_t count) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + offset, count);
    return bits;
}

std::size_t bytes_of(simt::Kind kind) {
    if (simt::is_wide(kind)) return 8;
    if (kind == simt::Kind::int8 || kind == simt::Kind::uint8 || kind == simt::Kind::boolean) return 1;
    return kind == simt::Kind::int16 || kind == simt::Kind::uint16 ? 2 : 4;
}

/// Checks one program.
class Comparison {
public:
    std::int64_t values = 0, bytes = 0, explained = 0, computed_again = 0;
    std::string difference; ///< the first one; empty if there is none

    void compare(const Sample& sample, std::uint64_t seed) {
        simt::BlockRecorder recorder(0);
        const auto observed = sample.run->run(&recorder);
        recording_ = recorder.recording();
        sample_ = &sample;
        explanations_.clear();
        if (recording_ == nullptr) return tell("no recording");
        std::set<std::int64_t> stops;
        Random random(seed * 7919 + 1);
        for (int n = 0; n < stops_per_program; ++n)
            stops.insert(1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(recording_->size()))));
        const std::set<std::int64_t> compared = stops;
        for (const auto& [array, kind] : sample.results) explain(array, kind, observed.at(array), random);
        for (const ValueRef& value : explanations_) stops.insert(value.position);
        StoppingObserver stopping(stops);
        const auto stopped = sample.run->run(&stopping), plain = sample.run->run(nullptr);
        if (observed != plain || stopped != plain) tell("a result differs from the plain run");
        if (stopping.executed_instructions != recording_->size()) tell("the number of instructions");
        for (const std::int64_t position : compared) compare_state(position, stopping.stops.at(position));
        for (const ValueRef& value : explanations_)
            if (const auto stop = stopping.stops.find(value.position); stop != stopping.stops.end())
                compare_value(value, stop->second);
    }

private:
    void tell(const std::string& what) {
        if (difference.empty()) difference = what;
    }
    std::string text_of(const ValueRef& value) const {
        return value.name + " of warp " + std::to_string(value.warp) + ", lane " + std::to_string(value.lane) +
               " at position " + std::to_string(value.position);
    }

    void compare_state(std::int64_t position, const StoppedBlock& stopped) {
        for (int warp = 0; warp < recording_->warps(); ++warp) {
            const auto w = static_cast<std::size_t>(warp);
            const std::int64_t last = recording_->previous_of(warp, position);
            if (last < 0) continue;
            // The result of a barrier is written when the warp continues.
            const bool is_waiting = recording_->code().instructions[(*recording_)[last].pc].op == simt::Op::barrier;
            for (const simt::LaneValues& shown : simt::variables_at(*recording_, warp, position, 0, 1000)) {
                if (shown.unit == simt::no_register || shown.kind == simt::Kind::array) continue;
                if (is_waiting && recording_->lanes_written(warp, shown.unit, last, position) != 0) continue;
                const std::uint32_t known = stopped.executed[w] & shown.lanes & ~shown.unset;
                for (std::size_t lane = 0; lane < simt::lanes_of_a_warp; ++lane) {
                    if ((known >> lane & 1u) == 0) continue;
                    ++values;
                    if (number_in(stopped.registers[w], shown.unit, shown.kind, lane) != shown.numbers[lane])
                        tell(shown.name + " in lane " + std::to_string(lane) + " of warp " + std::to_string(warp) +
                             " at position " + std::to_string(position));
                }
            }
        }
        for (std::size_t object = 1; object < stopped.objects.size(); ++object) {
            bytes += static_cast<std::int64_t>(stopped.objects[object].size());
            if (recording_->contents_at(object, position) != stopped.objects[object])
                tell("array " + recording_->objects()[object].name + " at position " + std::to_string(position));
        }
    }
    static std::uint64_t number_in(const std::vector<std::uint32_t>& words, std::uint32_t unit, simt::Kind kind,
                                   std::size_t lane) {
        const std::uint32_t* const all = words.data() + std::size_t{unit} * simt::lanes_of_a_warp;
        std::uint64_t number = all[lane];
        if (simt::is_wide(kind)) std::memcpy(&number, all + 2 * lane, sizeof number);
        return number;
    }

    /// Follows elements of a result down to the inputs.
    void explain(const std::string& array, simt::Kind kind, const std::vector<std::byte>& contents, Random& random) {
        std::size_t object = 0;
        while (object < recording_->objects().size() && recording_->objects()[object].name != array) ++object;
        if (object == recording_->objects().size()) return tell("array " + array + " is not recorded");
        const std::size_t size = bytes_of(kind);
        std::deque<ValueRef> asked;
        for (int n = 0; n < 3; ++n) {
            const auto element = static_cast<std::int64_t>(random.below(contents.size() / size));
            const ValueRef value = simt::element_ref(*recording_, object, element, kind, recording_->size());
            const Origin origin = simt::origin_of(*recording_, value);
            if (origin.number != bits_at(contents, element * static_cast<std::int64_t>(size), size))
                tell("the explained value of " + text_of(value));
            asked.push_back(value);
        }
        for (int n = 0; n < most_explained && !asked.empty(); ++n) {
            const ValueRef value = asked.front();
            asked.pop_front();
            const Origin origin = simt::origin_of(*recording_, value);
            ++explained;
            using Form = Origin::Form;
            if (origin.form == Form::unknown || origin.form == Form::unset || origin.form == Form::unwritten)
                tell("the origin of " + text_of(value));
            if (origin.position >= value.position) tell("the position of the origin of " + text_of(value));
            compute_again(value, origin);
            for (const ValueRef& input : origin.inputs) {
                if (input.position > origin.position) tell("the position of an input of " + text_of(value));
                if (input.form == ValueRef::Form::element && input.offset < 0) tell("an offset");
                asked.push_back(input);
                explanations_.push_back(input);
            }
        }
    }

    /// Evaluates the statement of an origin on the values before it.
    void compute_again(const ValueRef& value, const Origin& origin) {
        if (origin.position < 0 || origin.where.place.header != 0 || origin.where.place.line < 1) return;
        const auto line = static_cast<std::size_t>(origin.where.place.line);
        if (line > sample_->lines.size()) return;
        const std::string& statement = sample_->lines[line - 1];
        if (statement.find(" ^= ") != std::string::npos && statement.find("shfl") != std::string::npos)
            return shuffle_again(value, origin);
        const std::string expression = stored_expression(statement);
        if (expression.empty()) return;
        std::optional<std::uint64_t> number;
        try {
            const auto result = simt::Watch(expression).evaluate(*recording_, origin.warp, origin.position);
            if ((result.values.unset >> origin.lane & 1u) == 0)
                number = converted(result.values.numbers[static_cast<std::size_t>(origin.lane)], result.values.kind,
                                   value.kind);
        } catch (const Error&) { return; } // such as a function call
        if (!number) return;
        ++computed_again;
        if (*number != origin.number) tell("`" + statement + "` for " + text_of(value));
    }
    /// For `a ^= shuffle(b)`, the inputs are a and the b of another lane.
    void shuffle_again(const ValueRef& value, const Origin& origin) {
        if (value.form != ValueRef::Form::variable) return;
        ValueRef before = value;
        before.position = origin.position;
        auto number = simt::number_of(*recording_, before);
        std::uint64_t other = number.value_or(0); // a lane that received its own a
        for (const ValueRef& input : origin.inputs)
            if (input.name != value.name || input.lane != value.lane || input.warp != value.warp)
                other = simt::number_of(*recording_, input).value_or(0);
        ++computed_again;
        if (!number || (*number ^ other) != origin.number) tell("the shuffle of " + text_of(value));
    }

    void compare_value(const ValueRef& value, const StoppedBlock& stopped) {
        const auto number = simt::number_of(*recording_, value);
        if (!number) return tell("no value of " + text_of(value));
        std::uint64_t plain = 0;
        if (value.form == ValueRef::Form::element) {
            const std::size_t size = bytes_of(value.kind);
            const auto& contents = stopped.objects.at(value.object);
            if (value.offset + static_cast<std::int64_t>(size) > static_cast<std::int64_t>(contents.size()))
                return tell("the offset of " + text_of(value));
            plain = bits_at(contents, value.offset, size);
        } else {
            const auto warp = static_cast<std::size_t>(value.warp);
            if ((stopped.executed[warp] >> value.lane & 1u) == 0) return;
            plain = number_in(stopped.registers[warp], value.unit, value.kind, static_cast<std::size_t>(value.lane));
        }
        if (*number != plain) tell("the explanation's " + text_of(value));
    }

    std::shared_ptr<const simt::BlockRecording> recording_;
    const Sample* sample_ = nullptr;
    std::vector<ValueRef> explanations_;
};

} // namespace

class SimtRecordingRandomTest : public QObject {
    Q_OBJECT
private slots:
    void recorded_states_and_explanations_are_those_of_plain_runs_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("diverging lanes") << 0;
        QTest::newRow("cooperating threads") << 1;
        QTest::newRow("all types") << 2;
    }
    // 150 programs, or WARPLOOM_RANDOM_PROGRAMS * 3 / 100.
    void recorded_states_and_explanations_are_those_of_plain_runs() {
        QFETCH(int, kind);
        const int asked = qEnvironmentVariableIntValue("WARPLOOM_RANDOM_PROGRAMS");
        const auto programs = static_cast<std::uint64_t>(std::max(50, asked / 100));
        QElapsedTimer clock;
        clock.start();
        Comparison comparison;
        std::uint64_t compared = 0;
        for (std::uint64_t seed = 1; compared < programs; ++seed) {
            const std::optional<Sample> sample = kind == 0   ? diverging(seed)
                                                 : kind == 1 ? cooperating(seed)
                                                             : typed(seed);
            if (!sample) continue;
            ++compared;
            comparison.compare(*sample, seed);
            std::string text;
            for (const std::string& line : sample->lines) text += line + "\n";
            QVERIFY2(comparison.difference.empty(),
                     qPrintable(QString("seed %1: %2\n%3").arg(seed).arg(comparison.difference.c_str(), text.c_str())));
        }
        qInfo("%llu programs: %lld values of variables, %lld bytes of arrays, %lld explanations, %lld of them computed "
              "again; %.1f s",
              static_cast<unsigned long long>(compared), static_cast<long long>(comparison.values),
              static_cast<long long>(comparison.bytes), static_cast<long long>(comparison.explained),
              static_cast<long long>(comparison.computed_again), static_cast<double>(clock.elapsed()) / 1000);
        QVERIFY(comparison.values > static_cast<std::int64_t>(programs) * 100);
        QVERIFY(comparison.explained > static_cast<std::int64_t>(programs) * 3);
        QVERIFY(kind == 2 || comparison.computed_again > static_cast<std::int64_t>(programs) * 3);
    }
};

WARPLOOM_TEST(SimtRecordingRandomTest);

#include "simt_recording_random_test.moc"
