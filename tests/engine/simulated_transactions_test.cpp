// Transactions, bytes and bank passes: first the figures of the CUDA C Programming Guide, then random addresses
// compared with a reference implementation.

#include "engine/simulated/counts.h"
#include "engine/simulated/transactions.h"
#include "plain_transactions.h"
#include "support/runner.h"

#include <QTest>

#include <bit>
#include <ctime>
#include <map>
#include <random>
#include <set>

using namespace warploom::simulated;
using namespace warploom::simulated::plain;

namespace {

constexpr std::uint32_t all = ~0u;
constexpr std::uint64_t start = 1024;
constexpr auto old = Coalescing::half_warp_segments;
constexpr auto lines = Coalescing::lines_128;
constexpr auto sectors = Coalescing::sectors_32;

/// Returns the processor time of this process, which does not depend on other programs.
double cpu_ns() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <class Of> Addresses drawn(Of of) {
    Addresses addresses{};
    for (std::size_t lane = 0; lane < warp_size; ++lane) addresses[lane] = static_cast<std::uint64_t>(of(lane));
    return addresses;
}
Addresses strided(std::uint64_t first, std::uint64_t bytes) {
    return drawn([&](std::size_t lane) { return first + lane * bytes; });
}

std::vector<Transaction> transactions(Coalescing rule, const Addresses& addresses, int bytes,
                                      std::uint32_t active = all, Access access = Access::load) {
    std::vector<Transaction> result;
    find_transactions(rule, access, addresses, active, bytes, result);
    return result;
}

/// Returns the address and size of each transaction: "1024+128 1152+32".
QString shown(const std::vector<Transaction>& list) {
    QStringList parts;
    for (const auto& t : list) parts << QString("%1+%2").arg(t.address).arg(t.bytes);
    return parts.join(' ');
}

/// Returns the transactions as a set, because two lists may contain them in different orders.
std::multiset<std::tuple<std::uint64_t, int, std::uint32_t>> as_set(const std::vector<Transaction>& list) {
    std::multiset<std::tuple<std::uint64_t, int, std::uint32_t>> set;
    for (const auto& t : list) set.insert({t.address, t.bytes, t.lanes});
    return set;
}

/// Returns addresses as kernels generate them: adjacent, strided, few distinct ones, random.
Addresses random_addresses(std::mt19937& random, int bytes) {
    const std::uint64_t size = static_cast<std::uint64_t>(bytes), first = random() % 64 * size;
    switch (random() % 5) {
    case 0: return strided(first, size);
    case 1: return strided(first, size * (random() % 40));
    case 2: return drawn([&](std::size_t) { return first + random() % 8 * size; });
    case 3: return drawn([&](std::size_t) { return random() % 100000 * size; });
    default: return drawn([&](std::size_t lane) { return first + (lane ^ random() % 4) * size; });
    }
}
std::uint32_t random_lanes(std::mt19937& random) {
    switch (random() % 4) {
    case 0: return all;
    case 1: return static_cast<std::uint32_t>(random());
    case 2: return 1u << random() % 32;
    default: return (1u << random() % 32) - 1;
    }
}

} // namespace

class SimulatedTransactionsTest : public QObject {
    Q_OBJECT

private slots:
    void the_drawings_of_the_guide_data();
    void the_drawings_of_the_guide();
    void a_segment_shrinks_to_the_half_that_is_used();
    void half_warps_are_served_apart_on_old_cards();
    void wide_elements_are_served_in_smaller_groups_on_fermi();
    void fermi_stores_and_atomics_move_32_bytes();
    void lanes_that_rest_ask_for_nothing();
    void transactions_come_in_the_order_of_their_lowest_lanes();
    void random_addresses_agree_with_a_plain_count();
    void unaligned_elements_ask_for_both_of_their_segments();
    void used_bytes_are_counted_once();
    void the_ideal_lies_side_by_side();
    void touched_lines_say_the_same_as_transactions();
    void banks_of_the_guide_data();
    void banks_of_the_guide();
    void random_bank_accesses_agree_with_a_plain_count();
    void atomics_on_one_address_follow_each_other();
    void finding_transactions_takes_tens_of_nanoseconds();
};

