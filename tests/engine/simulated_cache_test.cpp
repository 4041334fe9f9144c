// Caches: small ones that can be followed by hand, then random requests compared with a cache made of simple lists.

#include "engine/simulated/cache.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <list>
#include <map>
#include <random>

using namespace warploom::simulated;

namespace {

/// Reference cache: each set is a list of lines, most recently used first.
class PlainCache {
public:
    PlainCache(std::uint32_t sets, std::size_t ways) : sets_(sets), ways_(ways) {}
    unsigned load(std::uint32_t line, unsigned sectors, bool fill_line) {
        auto& set = lines_[line % sets_];
        unsigned valid = 0;
        for (auto at = set.begin(); at != set.end(); ++at)
            if (at->first == line) {
                valid = at->second;
                set.erase(at);
                break;
            }
        if (set.size() == ways_) set.pop_back();
        set.emplace_front(line, fill_line ? 15 : valid | sectors);
        return valid & sectors;
    }
    void drop(std::uint32_t line) {
        lines_[line % sets_].remove_if([&](const auto& entry) { return entry.first == line; });
    }

private:
    std::uint32_t sets_;
    std::size_t ways_;
    std::map<std::uint32_t, std::list<std::pair<std::uint32_t, unsigned>>> lines_;
};

/// Reports from L2, added up by multiprocessor, block and site.
struct Sums {
    std::map<std::tuple<std::size_t, std::uint32_t, int>, std::pair<int, int>> by_place;
    int hits = 0, dram_bytes = 0, singles = 0, pairs = 0;
};

/// Replays one list of requests per multiprocessor through L2.
Sums replayed(L2Replay& l2, const std::vector<std::vector<L2Request>>& lists, std::size_t limit = 1 << 20) {
    std::vector<L2Requests> all(lists.size());
    std::vector<const L2Requests*> pointers;
    for (std::size_t m = 0; m < lists.size(); ++m) {
        all[m].begin(l2.cache(), limit);
        for (const auto& request : lists[m]) all[m].add(request);
        pointers.push_back(&all[m]);
    }
    Sums sums;
    l2.run(pointers, [&](std::size_t m, std::uint32_t block, int site, const L2Answer& answer) {
        auto& place = sums.by_place[{m, block, site}];
        place.first += answer.hits;
        place.second += answer.dram_bytes;
        sums.hits += answer.hits;
        sums.dram_bytes += answer.dram_bytes;
        sums.singles += answer.dram_singles;
        sums.pairs += answer.dram_pairs;
    });
    return sums;
}
L2Request load(std::uint32_t line, unsigned sectors = 15, int site = 0) {
    return {line, 0, site, Access::load, sectors};
}
/// `whole`: sectors that are overwritten completely; in all others, only the first word is.
L2Request store(std::uint32_t line, unsigned sectors, unsigned whole, int site = 1) {
    std::uint32_t words = 0;
    for (unsigned s = 0; s < 4; ++s) words |= (whole >> s & 1 ? 0xffu : sectors >> s & 1) << 8 * s;
    return {line, 0, site, Access::store, sectors, words};
}

} // namespace

class SimulatedCacheTest : public QObject {
    Q_OBJECT

private slots:
    void the_line_used_longest_ago_goes();
    void lines_of_different_sets_do_not_meet();
    void a_line_is_filled_by_sectors_or_as_a_whole();
    void a_dropped_line_is_gone();
    void no_bytes_no_cache();
    void a_cache_smaller_than_a_set_has_one_set();
    void random_requests_agree_with_plain_lists();
    void a_request_keeps_what_it_was_given();
    void l2_fetches_what_it_has_not();
    void a_sector_overwritten_as_a_whole_is_not_fetched();
    void what_stores_have_not_filled_is_fetched_when_the_line_leaves();
    void places_of_which_little_is_moved_are_counted();
    void atomics_on_a_line_follow_each_other();
    void hits_on_lines_of_the_same_round_are_late();
    void a_changed_sector_is_written_when_it_leaves();
    void atomics_fetch_and_change();
    void multiprocessors_take_turns();
    void l2_keeps_what_it_holds();
    void too_many_requests_are_thinned_by_sets();
};

void SimulatedCacheTest::the_line_used_longest_ago_goes() {
    SectoredCache cache(2 * 128, 128, 2); // one set of two lines
    QCOMPARE(cache.sets(), 1u);
    QCOMPARE(cache.load(10, 15, true), 0u);
    QCOMPARE(cache.load(20, 15, true), 0u);
    QCOMPARE(cache.load(10, 15, true), 15u); // now 20 is the older one
    QCOMPARE(cache.load(30, 15, true), 0u);  // replaces 20
    QCOMPARE(cache.load(10, 15, true), 15u);
    QCOMPARE(cache.load(20, 15, true), 0u);
}

