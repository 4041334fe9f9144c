#include "engine/measure/sampler.h"
#include "support/runner.h"

#include <QElapsedTimer>
#include <QTest>

using namespace warploom::measure;

namespace {

/// A kernel whose launches take a known time; counts its launches.
struct Kernel {
    double time_ns = 1e6;
    int launches = 0;
    std::vector<int> batches;

    Sample operator()(int batch) {
        launches += batch;
        batches.push_back(batch);
        return {time_ns, 0, batch, false};
    }
};

Sampler sampler_of(Kernel& kernel, SamplerOptions options = {}) {
    return Sampler([&kernel](int batch) { return kernel(batch); }, std::move(options));
}

/// Returns options for launches that may be too long for launching them only to warm up.
SamplerOptions options_of_long_launches(double longest_to_warm_ns, double max_wall_ns) {
    SamplerOptions options;
    options.rewarm = true;
    options.longest_to_warm_ns = longest_to_warm_ns;
    options.limits.max_wall_ns = max_wall_ns;
    return options;
}

} // namespace

class MeasureSamplerTest : public QObject {
    Q_OBJECT
private slots:
    void the_warm_up_is_at_least_five_runs_and_is_not_recorded() {
        Kernel kernel;
        SamplerOptions options;
        options.warm_up_ns = 0;
        Sampler sampler = sampler_of(kernel, options);
        sampler.warm_up();
        QCOMPARE(kernel.launches, 5);
        QVERIFY(sampler.samples().empty());
    }

    void the_warm_up_lasts_at_least_25_ms() {
        Kernel kernel;
        Sampler sampler = sampler_of(kernel);
        QElapsedTimer timer;
        timer.start();
        sampler.warm_up();
        QVERIFY(timer.elapsed() >= 25);
        QVERIFY(kernel.launches > 5);
    }

    void a_warm_up_that_takes_too_long_ends_after_one_run() {
        Kernel kernel;
        SamplerOptions options;
        options.warm_up_limit_ns = 0;
        Sampler sampler = sampler_of(kernel, options);
        sampler.warm_up();
        QCOMPARE(kernel.launches, 1);
    }

    void a_launch_too_long_to_warm_up_for_is_the_first_sample() {
        Kernel kernel{2e9, 0, {}};
        const SamplerOptions options = options_of_long_launches(0.5e9, 1e9);
        Sampler sampler = sampler_of(kernel, options);
        sampler.warm_up();
        QCOMPARE(kernel.launches, 1);
        QCOMPARE(sampler.step(1e9), std::size_t{0});
        QCOMPARE(sampler.samples().size(), std::size_t{1});
        QVERIFY(sampler.is_done());
        QCOMPARE(kernel.launches, 1); // a single launch, and none for warming up

        Kernel shorter{0.4e9, 0, {}};
        Sampler other = sampler_of(shorter, options);
        other.warm_up();
        QVERIFY(shorter.launches >= 5);
        other.step(0);
        QCOMPARE(other.samples().size(), std::size_t{1}); // launches for warming up are not samples
    }

    void a_launch_that_the_caller_timed_is_the_first_sample() {
        Kernel kernel{2e9, 0, {}};
        SamplerOptions options = options_of_long_launches(0.5e9, 1e9);
        options.launched = Sample{};
        options.launched->time_ns = 3e9;
        Sampler sampler = sampler_of(kernel, options);
        sampler.warm_up();
        sampler.step(1e9);
        QCOMPARE(kernel.launches, 0);
        QCOMPARE(sampler.samples().size(), std::size_t{1});
        QCOMPARE(sampler.samples().front().time_ns, 3e9);
        QVERIFY(sampler.is_done());
    }