void SimulatedTransactionsTest::the_drawings_of_the_guide_data() {
    // The figures "Examples of global memory accesses" for 4-byte words: aligned, aligned and permuted, shifted by one
    // word; then common textbook examples.
    QTest::addColumn<Addresses>("addresses");
    QTest::addColumn<QString>("on_old");
    QTest::addColumn<QString>("on_fermi");
    QTest::addColumn<QString>("later");
    const QString four = "1024+32 1056+32 1088+32 1120+32";
    QTest::newRow("side by side") << strided(start, 4) << "1024+64 1088+64"
                                  << "1024+128" << four;
    QTest::newRow("permuted") << drawn([](std::size_t l) { return start + (l ^ 1) * 4; }) << "1024+64 1088+64"
                              << "1024+128" << four;
    // Words 1 to 16 extend over both halves of the segment; words 17 to 31 are in the upper half, word 32 in the next
    // segment.
    QTest::newRow("shifted by one") << strided(start + 4, 4) << "1024+128 1088+64 1152+32"
                                    << "1024+128 1152+128" << four + " 1152+32";
    QTest::newRow("stride two") << strided(start, 8) << "1024+128 1152+128"
                                << "1024+128 1152+128" << four + " 1152+32 1184+32 1216+32 1248+32";
    QTest::newRow("one address") << strided(start, 0) << "1024+32 1024+32"
                                 << "1024+128"
                                 << "1024+32";
    QStringList small, large;
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
        small << QString("%1+32").arg(start + lane * 256);
        large << QString("%1+128").arg(start + lane * 256);
    }
    QTest::newRow("all far apart") << strided(start, 256) << small.join(' ') << large.join(' ') << small.join(' ');
}

void SimulatedTransactionsTest::the_drawings_of_the_guide() {
    QFETCH(Addresses, addresses);
    QFETCH(QString, on_old);
    QFETCH(QString, on_fermi);
    QFETCH(QString, later);
    QCOMPARE(shown(transactions(old, addresses, 4)), on_old);
    QCOMPARE(shown(transactions(lines, addresses, 4)), on_fermi);
    QCOMPARE(shown(transactions(sectors, addresses, 4)), later);
}

void SimulatedTransactionsTest::a_segment_shrinks_to_the_half_that_is_used() {
    const auto two = [](std::uint64_t a, std::uint64_t b, int bytes) {
        return shown(transactions(old, drawn([&](std::size_t lane) { return lane == 0 ? a : b; }), bytes, 3));
    };
    QCOMPARE(two(0, 28, 4), QString("0+32"));
    QCOMPARE(two(32, 60, 4), QString("32+32"));
    QCOMPARE(two(0, 32, 4), QString("0+64"));
    QCOMPARE(two(64, 96, 4), QString("64+64"));
    QCOMPARE(two(32, 64, 4), QString("0+128")); // adjacent, but across the middle
    QCOMPARE(two(0, 128, 4), QString("0+32 128+32"));
    QCOMPARE(two(0, 127, 1), QString("0+32 96+32")); // 1-byte elements start with 32
    QCOMPARE(two(0, 64, 2), QString("0+32 64+32"));  // 2-byte elements start with 64
    QCOMPARE(two(0, 62, 2), QString("0+64"));
}

void SimulatedTransactionsTest::half_warps_are_served_apart_on_old_cards() {
    // Adjacent 8-byte elements: 16 lanes access exactly one segment.
    QCOMPARE(shown(transactions(old, strided(start, 8), 8)), QString("1024+128 1152+128"));
    const auto list = transactions(old, strided(start, 8), 8);
    QCOMPARE(list[0].lanes, 0xffffu);
    QCOMPARE(list[1].lanes, 0xffff0000u);
}

void SimulatedTransactionsTest::wide_elements_are_served_in_smaller_groups_on_fermi() {
    // The same line is requested once per half-warp or quarter-warp.
    QCOMPARE(shown(transactions(lines, strided(start, 0), 8)), QString("1024+128 1024+128"));
    QCOMPARE(transactions(lines, strided(start, 0), 16).size(), std::size_t{4});
    QCOMPARE(shown(transactions(lines, strided(start, 8), 8)), QString("1024+128 1152+128"));
    QCOMPARE(transactions(lines, strided(start, 16), 16).size(), std::size_t{4});
    QCOMPARE(transactions(sectors, strided(start, 0), 16).size(), std::size_t{1});
}