void SimulatedCacheTest::lines_of_different_sets_do_not_meet() {
    SectoredCache cache(4 * 128, 128, 1); // four sets of one line
    QCOMPARE(cache.sets(), 4u);
    for (std::uint32_t line = 0; line < 4; ++line) cache.load(line, 15, true);
    for (std::uint32_t line = 0; line < 4; ++line) QCOMPARE(cache.load(line, 15, true), 15u);
    QCOMPARE(cache.load(4, 15, true), 0u); // same set as line 0
    QCOMPARE(cache.load(0, 15, true), 0u);
    QCOMPARE(cache.load(1, 15, true), 15u);
}

void SimulatedCacheTest::a_line_is_filled_by_sectors_or_as_a_whole() {
    SectoredCache cache(1024, 128, 2);
    QCOMPARE(cache.load(7, 0b0001, false), 0u);
    QCOMPARE(cache.load(7, 0b0011, false), 0b0001u);
    QCOMPARE(cache.load(7, 0b1111, false), 0b0011u);
    QCOMPARE(cache.load(8, 0b0001, true), 0u);
    QCOMPARE(cache.load(8, 0b1000, true), 0b1000u);
}

void SimulatedCacheTest::a_dropped_line_is_gone() {
    SectoredCache cache(1024, 128, 2);
    cache.load(7, 15, true);
    cache.drop(8); // was not cached
    QCOMPARE(cache.load(7, 15, true), 15u);
    cache.drop(7);
    QCOMPARE(cache.load(7, 15, true), 0u);
    cache.clear();
    QVERIFY(cache.find(7) == nullptr);
}

void SimulatedCacheTest::no_bytes_no_cache() {
    QVERIFY(!SectoredCache().exists());
    QVERIFY(!SectoredCache(0, 128, 4).exists());
}

void SimulatedCacheTest::a_cache_smaller_than_a_set_has_one_set() {
    QCOMPARE(SectoredCache(128, 128, 4).sets(), 1u);
    QCOMPARE(SectoredCache(16384, 128, 4).sets(), 32u);
    QCOMPARE(SectoredCache(128 * 4 * 7 + 100, 128, 4).sets(), 7u);
}

void SimulatedCacheTest::random_requests_agree_with_plain_lists() {
    std::mt19937 random(4);
    for (const auto& [sets, ways] : {std::pair{8u, 4u}, {7u, 3u}, {1u, 16u}, {16u, 1u}}) {
        SectoredCache cache(128.0 * sets * ways, 128, ways);
        PlainCache plain(sets, ways);
        int hits = 0;
        for (int n = 0; n < 50000; ++n) {
            const std::uint32_t line = static_cast<std::uint32_t>(random() % (sets * ways * 2));
            const unsigned sectors = 1 + static_cast<unsigned>(random() % 15);
            if (random() % 20 == 0) {
                cache.drop(line);
                plain.drop(line);
            } else {
                const bool fill = random() % 4 == 0;
                const unsigned there = cache.load(line, sectors, fill);
                QCOMPARE(there, plain.load(line, sectors, fill));
                hits += there != 0;
            }
        }
        QVERIFY(hits > 5000);
    }
}

void SimulatedCacheTest::a_request_keeps_what_it_was_given() {
    const L2Request request(0xfffffff0u, 77, 300000, Access::atomic, 0b1010, 0x80000001u);
    QCOMPARE(request.line, 0xfffffff0u);
    QCOMPARE(request.block, 77u);
    QCOMPARE(request.site(), 300000);
    QVERIFY(request.access() == Access::atomic);
    QCOMPARE(request.sectors(), 0b1010u);
    QCOMPARE(request.words, 0x80000001u);
}

void SimulatedCacheTest::l2_fetches_what_it_has_not() {
    L2Replay l2(1024, 128, 4);
    const Sums sums = replayed(l2, {{load(1, 0b0001), load(1, 0b0011), load(1, 0b1111)}});
    QCOMPARE(sums.hits, 0 + 1 + 2);
    QCOMPARE(sums.dram_bytes, 4 * 32);
}

void SimulatedCacheTest::a_sector_overwritten_as_a_whole_is_not_fetched() {
    L2Replay l2(1024, 128, 4);
    QCOMPARE(replayed(l2, {{store(1, 0b1111, 0b1111)}}).dram_bytes, 0);
    QCOMPARE(replayed(l2, {{load(1, 0b1111)}}).hits, 4); // and now they are cached
    // The third sector is only partly written, so reading it requires a fetch.
    QCOMPARE(replayed(l2, {{store(2, 0b0111, 0b0011)}}).dram_bytes, 0);
    const Sums read = replayed(l2, {{load(2, 0b0111), load(2, 0b0111)}});
    QCOMPARE(read.hits, 2 + 3);
    QCOMPARE(read.dram_bytes, 32);
}

