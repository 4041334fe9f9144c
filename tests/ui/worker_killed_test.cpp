// The worker is killed at random moments: the window must report it, keep measured results, and handle the next
// request. WARPLOOM_FAULTS=1000 kills it a thousand times instead of a few dozen.
#include "ui/components/runs/run_store.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <map>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// Raises Qt Test's limit of five minutes per function, which a thousand kills may exceed. Read before main() sets it.
const bool is_patient = qputenv("QTEST_FUNCTION_TIMEOUT", "3600000");

/// Requests to the worker, directly or through the Run page.
struct Scenario {
    const char* name;
    std::vector<const char*> requests;
    const char *operation = "", *matrix = "", *kernels = "", *machine = "cpu";
};

const std::vector<Scenario>& scenarios() {
    static const std::vector<Scenario> all{
        {"info", {R"({"request":"info","matrix":"laplace2d:n=200"})"}},
        {"info of a network", {R"({"request":"info","matrix":"hillside.inp:step=2,fill=1"})"}},
        {"footprints", {R"({"request":"footprints","matrix":"random-rows:n=512"})"}},
        {"layout",
         {R"({"request":"layout","matrix":"laplace2d:n=16","window":[0,12,0,12],"kernel":"csr-scalar","block":32})"}},
        {"cards", {R"({"request":"cards"})"}},
        {"trace of a product",
         {R"({"request":"trace","matrix":"laplace2d:n=48","kernel":"csr-vector","card":"h200"})"}},
        {"trace of a system",
         {R"({"request":"trace","operation":"tridiagonal","matrix":"tridiagonal:n=128","kernel":"pcr","card":"gtx460"})"}},
        {"trace of a triangle",
         {R"({"request":"trace","operation":"trsv","matrix":"laplace2d:n=12","kernel":"levels","card":"h200"})"}},
        {"warp", {R"({"request":"warp","matrix":"laplace2d:n=48","kernel":"ell","card":"h200","block_index":1})"}},
        {"cg, opened and advanced",
         {R"({"request":"cg_open","matrix":"laplace2d:n=64","machine":"cpu","kernel":"cg:cpu-csr","tolerance":0})",
          R"({"request":"cg_advance","iterations":400})"}},
        {"cg, switched",
         {R"({"request":"cg_open","matrix":"laplace2d:n=12","machine":"cpu","kernel":"cg:cpu-csr"})",
          R"({"request":"cg_advance","iterations":5})",
          R"({"request":"cg_switch","machine":"simulated:h200","kernel":"cg:ell"})",
          R"({"request":"cg_advance","iterations":2})"}},
        {"experiment",
         {R"({"request":"experiment","quick":true,"machine":"none","experiment":{"warploom_experiment":1,"id":"made",
              "source":"nobody","place":"","title":"made","conclusion":"","card":"gtx295","variables":{"n":{"values":
              [64,96,128]}},"series":[{"id":"a","title":"a","over":["n"],"run":{"operation":"spmv",
              "input":"random-rows:n={n},fraction=0.2","kernel":"ell","on":"gpu"},"figure":"time"}]}})"}},
        {"pitfall, clock", {R"({"request":"pitfall","name":"clock","machine":"cpu","card":"c2050","n":2000})"}},
        {"pitfall, copies", {R"({"request":"pitfall","name":"copies","machine":"simulated:c2050","n":2000})"}},
        {"run spmv", {}, "spmv", "laplace2d:n=16", "cpu-csr,cpu-ell,cpu-coo"},
        {"run spmv, modelled", {}, "spmv", "laplace2d:n=32", "csr-scalar,csr-vector,ell,coo-atomic", "simulated:h200"},
        {"run cg", {}, "cg", "laplace2d:n=16", "cg:cpu-csr,cg:cpu-ell"},
        {"run tridiagonal, modelled", {}, "tridiagonal", "tridiagonal:n=64", "cr,pcr", "simulated:gtx460"},
        {"run ata, modelled", {}, "ata", "dense:rows=24,cols=16", "naive,tiled", "simulated:h200"},
        {"run trsv", {}, "trsv", "laplace2d:n=24", "cpu-trsv"}};
    return all;
}

/// Maximum time to observe a scenario that takes longer.
constexpr int most_wait_ms = 400;

} // namespace

class WorkerKilledTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<RunStore> store_;
    std::map<std::string, int> in_the_middle_, afterwards_;

    /// The outcome of the requests to the worker.
    struct Asked {
        int open = 0, done = 0, ended = 0;
        std::string sentence; ///< sentence of the first failed request
        std::string code;
    };

    WorkerClient& worker() { return session_->worker(); }

    std::shared_ptr<Asked> ask(const Scenario& scenario) {
        auto asked = std::make_shared<Asked>();
        for (const char* text : scenario.requests) {
            ++asked->open;
            RequestHandlers handlers;
            handlers.done = [asked](const Json&) { --asked->open, ++asked->done; };
            handlers.error = [asked](const WorkerError& error) {
                --asked->open, ++asked->ended;
                if (asked->code.empty()) asked->code = error.code, asked->sentence = error.message;
            };
            worker().request(Json::parse(text), std::move(handlers), this);
        }
        if (!scenario.requests.empty()) return asked;
        store_->clear();
        protocol::RunPlan plan;
        plan.operation = scenario.operation;
        plan.matrices = {scenario.matrix};
        plan.machine = scenario.machine;
        protocol::RunSettings& settings = plan.settings;
        settings.kernels = textsOf(QString::fromLatin1(scenario.kernels).split(','));
        settings.x = "ones";
        settings.cache = CacheState::warm;
        settings.quick = true;
        settings.blocks = {64};
        settings.baseline = settings.kernels.front();
        store_->start(plan);
        return asked;
    }

    bool is_over(const Asked& asked) const { return asked.open == 0 && !store_->isRunning(); }

    bool is_answered() {
        bool is_done = false, is_over = false;
        RequestHandlers handlers;
        handlers.done = [&](const Json&) { is_done = is_over = true; };
        handlers.error = [&](const WorkerError&) { is_over = true; };
        worker().request({{"request", "ping"}}, std::move(handlers), this);
        return wait_until([&] { return is_over; }) && is_done;
    }

    /// Returns the rows of the run that have a time.
    std::map<std::string, std::size_t> measured() const {
        std::map<std::string, std::size_t> rows;
        if (store_->runs().empty()) return rows;
        for (const RunResult& row : store_->runs().back()->results)
            if (row.has_time()) rows[row.kernel] = row.samples.size();
        return rows;
    }

    QStringList files_of_the_worker() const {
        QStringList found;
        QDirIterator files(folder_.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) found << files.next();
        return found;
    }

    /// Kills the worker at that moment. Returns what is wrong afterward; empty if nothing.
    QString killed_after(const Scenario& scenario, int wait_ms, bool is_greeted) {
        if (is_greeted && !is_answered()) return "the request before is not answered";
        const auto asked = ask(scenario);
        const auto pid = static_cast<pid_t>(worker().processId());
        if (pid <= 0) return "there is no worker";
        QTest::qWait(wait_ms);
        const auto before = measured();
        const bool was_over = is_over(*asked);
        ::kill(pid, SIGKILL);
        if (!wait_until([&] { return is_over(*asked) && worker().state() == WorkerClient::State::failed; }))
            return "nothing is told";
        ++(was_over ? afterwards_ : in_the_middle_)[scenario.name];

        if (::kill(pid, 0) == 0 || errno != ESRCH) return "the process is still there";
        if (asked->done + asked->ended != static_cast<int>(scenario.requests.size())) return "a request ended twice";
        if (asked->ended > 0 && asked->code != "worker.ended")
            return QString::fromStdString("not told as the worker's end: " + asked->code + " " + asked->sentence);
        if (asked->ended > 0 && asked->sentence.empty()) return "no sentence";
        for (const auto& [kernel, samples] : before) {
            const auto after = measured();
            if (after.count(kernel) == 0 || after.at(kernel) < samples) return "a measured row is lost";
        }
        if (scenario.requests.empty()) {
            const Run& run = *store_->runs().back();
            if (run.state == Run::State::failed && run.ending.isEmpty()) return "the run ended without a sentence";
            if (run.state == Run::State::running) return "the run has no end";
        }
        if (!files_of_the_worker().isEmpty()) return "a file is left: " + files_of_the_worker().first();
        return {};
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        const QString engine = qEnvironmentVariable("WARPLOOM_ENGINE");
        if (engine.isEmpty()) QSKIP("there is no worker here");
        for (const char* name : {"XDG_DATA_HOME", "TMPDIR"}) qputenv(name, folder_.path().toUtf8());
        session_ = std::make_unique<Session>();
        session_->worker().setCommand({engine, "serve"});
        store_ = std::make_unique<RunStore>(*session_);
    }

    void a_kill_at_any_moment_costs_nothing_but_what_was_under_way_data() {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < scenarios().size(); ++i) QTest::addRow("%s", scenarios()[i].name) << int(i);
    }
    void a_kill_at_any_moment_costs_nothing_but_what_was_under_way() {
        QFETCH(int, number);
        const Scenario& scenario = scenarios()[static_cast<std::size_t>(number)];
        QVERIFY(is_answered());
        QElapsedTimer clock;
        clock.start();
        const auto asked = ask(scenario); // once without a kill, to determine its duration
        wait_until([&] { return is_over(*asked); }, most_wait_ms);
        const int takes = static_cast<int>(std::min<qint64>(clock.elapsed(), most_wait_ms));
        if (is_over(*asked)) {
            QVERIFY2(asked->ended == 0, asked->sentence.c_str());
        } else {
            ::kill(static_cast<pid_t>(worker().processId()), SIGKILL);
            QVERIFY(wait_until([&] { return is_over(*asked) && worker().state() == WorkerClient::State::failed; }));
        }

        const int wish = qEnvironmentVariableIntValue("WARPLOOM_FAULTS");
        const int kills = wish > 0 ? (wish + 19) / 20 : 3;
        auto& random = *QRandomGenerator::global();
        for (int i = 0; i < kills; ++i) {
            const bool is_greeted = i % 5 != 4; // sometimes while it is starting
            const int wait = static_cast<int>(random.bounded(is_greeted ? takes + 2 : 60));
            const QString wrong = killed_after(scenario, wait, is_greeted);
            QVERIFY2(wrong.isEmpty(),
                     qPrintable(QStringLiteral("after %1 ms of %2: %3").arg(wait).arg(takes).arg(wrong)));
        }
        QVERIFY(is_answered());
    }

    void cleanupTestCase() {
        int middle = 0, later = 0;
        for (const auto& [name, count] : in_the_middle_) middle += count;
        for (const auto& [name, count] : afterwards_) later += count;
        if (session_) qInfo("%d kills in the middle of work, %d when it was done", middle, later);
        store_.reset();
        session_.reset();
    }
};

WARPLOOM_TEST(WorkerKilledTest);
#include "worker_killed_test.moc"
