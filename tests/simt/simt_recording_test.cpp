#include "engine/portable.h"
#include "engine/simt/recording/block_recorder.h"
#include "engine/simt/recording/origin.h"
#include "engine/simt/recording/variables.h"
#include "random_programs.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <cstring>

using namespace warploom;
using namespace warploom::simt::test;

// A recording provides the value of each variable of each lane at every instruction, and the origin of the value.

namespace {

struct Recorded {
    std::shared_ptr<Ran> ran;
    std::shared_ptr<const simt::BlockRecording> recording;
    std::shared_ptr<const simt::Program> program; ///< keeps the types that the recording refers to

    const simt::BlockRecording& operator*() const { return *recording; }
    const simt::BlockRecording* operator->() const { return recording.get(); }
    /// Returns the first position from `from` on at which a warp is about to execute a line; -1 if there is none.
    std::int64_t at_line(int line, int warp = 0, std::int64_t from = 0) const {
        for (std::int64_t at = recording->next_of(warp, from); at < recording->size();
             at = recording->next_of(warp, at + 1))
            if (simt::location_of(recording->code(), (*recording)[at].pc).place.line == line) return at;
        return -1;
    }
    std::int64_t last_at_line(int line, int warp = 0) const {
        std::int64_t last = -1;
        for (std::int64_t at = at_line(line, warp); at >= 0; at = at_line(line, warp, at + 1)) last = at;
        return last;
    }
    std::string value(const std::string& name, int lane, std::int64_t position, int warp = 0) const {
        for (const simt::LaneValues& values : simt::variables_at(*recording, warp, position)) {
            if (values.name != name) continue;
            if ((values.unset >> lane & 1u) != 0) return "unset";
            return simt::text_of(*recording, values.kind, values.numbers[static_cast<std::size_t>(lane)],
                                 values.element_bytes);
        }
        return "no " + name;
    }
    QString names(std::int64_t position, std::size_t frame = 0) const {
        std::string all;
        for (const simt::LaneValues& values : simt::variables_at(*recording, 0, position, frame))
            all += (all.empty() ? "" : " ") + values.name;
        return QString::fromStdString(all);
    }
    std::size_t object(const std::string& name) const {
        for (std::size_t o = 0; o < recording->objects().size(); ++o)
            if (recording->objects()[o].name == name) return o;
        return 0;
    }
};

Recorded record(const std::string& text, int rows = 32, int block_size = 32, std::int64_t block = 0,
                const simt::RecordingLimits& limits = {}) {
    simt::BlockRecorder recorder(block, limits);
    RunOptions options;
    options.rows = rows;
    options.block = block_size;
    options.traced = true;
    options.host_threads = 1;
    options.instructions = &recorder;
    Recorded recorded;
    recorded.ran = run_text(text, options);
    recorded.recording = recorder.recording();
    recorded.program = recorded.ran->program;
    return recorded;
}

/// The kernel of kernel_text() with one line per statement; the first line of the body is line 3.
std::string lines(const std::string& body, const std::string& before = "") { return kernel_text(before, body); }

/// Records a block, and copies the registers of the executing warp after some instructions: what a run that stops there
/// would see.
class StoppingRecorder final : public simt::InstructionObserver {
public:
    struct Stop {
        std::int64_t position;
        int warp;
        std::uint32_t active;
        std::vector<std::uint32_t> words;
    };
    simt::BlockRecorder recorder{0};
    std::int64_t each = 1; ///< copies after every n-th instruction
    std::vector<Stop> stops;

    void begin_block(const simt::LaunchPlan& plan, std::int64_t block, const std::vector<simt::Warp>& warps,
                     const std::vector<simt::Object>& objects) override {
        recorder.begin_block(plan, block, warps, objects);
    }
    void executed(const simt::ExecutedInstruction& instruction) override {
        recorder.executed(instruction);
        const simt::Warp& warp = instruction.warp;
        if (++executed_ % each != 0 || warp.active == 0) return;
        const auto* const words = simt::lanes<std::uint32_t>(warp, 0);
        stops.push_back({executed_, warp.number, instruction.active,
                         std::vector(words, words + instruction.code.units * simt::lanes_of_a_warp)});
    }
    void end_block() override { recorder.end_block(); }

private:
    std::int64_t executed_ = 0;
};

} // namespace

class SimtRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void the_values_of_variables_are_known_at_every_line() {
        const Recorded run = record(lines("int t = threadIdx.x;\n"            // 3
                                          "double sum = 0;\n"                 // 4
                                          "for (int k = 0; k < t % 3; ++k)\n" // 5
                                          "    sum += in[k] + t;\n"           // 6
                                          "y[t] = sum;"));                    // 7
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        QCOMPARE(run.names(run.at_line(3)), QString("rows in y"));
        QCOMPARE(run.names(run.at_line(4)), QString("rows in y t"));
        QCOMPARE(run.names(run.at_line(6)), QString("rows in y t sum k"));
        QCOMPARE(run.names(run.at_line(7)), QString("rows in y t sum"));
        QCOMPARE(run.value("rows", 5, 0), std::string("32"));
        QCOMPARE(run.value("in", 0, 0), std::string("in"));
        QCOMPARE(run.value("t", 17, run.at_line(4)), std::string("17"));
        // in = 0 1 4 ...: lane 5 adds in[0] + 5 and in[1] + 5.
        const std::int64_t second = run.last_at_line(6);
        QCOMPARE(run.value("sum", 5, run.at_line(6)), std::string("0"));
        QCOMPARE(run.value("sum", 5, run.at_line(7)), std::string("11"));
        QCOMPARE(run.value("sum", 4, run.at_line(7)), std::string("4"));
        QCOMPARE(run.value("sum", 3, run.at_line(7)), std::string("0"));
        QVERIFY(second > run.at_line(6));
        // Lanes that have left the loop are inactive in it.
        QCOMPARE(simt::active_lanes(*run, 0, run.at_line(6)) & 7u, 6u);
    }

    void a_variable_without_a_value_is_unset_until_the_lane_writes_it() {
        const Recorded run = record(lines("double d;\n"                                  // 3
                                          "if (threadIdx.x > 3) d = in[threadIdx.x];\n"  // 4
                                          "else y[0] = 1;\n"                             // 5
                                          "y[threadIdx.x] = threadIdx.x > 3 ? d : 2;")); // 6
        QVERIFY(run.recording != nullptr);
        QCOMPARE(run.value("d", 4, run.at_line(4)), std::string("unset"));
        QCOMPARE(run.value("d", 4, run.at_line(6)), std::string("16"));
        QCOMPARE(run.value("d", 3, run.at_line(6)), std::string("unset"));
    }

    void a_variable_of_a_loop_body_is_unset_again_in_each_iteration() {
        const Recorded run = record(lines("for (int k = 0; k < rows; k += 16) {\n" // 3
                                          "    int v;\n"                           // 4
                                          "    if (k == 0) v = 7;\n"               // 5
                                          "    y[k] = k == 0 ? v : 1;\n"           // 6
                                          "}"));
        QVERIFY(run.recording != nullptr);
        QCOMPARE(run.value("v", 0, run.at_line(6)), std::string("7"));
        QCOMPARE(run.value("v", 0, run.last_at_line(6)), std::string("unset"));
    }

    void structs_arrays_and_pointers_have_parts() {
        const Recorded run = record(lines("Pair p = {1, 2.5};\n"                   // 4
                                          "int v[3] = {7, 8, 9};\n"                // 5
                                          "const int* place = in + threadIdx.x;\n" // 6
                                          "p.b += v[threadIdx.x % 3];\n"           // 7
                                          "v[threadIdx.x % 3] = *place;\n"         // 8
                                          "y[threadIdx.x] = p.a + v[1];",          // 9
                                          "struct Pair { int a; double b; };"));
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        const std::int64_t end = run.at_line(8);
        QCOMPARE(run.names(end), QString("rows in y p.a p.b v[0] v[1] v[2] place"));
        QCOMPARE(run.value("p.b", 1, end), std::string("10.5"));
        QCOMPARE(run.value("place", 9, end), std::string("in + 9"));
        QCOMPARE(run.value("v[1]", 4, end), std::string("16")); // 4 * 4 % 17
        QCOMPARE(run.value("v[1]", 3, end), std::string("8"));
    }

    void functions_are_frames_with_variables_of_their_own() {
        const Recorded run = record(lines("double s = 1;\n" // 6
                                          "y[threadIdx.x] = twice(threadIdx.x) + s;",
                                          "__device__ int twice(int n) {\n" // 1
                                          "    int m = n + n;\n"            // 2
                                          "    m += n % 2;\n"               // 3
                                          "    return m;\n"                 // 4
                                          "}"));
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        std::int64_t inside = -1;
        for (std::int64_t at = 0; at < run->size() && inside < 0; ++at)
            if (simt::location_of(run->code(), (*run)[at].pc).calls.size() == 1 && run.names(at) == "n m") inside = at;
        QVERIFY(inside >= 0);
        QCOMPARE(run.names(inside, 1), QString("rows in y s"));
        QCOMPARE(run.value("m", 6, inside), std::string("12"));
        const auto frames = simt::frames_of(run->code(), (*run)[inside].pc);
        QCOMPARE(frames.size(), std::size_t{2});
        QCOMPARE(frames[0].function, std::string("twice"));
        QCOMPARE(frames[1].function, std::string("k"));
    }

    void counters_of_unrolled_loops_are_known() {
        const Recorded run = record(lines("double s = 0;\n"                                         // 3
                                          "#pragma unroll\n"                                        // 4
                                          "for (int k = 0; k < 4; ++k) s += in[threadIdx.x] * k;\n" // 5
                                          "y[threadIdx.x] = s;"));
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        std::string seen;
        for (std::int64_t at = run.at_line(5); at >= 0; at = run.at_line(5, 0, at + 1))
            if (const std::string k = run.value("k", 0, at); k != "no k" && (seen.empty() || seen.back() != k[0]))
                seen += k;
        QCOMPARE(seen, std::string("0123"));
    }

    void arrays_have_the_contents_of_the_moment() {
        const Recorded run = record(lines("__shared__ int part[32];\n"                  // 3
                                          "part[threadIdx.x] = in[31 - threadIdx.x];\n" // 4
                                          "__syncthreads();\n"                          // 5
                                          "atomicAdd(&y[0], 1.0 * part[0]);"));         // 6
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        const std::size_t part = run.object("part"), y = run.object("y");
        const auto last = run->memory_at(part, 4 * 31, 4, run->size());
        QVERIFY(last.has_value());
        QCOMPARE(*last, std::uint64_t{0}); // in[0]
        QCOMPARE(*run->memory_at(part, 4 * 31, 4, 0), std::uint64_t{0xffffffff});
        QCOMPARE(*run->memory_at(part, 4 * 29, 4, run->size()), std::uint64_t{4});
        const double sum = portable::bit_cast<double>(*run->memory_at(y, 0, 8, run->size()));
        QCOMPARE(sum, run.ran->y[0]);
        QCOMPARE(portable::bit_cast<double>(*run->memory_at(y, 0, 8, 0)), -1.0);
    }

    // in[i] = i * i % 17
    void a_result_is_traced_back_to_its_inputs() {
        const Recorded run = record(lines("double sum = 0;\n"                       // 3
                                          "for (int k = 0; k < 3; ++k)\n"           // 4
                                          "    sum += in[threadIdx.x + k] * 2.0;\n" // 5
                                          "y[threadIdx.x] = sum;"),                 // 6
                                    64);
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        simt::ValueRef value = simt::element_ref(*run, run.object("y"), 7, simt::Kind::float64, run->size());
        simt::Origin origin = simt::origin_of(*run, value);
        QCOMPARE(origin.form, simt::Origin::Form::stored);
        QCOMPARE(origin.lane, 7);
        QCOMPARE(origin.where.place.line, 6);
        QCOMPARE(portable::bit_cast<double>(origin.number), run.ran->y[7]);
        QStringList trail;
        for (int depth = 0; depth < 10 && !origin.inputs.empty(); ++depth) {
            value = origin.inputs.front();
            const simt::Origin next = simt::origin_of(*run, value);
            trail << QString::fromStdString(value.name) + "@" + QString::number(next.where.place.line);
            for (std::size_t i = 1; i < next.inputs.size(); ++i)
                trail.last() += " " + QString::fromStdString(next.inputs[i].name);
            origin = next;
        }
        QCOMPARE(trail.join("; "), QString("sum@5 in[9]; sum@5 in[8]; sum@5 in[7]; sum@3"));
    }

    void a_value_is_traced_through_shared_memory_and_shuffles() {
        const Recorded run = record(lines("__shared__ int part[64];\n"                           // 3
                                          "int mine = in[threadIdx.x];\n"                        // 4
                                          "part[threadIdx.x] = mine + 1;\n"                      // 5
                                          "__syncthreads();\n"                                   // 6
                                          "int other = part[63 - threadIdx.x];\n"                // 7
                                          "int next = __shfl_down_sync(0xffffffff, other, 1);\n" // 8
                                          "y[threadIdx.x] = next;"),                             // 9
                                    64, 64);
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        simt::ValueRef value = simt::element_ref(*run, run.object("y"), 5, simt::Kind::float64, run->size());
        simt::Origin origin = simt::origin_of(*run, value);
        QCOMPARE(QString::fromStdString(origin.inputs.at(0).name), QString("next"));
        origin = simt::origin_of(*run, origin.inputs[0]);
        QCOMPARE(origin.form, simt::Origin::Form::shuffled);
        QCOMPARE(origin.where.place.line, 8);
        const simt::ValueRef other = origin.inputs.at(0);
        QCOMPARE(QString::fromStdString(other.name), QString("other"));
        QCOMPARE(other.lane, 6);
        origin = simt::origin_of(*run, other);
        QCOMPARE(QString::fromStdString(origin.inputs.at(0).name), QString("part[57]"));
        origin = simt::origin_of(*run, origin.inputs[0]);
        QCOMPARE(origin.form, simt::Origin::Form::stored);
        QCOMPARE(origin.warp, 1);
        QCOMPARE(origin.lane, 25);
        QCOMPARE(origin.where.place.line, 5);
        QCOMPARE(QString::fromStdString(origin.inputs.at(0).name), QString("mine"));
        origin = simt::origin_of(*run, origin.inputs[0]);
        QCOMPARE(QString::fromStdString(origin.inputs.at(0).name), QString("in[57]"));
        origin = simt::origin_of(*run, origin.inputs[0]);
        QCOMPARE(origin.form, simt::Origin::Form::contents);
        QCOMPARE(origin.number, std::uint64_t{57 * 57 % 17});
    }

    void a_shuffle_of_doubles_gives_whole_numbers() {
        const Recorded run = record(lines("double mine = in[threadIdx.x] + 0.25;\n"                // 3
                                          "double next = __shfl_down_sync(0xffffffff, mine, 1);\n" // 4
                                          "y[threadIdx.x] = next;"));                              // 5
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        QCOMPARE(run.value("next", 2, run.at_line(5)), std::string("9.25"));  // in[3] = 9
        QCOMPARE(run.value("next", 30, run.at_line(5)), std::string("9.25")); // in[31] = 31 * 31 % 17
    }

    void an_element_that_is_written_too_late_names_the_write() {
        const Recorded run = record(lines("__shared__ int part[64];\n"            // 3
                                          "int other = part[63 - threadIdx.x];\n" // 4
                                          "part[threadIdx.x] = 1;\n"              // 5
                                          "y[threadIdx.x] = other;"),             // 6
                                    64, 64);
        QVERIFY2(run.recording != nullptr, run.ran->refusal.c_str());
        const auto other = simt::variable_ref(*run, "other", 0, 3, run.at_line(6));
        QVERIFY(other.has_value());
        const simt::Origin origin = simt::origin_of(*run, *other);
        const simt::Origin element = simt::origin_of(*run, origin.inputs.at(0));
        QCOMPARE(element.form, simt::Origin::Form::unwritten);
        QVERIFY(element.written_later > origin.position);
        QCOMPARE(element.later_warp, 1);
        QCOMPARE(element.later_lane, 28);
    }

    void a_long_run_is_recorded_in_parts_with_the_same_values() {
        const std::string text = lines("double s = 0;\n"
                                       "for (int k = 0; k < 2000; ++k) s += k % (threadIdx.x + 1);\n"
                                       "y[threadIdx.x] = s;");
        const Recorded whole = record(text);
        QVERIFY(whole.recording != nullptr);
        QCOMPARE(whole->last(), whole->size());
        simt::RecordingLimits limits;
        limits.most_bytes_of_values = 150'000;
        const Recorded start = record(text, 32, 32, 0, limits);
        QCOMPARE(start->size(), whole->size());
        QVERIFY(start->last() < whole->size() / 4);
        limits.first = whole->size() / 2;
        const Recorded middle = record(text, 32, 32, 0, limits);
        QVERIFY(middle->first() == limits.first && middle->last() > limits.first + 100);
        for (std::int64_t at = middle->first(); at < middle->last(); at += 7)
            for (const int lane : {0, 13, 31}) QCOMPARE(middle.value("s", lane, at), whole.value("s", lane, at));
        QVERIFY(simt::variables_at(*middle, 0, 0).empty());
    }

    void the_state_at_any_instruction_is_that_of_a_run_that_stops_there() {
        std::int64_t compared = 0;
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            Random random(seed);
            warploom::simt::test::Program program;
            program.seed = seed;
            int statements = 0;
            program.block = draw_block(random, 3, 0, statements);
            if (statements >= 250) continue;
            StoppingRecorder stopping;
            stopping.each = 37;
            RunOptions options;
            options.rows = 256;
            options.block = 32;
            options.traced = true;
            options.host_threads = 1;
            options.instructions = &stopping;
            const auto ran = run_text(ProgramText(program).text(), options);
            QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
            const auto recording = stopping.recorder.recording();
            QVERIFY(recording != nullptr);
            for (const StoppingRecorder::Stop& stop : stopping.stops)
                for (const simt::LaneValues& values :
                     simt::variables_at(*recording, stop.warp, stop.position, 0, 1000)) {
                    if (values.unit == simt::no_register) continue;
                    const std::uint32_t* const words = stop.words.data() + values.unit * simt::lanes_of_a_warp;
                    const std::uint32_t lanes = stop.active & values.lanes & ~values.unset;
                    for (std::size_t lane = 0; lane < simt::lanes_of_a_warp; ++lane) {
                        if ((lanes >> lane & 1u) == 0) continue;
                        std::uint64_t number = words[lane];
                        if (simt::is_wide(values.kind)) std::memcpy(&number, words + 2 * lane, sizeof number);
                        ++compared;
                        if (number == values.numbers[lane]) continue;
                        QFAIL(qPrintable(QString("seed %1, position %2, %3 in lane %4")
                                             .arg(seed)
                                             .arg(stop.position)
                                             .arg(values.name.c_str())
                                             .arg(lane)));
                    }
                }
        }
        QVERIFY(compared > 100'000);
    }

    void only_the_wanted_block_is_recorded() {
        const std::string text = lines("y[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;");
        const Recorded run = record(text, 256, 64, 2);
        QVERIFY(run.recording != nullptr);
        QCOMPARE(run->block(), std::int64_t{2});
        QCOMPARE(run->warps(), 2);
        QVERIFY(record(text, 256, 64, 4).recording == nullptr);
    }
};

WARPLOOM_TEST(SimtRecordingTest);

#include "simt_recording_test.moc"
