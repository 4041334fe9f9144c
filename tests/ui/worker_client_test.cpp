// The window's side of the protocol, with workers that behave in every possible way.
#include "ui/session/worker_client.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <memory>

#include <signal.h>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

namespace {

/// Outcome of a request.
struct Outcome {
    std::vector<std::string> events; ///< names of the events
    Json result;
    WorkerError error;
    int ends = 0;

    RequestHandlers handlers() {
        return {{},
                [this](const std::string& name, const Json&) { events.push_back(name); },
                [this](const Json& done) {
                    result = done;
                    ++ends;
                },
                [this](const WorkerError& why) {
                    error = why;
                    ++ends;
                }};
    }
    int count(const char* kind) const { return static_cast<int>(std::count(events.begin(), events.end(), kind)); }
};

Json ping() { return {{"request", "ping"}}; }

Json run_request() {
    return {{"request", "run"},
            {"operation", "spmv"},
            {"matrix", "tridiagonal:n=100"},
            {"kernels", Json::array({"cpu-csr", "cpu-ell", "cpu-coo"})},
            {"machine", "cpu"},
            {"precision", "double"},
            {"blocks", Json::array({128})},
            {"x", "ones"},
            {"baseline", "cpu-csr"},
            {"cache", "cold"},
            {"quick", true}};
}

} // namespace

class WorkerClientTest : public QObject {
    Q_OBJECT

    std::unique_ptr<WorkerClient> start(const char* behaviour) {
        auto client = std::make_unique<WorkerClient>();
        client->setCommand(fake_worker(QLatin1String(behaviour)));
        return client;
    }

private slots:
    void initTestCase() { ui_test::isolate_settings(); }

    void a_greeting_names_machines_kernels_and_formats() {
        auto client = start("normal");
        client->start();
        QVERIFY(wait_until([&] { return client->state() == WorkerClient::State::ready; }));
        QCOMPARE(client->handshake().machines.size(), 2U);
        QCOMPARE(client->handshake().kernels_of("spmv").size(), 5U);
        QVERIFY(client->handshake().kernels_of("cg").front().takes_product);
        QVERIFY(!client->handshake().kernels_of("tridiagonal").empty());
        QCOMPARE(client->handshake().formats.size(), 3U);
        QVERIFY(client->handshake().kernel("cpu-ell")->runs_there(MachineKind::cpu));
        QVERIFY(!client->handshake().kernel("cpu-ell")->runs_there(MachineKind::simulated));
        QVERIFY(!client->handshake().no_cuda.empty());
        QVERIFY(client->processId() > 0);
    }

