#pragma once

#include "engine/experiment/result.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/session/worker_client.h"

#include "ui_test_tools.h"

#include <QAbstractButton>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <memory>

/// An experiment with two series and their ratio that can be verified by hand, and a page to show it.
namespace reproduce_test {

using namespace warploom;

inline std::string tiny_text(const char* id = "tiny") {
    return std::string(R"JSON({
  "warploom_experiment": 1,
  "id": ")JSON") +
           id + R"JSON(",
  "source": "class",
  "place": "first table",
  "title": "ELL here and on the host",
  "conclusion": "ELL on the card is faster than on the host. It takes half of the time.",
  "remarks": "The matrices are small.",
  "card": "gtx295",
  "published": "prata2010-spmv.csv",
  "variables": {
    "order": { "title": "order", "values": [4096, 8192], "quick": [4096] },
    "precision": { "values": ["float", "double"] }
  },
  "series": [
    { "id": "ell", "title": "ELL", "over": ["order", "precision"], "unit": "ms",
      "run": { "operation": "spmv", "input": "diagonal:n={order}", "kernel": "ell", "on": "gpu", "precision": "{precision}", "block": "32" },
      "figure": "time",
      "where": { "table": "2", "order": "{order}", "precision": "{precision}", "kernel": "ell-thread-per-row-gpu",
                 "rows_sorted": "no", "block_size": "32", "quantity": "time" } },
    { "id": "host", "title": "ELL on the host", "over": ["order", "precision"], "unit": "ms",
      "run": { "operation": "spmv", "input": "diagonal:n={order}", "kernel": "cpu-ell", "on": "cpu", "precision": "{precision}" },
      "figure": "time" },
    { "id": "share", "title": "ELL / host", "over": ["order", "precision"], "unit": "%",
      "ratio": { "of": "ell", "over": "host", "times": 100 } }
  ],
  "charts": [
    { "title": "Time over the order", "kind": "lines", "x": "order", "series": ["ell", "host"], "where": { "precision": "float" } },
    { "title": "Time as bars", "kind": "bars", "x": "order", "series": ["ell"], "where": {} }
  ],
  "profiles": [],
  "claims": [
    { "text": "On the card ELL is faster than on the host.", "left": "ell", "right": "host", "is": "less than" }
  ]
}
)JSON";
}

/// Returns the result as the page creates it before running.
inline experiment::Result fresh(const std::string& text, bool quick = false) {
    experiment::Result result;
    result.experiment = experiment::experiment_from_json(text, "test");
    result.is_quick = quick;
    result.cells = experiment::expand(result.experiment, quick);
    return result;
}

/// Fills in results: on the GPU, modeled 10 and measured 5 per cell; on the host, measured 20.
inline experiment::Result filled(const std::string& text, double factor = 1) {
    experiment::Result result = fresh(text);
    for (experiment::Cell& cell : result.cells) {
        if (cell.series == "ell") {
            cell.modelled.number = 10;
            cell.modelled.is_fitted = cell.at.front().second == "4096";
            cell.measured.number = 5 * factor;
            cell.measured.low = 4.5 * factor;
            cell.measured.high = 5.5 * factor;
            cell.measured.samples_ns = {4.5e6 * factor, 5e6 * factor, 5.5e6 * factor};
        } else if (cell.series == "host") {
            cell.modelled.why_not = "There is no model of hosts.";
            cell.measured.number = 20;
            cell.measured.samples_ns = {20e6};
        }
    }
    experiment::derive(result.experiment, result.cells);
    result.is_complete = true;
    result.date = "2026-11-21T12:00:00Z";
    result.modelled_on = "GeForce GTX 295";
    result.measured_on = "Fake H200";
    result.facts = {{"version", "0.1.0"}, {"os", "test"}};
    return result;
}

inline void write(const QString& file, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(file).path());
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size());
}

/// Sets and returns the folder for the user's experiments and results, one for the whole test program.
inline QString data_home() {
    static QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    return folder.path();
}

struct Desk {
    ui::Session session;
    std::unique_ptr<ui::ReproducePage> page;
    QStringList problems;

    explicit Desk(const QStringList& command, bool keeps_results = false) {
        if (!keeps_results) QDir(data_home() + "/warploom/results").removeRecursively();
        write(data_home() + "/warploom/experiments/tiny.json", QByteArray::fromStdString(tiny_text()));
        session.worker().setCommand(command);
        QObject::connect(&session, &ui::Session::problem, &session,
                         [this](const QString& sentence) { problems.append(sentence); });
        page = std::make_unique<ui::ReproducePage>(session);
        page->resize(1000, 620);
        page->show();
        session.worker().start();
    }
    bool ready() {
        const bool greeted = ui_test::wait_until([this] { return !session.worker().handshake().machines.empty(); });
        page->showExperiment("tiny", false);
        return greeted && page->shownResult() != nullptr && settled();
    }
    bool settled() {
        return ui_test::wait_until([this] {
            return !page->store().isLoading({"tiny", false}) && !page->store().isLoading({"tiny", true}) &&
                   !page->files().isReading();
        });
    }
    template <class W> W* find(const char* name) { return page->findChild<W*>(QLatin1String(name)); }
    void click(const char* name) { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    bool run() {
        click("reproduceRun");
        return page->store().isRunning() && ui_test::wait_until([this] { return !page->store().isRunning(); });
    }
    const experiment::Cell& cell(const char* series, std::size_t k) {
        const auto& cells = page->shownResult()->cells;
        for (const experiment::Cell& each : cells)
            if (each.series == series && k-- == 0) return each;
        qFatal("no such cell");
    }
};

} // namespace reproduce_test
