#include "random_matrices.h"

#include "engine/error.h"
#include "engine/generators/generators.h"
#include "kernels/cpu/cpu_facts.h"
#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

template <class F> std::string code_of(const F& f) {
    try {
        f();
    } catch (const Error& error) { return error.hint().empty() ? "no hint" : error.code(); }
    return "none";
}

} // namespace

class MachinesTest : public QObject {
    Q_OBJECT
private slots:
    void caches_of_the_last_level_are_added_up_each_once() {
        QTemporaryDir folder;
        const auto describe = [&](int cpu, int index, const char* level, const char* type, const char* size,
                                  const char* shared) {
            const QDir cache(QStringLiteral("%1/cpu%2/cache/index%3").arg(folder.path()).arg(cpu).arg(index));
            QVERIFY(QDir().mkpath(cache.path()));
            for (const auto& [name, text] : std::initializer_list<std::pair<const char*, const char*>>{
                     {"level", level}, {"type", type}, {"size", size}, {"shared_cpu_list", shared}}) {
                QFile file(cache.filePath(QString::fromLatin1(name)));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(QByteArray(text) + "\n");
            }
        };
        QCOMPARE(last_level_cache_bytes(folder.path().toStdString(), 4), 0);
        for (int cpu = 0; cpu < 4; ++cpu) {
            const std::string own = std::to_string(cpu);
            describe(cpu, 0, "1", "Data", "32K", own.c_str());
            describe(cpu, 1, "1", "Instruction", "32K", own.c_str());
            describe(cpu, 2, "2", "Unified", "1024K", own.c_str());
        }
        QCOMPARE(last_level_cache_bytes(folder.path().toStdString(), 4), std::int64_t{4} << 20); // there is no L3 cache
        for (int cpu = 0; cpu < 4; ++cpu) describe(cpu, 3, "3", "Unified", "32768K", cpu < 2 ? "0-1" : "2-3");
        QCOMPARE(last_level_cache_bytes(folder.path().toStdString(), 4), std::int64_t{64} << 20);
        QCOMPARE(last_level_cache_bytes(folder.path().toStdString(), 2), std::int64_t{32} << 20);
        QVERIFY(last_level_cache_bytes() > 0);
    }

    void who_knows_better_says_how_large_the_caches_are() {
        const QByteArray before = qgetenv("WARPLOOM_CACHE_MIB");
        constexpr std::int64_t mebibyte = 1 << 20;
        qunsetenv("WARPLOOM_CACHE_MIB");
        const std::int64_t told_by_system = last_level_cache_bytes();
        QCOMPARE(bytes_beyond_caches(1, std::int64_t{1} << 60), 2 * told_by_system);
        QCOMPARE(bytes_beyond_caches(3 * told_by_system, std::int64_t{1} << 60), 3 * told_by_system);
        QCOMPARE(bytes_beyond_caches(1, 5), 5);
        qputenv("WARPLOOM_CACHE_MIB", "3");
        QCOMPARE(last_level_cache_bytes(), 3 * mebibyte);
        QCOMPARE(bytes_beyond_caches(64 * mebibyte, 128 * mebibyte), 6 * mebibyte);
        QCOMPARE(bytes_beyond_caches(1, 2 * mebibyte), 2 * mebibyte);
        bool is_told = false; // results must mention what was not detected by the system
        for (const auto& [name, value] : cpu_facts())
            is_told = is_told || (name.find("WARPLOOM_CACHE_MIB") != std::string::npos && value == "3 MiB");
        QVERIFY(is_told);
        for (const char* nonsense : {"", "0", "-1", "much", "3.5", "3 MiB", "99999999999999999999"}) {
            qputenv("WARPLOOM_CACHE_MIB", nonsense);
            QCOMPARE(last_level_cache_bytes(), told_by_system);
        }
        if (before.isNull()) qunsetenv("WARPLOOM_CACHE_MIB");
        else qputenv("WARPLOOM_CACHE_MIB", before);
    }

