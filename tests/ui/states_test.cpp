// Opening a state in another window must show the same view: step, GPU model, and all choices that the page shows, from
// files and from links.
#include "engine/atomic_file.h"
#include "engine/lesson/lesson.h"
#include "engine/regular_file.h"
#include "ui/components/warp/player.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/pages.h"
#include "ui/mainwindow/saved_states.h"
#include "ui/pages/step/step_choices.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/session/worker_client.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

struct Desk {
    Session session;
    MainWindow window{session};

    QStringList problems;

    Desk() {
        QObject::connect(&session, &Session::problem, &window,
                         [this](const QString& sentence, const QString& hint) { problems << sentence << hint; });
        session.worker().setCommand({qEnvironmentVariable("WARPLOOM_ENGINE"), QStringLiteral("serve")});
        session.worker().start();
        window.show();
    }
    StepPage& step() { return *pageOf<StepPage>(window.pages()); }
    WarpPage& warp() { return *pageOf<WarpPage>(window.pages()); }
    void show(Page& page) { window.showPage(static_cast<int>(window.pages().indexOf(&page))); }
    bool open(const char* name) {
        session.openMatrix(QString::fromLatin1(name));
        return settled() && session.matrix() != nullptr;
    }
    bool settled() {
        return wait_until([&] { return !session.isLoading(); });
    }
    bool traced(int step) {
        const bool is_there =
            wait_until([&] { return warp().isSettled() && warp().analysis() && warp().player()->step() == step; });
        if (!is_there)
            qWarning("%d %d %d %s", warp().isSettled(), warp().analysis() != nullptr, warp().player()->step(),
                     qPrintable(problems.join(' ')));
        return is_there;
    }
    void choose(const char* key, const QVariant& value) { session.presetChoice(QLatin1String(key), value); }
};

} // namespace

class StatesTest : public QObject {
    Q_OBJECT

