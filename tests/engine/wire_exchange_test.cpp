#include "engine/error.h"
#include "engine/protocol/messages/exchange.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace warploom;
using protocol::Exchange;

// Transfers between several GPUs, and the sentences about them.

namespace {

/// GPU 0 sends 300 bytes and GPU 1 sends 100 bytes, over a link of 1 GB/s.
Exchange two_gpus() { return {2, {0, 300, 100, 0}, 0.5, 1}; }

} // namespace

class WireExchangeTest : public QObject {
    Q_OBJECT
private slots:
    void the_busiest_gpu_sets_the_time() {
        QCOMPARE(two_gpus().total_bytes(), 400.0);
        QCOMPARE(two_gpus().busiest_bytes(), 300.0); // GPU 0 sends them while it receives 100
        QCOMPARE(two_gpus().travel_ns(), 300.0);
        const Exchange three{3, {0, 1, 0, 2, 0, 4, 0, 8, 0}, 0, 1};
        QCOMPARE(three.busiest_bytes(), 9.0); // GPU 1 receives 1 and 8
    }

    void the_estimate_adds_what_is_not_hidden() {
        // Computing takes 1000 / 2 = 500 ns; half of that hides 250 of the 300 ns of transfers.
        QCOMPARE(protocol::expected_ns(two_gpus(), 1000, 20), 500.0 + 50 + 20);
        Exchange hidden = two_gpus();
        hidden.overlapped = 0.9;
        QCOMPARE(protocol::expected_ns(hidden, 1000, 20), 520.0);
        Exchange unknown = two_gpus();
        unknown.link_gbytes_per_s = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(protocol::expected_ns(unknown, 1000, 20), 520.0);
    }

    void faster_gpus_need_no_reason() { QVERIFY(protocol::why_slower(two_gpus(), 1000, 999).empty()); }

    void slower_gpus_get_one_sentence_with_the_reason() {
        const Exchange exchange{2, {0, 80e3, 80e3, 0}, 0.98, 200}; // 80 kB at 200 GB/s: 0.4 us
        QCOMPARE(protocol::why_slower(exchange, 48e3, 50.6e3),
                 std::string(
                     "2 GPUs take 50.6 us, but one GPU takes 48 us: the computation on each GPU takes 24 us, sending "
                     "160 kB takes 0.4 us, and launching on all GPUs and synchronizing them takes 26.2 us."));
        Exchange unknown = exchange;
        unknown.link_gbytes_per_s = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(protocol::why_slower(unknown, 2e6, 3e6),
                 std::string("2 GPUs take 3 ms, but one GPU takes 2 ms: the computation on each GPU takes 1 ms, and "
                             "sending 160 kB, launching on all GPUs and synchronizing them take 2 ms."));
    }

    void documents_come_back_and_damaged_ones_are_refused() {
        const Json document = {
            {"format", "csr"},
            {"exchanges", Json::array({{{"gpus", 2}, {"bytes", {0, 300, 100, 0}}, {"overlapped", 0.5}}})}};
        const protocol::ExchangePlan plan = protocol::read_exchange_plan(document);
        QCOMPARE(plan.format, std::string("csr"));
        QCOMPARE(plan.exchanges.at(0).bytes, two_gpus().bytes);
        QVERIFY(std::isnan(plan.exchanges.at(0).travel_ns()));
        Json damaged = document;
        damaged["exchanges"][0]["bytes"] = {0, 300};
        try {
            protocol::read_exchange_plan(damaged);
            QFAIL("It was read.");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("exchange.malformed")); }
    }
};

WARPLOOM_TEST(WireExchangeTest);
#include "wire_exchange_test.moc"