    void the_lists_hold_every_kernel_of_the_plan_once() {
        std::multiset<std::string> ids;
        for (const KernelInfo& info : spmv_kernels()) {
            ids.insert(info.id);
            QVERIFY(find_spmv_kernel(info.id) == &info);
            QVERIFY(*info.title != '\0' && *info.summary != '\0' && *info.source != '\0');
            bool known = false;
            for (const FormatInfo& format : formats()) known = known || std::string(format.id) == info.format;
            QVERIFY2(known, info.id);
        }
        for (const char* id : {"coo-serial",
                               "coo-atomic",
                               "coo-segmented",
                               "csr-scalar",
                               "csr-scalar-sorted",
                               "csr-vector",
                               "csr-merge",
                               "csr-adaptive",
                               "csc",
                               "ell",
                               "ell-sorted",
                               "jad",
                               "hyb",
                               "bcsr",
                               "bcsr-blocks",
                               "bcsr-blocks-wide",
                               "bcsr-wide",
                               "dia",
                               "sell",
                               "csr-sweep",
                               "cusparse-csr",
                               "cusparse-csr-alg1",
                               "cusparse-csr-alg2",
                               "cusparse-spmvop",
                               "cusparse-coo",
                               "cusparse-bsr",
                               "cusparse-sell",
                               "cpu-csr",
                               "cpu-ell",
                               "cpu-coo",
                               "cpu-bcsr",
                               "cpu-csr-parallel",
                               "eigen-csr"})
            QVERIFY2(ids.count(id) == 1, id);
    }
    void the_machines_are_the_cpu_and_the_simulated_cards() {
        std::set<std::string> ids;
        for (const auto& machine : machines()) {
            ids.insert(machine->info().id);
            QVERIFY(!machine->info().title.empty());
        }
        for (const char* id :
             {"cpu", "simulated:h200", "simulated:gtx295", "simulated:gtx460", "simulated:c2050", "simulated:c2075"})
            QVERIFY2(ids.count(id) == 1, id);
    }
    void a_machine_that_is_not_there_is_refused_with_those_that_are() {
        try {
            open_machine("simulated:gtx9999");
            QFAIL("was opened");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("machine.unknown"));
            QVERIFY(error.hint().find("simulated:h200") != std::string::npos);
        }
    }
    void binding_what_does_not_fit_is_refused() {
        const auto cpu = open_machine("cpu");
        const auto gpu = open_machine("simulated:h200");
        const CsrMatrix a = generate_matrix("laplace2d:n=5").csr;
        const auto csr = make_format("csr", a, Precision::float64);
        QCOMPARE(code_of([&] { cpu->bind("csr-vectr", csr, 64); }), std::string("kernel.unknown"));
        QCOMPARE(code_of([&] { cpu->bind("csr-vector", csr, 64); }), std::string("kernel.machine"));
        QCOMPARE(code_of([&] { gpu->bind("cpu-csr", csr, 64); }), std::string("kernel.machine"));
        QCOMPARE(code_of([&] { gpu->bind("cusparse-csr", csr, 64); }), std::string("kernel.machine"));
        QCOMPARE(code_of([&] { gpu->bind("ell", csr, 64); }), std::string("kernel.format"));
        for (const int block : {0, 16, 48, 1056, -32})
            QCOMPARE(code_of([&] { gpu->bind("csr-vector", csr, block); }), std::string("kernel.block"));
        QCOMPARE(code_of([&] { gpu->bind("csr-vector", csr, 96)->set_x({1, 2}); }), std::string("vector.length"));
        QCOMPARE(code_of([&] { cpu->bind("cpu-csr", csr, 0)->set_x({1, 2}); }), std::string("vector.length"));
    }
    void odd_block_sizes_give_the_same_result() {
        const auto gpu = open_machine("simulated:h200");
        const CsrMatrix a = generate_matrix("power-law:n=3000,mean=8").csr;
        const std::vector<double> x(3000, 1.0);
        for (const char* kernel : {"csr-merge", "coo-segmented", "bcsr"}) {
            const auto format = make_format(find_spmv_kernel(kernel)->format, a, Precision::float64);
            const auto run = [&](int block) {
                const auto spmv = gpu->bind(kernel, format, block);
                spmv->set_x(x);
                spmv->enqueue();
                spmv->finish();
                return spmv->y();
            };
            const auto expected = run(64);
            for (const int block : {96, 160, 288, 480, 992}) {
                const auto y = run(block);
                for (std::size_t i = 0; i < y.size(); ++i) QVERIFY(std::abs(y[i] - expected[i]) <= 1e-12 * 3000);
            }
        }
    }
    void kernels_without_atomics_give_the_same_bits_each_time() {
        const auto gpu = open_machine("simulated:h200");
        const CsrMatrix a = generate_matrix("power-law:n=5000,mean=10").csr;
        std::vector<double> x(5000);
        for (std::size_t j = 0; j < x.size(); ++j) x[j] = 1 / (1.0 + static_cast<double>(j));
        for (const char* kernel : {"csr-merge", "coo-segmented", "csr-vector", "hyb", "bcsr"}) {
            const auto spmv =
                gpu->bind(kernel, make_format(find_spmv_kernel(kernel)->format, a, Precision::float64), 64);
            spmv->set_x(x);
            spmv->enqueue();
            spmv->finish();
            const auto first = spmv->y();
            for (int round = 0; round < 3; ++round) {
                spmv->enqueue();
                spmv->finish();
                QVERIFY2(spmv->y() == first, kernel);
            }
        }
    }
    void the_cpu_measures_times_and_its_copy_bandwidth() {
        const auto cpu = open_machine("cpu");
        const CsrMatrix a = generate_matrix("laplace2d:n=200").csr;
        const auto spmv = cpu->bind("cpu-csr", make_format("csr", a, Precision::float64), 0);
        spmv->set_x(std::vector<double>(40000, 1.0));
        for (const CacheState cache : {CacheState::cold, CacheState::warm}) {
            const auto sample = cpu->sample(*spmv, cache, 1);
            QVERIFY(sample.time_ns > 1e3 && sample.time_ns < 1e9);
            QCOMPARE(sample.batch, 1);
        }
        QVERIFY(cpu->launch_to_finish_ns(*spmv) > 1e3);
        const double bandwidth = cpu->copy_bandwidth();
        qInfo("copy bandwidth %.1f GB/s", bandwidth * 1e-9);
        QVERIFY(bandwidth > 1e7 && bandwidth < 5e12);
        QCOMPARE(cpu->copy_bandwidth(), bandwidth); // measured only once
        const double peak = cpu->peak_flops(Precision::float64), in_float = cpu->peak_flops(Precision::float32);
        qInfo("peak %.1f GFLOP/s in double, %.1f in float", peak * 1e-9, in_float * 1e-9);
        QVERIFY(peak > 0.2e9 && peak < 1e14);
        QVERIFY(in_float > 0.2e9 && in_float < 1e14);
        QCOMPARE(cpu->peak_flops(Precision::float64), peak);
    }
};

WARPLOOM_TEST(MachinesTest);
#include "machines_test.moc"
