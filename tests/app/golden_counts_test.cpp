#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/trace/trace.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::app;

// Memory requests and times of every kernel on the simulated GPUs, as counted by two independent simulators before one
// of them was removed: one processed lanes, the other warps. docs/results/kernel-texts.md describes the differences. A
// record is a kernel on an input; its lines are the launches, followed by the accesses to each array. To rewrite the
// files, set WARPLOOM_WRITE_GOLDEN=1; any difference in them needs a reason.

namespace {

struct Case {
    std::string kernel, input, card;
    Precision precision = Precision::float64;
    int block = 128;
    Preconditioner preconditioner = Preconditioner::none;
};

std::vector<std::string> inputs_of(Operation operation) {
    switch (operation) {
    case Operation::spmv:
        return {"laplace2d:n=17",
                "banded:n=300,lower=3,upper=2",
                "power-law:n=500,mean=7,seed=5",
                "random-rows:n=200,fraction=0.1,seed=3",
                "empty-rows:n=130",
                "one-long-row:n=400"};
    case Operation::tridiagonal: {
        std::vector<std::string> list;
        for (const char* const n : {"1", "7", "64", "1000", "2049", "5000"})
            list.push_back(std::string("tridiagonal:n=") + n + ",kind=1");
        return list;
    }
    case Operation::ata: {
        std::vector<std::string> list;
        for (const auto& [m, n] :
             {std::pair{"1", "1"}, {"5", "3"}, {"40", "33"}, {"7", "64"}, {"100", "70"}, {"33", "130"}})
            list.push_back(std::string("dense:rows=") + m + ",cols=" + n);
        return list;
    }
    case Operation::trsv:
    case Operation::ilu:
        return {"laplace2d:n=17", "banded:n=300,lower=3,upper=2", "tridiagonal:n=100", "diagonal:n=200", "arrow:n=90",
                "laplace3d:n=6"};
    case Operation::cg:
        return {"laplace2d:n=17", "laplace3d:n=6", "tridiagonal:n=100",
                "diagonal:n=200", "arrow:n=90",    "laplace2d:n=5"};
    case Operation::free: break; // has no built-in kernels
    }
    return {};
}

/// Returns an input that is large enough for each multiprocessor to execute more than one block.
std::string large_input_of(Operation operation) {
    switch (operation) {
    case Operation::spmv: return "laplace2d:n=200";
    case Operation::tridiagonal: return "tridiagonal:n=200000,kind=1";
    case Operation::ata: return "dense:rows=64,cols=600";
    case Operation::trsv:
    case Operation::ilu:
    case Operation::cg: return "laplace2d:n=150";
    case Operation::free: break;
    }
    return {};
}

/// Returns the names of a method with a product, or of a kernel with its options.
std::vector<std::string> names_of(Operation operation, const std::string& kernel) {
    if (operation == Operation::cg) return {kernel + ":csr-scalar"};
    if (kernel == "tiled") return {kernel, kernel + "@none", kernel + "@registers"};
    return {kernel};
}

std::vector<Case> cases_of(Operation operation) {
    std::vector<Case> list;
    const auto add = [&](const std::string& kernel, const std::string& input) {
        list.push_back({kernel, input, "h200"});
        list.push_back({kernel, input, "h200", Precision::float32});
        list.push_back({kernel, input, operation == Operation::ata ? "c2050" : "gtx295"}); // a GPU with small blocks
        if (operation != Operation::cg) return;
        for (const auto with : {Preconditioner::jacobi, Preconditioner::ilu0})
            list.push_back({kernel, input, "h200", Precision::float64, 128, with});
    };
    for (const auto& entry : kernels::simulated_entries_of(operation))
        for (const std::string& kernel : names_of(operation, entry.info.id)) {
            for (const std::string& input : inputs_of(operation)) add(kernel, input);
            list.push_back({kernel, large_input_of(operation), "h200"});
        }
    return list;
}

std::string name_of(const Case& c) {
    return c.kernel + " | " + c.input + " | " + c.card + " | " + to_string(c.precision) +
           (c.preconditioner == Preconditioner::none ? std::string()
                                                     : std::string(" | ") + to_string(c.preconditioner));
}

std::uint64_t hash_of(const std::vector<double>& values) { // FNV-1a hash of the bits
    std::uint64_t hash = 14695981039346656037u;
    for (const double value : values) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
    }
    return hash;
}