    void after_a_long_first_sample_others_follow_until_a_rule_ends_them() {
        Kernel kernel{0.2e9, 0, {}};
        SamplerOptions options = options_of_long_launches(0.1e9, 0.3e9);
        options.limits.max_samples = 3;
        Sampler sampler = sampler_of(kernel, options);
        sampler.warm_up();
        while (!sampler.is_done()) sampler.step(0);
        QCOMPARE(sampler.samples().size(), std::size_t{3});
        QCOMPARE(kernel.launches, 3);
    }

    void warming_up_may_launch_otherwise_than_sampling() {
        Kernel cold, warm;
        SamplerOptions options;
        options.launch = [&](int batch) { return warm(batch); };
        Sampler sampler = sampler_of(cold, options);
        sampler.warm_up();
        QCOMPARE(cold.launches, 0);
        QVERIFY(warm.launches >= 5);
        sampler.step(0);
        QCOMPARE(cold.launches, 1);
    }

    void launches_under_20_us_are_batched_where_that_is_allowed_data() {
        QTest::addColumn<double>("time_ns");
        QTest::addColumn<bool>("may_batch");
        QTest::addColumn<int>("batch");
        QTest::newRow("30 us need none") << 30e3 << true << 1;
        QTest::newRow("10 us") << 10e3 << true << 20;
        QTest::newRow("1 ns: as many as allowed") << 1.0 << true << Sampler::max_batch;
        QTest::newRow("10 us with cold caches") << 10e3 << false << 1;
    }

    void launches_under_20_us_are_batched_where_that_is_allowed() {
        QFETCH(double, time_ns);
        QFETCH(bool, may_batch);
        Kernel kernel{time_ns, 0, {}};
        SamplerOptions options;
        options.may_batch = may_batch;
        Sampler sampler = sampler_of(kernel, options);
        sampler.warm_up();
        QTEST(sampler.batch(), "batch");
        kernel.batches.clear();
        sampler.step(0);
        QCOMPARE(kernel.batches, std::vector<int>{sampler.batch()});
        QCOMPARE(sampler.samples().back().batch, sampler.batch());
        QCOMPARE(sampler.is_short_and_single(), time_ns < 20e3 && !may_batch);
    }

    void a_step_takes_at_least_one_sample_and_says_which_are_new() {
        Kernel kernel;
        Sampler sampler = sampler_of(kernel);
        QCOMPARE(sampler.step(0), std::size_t{0});
        QCOMPARE(sampler.step(0), std::size_t{1});
        QCOMPARE(sampler.samples().size(), std::size_t{2});
    }

    void steps_go_on_until_a_rule_ends_them() {
        Kernel kernel{100e6, 0, {}};
        Sampler sampler = sampler_of(kernel);
        int steps = 0;
        while (!sampler.is_done()) {
            sampler.step(0);
            QVERIFY(++steps < 100);
        }
        QVERIFY(sampler.stopped_by() == StopReason::noise);
        QCOMPARE(sampler.samples().size(), std::size_t{10});
        sampler.step(1e9);
        QCOMPARE(sampler.samples().size(), std::size_t{10}); // no further samples once it is done
    }

    void cancelling_ends_a_step_at_once() {
        Kernel kernel;
        std::atomic<bool> cancelled{false};
        SamplerOptions options;
        options.cancelled = &cancelled;
        Sampler sampler(
            [&](int batch) {
                cancelled = kernel.launches == 2;
                return kernel(batch);
            },
            options);
        sampler.step(60e9);
        QVERIFY(sampler.stopped_by() == StopReason::cancelled);
        QCOMPARE(sampler.samples().size(), std::size_t{3});
    }

    void warm_caches_are_warmed_again_at_every_step() {
        Kernel kernel;
        SamplerOptions options;
        options.rewarm = true;
        Sampler sampler = sampler_of(kernel, options);
        sampler.step(0);
        sampler.step(0);
        QCOMPARE(kernel.launches, 4);
        QCOMPARE(sampler.samples().size(), std::size_t{2});
    }
};

WARPLOOM_TEST(MeasureSamplerTest);
#include "measure_sampler_test.moc"
