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

// What is remembered of memory in few bits, against all that can be remembered.

class SimtShadowsTest : public QObject {
    Q_OBJECT
private slots:
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
            if (block == 7) barriers = 0xfffffe; // what a word cannot hold any more
            if (block == 9) meetings[1] = 0xffffd;
            for (int n = 0; n < 300; ++n) {
                const int warp = static_cast<int>(random() % warps);
                const std::uint32_t lanes = 1 + random() % 15;
                const std::size_t object = 1 + random() % 2;
                const std::int64_t first = static_cast<std::int64_t>(random() % 60);
                std::array<std::int64_t, 4> place{}; // neighbours, as a rule
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
    void reads_that_are_noted_together_give_the_same_verdicts_as_one_after_another() {
        using Shadow = simulated::SharedShadow;
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
                if (one_in(3)) { // eight neighbours at once, each read by two lanes
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
        simulated::SharedShadow shadow(3);
        const simulated::SharedShadow::When first{1, 1}, later{2, 1};
        shadow.write(1, 5, first, false);
        shadow.split(2); // element 1 becomes 2 and 3
        QVERIFY(shadow.read(1, 0, later).is_unwritten && shadow.read(4, 0, later).is_unwritten);
        for (const int part : {2, 3}) {
            QVERIFY(!shadow.read(part, 5, first).is_unwritten);
            QVERIFY(shadow.read(part, 6, first).is_race); // thread 5 wrote it, and nothing stands between
        }
        QVERIFY(!shadow.write(2, 40, {3, 1}, false).is_race && !shadow.write(3, 80, {3, 1}, false).is_race);
        QVERIFY(shadow.write(2, 80, {3, 1}, false).is_race);
    }

    void the_race_of_two_blocks_that_is_told_is_that_of_the_first_element() {
        std::mt19937 random(6);
        simt::Object object;
        object.bytes = 64;
        object.may_change = true;
        // Of many blocks, marks are larger. More launches than a mark can count.
        simt::LaunchShadow::Extent few{8, 64, {}}, many{std::int64_t{1} << 20, 64, {}};
        for (std::uint32_t pc = 0; pc < 100; ++pc) few.accesses.push_back(3 * pc);
        many.accesses = few.accesses;
        for (int launch = 0; launch < 5000; ++launch) {
            static simt::LaunchShadow alone({object}), shared({object});
            auto extent = random() % 4 == 0 ? many : few;
            const bool has_atomics = extent.has_atomics = random() % 3 == 0;
            const bool is_strided = random() % 2 == 0;
            QVERIFY(alone.begin_launch(extent, true));
            QVERIFY(shared.begin_launch(extent, false));
            // By use: read, write, atomic. A block, or -2 for several.
            std::vector<std::vector<int>> touched(3, std::vector<int>(64, -1));
            std::vector<simt::LaunchShadow::Touch> touches[3][64];
            const auto note = [](int& known, int block) { known = known == -1 || known == block ? block : -2; };
            for (unsigned n = random() % 16; n > 0; --n) {
                std::int64_t elements[32];
                for (std::int64_t& element : elements)
                    element = static_cast<std::int64_t>(is_strided ? random() % 16 * 4 : random() % 64);
                const auto lanes = static_cast<std::uint32_t>(1u << random() % 32 | 1u << random() % 32);
                const int block = static_cast<int>(random() % 8 * static_cast<unsigned>(extent.blocks / 8));
                using Use = simt::LaunchShadow::Use;
                const bool is_write = random() % 3 == 0;
                const Use use = is_write ? Use::write : has_atomics && random() % 2 == 0 ? Use::atomic : Use::read;
                const simt::LaunchShadow::Touch first{block, static_cast<std::uint32_t>(random() % 100 * 3), 32};
                for (auto* const shadow : {&alone, &shared}) {
                    const simt::Arrangement arrangement = shadow->arrangement(0, elements, lanes);
                    std::int64_t places[32];
                    for (std::size_t l = 0; l < 32; ++l) places[l] = arrangement.place_of(elements[l]);
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
            std::int64_t wanted = 0;
            for (std::size_t e = 0; e < 64; ++e, ++wanted)
                if (touched[1][e] == -2 || differ(e, 0) || differ(e, 2)) break;
            for (auto* const shadow : {&alone, &shared}) {
                const auto race = shadow->first_race();
                QCOMPARE(race ? race->element : 64, wanted);
                if (!race) continue;
                // The first that wrote, and the last that did, or else one that did not and is of another block.
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
    }
};

WARPLOOM_TEST(SimtShadowsTest);

#include "simt_shadows_test.moc"