/// Returns "launch 2 x 128, 0 shared" per launch and "load value: 12 384 24 768 ..." per array.
std::string lines_of(const Trace& trace) {
    std::string text = "time " + format_number(trace.model.ns, "%.9g") + "\n";
    std::map<std::string, simulated::SiteCounts> sums;
    for (const auto& launch : trace.launches) {
        text += "launch " + std::to_string(launch.launch.blocks) + " x " + std::to_string(launch.launch.block_size) +
                ", " + std::to_string(launch.shared_bytes) + " shared\n";
        for (std::size_t s = 0; s < launch.sites.size(); ++s) {
            const simulated::Site& site = trace.sites[s];
            std::string what = simulated::to_string(site.access);
            if (site.array >= 0) what += " " + trace.arrays[static_cast<std::size_t>(site.array)].name;
            sums[what] += launch.sites[s];
        }
    }
    std::int64_t flops = 0; // reported with the next access, whichever that is
    for (const auto& [what, c] : sums) flops += c.flops;
    text += "operations " + std::to_string(flops) + "\n";
    for (const auto& [what, c] : sums) {
        if (c.warp_instructions == 0) continue;
        text += what + ":";
        for (const std::int64_t number :
             {c.warp_instructions, c.lane_accesses, c.divergent, c.transactions, c.bytes_fetched, c.bytes_used,
              c.ideal_transactions, c.l1_hits, c.l2_sectors, c.l2_hits, c.dram_bytes, c.serialised, c.bank_passes,
              c.bank_conflicts, c.atomic_passes})
            text += " " + std::to_string(number);
        text += "\n";
    }
    return text;
}

std::string record_of(Operation operation, const Case& c, Inputs& inputs) {
    TraceSettings settings;
    settings.kernel = c.kernel;
    settings.card = simulated::find_card(c.card);
    settings.precision = c.precision;
    settings.block = c.block;
    settings.sample = TraceSettings::all_blocks;
    settings.preconditioner = c.preconditioner;
    try {
        TraceSubject subject = spec_of(operation).trace_input(inputs, c.input, settings, {}).subject({});
        std::vector<double> result;
        const auto run = subject.run;
        subject.run = [&](kernels::Bound& bound) {
            run(bound);
            if (subject.values) result = subject.values(bound);
        };
        const Trace trace = trace_kernel(subject, settings);
        // Atomic sums depend on the order.
        const bool has_atomics = std::any_of(trace.sites.begin(), trace.sites.end(), [](const simulated::Site& site) {
            return site.access == simulated::Access::atomic;
        });
        const std::string numbers =
            has_atomics || result.empty() ? std::string() : "result " + std::to_string(hash_of(result)) + "\n";
        return lines_of(trace) + numbers;
    } catch (const Error& error) { return "refused " + error.code() + "\n"; }
}

QString file_of(Operation operation) {
    return QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/data/golden_counts/%1.txt").arg(to_string(operation));
}

/// Returns the records in a file by name.
std::map<std::string, std::string> records_in(const QString& path) {
    QFile file(path);
    std::map<std::string, std::string> records;
    if (!file.open(QIODevice::ReadOnly)) return records;
    std::string name;
    while (!file.atEnd()) {
        const std::string line = file.readLine().toStdString();
        if (line.rfind("# ", 0) == 0) name = line.substr(2, line.size() - 3);
        else records[name] += line;
    }
    return records;
}

} // namespace

class GoldenCountsTest : public QObject {
    Q_OBJECT
private slots:
    void every_kernel_asks_what_it_asked_and_takes_what_it_took_data() {
        QTest::addColumn<int>("operation");
        for (const Operation operation : kernels::operations)
            if (operation != Operation::free) QTest::newRow(to_string(operation)) << static_cast<int>(operation);
    }
    void every_kernel_asks_what_it_asked_and_takes_what_it_took() {
        QFETCH(int, operation);
        const auto of = static_cast<Operation>(operation);
        const bool writes = !qEnvironmentVariableIsEmpty("WARPLOOM_WRITE_GOLDEN");
        const auto golden = records_in(file_of(of));
        Inputs inputs;
        std::string text;
        QStringList differ;
        for (const Case& c : cases_of(of)) {
            const std::string name = name_of(c), is = record_of(of, c, inputs);
            text += "# " + name + "\n" + is;
            const auto was = golden.find(name);
            if (was == golden.end() || was->second != is)
                differ << QString::fromStdString(name + "\nwas\n" + (was == golden.end() ? "" : was->second) + "is\n" +
                                                 is);
        }
        if (writes) {
            QDir().mkpath(QFileInfo(file_of(of)).path());
            QFile file(file_of(of));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.c_str(), static_cast<qint64>(text.size()));
            return;
        }
        QVERIFY(golden.size() > 30);
        QVERIFY2(differ.isEmpty(),
                 qPrintable(QString("%1 records differ\n").arg(differ.size()) + differ.mid(0, 3).join('\n')));
    }
};

WARPLOOM_TEST(GoldenCountsTest);

#include "golden_counts_test.moc"
