#include "engine/simt/findings/even_steps.h"
#include "engine/simt/findings/first_writes.h"
#include "engine/simt/findings/global_shadow.h"
#include "engine/simt/findings/launch_shadow.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>
#include <tuple>
#include <vector>

using namespace warploom;

// Compares the compact shadow memory with a complete record of all accesses.

class SimtShadowsTest : public QObject {
    Q_OBJECT

    static std::uint32_t some_lanes(std::mt19937& random) {
        return static_cast<std::uint32_t>(random()) << random() % 32 | 1u << 31;
    }

    /// The reference: all accesses of a warp to an element, and a vector clock per lane.
    struct AllAccesses {
        struct Past {
            std::size_t element = 0, lane = 0;
            std::uint32_t clock = 0;
            bool is_write = false;
        };
        std::array<std::array<std::uint32_t, 32>, 32> clocks{};
        std::vector<Past> past;

        AllAccesses() {
            for (std::size_t l = 0; l < 32; ++l) clocks[l][l] = 1;
        }
        void meet(std::uint32_t lanes) {
            std::array<std::uint32_t, 32> all{};
            for (std::size_t l = 0; l < 32; ++l)
                if ((lanes >> l & 1u) != 0)
                    for (std::size_t o = 0; o < 32; ++o) all[o] = std::max(all[o], clocks[l][o]);
            for (std::size_t l = 0; l < 32; ++l) {
                if ((lanes >> l & 1u) == 0) continue;
                clocks[l] = all;
                ++clocks[l][l];
            }
        }
        bool races(std::size_t element, std::size_t lane, bool is_write) {
            bool is_race = false;
            for (const Past& one : past)
                is_race = is_race || (one.element == element && one.lane != lane && (one.is_write || is_write) &&
                                      one.clock > clocks[lane][one.lane]);
            past.push_back({element, lane, clocks[lane][lane], is_write});
            return is_race;
        }
    };

private slots:
    void lanes_are_ordered_by_exactly_the_barriers_that_name_them() {
        constexpr std::size_t elements = 6;
        std::mt19937 random(11);
        const auto one_in = [&](unsigned n) { return random() % n == 0; };
        simt::GlobalShadow global;
        int races = 0, ordered = 0;
        for (int trial = 0; trial < 20000; ++trial) {
            AllAccesses all;
            simt::LaneOrder order;
            simt::SharedShadow shared(elements);
            global.clear();
            std::uint32_t meetings = 1;
            const unsigned writes = 2 + random() % 8, lanes = 2 + random() % 31;
            bool is_race = false;
            for (int n = 0; n < 60 && !is_race; ++n) {
                if (one_in(3)) { // a tile, a random subset of lanes, or all lanes
                    const std::uint32_t tile = 0xffu << 8 * (random() % 4), any = static_cast<std::uint32_t>(random());
                    const std::uint32_t names = one_in(6) ? ~0u : one_in(2) ? tile : any | 1u;
                    ++meetings;
                    names == ~0u ? order.meet_all() : order.meet(names, meetings);
                    all.meet(names);
                    continue;
                }
                const std::size_t lane = random() % lanes, element = random() % elements;
                const bool is_write = one_in(writes);
                const simt::SharedShadow::When when{1, meetings, order.is_partial() ? &order : nullptr};
                is_race = all.races(element, lane, is_write);
                const auto at = static_cast<std::int64_t>(element);
                const int thread = 32 + static_cast<int>(lane);
                QCOMPARE((is_write ? shared.write(at, thread, when, false) : shared.read(at, thread, when)).is_race,
                         is_race);
                std::array<std::int64_t, 32> place{};
                place.fill(at);
                bool is_found = false;
                global.touch(1, place.data(), 1u << lane, 32, simt::GlobalShadow::Touch(when, is_write, false),
                             [&](int, const simt::GlobalShadow::Verdict&) { is_found = true; });
                QCOMPARE(is_found, is_race);
                ++(is_race ? races : ordered);
            }
        }
        QVERIFY(races > 5000 && ordered > 20000);
    }
    void a_word_of_an_element_gives_the_same_verdicts_as_all_that_can_be_remembered() {
        using Shadow = simt::GlobalShadow;
        constexpr int warps = 3;
        std::mt19937 random(5);
        const auto one_in = [&](unsigned n) { return random() % n == 0; };
        Shadow shadow;
        int races = 0;
        for (int block = 0; block < 400; ++block) {
            shadow.clear();
            std::vector<Shadow::Element> all(2 * 64);
            std::uint32_t barriers = 1, meetings[warps] = {1, 1, 1};
            if (block == 7) barriers = 0xfffffe; // exceeds the block bits of a word
            if (block == 9) meetings[1] = 0xffffd;
            for (int n = 0; n < 300; ++n) {
                const int warp = static_cast<int>(random() % warps);
                const std::uint32_t lanes = 1 + random() % 15;
                const std::size_t object = 1 + random() % 2;
                const std::int64_t first = static_cast<std::int64_t>(random() % 60);
                std::array<std::int64_t, 4> place{}; // usually adjacent
                for (std::size_t l = 0; l < place.size(); ++l)
                    place[l] = one_in(3) ? static_cast<std::int64_t>(random() % 64) : first + static_cast<int>(l);
                const Shadow::When when{barriers, meetings[warp]};
                const bool is_write = one_in(4), is_atomic = is_write && one_in(3);
                std::array<Shadow::Verdict, 4> found, wanted;
                shadow.touch(object, place.data(), lanes, 32 * warp, Shadow::Touch(when, is_write, is_atomic),
                             [&](int l, const Shadow::Verdict& verdict) {
                                 found[static_cast<std::size_t>(l)] = verdict;
                                 ++races;
                             });
                for (std::size_t l = 0; l < place.size(); ++l) {
                    if ((lanes >> l & 1u) == 0) continue;
                    Shadow::Element& whole = all[(object - 1) * 64 + static_cast<std::size_t>(place[l])];
                    const int thread = 32 * warp + static_cast<int>(l);
                    wanted[l] = is_write ? whole.write(thread, when, is_atomic) : whole.read(thread, when);
                    QCOMPARE(found[l].is_race, wanted[l].is_race);
                    QCOMPARE(found[l].other, wanted[l].other);
                }
                if (one_in(60)) ++barriers;
                if (one_in(20)) ++meetings[warp];
            }
        }
        QVERIFY(races > 1000);
    }
    void steps_that_lie_evenly_are_remembered_as_steps_and_give_the_same_verdicts() {
        using Shadow = simt::GlobalShadow;
        constexpr int warps = 3;
        std::mt19937 random(8);
        const auto one_in = [&](unsigned n) { return random() % n == 0; };
        Shadow shadow;
        simt::EvenSteps even(3, shadow);
        int races = 0, as_steps = 0;
        for (int block = 0; block < 2000; ++block) {
            shadow.clear();
            even.begin();
            std::vector<Shadow::Element> all(2 * 256);
            std::uint32_t barriers = 1, meetings[warps] = {1, 1, 1};
            const unsigned strays = 1 + random() % 40, shifts = 1 + random() % 30, writes = 1 + random() % 9;
            for (int n = 0; n < 60; ++n) {
                const int warp = static_cast<int>(random() % warps);
                const std::uint32_t lanes = one_in(6) ? some_lanes(random) : ~0u;
                const std::size_t object = 1 + random() % 2;
                // Usually, each thread accesses the element with its index; sometimes one next to it, or far away.
                std::int64_t first = 64 + 32 * warp;
                if (one_in(shifts)) first += one_in(2) ? 64 : random() % 3 - 1;
                std::array<std::int64_t, 32> place{};
                for (std::size_t l = 0; l < place.size(); ++l) place[l] = first + static_cast<int>(l);
                const int lane = std::countr_zero(lanes);
                if (one_in(strays)) place[static_cast<std::size_t>(lane)] = random() % 256;
                const Shadow::When when{barriers, meetings[warp]};
                const bool is_write = one_in(writes), is_atomic = is_write && one_in(3);
                const Shadow::Touch touch(when, is_write, is_atomic);
                std::array<Shadow::Verdict, 32> found;
                bool is_step = simt::lie_evenly(place.data(), lanes, 0);
                if (!is_step) even.fall_apart(object);
                else
                    is_step =
                        even.note({object, place[static_cast<std::size_t>(lane)] - lane, lanes, 32 * warp}, touch);
                as_steps += is_step ? 1 : 0;
                if (!is_step)
                    shadow.touch(object, place.data(), lanes, 32 * warp, touch,
                                 [&](int l, const Shadow::Verdict& verdict) {
                                     found[static_cast<std::size_t>(l)] = verdict;
                                     ++races;
                                 });
                for (std::size_t l = 0; l < place.size(); ++l) {
                    if ((lanes >> l & 1u) == 0) continue;
                    Shadow::Element& whole = all[(object - 1) * 256 + static_cast<std::size_t>(place[l])];
                    const int thread = 32 * warp + static_cast<int>(l);
                    const auto wanted = is_write ? whole.write(thread, when, is_atomic) : whole.read(thread, when);
                    QCOMPARE(found[l].is_race, wanted.is_race);
                    QCOMPARE(found[l].other, wanted.other);
                }
                if (one_in(60)) ++barriers;
                if (one_in(20)) ++meetings[warp];
            }
        }
        QVERIFY(races > 1000);
        QVERIFY(as_steps > 10'000);
    }
    void more_steps_than_are_kept_are_remembered_element_by_element() {
        simt::GlobalShadow shadow;
        simt::EvenSteps even(2, shadow);
        shadow.clear();
        even.begin();
        const simt::GlobalShadow::Touch writes({1, 1}, true, false);
        int steps = 0;
        while (even.note({1, 64, ~0u, 0}, writes)) QVERIFY(++steps < 100'000);
        QVERIFY(steps > 1000);
        int races = 0;
        const std::int64_t place[1] = {70};
        shadow.touch(1, place, 1u, 32, simt::GlobalShadow::Touch({1, 1}, false, false),
                     [&](int, const simt::GlobalShadow::Verdict& verdict) { races += verdict.other == 6 ? 1 : 0; });
        QCOMPARE(races, 1);
        even.begin(); // discards what is known about the previous block
        QVERIFY(even.note({1, 64, ~0u, 0}, writes));
    }
    void reads_before_the_first_write_are_the_same_however_blocks_run() {
        using simt::FirstWrites;
        constexpr int size = 100, blocks = 4;
        std::mt19937 random(9);
        const auto one_in = [&](unsigned n) { return random() % n == 0; };
        FirstWrites alone(size), beside_others(size);
        int early = 0;
        for (int run = 0; run < 500; ++run) {
            for (auto* const each : {&alone, &beside_others}) each->begin_run();
            std::vector<std::vector<int>> writers(size), readers(size); // blocks, for the current launch
            std::vector<bool> was_written(size, false);
            for (int launch = 0; launch < 3; ++launch) {
                for (auto& list : writers) list.clear();
                for (auto& list : readers) list.clear();
                const bool waits = one_in(3); // whether blocks run one after another
                const std::vector<bool> was_written_before = was_written;
                if (waits)
                    for (auto* const each : {&alone, &beside_others}) each->begin_waits();
                for (int n = 0; n < 20; ++n) {
                    std::array<std::int64_t, 32> element{};
                    const std::uint32_t lanes = one_in(3) ? some_lanes(random) : ~0u;
                    const auto first = static_cast<std::int64_t>(random() % (size - 32));
                    for (std::size_t l = 0; l < element.size(); ++l)
                        element[l] = one_in(64) ? random() % size : first + static_cast<int>(l);
                    const int block = static_cast<int>(random() % blocks);
                    const bool is_even = simt::lie_evenly(element.data(), lanes, 0), is_write = one_in(2);
                    const bool is_awaited = waits && !is_write && one_in(2);
                    const std::int64_t count = one_in(4) ? 2 : 1; // 2: an access to two numbers at once
                    for (std::int64_t& each : element) each = std::min<std::int64_t>(each, size - count);
                    const FirstWrites::Step step{element.data(), lanes,      count,
                                                 block,          is_awaited, is_even && count == 1};
                    for (auto* const each : {&alone, &beside_others})
                        if (is_write) each->write(step, waits || each == &alone);
                        else each->read(step, 7, 0);
                    for (std::size_t l = 0; l < element.size(); ++l) {
                        if ((lanes >> l & 1u) == 0) continue;
                        const auto e = static_cast<std::size_t>(element[l]);
                        const bool is_any = was_written[e] || (count == 2 && was_written[e + 1]);
                        if (!is_write && (!is_any || (is_awaited && !was_written_before[e])))
                            readers[e].push_back(block);
                    }
                    for (std::size_t l = 0; l < element.size() && is_write; ++l) {
                        if ((lanes >> l & 1u) == 0) continue;
                        for (auto e = static_cast<std::size_t>(element[l]);
                             e < static_cast<std::size_t>(element[l] + count); ++e) {
                            was_written[e] = true;
                            writers[e].push_back(block);
                        }
                    }
                }
                // Reads of elements that another block writes in the same launch are reported only as races.
                std::int64_t wanted = 0;
                for (std::size_t e = 0; e < size; ++e) {
                    if (readers[e].empty()) continue;
                    const int reader = *std::min_element(readers[e].begin(), readers[e].end());
                    wanted +=
                        std::all_of(writers[e].begin(), writers[e].end(), [&](int writer) { return writer == reader; });
                }
                for (auto* const each : {&alone, &beside_others}) {
                    const auto found = each->early_reads(false);
                    QCOMPARE(found.empty() ? 0 : found.front().times, wanted);
                }
                early += wanted > 0 ? 1 : 0;
            }
        }
        QVERIFY(early > 300);
    }
    void reads_that_are_noted_together_give_the_same_verdicts_as_one_after_another() {
        using Shadow = simt::SharedShadow;
        constexpr int warps = 3, size = 40;
        std::mt19937 random(7);
        const auto one_in = [&](unsigned n) { return random() % n == 0; };
        int together = 0, races = 0;
        for (int block = 0; block < 200; ++block) {
            Shadow shadow(size);
            std::vector<Shadow::Element> all(size);
            std::uint32_t barriers = 1, meetings[warps] = {1, 1, 1};
            for (int n = 0; n < 400; ++n) {
                const int warp = static_cast<int>(random() % warps);
                const Shadow::When when{barriers, meetings[warp]};
                const auto one = static_cast<std::int64_t>(random() % size);
                const int thread = 32 * warp + static_cast<int>(random() % 8);
                Shadow::Element& whole = all[static_cast<std::size_t>(one)];
                Shadow::Verdict found, wanted;
                if (one_in(3)) { // eight adjacent elements, each read by two lanes
                    const auto first = static_cast<std::int64_t>(random() % (size - 8));
                    std::uint32_t lanes[8];
                    for (std::uint32_t l = 0; l < 8; ++l) lanes[l] = 1u << l | 1u << (l + 8);
                    if (!shadow.read_unnoticed(first, warp, lanes, when)) continue;
                    ++together;
                    for (int l = 0; l < 16; ++l) {
                        const auto verdict = all[static_cast<std::size_t>(first + l % 8)].read(32 * warp + l, when);
                        QVERIFY(!verdict.is_race && !verdict.is_unwritten);
                    }
                } else if (one_in(2)) {
                    const bool is_atomic = one_in(3);
                    wanted = whole.write(thread, when, is_atomic);
                    if (is_atomic || !shadow.write_unnoticed(one, thread, when))
                        found = shadow.write(one, thread, when, is_atomic);
                } else {
                    wanted = whole.read(thread, when);
                    found = shadow.read(one, thread, when);
                }
                QCOMPARE(found.is_race, wanted.is_race);
                QCOMPARE(found.is_unwritten, wanted.is_unwritten);
                QCOMPARE(found.other, wanted.other);
                races += found.is_race ? 1 : 0;
                if (one_in(10)) ++barriers;
                if (one_in(20)) ++meetings[warp];
            }
        }
        QVERIFY(together > 1000);
        QVERIFY(races > 1000);
    }
    void parts_of_an_element_have_its_record_and_then_their_own() {
        simt::SharedShadow shadow(3);
        const simt::SharedShadow::When first{1, 1}, later{2, 1};
        shadow.write(1, 5, first, false);
        shadow.split(2); // element 1 becomes elements 2 and 3
        QVERIFY(shadow.read(1, 0, later).is_unwritten && shadow.read(4, 0, later).is_unwritten);
        for (const int part : {2, 3}) {
            QVERIFY(!shadow.read(part, 5, first).is_unwritten);
            QVERIFY(shadow.read(part, 6, first).is_race); // thread 5 wrote it without a barrier in between
        }
        QVERIFY(!shadow.write(2, 40, {3, 1}, false).is_race && !shadow.write(3, 80, {3, 1}, false).is_race);
        QVERIFY(shadow.write(2, 80, {3, 1}, false).is_race);
    }

    void the_race_of_two_blocks_that_is_told_is_that_of_the_first_element() {
        std::mt19937 random(6);
        simt::Object object;
        object.bytes = 64;
        object.may_change = true;
        // Launches with many blocks have larger marks. The number of launches exceeds the range of the launch number in
        // a mark.
        simt::LaunchShadow::Extent few{8, 64, {}}, many{std::int64_t{1} << 20, 64, {}};
        for (std::uint32_t pc = 0; pc < 100; ++pc) few.accesses.push_back(3 * pc);
        many.accesses = few.accesses;
        int runs = 0;
        for (int launch = 0; launch < 5000; ++launch) {
            static simt::LaunchShadow alone({object}), shared({object}), by_runs({object});
            auto extent = random() % 4 == 0 ? many : few;
            const bool has_atomics = extent.has_atomics = random() % 3 == 0;
            const bool is_strided = random() % 2 == 0;
            QVERIFY(alone.begin_launch(extent, true));
            QVERIFY(shared.begin_launch(extent, false));
            QVERIFY(by_runs.begin_launch(extent, true));
            const bool are_even = random() % 4 != 0, are_owned = random() % 2 == 0;
            // Indexed by use (read, write, atomic): the block that accessed the element, or -2 for several blocks.
            std::vector<std::vector<int>> touched(3, std::vector<int>(64, -1));
            std::vector<simt::LaunchShadow::Touch> touches[3][64];
            const auto note = [](int& known, int block) { known = known == -1 || known == block ? block : -2; };
            for (unsigned n = random() % 16; n > 0; --n) {
                std::int64_t elements[32];
                for (std::int64_t& element : elements)
                    element = static_cast<std::int64_t>(is_strided ? random() % 16 * 4 : random() % 64);
                auto lanes = static_cast<std::uint32_t>(1u << random() % 32 | 1u << random() % 32);
                const int eighth = static_cast<int>(random() % 8);
                if (are_even && random() % 16 != 0) { // disjoint elements per block, or random ones
                    const int count = 1 + static_cast<int>(random() % 8);
                    const int first = are_owned ? 8 * eighth : static_cast<int>(random() % 56);
                    for (int l = 0; l < 32; ++l) elements[l] = first + std::min(l, 7);
                    lanes = (1u << count) - 1;
                }
                const int block = eighth * static_cast<int>(extent.blocks / 8);
                using Use = simt::LaunchShadow::Use;
                const bool is_write = random() % 3 == 0;
                const Use use = is_write ? Use::write : has_atomics && random() % 2 == 0 ? Use::atomic : Use::read;
                const simt::LaunchShadow::Touch first{block, static_cast<std::uint32_t>(random() % 100 * 3), 32};
                for (auto* const shadow : {&alone, &shared, &by_runs}) {
                    const simt::Arrangement arrangement = shadow->arrangement(0, elements, lanes);
                    std::int64_t places[32];
                    for (std::size_t l = 0; l < 32; ++l) places[l] = arrangement.place_of(elements[l]);
                    const bool has_holes = (lanes & (lanes + 1)) != 0;
                    if (shadow == &by_runs && shadow->takes_runs(0) && !has_holes &&
                        simt::lie_evenly(elements, lanes, arrangement.shift)) {
                        shadow->take({{0, use, places[0], std::popcount(lanes), first}});
                        ++runs;
                        continue;
                    }
                    shadow->mark(0, places, lanes, use, first);
                }
                for (std::size_t l = 0; l < 32; ++l) {
                    if ((lanes >> l & 1u) == 0) continue;
                    const auto e = static_cast<std::size_t>(elements[l]);
                    const auto mine = static_cast<std::size_t>(use);
                    note(touched[mine][e], block);
                    touches[mine][e].push_back({block, first.pc, 32 + static_cast<int>(l)});
                }
            }
            const auto differ = [&](std::size_t e, std::size_t use) {
                return touched[1][e] >= 0 && touched[use][e] != -1 && touched[use][e] != touched[1][e];
            };
            const auto reads_beside_atomics = [&](std::size_t e) {
                const auto reads = touched[0][e], changes = touched[2][e];
                return reads != -1 && changes != -1 && (reads == -2 || changes == -2 || reads != changes);
            };
            std::int64_t wanted = 0;
            for (std::size_t e = 0; e < 64; ++e, ++wanted)
                if (touched[1][e] == -2 || differ(e, 0) || differ(e, 2) || reads_beside_atomics(e)) break;
            for (auto* const shadow : {&alone, &shared, &by_runs}) {
                const auto race = shadow->first_race();
                QCOMPARE(race ? race->element : 64, wanted);
                if (!race) continue;
                QVERIFY(race->writer.block != race->other.block);
                if (has_atomics) continue;
                // The first write; and the last write by another block, or else the last other access by another block.
                const auto e = static_cast<std::size_t>(wanted);
                const auto of = [](const simt::LaunchShadow::Touch& t) { return std::tuple(t.block, t.pc, t.thread); };
                const auto is_less = [&](const auto& a, const auto& b) { return of(a) < of(b); };
                const auto by = std::minmax_element(touches[1][e].begin(), touches[1][e].end(), is_less);
                QCOMPARE(of(race->writer), of(*by.first));
                const std::size_t use = by.first->block != by.second->block ? 1 : differ(e, 0) ? 0 : 2;
                QCOMPARE(static_cast<std::size_t>(race->by_other), use);
                if (use == 1) {
                    QCOMPARE(of(race->other), of(*by.second));
                    continue;
                }
                const auto other = std::minmax_element(touches[use][e].begin(), touches[use][e].end(), is_less);
                QCOMPARE(of(race->other), of(other.first->block != by.first->block ? *other.first : *other.second));
            }
        }
        QVERIFY(runs > 5000);
    }
    void many_short_runs_are_marked_and_their_race_is_found() {
        simt::Object object;
        object.bytes = 1 << 10;
        object.may_change = true;
        simt::LaunchShadow shadow({object});
        using Use = simt::LaunchShadow::Use;
        simt::LaunchShadow::Extent extent{4, 64, {5}};
        for (const bool is_race : {false, true}) {
            QVERIFY(shadow.begin_launch(extent, true));
            QVERIFY(shadow.takes_runs(0));
            std::int64_t place = 0;
            for (; place < 1000 && shadow.takes_runs(0); ++place) shadow.take({{0, Use::write, place, 1, {1, 5, 3}}});
            QVERIFY(place < 1000);
            const std::int64_t at = is_race ? 17 : 1001;
            shadow.mark(0, &at, 1u, Use::read, {2, 5, 9});
            const auto race = shadow.first_race();
            QCOMPARE(race.has_value(), is_race);
            if (race)
                QCOMPARE(std::tuple(race->element, race->writer.thread, race->other.thread), std::tuple(17, 3, 9));
        }
        extent.has_atomics = true;
        QVERIFY(shadow.begin_launch(extent, true));
        QVERIFY(!shadow.takes_runs(0));
    }
    void a_race_within_long_runs_is_told_with_its_threads() {
        simt::Object object;
        object.bytes = 1 << 10;
        object.may_change = true;
        simt::LaunchShadow shadow({object});
        using Use = simt::LaunchShadow::Use;
        const simt::LaunchShadow::Extent extent{4, 128, {5, 6}};
        QVERIFY(shadow.begin_launch(extent, true));
        shadow.take({{0, Use::write, 0, 100, {1, 5, 0}}, {0, Use::read, 0, 100, {1, 6, 0}}});
        shadow.take({{0, Use::write, 100, 100, {2, 5, 0}}});
        QVERIFY(!shadow.first_race());
        QVERIFY(shadow.begin_launch(extent, true)); // clears earlier records
        shadow.take({{0, Use::write, 70, 100, {2, 5, 10}}, {0, Use::read, 70, 100, {2, 6, 10}}});
        shadow.take({{0, Use::read, 0, 100, {1, 6, 0}}});
        const auto race = shadow.first_race();
        QVERIFY(race.has_value());
        QCOMPARE(std::tuple(race->element, race->writer.thread, race->writer.block, race->other.thread),
                 std::tuple(70, 10, 2, 70));
    }
};

WARPLOOM_TEST(SimtShadowsTest);

#include "simt_shadows_test.moc"
