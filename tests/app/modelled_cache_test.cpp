// The cache of modeled figures: used if nothing has changed, otherwise recomputed.

#include "app/experiment/modelled_cache.h"
#include "app/experiment/run_experiment.h"
#include "fake_gpu.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace warploom;
using namespace warploom::app;

namespace {

experiment::Experiment made(const char* matrix = "diagonal:n=64", const char* card = "gtx295") {
    const std::string text = std::string(R"({"warploom_experiment": 1, "id": "made", "title": "made", "card": ")") +
                             card +
                             R"(", "series": [
        {"id": "time", "over": [], "run": {"operation": "spmv", "input": ")" +
                             matrix + R"(", "kernel": "ell", "precision": "float", "block": 32}},
        {"id": "steps", "over": [], "figure": "steps", "run": {"operation": "spmv", "input": ")" +
                             matrix + R"(", "kernel": "ell", "precision": "float", "block": 32}}]})";
    return experiment::experiment_from_json(text, "made");
}

/// Returns the key under which the launches of a run are cached.
std::string key(const char* operation, const char* input, const char* kernel) {
    const std::string text = std::string(R"({"warploom_experiment": 1, "id": "k", "title": "k", "card": "h200",
        "series": [{"id": "s", "over": [], "unit": "", "figure": "launches", "run": {"operation": ")") +
                             operation + R"(", "input": ")" + input + R"(", "kernel": ")" + kernel + R"("}}]})";
    const auto experiment = experiment::experiment_from_json(text, "k");
    return ModelledCache("/nowhere")
        .key(cell_run(experiment, experiment.series.front(), {}), simulated::find_card("h200"), "", true, "");
}

struct Ran {
    experiment::Result result;
    double time = 0;
};

Ran ran(const experiment::Experiment& experiment, const QString& folder, bool again = false) {
    Ran ran;
    ran.result = begin_experiment(experiment, true);
    ExperimentSettings settings;
    settings.quick = true;
    settings.model_cache = folder.toStdString();
    settings.model_again = again;
    run_experiment(ran.result, settings, test::host_with({}), {});
    ran.time = ran.result.cells.front().modelled.number.value_or(-1);
    return ran;
}

QStringList files_in(const QString& folder) { return QDir(folder).entryList({"*.json"}, QDir::Files); }

/// Changes every cached number to 123.
void falsify(const QString& folder) {
    for (const QString& name : files_in(folder)) {
        QFile file(folder + "/" + name);
        if (!file.open(QIODevice::ReadWrite)) qFatal("cannot open");
        QByteArray text = file.readAll();
        const qsizetype at = text.indexOf("\"number\":") + 9;
        qsizetype end = at;
        while (end < text.size() && text[end] != ',' && text[end] != '}') ++end;
        text.replace(at, end - at, "123");
        file.resize(0);
        file.seek(0);
        file.write(text);
    }
}

} // namespace

class ModelledCacheTest : public QObject {
    Q_OBJECT

private slots:
    void what_was_modelled_before_is_taken_and_can_be_made_anew() {
        QTemporaryDir folder;
        const Ran first = ran(made(), folder.path());
        QVERIFY(first.time > 0);
        QCOMPARE(files_in(folder.path()).size(), 1); // one trace, two figures
        falsify(folder.path());
        const Ran second = ran(made(), folder.path());
        QCOMPARE(second.time, 123.0); // comes from the cache
        QVERIFY(second.result.is_complete);
        QCOMPARE(*second.result.cells[1].modelled.number, *first.result.cells[1].modelled.number);
        QCOMPARE(second.result.cells[0].modelled.kernel, first.result.cells[0].modelled.kernel);
        QCOMPARE(ran(made(), folder.path(), true).time, first.time);
        QCOMPARE(ran(made(), QString()).time, first.time); // without a folder, there is no cache
    }

    void another_card_or_matrix_is_another_figure() {
        QTemporaryDir folder;
        ran(made(), folder.path());
        falsify(folder.path());
        QVERIFY(ran(made("diagonal:n=65"), folder.path()).time != 123.0);
        QVERIFY(ran(made("diagonal:n=64", "c2050"), folder.path()).time != 123.0);
        QCOMPARE(files_in(folder.path()).size(), 3);
    }

    void a_damaged_file_is_no_figure() {
        QTemporaryDir folder;
        const double time = ran(made(), folder.path()).time;
        for (const char* damage : {"", "{", "[]", R"({"values": 3})", R"({"values": [{"key": 1}], "inputs": []})"}) {
            QFile file(folder.path() + "/" + files_in(folder.path()).front());
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(damage);
            file.close();
            QCOMPARE(ran(made(), folder.path()).time, time);
        }
    }