void SimulatedCacheTest::what_stores_have_not_filled_is_fetched_when_the_line_leaves() {
    // Words 0 to 3 of sector 0, then words 4 to 7, which completes it. Only one word of sector 1 is written.
    const auto words = [](std::uint32_t which, unsigned sectors) {
        return L2Request(1, 0, 1, Access::store, sectors, which);
    };
    L2Replay l2(2 * 128, 128, 2);
    const Sums sums =
        replayed(l2, {{words(0x0f, 0b0001), words(0xf0, 0b0001), words(0x100, 0b0010), load(2), load(3)}});
    QCOMPARE(sums.by_place.at({0, 0, 1}).second, 2 * 32 + 32); // two are written back, one of them was completed
    // Eviction discards the mask of written words: after another line was there, writing the other half does not
    // complete the sector.
    L2Replay again(128, 128, 1);
    QCOMPARE(replayed(again, {{words(0xff, 0b0001), load(2), words(0x0f, 0b0001), L2Request(1, 0, 0, Access::load, 1)}})
                 .by_place.at({0, 0, 0})
                 .second,
             128 + 32);
}

void SimulatedCacheTest::hits_on_lines_of_the_same_round_are_late() {
    L2Replay l2(1 << 20, 128, 16);
    std::vector<L2Requests> all(2);
    for (auto& list : all) {
        list.begin(l2.cache(), 1 << 20);
        list.add(load(7));
    }
    const std::vector<const L2Requests*> pointers{&all[0], &all[1]};
    int hits = 0, late = 0;
    const auto report = [&](std::size_t, std::uint32_t, int, const L2Answer& answer) {
        hits += answer.hits;
        late += answer.late;
    };
    l2.run(pointers, report); // the second request comes while the line of the first is in flight
    QCOMPARE(hits, 4);
    QCOMPARE(late, 4 + 4);    // those of the first come from memory
    l2.run(pointers, report); // now it is cached for both
    QCOMPARE(hits, 4 + 8);
    QCOMPARE(late, 4 + 4);
}

void SimulatedCacheTest::places_of_which_little_is_moved_are_counted() {
    L2Replay l2(1 << 20, 128, 16);
    const Sums sums = replayed(l2, {{load(1, 0b0001), load(2, 0b0110), load(3, 0b0111), load(4)}});
    QCOMPARE(sums.singles, 1);
    QCOMPARE(sums.pairs, 1);
    // The rest of a line in the same round is not a new access; in a later round, it is.
    L2Replay again(1 << 20, 128, 16);
    const Sums same = replayed(again, {{load(1, 0b0001), load(1, 0b0010)}});
    QCOMPARE(same.singles, 1);
    QCOMPARE(same.dram_bytes, 64);
    const Sums later = replayed(again, {{load(1, 0b0100)}});
    QCOMPARE(later.singles, 1);
    // A modified sector that is evicted is a separate access as well.
    L2Replay small(128, 128, 1);
    QCOMPARE(replayed(small, {{store(1, 0b0001, 0b0001), load(2)}}).singles, 1);
}

void SimulatedCacheTest::atomics_on_a_line_follow_each_other() {
    const auto turns = [](double slices, const std::vector<std::vector<L2Request>>& lists) {
        L2Replay l2(1 << 20, 128, 16, slices);
        std::vector<L2Requests> all(lists.size());
        std::vector<const L2Requests*> pointers;
        for (std::size_t m = 0; m < lists.size(); ++m) {
            all[m].begin(l2.cache(), 1 << 20);
            for (const auto& request : lists[m]) all[m].add(request);
            pointers.push_back(&all[m]);
        }
        std::vector<double> of(lists.size());
        l2.run(
            pointers, [](std::uint32_t, std::uint32_t, int, const L2Answer&) {},
            [&](std::uint32_t m, std::uint32_t, double share) { of[m] += share; });
        return of;
    };
    const auto atomic = [](std::uint32_t line, std::uint32_t passes) {
        return L2Request{line, 0, 2, Access::atomic, 1, passes};
    };
    // One line: all passes of a round are distributed according to the number of requests.
    const auto one = turns(96, {{atomic(7, 30)}, {atomic(7, 10)}});
    QVERIFY(std::abs(one[0] - 30) < 1 && std::abs(one[1] - 10) < 1);
    // With as many lines as slices: 96 (1 - 1/e) of them are busy.
    std::vector<L2Request> many;
    for (std::uint32_t line = 0; line < 48; ++line) many.push_back(atomic(line, 8));
    std::vector<L2Request> others;
    for (std::uint32_t line = 48; line < 96; ++line) others.push_back(atomic(line, 8));
    const auto spread = turns(96, {many, others});
    QVERIFY(std::abs(spread[0] + spread[1] - 96 * 8 / (96 * (1 - std::exp(-1.0)))) < 1e-9);
    // Each round has a separate time: 65 requests of one multiprocessor take two rounds.
    std::vector<L2Request> long_list(65, atomic(7, 1));
    QVERIFY(std::abs(turns(96, {long_list})[0] - 65) < 1);
    QCOMPARE(turns(0, {many})[0], 0.0); // the number of slices is unknown
}