void SimulatedTransactionsTest::fermi_stores_and_atomics_move_32_bytes() {
    for (const Access access : {Access::store, Access::atomic}) {
        QCOMPARE(shown(transactions(lines, strided(start, 4), 4, all, access)),
                 QString("1024+32 1056+32 1088+32 1120+32"));
        QCOMPARE(shown(transactions(lines, strided(start, 128), 4, 1, access)), QString("1024+32"));
        // Separate half-warps: the sector in the middle, which both access, is transferred twice.
        QCOMPARE(transactions(lines, strided(start + 16, 8), 8, all, access).size(), std::size_t{10});
    }
}

void SimulatedTransactionsTest::lanes_that_rest_ask_for_nothing() {
    for (const auto rule : {old, lines, sectors}) {
        QVERIFY(transactions(rule, strided(start, 4), 4, 0).empty());
        const auto one = transactions(rule, strided(start, 4096), 4, 1u << 20);
        QCOMPARE(one.size(), std::size_t{1});
        QCOMPARE(one[0].lanes, 1u << 20);
    }
}

void SimulatedTransactionsTest::transactions_come_in_the_order_of_their_lowest_lanes() {
    const Addresses backwards = drawn([](std::size_t lane) { return 64 * (31 - lane); });
    for (const auto rule : {old, lines, sectors}) {
        int last = -1;
        for (const auto& t : transactions(rule, backwards, 4)) {
            QVERIFY(std::countr_zero(t.lanes) > last);
            last = std::countr_zero(t.lanes);
        }
        QVERIFY(last >= 30);
    }
}

void SimulatedTransactionsTest::random_addresses_agree_with_a_plain_count() {
    std::mt19937 random(20101);
    std::int64_t seen = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const int bytes = 1 << random() % 5;
        const Addresses addresses = random_addresses(random, bytes);
        const std::uint32_t active = random_lanes(random);
        const Access access = random() % 2 == 0 ? Access::load : Access::store;
        for (const auto rule : {old, lines, sectors}) {
            const auto list = transactions(rule, addresses, bytes, active, access);
            QVERIFY(as_set(list) == as_set(plain_transactions(rule, access, addresses, active, bytes)));
            seen += static_cast<std::int64_t>(list.size());
        }
        QCOMPARE(bytes_used(addresses, active, bytes), plain_bytes(addresses, active, bytes));
    }
    QVERIFY(seen > 100000);
}

void SimulatedTransactionsTest::unaligned_elements_ask_for_both_of_their_segments() {
    QCOMPARE(shown(transactions(sectors, strided(28, 0), 8)), QString("0+32 32+32"));
    QCOMPARE(shown(transactions(lines, strided(124, 0), 8, 1)), QString("0+128 128+128"));
    QCOMPARE(shown(transactions(old, strided(124, 0), 8, 1)), QString("96+32 128+32"));
    std::mt19937 random(5);
    for (int trial = 0; trial < 3000; ++trial) {
        const int bytes = 1 + static_cast<int>(random() % 16);
        const Addresses addresses = drawn([&](std::size_t) { return random() % 2000; });
        const std::uint32_t active = random_lanes(random);
        QVERIFY(as_set(transactions(sectors, addresses, bytes, active)) ==
                as_set(plain_transactions(sectors, Access::load, addresses, active, bytes)));
        QCOMPARE(bytes_used(addresses, active, bytes), plain_bytes(addresses, active, bytes));
    }
}

void SimulatedTransactionsTest::used_bytes_are_counted_once() {
    QCOMPARE(bytes_used(strided(start, 8), all, 8), 256);
    QCOMPARE(bytes_used(strided(start, 0), all, 8), 8);
    QCOMPARE(bytes_used(strided(start, 4), all, 8), 33 * 4); // overlapping
    QCOMPARE(bytes_used(strided(start, 8), 0, 8), 0);
}

