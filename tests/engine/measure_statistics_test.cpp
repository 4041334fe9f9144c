#include "engine/measure/environment.h"
#include "engine/measure/sampler.h"
#include "engine/measure/statistics.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>

using namespace warploom::measure;

namespace {

std::vector<Sample> samples_of(const std::vector<double>& times) {
    std::vector<Sample> samples;
    for (const double time : times) samples.push_back({time, 0, 1, false});
    return samples;
}

/// Returns the summary of ten equidistant samples from `min` to `max`.
Summary around(double min, double max) {
    std::vector<double> times;
    for (int i = 0; i < 10; ++i) times.push_back(min + (max - min) * i / 9);
    return summarize(samples_of(times));
}

} // namespace

class MeasureStatisticsTest : public QObject {
    Q_OBJECT
private slots:
    void quartiles_lie_between_neighbours() {
        const Summary s = summarize(samples_of({4, 1, 3, 2}));
        QCOMPARE(s.median, 2.5);
        QCOMPARE(s.q1, 1.75);
        QCOMPARE(s.q3, 3.25);
        QCOMPARE(s.min, 1.0);
        QCOMPARE(s.max, 4.0);
        QCOMPARE(s.mean, 2.5);
        QCOMPARE(s.standard_deviation, std::sqrt(5.0 / 3.0));
        QCOMPARE(s.noise, std::sqrt(5.0 / 3.0) / 2.5);
        QCOMPARE(s.count, std::size_t{4});
    }

    void two_samples_scatter_too() { QCOMPARE(summarize(samples_of({1, 3})).standard_deviation, std::sqrt(2.0)); }

    void one_sample_is_its_own_median_without_noise() {
        const Summary s = summarize(samples_of({7}));
        QCOMPARE(s.median, 7.0);
        QCOMPARE(s.q1, 7.0);
        QCOMPARE(s.q3, 7.0);
        QCOMPARE(s.noise, 0.0);
    }

    void discarded_samples_are_counted_but_do_not_count() {
        auto samples = samples_of({10, 1000, 12});
        samples[1].discarded = true;
        const Summary s = summarize(samples);
        QCOMPARE(s.median, 11.0);
        QCOMPARE(s.max, 12.0);
        QCOMPARE(s.count, std::size_t{2});
        QCOMPARE(s.discarded, std::size_t{1});
    }

    void a_list_of_discarded_samples_has_no_figures() {
        auto samples = samples_of({10});
        samples[0].discarded = true;
        const Summary s = summarize(samples);
        QCOMPARE(s.count, std::size_t{0});
        QVERIFY(std::isnan(s.median));
        QVERIFY(std::isnan(s.noise));
    }

    void sampling_stops_for_the_reason_named_data() {
        QTest::addColumn<double>("time");
        QTest::addColumn<double>("scatter"); // every second sample is longer by this fraction
        QTest::addColumn<bool>("quick");
        QTest::addColumn<double>("wall_each");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<int>("count");
        QTest::newRow("quiet and slow: at ten samples") << 100e6 << 0.0 << false << 100e6 << "noise" << 10;
        QTest::newRow("quiet and quick: at half a second") << 10e6 << 0.0 << false << 10e6 << "noise" << 50;
        QTest::newRow("loud, but as loud as ever") << 10e6 << 0.1 << false << 10e6 << "stable noise" << 66;
        QTest::newRow("loud in the quick preset") << 20e6 << 0.5 << true << 20e6 << "enough" << 10;
        QTest::newRow("short in the quick preset") << 1e6 << 0.5 << true << 1e6 << "enough" << 80;
        QTest::newRow("long flushes in the quick preset") << 1e3 << 0.5 << true << 250e6 << "wall" << 8;
        QTest::newRow("long flushes") << 1e3 << 0.5 << false << 1e9 << "wall" << 15;
        QTest::newRow("very short") << 1e3 << 0.5 << false << 1e3 << "samples" << 5000;
    }