    void samples_and_rows_come_before_the_one_end() {
        auto client = start("normal");
        Outcome outcome;
        client->request(run_request(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.count("samples"), 12);
        QCOMPARE(outcome.count("row"), 3);
        QCOMPARE(outcome.result["results"].size(), 3U);
        QVERIFY(outcome.error.code.empty());
        QTest::qWait(50);
        QCOMPARE(outcome.ends, 1);
        QCOMPARE(client->state(), WorkerClient::State::ready);
    }

    void chatter_before_and_between_lines_is_skipped_and_passed_on() {
        auto client = start("chatter");
        QSignalSpy chatter(client.get(), &WorkerClient::chatter);
        Outcome outcome;
        client->request(run_request(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.result["results"].size(), 3U);
        QStringList lines;
        for (const auto& call : chatter) lines.append(call.first().toString());
        QVERIFY(lines.contains("Welcome to node 17"));
        QVERIFY(lines.contains("a library says hello"));
        QVERIFY(lines.contains("{\"not\":\"ours\"}"));
    }

    void a_line_of_forty_megabytes_is_skipped() {
        auto client = start("long-line");
        QSignalSpy chatter(client.get(), &WorkerClient::chatter);
        Outcome outcome;
        client->request(ping(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }, 60'000));
        QVERIFY(outcome.error.code.empty());
        QCOMPARE(chatter.count(), 1);
        QVERIFY(chatter.first().first().toString().contains("16 MiB"));
    }

    void an_answer_over_the_limit_ends_its_request_and_no_other() {
        auto client = start("long-answer");
        QSignalSpy chatter(client.get(), &WorkerClient::chatter);
        Outcome outcome, next;
        client->request(ping(), outcome.handlers());
        client->request(ping(), next.handlers());
        QVERIFY(wait_until([&] { return outcome.ends + next.ends == 2; }, 60'000)); // 17 MB through a pipe
        QCOMPARE(outcome.error.code, std::string("worker.protocol"));
        QVERIFY2(outcome.error.message.find("16 MiB") != std::string::npos, outcome.error.message.c_str());
        QVERIFY(next.error.code.empty());
        QCOMPARE(chatter.count(), 1);
    }

    void an_answer_that_cannot_be_read_ends_its_request_data() {
        QTest::addColumn<QString>("told");
        QTest::newRow("damaged-answer") << "This is not valid JSON.";
        QTest::newRow("deep-answer") << "Brackets are nested too deeply.";
    }
    void an_answer_that_cannot_be_read_ends_its_request() {
        QFETCH(QString, told);
        auto client = start(QTest::currentDataTag());
        Outcome outcome;
        client->request(ping(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.error.code, std::string("worker.protocol"));
        QVERIFY2(outcome.error.message.find(told.toStdString()) != std::string::npos, outcome.error.message.c_str());
    }

    void a_damaged_event_ends_its_request_at_the_worker_too() {
        auto client = start("damaged-progress");
        QSignalSpy chatter(client.get(), &WorkerClient::chatter);
        Outcome outcome;
        const QString id = client->request(ping(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QVERIFY2(outcome.error.message.find("'stage' must be a string") != std::string::npos,
                 outcome.error.message.c_str());
        QVERIFY(wait_until([&] { return chatter.count() > 0; }));
        QCOMPARE(chatter.first().first().toString(), QStringLiteral("cancel of \"%1\"").arg(id));
        QTest::qWait(50);
        QCOMPARE(outcome.ends, 1);
    }

    void long_lines_are_read_beside_the_window_and_keep_their_order() {
        auto client = start("large-events");
        Outcome outcome;
        client->request(ping(), outcome.handlers());
        qint64 longest = 0;
        QElapsedTimer pause;
        pause.start();
        QVERIFY(wait_until([&] {
            longest = std::max(longest, pause.restart());
            return outcome.ends > 0;
        }));
        QCOMPARE(outcome.events, (std::vector<std::string>{"160000", "1", "170000", "2"}));
        QVERIFY2(outcome.error.code.empty(), outcome.error.message.c_str());
        qInfo("the window was held for at most %lld ms", static_cast<long long>(longest));
        QVERIFY(wait_until([&] { return client->state() == WorkerClient::State::failed; })); // it has exited
    }

    void who_cancels_another_request_while_the_worker_dies_hears_of_both_ends() {
        auto client = start("dies");
        Outcome first, second;
        RequestHandlers handlers = first.handlers();
        QString other;
        handlers.error = [&](const WorkerError& why) {
            first.error = why;
            ++first.ends;
            client->cancel(other);
        };
        client->request(run_request(), handlers);
        other = client->request(ping(), second.handlers());
        QVERIFY(wait_until([&] { return first.ends + second.ends == 2; }));
        QCOMPARE(second.error.code, std::string("worker.ended"));
    }

    void whatever_a_handler_throws_is_an_error_of_its_request() {
        auto client = start("normal");
        Outcome outcome;
        RequestHandlers handlers = outcome.handlers();
        handlers.done = [](const Json&) { throw std::bad_alloc(); };
        client->request(ping(), handlers);
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.error.code, std::string("worker.protocol"));
    }

    void another_protocol_version_is_refused_with_both_numbers() {
        auto client = start("other-protocol");
        Outcome outcome;
        client->request(ping(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.error.code, std::string("worker.protocol"));
        QVERIFY(outcome.error.message.find("99") != std::string::npos);
        QVERIFY(outcome.error.message.find(std::to_string(WorkerClient::protocol_version)) != std::string::npos);
        QVERIFY(!outcome.error.hint.empty());
        QCOMPARE(client->state(), WorkerClient::State::failed);
    }

    void a_program_that_is_not_there_is_a_sentence_with_its_command() {
        WorkerClient client;
        client.setCommand({"/no/such/warploom-engine", "serve"});
        Outcome outcome;
        client.request(ping(), outcome.handlers());
        QCOMPARE(outcome.ends, 0); // never from within the call
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.error.code, std::string("worker.start"));
        QVERIFY(outcome.error.hint.find("/no/such/warploom-engine") != std::string::npos);
    }

    void a_worker_that_ends_before_it_greets_passes_on_its_last_words() {
        auto client = start("bad-exit");
        Outcome outcome;
        client->request(ping(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.error.code, std::string("worker.ended"));
        QVERIFY2(outcome.error.message.find("exit code 127") != std::string::npos, outcome.error.message.c_str());
        QVERIFY2(outcome.error.hint.find("libcudart") != std::string::npos, outcome.error.hint.c_str());
    }

    void a_killed_worker_ends_every_open_request_and_the_next_starts_a_new_one() {
        auto client = start("dies");
        Outcome first, second;
        client->request(run_request(), first.handlers());
        client->request(ping(), second.handlers());
        QVERIFY(wait_until([&] { return first.ends + second.ends == 2; }));
        QCOMPARE(first.count("row"), 1); // the finished row arrived
        for (const Outcome* outcome : {&first, &second}) {
            QCOMPARE(outcome->error.code, std::string("worker.ended"));
            QVERIFY2(outcome->error.message.find("signal 9") != std::string::npos, outcome->error.message.c_str());
        }
        Outcome third;
        client->request(ping(), third.handlers());
        QVERIFY(wait_until([&] { return third.ends > 0; }));
        QVERIFY(third.error.code.empty());
        QCOMPARE(client->state(), WorkerClient::State::ready);
    }

    void half_a_line_is_no_event() {
        auto client = start("half-line");
        QSignalSpy chatter(client.get(), &WorkerClient::chatter);
        Outcome outcome;
        client->request(run_request(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.count("row"), 1);
        QVERIFY2(outcome.error.message.find("exit code 3") != std::string::npos, outcome.error.message.c_str());
        QVERIFY(chatter.last().first().toString().contains("\"row\":{\"ker"));
    }

    void a_cancelled_request_ends_and_the_worker_stays() {
        auto client = start("slow");
        Outcome outcome;
        const QString id = client->request(run_request(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.count("samples") > 0; }));
        client->cancel(id);
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.error.code, std::string("cancelled"));
        QCOMPARE(client->state(), WorkerClient::State::ready);
    }

    void a_request_can_be_cancelled_before_the_worker_has_greeted() {
        auto client = start("mute");
        Outcome outcome;
        const QString id = client->request(ping(), outcome.handlers());
        QVERIFY(wait_until([&] { return client->processId() > 0; }));
        client->cancel(id);
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.error.code, std::string("cancelled"));
    }

    void an_error_of_the_worker_arrives_with_its_code() {
        auto client = start("normal");
        Outcome outcome;
        client->request({{"request", "dance"}}, outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QCOMPARE(outcome.error.code, std::string("protocol.request"));
        QCOMPARE(client->state(), WorkerClient::State::ready);
    }

    void nobody_is_called_once_the_context_is_gone() {
        auto client = start("slow");
        Outcome gone, kept;
        auto context = std::make_unique<QObject>();
        const QString id = client->request(run_request(), gone.handlers(), context.get());
        QVERIFY(wait_until([&] { return gone.count("samples") > 0; }));
        context.reset();
        const auto heard = gone.events.size();
        client->cancel(id);
        client->request(ping(), kept.handlers());
        QVERIFY(wait_until([&] { return kept.ends > 0; }));
        QCOMPARE(gone.events.size(), heard);
        QCOMPARE(gone.ends, 0);
    }

    void another_command_ends_the_old_worker() {
        auto client = start("normal");
        client->start();
        QVERIFY(wait_until([&] { return client->state() == WorkerClient::State::ready; }));
        const auto old = static_cast<pid_t>(client->processId());
        client->setCommand(fake_worker("chatter"));
        Outcome outcome;
        client->request(ping(), outcome.handlers());
        QVERIFY(wait_until([&] { return outcome.ends > 0; }));
        QVERIFY(outcome.error.code.empty());
        QVERIFY(wait_until([&] { return kill(old, 0) != 0; }));
    }
};

WARPLOOM_WINDOW_TEST(WorkerClientTest);
#include "worker_client_test.moc"