void SimulatedTransactionsTest::the_ideal_lies_side_by_side() {
    const Addresses far = strided(start, 4096);
    QCOMPARE(ideal_transactions(sectors, Access::load, far, all, 8), 8);
    QCOMPARE(ideal_transactions(lines, Access::load, far, all, 8), 2);
    QCOMPARE(ideal_transactions(lines, Access::load, far, all, 4), 1);
    QCOMPARE(ideal_transactions(lines, Access::store, far, all, 4), 4);
    QCOMPARE(ideal_transactions(old, Access::load, far, all, 4), 2);
    QCOMPARE(ideal_transactions(old, Access::load, far, 0xffff, 4), 1);
    QCOMPARE(ideal_transactions(sectors, Access::load, strided(start, 0), all, 8), 1);
    QCOMPARE(ideal_transactions(sectors, Access::load, far, 0, 8), 0);
}

void SimulatedTransactionsTest::touched_lines_say_the_same_as_transactions() {
    std::mt19937 random(7);
    for (int trial = 0; trial < 20000; ++trial) {
        const int bytes = 4 << random() % 3;
        const std::uint64_t base = 256 * (random() % 10);
        const Addresses relative = random_addresses(random, bytes);
        std::array<std::int64_t, warp_size> index{};
        for (std::size_t lane = 0; lane < warp_size; ++lane)
            index[lane] = static_cast<std::int64_t>(relative[lane]) / bytes;
        const Addresses addresses = drawn([&](std::size_t lane) { return base + relative[lane]; });
        const std::uint32_t active = random_lanes(random);
        const Access access = random() % 2 == 0 ? Access::load : Access::store;
        const int used = static_cast<int>(plain_bytes(addresses, active, bytes));
        for (const auto rule : {old, lines, sectors}) {
            TouchedLines touched;
            const int together = lanes_together(rule, bytes);
            find_touched_lines(base, index, active, bytes, together, touched);
            const AccessUse use = for_each_request(rule, access, touched, bytes, [](auto, auto, auto) {});
            const auto list = plain_transactions(rule, access, addresses, active, bytes);
            int fetched = 0;
            for (const auto& t : list) fetched += t.bytes;
            QCOMPARE(use.transactions, static_cast<int>(list.size()));
            QCOMPARE(use.bytes_fetched, fetched);
            QCOMPARE(use.bytes_used, used);
            QCOMPARE(use.ideal, static_cast<int>(ideal_transactions(rule, access, addresses, active, bytes)));
        }
    }
}

void SimulatedTransactionsTest::banks_of_the_guide_data() {
    QTest::addColumn<int>("banks");
    QTest::addColumn<Addresses>("addresses");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("passes");
    QTest::addColumn<int>("ideal");
    QTest::addColumn<int>("degree");
    const auto row = [](const char* name, int banks, const Addresses& a, int bytes, int passes, int ideal, int degree) {
        QTest::newRow(name) << banks << a << bytes << passes << ideal << degree;
    };
    row("32 banks, side by side", 32, strided(0, 4), 4, 1, 1, 1);
    row("32 banks, stride two", 32, strided(0, 8), 4, 2, 1, 2);
    row("32 banks, stride three", 32, strided(0, 12), 4, 1, 1, 1);
    row("32 banks, stride 32", 32, strided(0, 128), 4, 32, 1, 32);
    row("32 banks, one word for all", 32, strided(64, 0), 4, 1, 1, 1);
    row("32 banks, two words of one bank", 32, drawn([](std::size_t l) { return l % 2 * 128; }), 4, 2, 1, 2);
    row("32 banks, bytes", 32, strided(0, 1), 1, 1, 1, 1);
    row("32 banks, doubles side by side", 32, strided(0, 8), 8, 2, 2, 1);
    row("32 banks, doubles with stride two", 32, strided(0, 16), 8, 4, 2, 2);
    row("32 banks, four words side by side", 32, strided(0, 16), 16, 4, 4, 1);
    row("16 banks, side by side", 16, strided(0, 4), 4, 2, 2, 1);
    row("16 banks, stride two", 16, strided(0, 8), 4, 4, 2, 2);
    row("16 banks, one word for all", 16, strided(64, 0), 4, 2, 2, 1);
    row("16 banks, stride 16", 16, strided(0, 64), 4, 32, 2, 16);
    // 8-byte elements are accessed as two words with stride two each.
    row("16 banks, doubles side by side", 16, strided(0, 8), 8, 8, 4, 2);
    // Two words in two banks: the first word is broadcast to its 8 lanes, and the other bank serves one lane in that
    // pass; then the other word is broadcast to the remaining 7.
    row("16 banks, two words", 16, drawn([](std::size_t l) { return l % 2 * 4; }), 4, 4, 2, 2);
}