    void a_folder_that_cannot_be_written_harms_nothing() {
        QVERIFY(ran(made(), QStringLiteral("/proc/warploom")).time > 0);
    }

    void what_travels_inside_the_program_is_found_unless_the_folder_has_it() {
        QTemporaryDir folder;
        const experiment::Experiment experiment = made();
        const CellRun run = cell_run(experiment, experiment.series.front(), {});
        const simulated::Card card = simulated::find_card("gtx295");
        ModelledCache::Entry entry;
        experiment::CellValue value;
        value.number = 123;
        entry.values.emplace_back("time|ms", value);
        entry.input_hashes.emplace_back("diagonal:n=64", 7);
        const std::string key = ModelledCache(folder.path().toStdString()).key(run, card, "", true, "");
        QCOMPARE(key.size(), std::size_t{64});
        const auto shipped = ModelledCache::lines_in("no line\n" + ModelledCache::line_of(key, entry) + "\n\n" +
                                                     key.substr(1) + " {}\n");
        QCOMPARE(shipped.size(), std::size_t{1});
        const ModelledCache cache(folder.path().toStdString(), shipped);
        QCOMPARE(*cache.find(key)->find("time|ms")->number, 123.0);
        QCOMPARE(cache.find(key)->input_hashes.front().second, std::uint64_t{7});
        QVERIFY(!cache.find(std::string(64, '0')));
        QVERIFY(!ModelledCache("", shipped).find(key)); // without a folder, nothing is found
        value.number = 124;
        entry.values.front().second = value;
        cache.keep(key, entry);
        QCOMPARE(*cache.find(key)->find("time|ms")->number, 124.0);
    }

    void figures_that_travel_along_are_those_that_the_model_gives() {
        // Compares the cheapest experiment with and without the cache that is shipped. If the sources have changed
        // since, the shipped cache is not used.
        const experiment::Experiment experiment = experiment::find_experiment("cerny2011-complexity");
        QTemporaryDir nothing;
        const Ran taken = ran(experiment, nothing.path()), anew = ran(experiment, nothing.path(), true);
        int compared = 0;
        for (std::size_t i = 0; i < taken.result.cells.size(); ++i) {
            QVERIFY(taken.result.cells[i].modelled.number == anew.result.cells[i].modelled.number);
            compared += taken.result.cells[i].modelled.number ? 1 : 0;
        }
        QVERIFY(compared > 30);
    }

    void a_name_depends_on_the_sources_of_its_operation_only() {
        const std::set<std::string> keys{
            key("spmv", "diagonal:n=64", "ell"), key("ata", "dense:rows=3,cols=3", "naive"),
            key("tridiagonal", "tridiagonal:n=8", "cr"), key("cg", "diagonal:n=64", "cg:ell")};
        QCOMPARE(keys.size(), std::size_t{4});
        for (const std::string& each : keys) QCOMPARE(each.size(), std::size_t{64}); // every operation has sources
    }

    void a_stand_in_is_kept_though_its_note_names_the_file_that_is_missing() {
        const experiment::Experiment experiment = made();
        const CellRun run = cell_run(experiment, experiment.series.front(), {});
        const ModelledCache cache("/nowhere");
        const simulated::Card card = simulated::find_card("gtx295");
        const std::string stand_in = "diagonal:n=64\nNowhere.inp was not found.";
        QCOMPARE(cache.key(run, card, "", true, stand_in).size(), std::size_t{64});
        QVERIFY(cache.key(run, card, "", true, "Nowhere.inp:step=1\n").empty()); // refers to a file that cannot be read
        QVERIFY(cache.key(run, card, "", true, "nowhere.npz|rcm\n").empty());
    }

    void a_file_s_numbers_are_part_of_its_name() {
        QTemporaryDir folder, kept;
        const QString path = folder.path() + "/own.mtx";
        const auto write = [&](const char* entry) {
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
            file.write("%%MatrixMarket matrix coordinate real general\n2 2 1\n");
            file.write(entry);
        };
        write("1 1 5\n");
        ran(made(path.toUtf8().constData()), kept.path());
        falsify(kept.path());
        QCOMPARE(ran(made(path.toUtf8().constData()), kept.path()).time, 123.0);
        write("1 2 5\n");
        QVERIFY(ran(made(path.toUtf8().constData()), kept.path()).time != 123.0);
    }
};

WARPLOOM_TEST(ModelledCacheTest);
#include "modelled_cache_test.moc"