void SimulatedCacheTest::a_changed_sector_is_written_when_it_leaves() {
    L2Replay l2(2 * 128, 128, 2);
    const Sums sums = replayed(l2, {{store(1, 0b0011, 0b0011), load(2), load(3), load(4)}});
    // Line 1 is evicted by line 3: two sectors are written back, which is attributed to the store (site 1).
    QCOMPARE(sums.by_place.at({0, 0, 1}).second, 64);
    QCOMPARE(sums.by_place.at({0, 0, 0}).second, 3 * 128);
    QCOMPARE(replayed(l2, {{load(5), load(6)}}).dram_bytes, 2 * 128); // clean lines are evicted without a write
}

void SimulatedCacheTest::atomics_fetch_and_change() {
    L2Replay l2(2 * 128, 128, 2);
    const L2Request atomic(1, 0, 2, Access::atomic, 0b0100);
    QCOMPARE(replayed(l2, {{atomic, atomic}}).dram_bytes, 32);
    // If a later launch evicts a line, the write is attributed to the access that evicts it.
    const Sums later = replayed(l2, {{load(2), load(3)}});
    QCOMPARE(later.by_place.at({0, 0, 0}).second, 2 * 128 + 32);
}

void SimulatedCacheTest::multiprocessors_take_turns() {
    // Both read the same 100 lines, of which the cache holds only 64 (in one set). The first is ahead by a batch of 64
    // lines, so the second hits those, and neither hits the later ones.
    std::vector<L2Request> lines;
    for (std::uint32_t line = 0; line < 100; ++line) lines.push_back(load(line));
    L2Replay l2(64 * 128, 128, 64);
    const Sums sums = replayed(l2, {lines, lines});
    QCOMPARE(sums.by_place.at({0, 0, 0}).first, 0);
    QCOMPARE(sums.by_place.at({1, 0, 0}).first, 4 * 100);
    L2Replay again(64 * 128, 128, 64);
    QCOMPARE(replayed(again, {lines, {}, lines}).hits, 4 * 100);
}

void SimulatedCacheTest::l2_keeps_what_it_holds() {
    L2Replay l2(1 << 20, 128, 16);
    std::vector<L2Request> lines;
    for (std::uint32_t line = 0; line < 1000; ++line) lines.push_back(load(line));
    QCOMPARE(replayed(l2, {lines}).hits, 0);
    QCOMPARE(replayed(l2, {lines}).hits, 4000);
}

void SimulatedCacheTest::too_many_requests_are_thinned_by_sets() {
    std::mt19937 random(9);
    std::vector<L2Request> requests;
    for (int n = 0; n < 40000; ++n) requests.push_back(load(static_cast<std::uint32_t>(random() % 16384)));
    L2Replay whole(1 << 20, 128, 16), thinned(1 << 20, 128, 16); // 8192 lines
    const Sums exact = replayed(whole, {requests});
    const Sums scaled = replayed(thinned, {requests}, 6000); // an eighth of the sets remains
    QVERIFY(exact.hits > 10000);
    QVERIFY(std::abs(scaled.hits - exact.hits) < exact.hits / 20);
    QVERIFY(std::abs(scaled.dram_bytes - exact.dram_bytes) < exact.dram_bytes / 20);

    L2Requests kept;
    kept.begin(whole.cache(), 6000);
    for (const auto& request : requests) kept.add(request);
    QCOMPARE(kept.skipped(), 7u);
    QVERIFY(kept.list().size() <= 6000);

    // All in a single set: none can be dropped.
    L2Replay one_set(128 * 16, 128, 16);
    const Sums kept_all = replayed(one_set, {requests}, 6000);
    QCOMPARE(kept_all.hits + kept_all.dram_bytes / 32, 4 * 40000);
}

WARPLOOM_TEST(SimulatedCacheTest);
#include "simulated_cache_test.moc"