    void sampling_stops_for_the_reason_named() {
        QFETCH(double, time);
        QFETCH(double, scatter);
        QFETCH(bool, quick);
        QFETCH(double, wall_each);
        StopRule rule(quick ? StopLimits::quick() : StopLimits::standard());
        int count = 0;
        while (rule.reason() == StopReason::none) {
            const double sample = count % 2 == 0 ? time : time * (1 + scatter);
            ++count;
            rule.add({sample, 0, 1, false}, wall_each * count);
            QVERIFY(count < 10000);
        }
        QTEST(QString(to_string(rule.reason())), "reason");
        QTEST(count, "count");
    }

    void launches_of_a_batch_all_add_to_the_measured_time() {
        StopRule rule(StopLimits::standard());
        int count = 0;
        while (rule.reason() == StopReason::none) rule.add({1e3, 0, 50000, false}, 50e6 * ++count);
        QCOMPARE(count, 10); // 10 x 50000 x 1 us = 0.5 s
    }

    void discarded_samples_never_satisfy_the_rule() {
        StopRule rule(StopLimits::standard());
        for (int i = 0; i < 100; ++i) rule.add({100e6, 0, 1, true}, 1e6);
        QVERIFY(rule.reason() == StopReason::none);
    }

    void kernels_are_compared_carefully_data() {
        QTest::addColumn<double>("kernel_min");
        QTest::addColumn<double>("kernel_max");
        QTest::addColumn<double>("baseline_min");
        QTest::addColumn<double>("baseline_max");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("half the time") << 100e3 << 101e3 << 200e3 << 202e3 << "faster";
        QTest::newRow("twice the time") << 200e3 << 202e3 << 100e3 << 101e3 << "slower";
        QTest::newRow("ranges overlap") << 100e3 << 120e3 << 110e3 << 130e3 << "cannot tell";
        QTest::newRow("gap under half a percent") << 100.0e3 << 100.2e3 << 100.5e3 << 100.6e3 << "same";
        QTest::newRow("gap over half a percent") << 100.0e3 << 100.2e3 << 101.0e3 << 101.2e3 << "faster";
        QTest::newRow("alike and narrow") << 100e3 << 100.5e3 << 100.1e3 << 100.6e3 << "same";
        QTest::newRow("alike but wide") << 100e3 << 150e3 << 100e3 << 150e3 << "cannot tell";
        QTest::newRow("clear ratio, but under half a microsecond") << 500.0 << 501.0 << 900.0 << 901.0 << "cannot tell";
        QTest::newRow("the same ratio above half a microsecond") << 5000.0 << 5001.0 << 9000.0 << 9001.0 << "faster";
    }

    void kernels_are_compared_carefully() {
        QFETCH(double, kernel_min);
        QFETCH(double, kernel_max);
        QFETCH(double, baseline_min);
        QFETCH(double, baseline_max);
        const Comparison c = compare(around(kernel_min, kernel_max), TimeKind::measured,
                                     around(baseline_min, baseline_max), TimeKind::measured);
        QTEST(QString(to_string(c.verdict)), "verdict");
        QCOMPARE(c.reason.empty(), c.verdict != Comparison::Verdict::cannot_tell);
        QVERIFY(c.low <= c.ratio && c.ratio <= c.high);
    }

    void equal_times_are_the_same_and_half_a_percent_between_them_is_a_difference() {
        const auto verdict = [](double kernel, double baseline) {
            const Comparison c =
                compare(around(kernel, kernel), TimeKind::measured, around(baseline, baseline), TimeKind::measured);
            return QString(to_string(c.verdict));
        };
        QCOMPARE(verdict(1e6, 1e6), QString("same"));
        QCOMPARE(verdict(1e6, 1.004e6), QString("same"));
        QCOMPARE(verdict(1e6, 1.005e6), QString("faster"));
        QCOMPARE(verdict(1.006e6, 1e6), QString("slower"));
    }