void SimulatedTransactionsTest::banks_of_the_guide() {
    QFETCH(int, banks);
    QFETCH(Addresses, addresses);
    QFETCH(int, bytes);
    const BankUse use = find_bank_use(banks, addresses, all, bytes);
    QTEST(use.passes, "passes");
    QTEST(use.ideal, "ideal");
    QTEST(use.degree, "degree");
    QCOMPARE(find_bank_use(banks, addresses, 0, bytes).passes, 0);
    QCOMPARE(find_bank_use(banks, addresses, 2, bytes).passes, banks == 16 ? std::max(1, bytes / 4) : 1);
}

void SimulatedTransactionsTest::random_bank_accesses_agree_with_a_plain_count() {
    std::mt19937 random(11);
    for (int trial = 0; trial < 20000; ++trial) {
        const int bytes = 1 << random() % 5;
        const Addresses addresses = random_addresses(random, bytes);
        const std::uint32_t active = random_lanes(random);
        const int group = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
        int passes = 0, ideal = 0, degree = 0;
        for (int first = 0; first < 32; first += group) {
            std::map<std::uint64_t, std::set<std::uint64_t>> words; // per bank
            for (int lane = first; lane < first + group; ++lane)
                if (active >> lane & 1)
                    for (int byte = 0; byte < bytes; ++byte) {
                        const std::uint64_t word = (addresses[lane] + static_cast<std::uint64_t>(byte)) / 4;
                        words[word % 32].insert(word);
                    }
            int most = 0;
            for (const auto& [bank, set] : words) most = std::max(most, static_cast<int>(set.size()));
            passes += most;
            ideal += most > 0;
            degree = std::max(degree, most);
        }
        const BankUse use = find_bank_use(32, addresses, active, bytes);
        QCOMPARE(use.passes, passes);
        QCOMPARE(use.ideal, ideal);
        QCOMPARE(use.degree, degree);

        // 16 banks: at least as many passes as words without a broadcast need, at most as many as lanes.
        const BankUse old_use = find_bank_use(16, addresses, active, bytes);
        QVERIFY(old_use.passes >= old_use.ideal);
        QVERIFY(old_use.passes <= std::popcount(active) * std::max(1, bytes / 4));
    }
}

void SimulatedTransactionsTest::atomics_on_one_address_follow_each_other() {
    QCOMPARE(atomic_serialisation(strided(start, 8), all), 1);
    QCOMPARE(atomic_serialisation(strided(start, 0), all), 32);
    QCOMPARE(atomic_serialisation(strided(start, 0), 0x15), 3);
    QCOMPARE(atomic_serialisation(drawn([](std::size_t l) { return l / 3 * 8; }), all), 3);
    QCOMPARE(atomic_serialisation(strided(start, 8), 0), 0);
}

void SimulatedTransactionsTest::finding_transactions_takes_tens_of_nanoseconds() {
    std::mt19937 random(3);
    const Addresses near = strided(start, 8), far = drawn([&](std::size_t) { return random() % 4096 * 8; });
    std::vector<Transaction> result;
    for (const auto rule : {old, lines, sectors})
        for (const auto* addresses : {&near, &far}) {
            constexpr int times = 200000;
            std::size_t sum = 0;
            const double begin = cpu_ns();
            for (int n = 0; n < times; ++n) {
                find_transactions(rule, Access::load, *addresses, all - (n == -1), 8, result);
                sum += result.size();
            }
            const double ns = (cpu_ns() - begin) / times;
            qInfo("%s, %s: %.0f ns for %.0f transactions", to_string(rule),
                  addresses == &near ? "side by side" : "anywhere", ns, static_cast<double>(sum) / times);
            QVERIFY(ns < 5000); // a limit that even a loaded or instrumented machine reaches
        }
}

WARPLOOM_TEST(SimulatedTransactionsTest);
#include "simulated_transactions_test.moc"