    /// Saves the state of a window, to open it in another window with a different state.
    static QString saved(Desk& desk, const QTemporaryDir& folder, bool as_link) {
        if (as_link) return desk.window.states().link();
        const QString file = folder.filePath(QStringLiteral("state.md"));
        desk.window.states().saveTo(file);
        return file;
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_state_of_the_page_step_shows_the_same_picture_elsewhere_data() {
        QTest::addColumn<bool>("as_link");
        QTest::newRow("file") << false;
        QTest::newRow("link") << true;
    }
    void a_state_of_the_page_step_shows_the_same_picture_elsewhere() {
        QFETCH(bool, as_link);
        const QTemporaryDir folder;
        QString state, sentence;
        {
            Desk desk;
            desk.show(desk.step());
            desk.choose("step/size", 16); // the topic is CR unless another one is selected
            desk.step().player()->setStep(5);
            sentence = desk.step().sentence();
            state = saved(desk, folder, as_link);
        }
        Desk other;
        other.show(other.step());
        other.choose("step/topic", QStringLiteral("pcr"));
        other.choose("step/letters", true);
        other.step().player()->setStep(1);
        const QString before = other.step().sentence();
        other.window.openNamed(state);
        QCOMPARE(other.step().choices().topic().name, QString("cr"));
        QCOMPARE(other.step().player()->step(), 5);
        QCOMPARE(other.step().sentence(), sentence);
        QCOMPARE(other.session.choice(QStringLiteral("step/letters")).toBool(), false);
        other.window.lessonTabs().lessons().leave();
        QCOMPARE(other.step().choices().topic().name, QString("pcr"));
        QCOMPARE(other.step().sentence(), before);
    }

    void the_beginning_of_a_topic_is_a_step_of_its_own() {
        Desk desk;
        desk.show(desk.step());
        desk.step().player()->setStep(-1);
        const QString link = desk.window.states().link();
        QVERIFY2(link.contains(QLatin1String("step=0")), qPrintable(link));
        desk.step().player()->setStep(2);
        desk.window.openNamed(link);
        QCOMPARE(desk.step().player()->step(), -1);
    }

    void a_state_of_an_open_system_takes_the_matrix_that_comes_with_it() {
        const QTemporaryDir folder;
        QString state, sentence;
        {
            Desk desk;
            QVERIFY(desk.open("tridiagonal:n=12,kind=3"));
            desk.show(desk.step());
            desk.step().choices().useOpenMatrix();
            desk.step().player()->setStep(2);
            sentence = desk.step().sentence();
            state = saved(desk, folder, true);
        }
        Desk other;
        QVERIFY(other.open("laplace2d:n=4"));
        other.show(other.step());
        other.window.openNamed(state);
        QVERIFY(other.settled());
        QCOMPARE(other.step().player()->step(), 2);
        QCOMPARE(other.step().sentence(), sentence);
        QVERIFY(other.step().walkthrough()->title().contains(QLatin1String("12")) ||
                other.step().walkthrough()->items() == 12);
    }

    void a_state_of_the_page_warp_has_the_warp_its_step_and_the_card_data() {
        QTest::addColumn<bool>("as_link");
        QTest::newRow("file") << false;
        QTest::newRow("link") << true;
    }
    void a_state_of_the_page_warp_has_the_warp_its_step_and_the_card() {
        QFETCH(bool, as_link);
        const QTemporaryDir folder;
        QString state, sentence;
        std::string card;
        {
            Desk desk;
            QVERIFY(desk.open("arrow:n=300"));
            card = desk.session.card().id;
            QVERIFY(!desk.session.choice(QStringLiteral("card")).isValid()); // the program's default
            desk.show(desk.warp());
            desk.session.setWarp({0, 1, 2});
            QVERIFY(desk.traced(0));
            desk.warp().player()->setStep(4);
            sentence = desk.warp().sentence();
            state = saved(desk, folder, as_link);
        }
        Desk other;
        other.session.setCard(QStringLiteral("h200"));
        QVERIFY(other.session.card().id != card);
        QVERIFY(other.open("arrow:n=300"));
        other.choose("kernel", QStringLiteral("csr-vector"));
        other.show(other.warp());
        QVERIFY(other.traced(0));
        other.warp().player()->setStep(1);
        other.window.openNamed(state);
        QVERIFY(other.traced(4));
        QCOMPARE(other.session.card().id, card);
        QCOMPARE(other.session.kernel(), QString("csr-scalar"));
        QVERIFY((other.session.warp() == WarpChoice{0, 1, 2}));
        QCOMPARE(other.warp().sentence(), sentence);
        other.window.lessonTabs().lessons().leave();
        QVERIFY(other.traced(1)); // where there was one before
        QCOMPARE(other.session.kernel(), QString("csr-vector"));
    }

    void a_lesson_that_names_a_launch_shows_it_whatever_was_seen_before() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("carries.md"));
        write_whole_file(file.toStdString(), "# Carries\nid: carries\n\n## Two launches\npage: Warp\n"
                                             "set: kernel = coo-segmented\nlaunch: 1\n\nWords.\n");
        Desk desk;
        QVERIFY(desk.open("dense:rows=32,cols=8"));
        desk.choose("kernel", QStringLiteral("coo-atomic"));
        desk.show(desk.warp());
        QVERIFY(desk.traced(0));
        desk.warp().player()->setStep(4);
        desk.window.openNamed(file);
        QVERIFY(wait_until([&] { return desk.warp().isSettled() && desk.warp().analysis()->trace().launch == 1; }));
        QCOMPARE(desk.warp().analysis()->trace().kernel, std::string("coo-segmented"));
        QCOMPARE(desk.warp().player()->step(), 0); // not the step of the other kernel
    }

    void a_state_of_the_page_step_has_the_tab_that_is_in_front() {
        const auto front = [](Desk& desk) {
            const auto* const tabs = desk.step().findChild<QTabWidget*>();
            return tabs->tabText(tabs->currentIndex());
        };
        const auto choose_tab = [](Desk& desk, const char* text) {
            auto* const tabs = desk.step().findChild<QTabWidget*>();
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->tabText(i) == QLatin1String(text)) tabs->setCurrentIndex(i);
        };
        QString link;
        {
            Desk desk;
            desk.show(desk.step());
            desk.step().setTopic("ata");
            QCOMPARE(front(desk), QString("Figure"));
            choose_tab(desk, "Banks");
            link = desk.window.states().link();
            desk.step().setTopic("cr");
            choose_tab(desk, "Written out");
            desk.step().setTopic("ata"); // by hand: a topic begins with its picture
            QCOMPARE(front(desk), QString("Figure"));
        }
        Desk other;
        other.show(other.step());
        QCOMPARE(front(other), QString("Written out"));
        other.window.openNamed(link);
        QCOMPARE(other.step().choices().topic().name, QString("ata"));
        QCOMPARE(front(other), QString("Banks"));
    }

    void one_click_leads_to_the_warp_of_the_longest_row() {
        Desk desk;
        std::int64_t longest = 0;
        for (int seed = 1; longest < 64 && seed < 9; ++seed) { // not where the page begins
            QVERIFY(desk.open(qPrintable(QStringLiteral("random-rows:n=300,fraction=0.2,seed=%1").arg(seed))));
            const CsrMatrix& csr = desk.session.matrix()->matrix.csr;
            longest = 0;
            for (std::int64_t row = 1; row < csr.rows; ++row)
                if (csr.row_length(row) > csr.row_length(longest)) longest = row;
        }
        QVERIFY(longest >= 64);
        desk.choose("block", 64);
        desk.show(desk.warp());
        QVERIFY(desk.traced(0));
        const int before = desk.warp().player()->steps();
        desk.warp().player()->setStep(3);
        QTest::mouseClick(desk.warp().findChild<QToolButton*>("warpLongestRow"), Qt::LeftButton);
        const WarpChoice wanted{0, longest / 64, static_cast<int>(longest % 64 / 32)};
        QVERIFY(wait_until([&] { return desk.session.warp() == wanted && desk.warp().isSettled(); }));
        QVERIFY(desk.traced(0));
        QVERIFY(desk.warp().player()->steps() >= before);
        desk.choose("traced/operation", QStringLiteral("tridiagonal"));
        QVERIFY(desk.warp().findChild<QToolButton*>("warpLongestRow")->isHidden());
    }

    void a_saved_state_names_step_and_card() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("state.md"));
        Desk desk;
        desk.show(desk.step());
        desk.step().player()->setStep(3);
        desk.window.states().saveTo(file);
        const std::string text = read_regular_file(QFile::encodeName(file).toStdString(), lesson::largest_lesson);
        QVERIFY2(text.find("\nstep: 4\n") != std::string::npos, text.c_str());
        QVERIFY2(text.find("\ncard: " + desk.session.card().id + "\n") != std::string::npos, text.c_str());
    }

    void a_link_leaves_out_kernels_of_ones_own() {
        Desk desk;
        desk.choose("run/kernels", QStringList{QStringLiteral("mine.cu"), QStringLiteral("csr-scalar")});
        desk.choose("run/baseline", QStringLiteral("mine.cu"));
        const QString link = desk.window.states().link();
        QVERIFY2(link.contains(QLatin1String("csr-scalar")) && !link.contains(QLatin1String("mine.cu")),
                 qPrintable(link + desk.problems.join(QLatin1Char(' '))));
        QVERIFY(desk.problems.isEmpty());
    }

    void a_state_of_a_file_has_no_link_and_says_so() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("own.mtx"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 3.0\n");
        file.close();
        Desk desk;
        QVERIFY(desk.open(qPrintable(path)));
        QVERIFY(desk.window.states().link().isEmpty());
        QVERIFY2(desk.problems.value(0).startsWith(QLatin1String("This state cannot be shared as a link")),
                 qPrintable(desk.problems.join(QLatin1Char(' '))));
        QVERIFY(desk.problems.value(1).contains(QLatin1String("Save state")));
    }

    void the_words_of_a_link_have_no_marks() {
        Desk desk;
        desk.window.openNamed(desk.window.states().link());
        const QString words = desk.window.findChild<QLabel*>(QStringLiteral("lessonWords"))->text();
        QVERIFY2(words.contains(QLatin1String("close the lesson")), qPrintable(words));
        QVERIFY2(!words.contains(QLatin1Char('*')), qPrintable(words));
    }
};

WARPLOOM_WINDOW_TEST(StatesTest);
#include "states_test.moc"