    void the_interval_comes_from_minimum_and_third_quartile() {
        const Comparison c = compare(summarize(samples_of({100e3, 110e3, 120e3})), TimeKind::measured,
                                     summarize(samples_of({200e3, 220e3, 260e3})), TimeKind::measured);
        QCOMPARE(c.ratio, 2.0);
        QCOMPARE(c.low, 200.0 / 115.0);
        QCOMPARE(c.high, 240.0 / 100.0);
    }

    void a_modelled_time_is_never_compared_with_a_measured_one() {
        for (const auto& [kernel, baseline] :
             {std::pair{TimeKind::modelled, TimeKind::measured}, std::pair{TimeKind::measured, TimeKind::modelled}}) {
            const Comparison c = compare(around(1e6, 1.01e6), kernel, around(2e6, 2.01e6), baseline);
            QVERIFY(c.verdict == Comparison::Verdict::cannot_tell);
            QVERIFY(std::isnan(c.ratio) && std::isnan(c.low) && std::isnan(c.high));
            QVERIFY(!c.reason.empty());
        }
    }

    void two_modelled_times_are_compared_by_their_ratio_alone() {
        const auto verdict = [](double kernel, double baseline) {
            const Comparison c = compare(summarize(samples_of({kernel})), TimeKind::modelled,
                                         summarize(samples_of({baseline})), TimeKind::modelled);
            // A modeled time has no scatter, and states the source of the verdict.
            if (c.ratio != baseline / kernel || c.low != c.ratio || c.high != c.ratio || c.reason.empty())
                return QString("broken");
            return QString(to_string(c.verdict));
        };
        QCOMPARE(verdict(100, 200), QString("faster")); // 0.1 us apart; clock resolution does not matter
        QCOMPARE(verdict(200, 100), QString("slower"));
        QCOMPARE(verdict(1000, 1000), QString("same"));
        QCOMPARE(verdict(1000, 1004), QString("same"));
        QCOMPARE(verdict(1000, 1006), QString("faster"));
    }

    void modelled_times_that_differ_by_less_than_the_models_error_cannot_be_ranked() {
        const auto compared = [](double kernel, double baseline, double error) {
            return compare(summarize(samples_of({kernel})), TimeKind::modelled, summarize(samples_of({baseline})),
                           TimeKind::modelled, error);
        };
        const Comparison c = compared(100, 110, 0.25);
        QVERIFY(c.verdict == Comparison::Verdict::cannot_tell);
        QCOMPARE(c.reason, std::string("The difference is less than the model's error of 25%."));
        QCOMPARE(c.low, 1.1 / 1.25);
        QCOMPARE(c.high, 1.1 * 1.25);
        QVERIFY(compared(100, 126, 0.25).verdict == Comparison::Verdict::faster);
        QVERIFY(compared(126, 100, 0.25).verdict == Comparison::Verdict::slower);
        QVERIFY(compared(100, 124, 0.25).verdict == Comparison::Verdict::cannot_tell);
        QVERIFY(compared(124, 100, 0.25).verdict == Comparison::Verdict::cannot_tell);
        QVERIFY(compared(100, 100.4, 0.25).verdict == Comparison::Verdict::same);
    }

    void the_environment_names_what_the_run_depends_on() {
        const Environment e = environment();
        QVERIFY(!e.version.empty());
        QVERIFY(!e.commit.empty());
        QVERIFY(!e.compiler.empty());
        QVERIFY(!e.os.empty());
        QVERIFY(e.cores >= 1);
        QVERIFY(e.memory_gib > 0.1);
        QCOMPARE(e.date.size(), std::string("2026-11-21T10:00:00Z").size());
        QVERIFY(!facts(e).empty());
        for (const auto& [key, value] : facts(e)) QVERIFY2(!value.empty(), key.c_str());
    }
};

WARPLOOM_TEST(MeasureStatisticsTest);
#include "measure_statistics_test.moc"
