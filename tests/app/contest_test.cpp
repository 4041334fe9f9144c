// Leaderboards of a class: ranks, ties, changes and files.

#include "app/exercise/leaderboard.h"
#include "app/page/leaderboard_page.h"
#include "called_engine.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/protocol/serialization/json.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;

namespace {

QString file_text(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A submission whose grading ended with these counts, or without a correct result if `transactions` is negative.
app::Graded graded(const std::string& name, std::int64_t transactions, double time_ns = 1000) {
    app::Graded each;
    each.name = name;
    each.file = name + ".cu";
    each.judgement.gates.resize(2);
    if (transactions >= 0) each.judgement.counts = exercise::GradingCounts{8, transactions, 32 * transactions, time_ns};
    else {
        each.judgement.gates[0].state = exercise::GateState::missed;
        each.judgement.gates[0].sentence = "Two lanes write y[3].";
    }
    return each;
}

app::Leaderboard board_of(std::vector<app::Graded> all, app::RankedBy by = app::RankedBy::transactions) {
    return app::make_leaderboard(exercise::find_exercise("warp-a-row"), by, std::move(all));
}

std::string csv_of(const app::Leaderboard& board) {
    std::ostringstream csv;
    write_csv(csv, app::leaderboard_table(board));
    return csv.str();
}

/// Returns the rank and name of every row, such as "1 ada, 2 ben, - eve".
QString ranks(const app::Leaderboard& board) {
    QStringList all;
    for (const app::LeaderboardRow& row : board.rows)
        all << (row.is_ranked() ? QString::number(row.rank) + (row.is_tied ? "=" : "") : QString("-")) + " " +
                   QString::fromStdString(row.graded.name);
    return all.join(", ");
}

const QString product = file_text(WARPLOOM_SOURCE_DIR "/kernels/textbook/lesson_2_warp_a_row.cu");

/// Stores the first result and returns it in later calls. `prepare` clears the arrays, so no element is read unwritten.
const char* const replaying = R"(// format: csr
// scratch: kept T[rows]
// scratch: is_kept int[1]
template <typename T> __global__ void clear(int rows, T* kept, int* is_kept) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) kept[row] = 0;
    if (row == 0) is_kept[0] = 0;
}
__global__ void set(int* is_kept) { if (threadIdx.x == 0) is_kept[0] = 1; }
template <typename T> void prepare(int rows, T* kept, int* is_kept, int block) {
    clear<<<(rows + block - 1) / block, block>>>(rows, kept, is_kept);
}
template <typename T>
__global__ void multiply(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* kept,
                         const int* is_kept) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    if (is_kept[0] == 0) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        kept[row] = sum;
    }
    y[row] = kept[row];
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* kept, int* is_kept,
         int block) {
    multiply<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, kept, is_kept);
    set<<<1, 32>>>(is_kept);
}
)";

} // namespace

class ContestTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    QString path(const QString& name) const { return folder_->filePath(name); }
    void hand_in(const QString& name, const QString& text) {
        QDir().mkpath(QFileInfo(path("class/" + name)).path());
        QFile file(path("class/" + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    }
    test::CalledEngine contest(const QStringList& more) const {
        return test::call_engine(QStringList{"contest", path("class"), "--exercise", "warp-a-row"} + more);
    }

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void equal_values_share_a_rank_and_the_next_rank_counts_them() {
        QCOMPARE(ranks(board_of({graded("ida", 70), graded("ben", 50), graded("eve", -1), graded("ada", 50)})),
                 QString("1= ada, 1= ben, 3 ida, - eve"));
        QCOMPARE(ranks(board_of({graded("ida", 70, 5), graded("ben", 50, 9)}, app::RankedBy::time)),
                 QString("1 ida, 2 ben"));
        QCOMPARE(ranks(board_of({})), QString());
    }

    void a_change_is_relative_to_the_earlier_ranks() {
        const std::string before = csv_of(
            board_of({graded("007", 10), graded("=1+1", 20), graded("ben", 30), graded("eve", -1), graded("ida", 40)}));
        std::vector<app::Graded> now{graded("007", 30), graded("=1+1", 20), graded("eve", 10), graded("ben", -1),
                                     graded("zoe", 5)};
        now[1].file = "another.cu"; // found by its name
        app::Leaderboard board = board_of(std::move(now));
        app::add_history(board, before, "before.csv");
        QCOMPARE(ranks(board), QString("1 zoe, 2 eve, 3 =1+1, 4 007, - ben"));
        QVERIFY(board.rows[0].is_new);
        QVERIFY(!board.rows[1].is_new && !board.rows[1].previous_rank);
        QCOMPARE(board.rows[2].previous_rank.value_or(0), std::int64_t{2});
        QCOMPARE(board.rows[3].previous_rank.value_or(0), std::int64_t{1});
        QCOMPARE(board.rows[4].previous_rank.value_or(0), std::int64_t{3});
        const QString html = QString::fromStdString(app::leaderboard_html(board));
        for (const char* const word : {">new<", ">not ranked before<", ">down 1<", ">down 3<", ">was 3<"})
            QVERIFY2(html.contains(word), word);
    }

    void a_history_of_another_kind_is_refused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("empty") << QByteArray() << "has no column `exercise`";
        QTest::newRow("grades") << QByteArray("name,points,file\nada,3,ada.cu\n") << "has no column `exercise`";
        QTest::newRow("another exercise") << QByteArray("exercise,rank,name,file\nsort-rows,1,ada,ada.cu\n")
                                          << "is the leaderboard of the exercise sort-rows, not of warp-a-row";
    }
    void a_history_of_another_kind_is_refused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        app::Leaderboard board = board_of({graded("ada", 1)});
        try {
            app::add_history(board, text.toStdString(), "h.csv");
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("contest.history"));
            QVERIFY2(QString(error.what()).contains(message), error.what());
        }
    }

    void hostile_names_stay_text_in_both_files() {
        const std::vector<std::string> names{
            "<script>alert(1)</script>", "=HYPERLINK(\"http://x\")", "a,b", "\"q\"", "</td><td>", "'-2+3", "&amp;"};
        std::vector<app::Graded> all;
        for (const std::string& name : names) all.push_back(graded(name, 7));
        all.back().remarks = {"</style><b>"};
        all.back().likeness = "1.00 with <i>.cu";
        const app::Leaderboard board = board_of(all);
        const QString html = QString::fromStdString(app::leaderboard_html(board));
        QVERIFY(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        for (const char* const tag : {"<script", "<i>", "<b>", "</td><td><"})
            QVERIFY2(!html.contains(QString(tag), Qt::CaseInsensitive), tag);
        QCOMPARE(html.count("</style>"), 1);
        QCOMPARE(html.count("</tr>"), static_cast<qsizetype>(names.size()) + 1);
        const std::string csv = csv_of(board);
        QVERIFY2(csv.find("\n=") == std::string::npos && csv.find(",=") == std::string::npos &&
                     csv.find(",\"=") == std::string::npos,
                 csv.c_str());
        const Table again = table_from_csv(csv);
        QCOMPARE(again.rows.size(), names.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            QCOMPARE(again.text(i, again.column("name")), board.rows[i].graded.name);
    }

    void a_page_requests_nothing() {
        const QString html = QString::fromStdString(app::leaderboard_html(board_of({graded("ada", 7)})));
        for (const char* const word : {"http:", "https:", "src=", "href=", "url(", "@import", "<script"})
            QVERIFY2(!html.contains(QString(word)), word);
        QVERIFY(html.contains("default-src 'none'") && html.contains("prefers-color-scheme: dark"));
    }

    void a_class_is_ranked_by_the_counts_of_correct_kernels() {
        QString other = product, wrong = product;
        other.replace("sum", "total").replace("lane", "place"); // a copy with other names
        wrong.replace("end; k += 32", "end - 1; k += 32");
        const QString slow = QString::fromStdString(exercise::find_exercise("warp-a-row").starter);
        QVERIFY(other != product && wrong != product);
        hand_in("ada.cu", product);
        hand_in("ben.cu", other);
        hand_in("eve/mine.cu", slow);
        hand_in("ida.cu", replaying);
        hand_in("kim.cu", wrong);
        hand_in("<script>.cu", slow + "\n// mine\n");
        const test::CalledEngine first = contest({"--out", path("board"), "--json"});
        QVERIFY2(first.status == 0, qPrintable(first.error));
        const Json board = Json::parse(first.out.toStdString());
        QStringList found;
        for (const Json& row : board["rows"])
            found << QString("%1%2 %3")
                         .arg(row["rank"].is_null() ? 0 : row["rank"].get<int>())
                         .arg(row["is_tied"].get<bool>() ? "=" : "")
                         .arg(QString::fromStdString(row["name"].get<std::string>()));
        QCOMPARE(found.join(", "), QString("1= ada, 1= ben, 3= <script>, 3= eve, 0 ida, 0 kim"));
        const auto text = [&](int row, const char* field) {
            return QString::fromStdString(board["rows"][static_cast<std::size_t>(row)][field].get<std::string>());
        };
        QVERIFY2(text(1, "likeness").startsWith("1.00 with ada.cu"), qPrintable(text(1, "likeness")));
        QVERIFY2(text(4, "finding").contains("econd run"), qPrintable(text(4, "finding")));
        QVERIFY2(text(5, "finding").contains("should be"), qPrintable(text(5, "finding")));
        const QString html = file_text(path("board/leaderboard.html"));
        QVERIFY(html.contains("flagged\" data-heading=\"Most similar submission\">1.00 with ada.cu"));
        QVERIFY(html.contains("&lt;script&gt;") && !html.contains("<script"));
        QVERIFY(!html.contains("data-heading=\"Change\""));

        const test::CalledEngine second = contest({"--out", path("board"), "--card", "c2050", "--by", "time"});
        QVERIFY2(second.status == 0, qPrintable(second.error));
        QVERIFY2(second.out.contains("Ranked by time on c2050, summed over 8 random inputs"), qPrintable(second.out));
        QVERIFY(file_text(path("board/leaderboard.html")).contains("data-heading=\"Change\">"));

        QVERIFY(QFile::remove(path("board/leaderboard.csv")));
        QCOMPARE(contest({"--out", path("board")}).status, 0);
        QCOMPARE(contest({"--out", path("other"), "--history", path("board/leaderboard.csv"), "--by", "bytes"}).status,
                 0);
        QCOMPARE(file_text(path("other/leaderboard.html")).count("data-heading=\"Change\">unchanged<"), 4);
    }

    void each_contest_has_other_inputs() {
        hand_in("ada.cu", product);
        QSet<QString> counts;
        for (int i = 0; i < 3; ++i) {
            const test::CalledEngine called = contest({"--json"});
            QVERIFY2(called.status == 0, qPrintable(called.error));
            counts << QString::fromStdString(
                Json::parse(called.out.toStdString())["rows"][0]["counts"]["transactions"].dump());
        }
        QVERIFY(counts.size() > 1);
    }

    void a_class_without_submissions_is_refused() {
        QVERIFY(QDir().mkpath(path("class")));
        const test::CalledEngine called = contest({"--out", path("board")});
        QCOMPARE(called.status, 1);
        QVERIFY2(called.error.contains("There are no submissions in"), qPrintable(called.error));
        QVERIFY(!QFile::exists(path("board/leaderboard.html")));
    }

    void a_full_disk_is_reported_and_the_ranks_are_still_printed() {
        hand_in("ada.cu", product);
        QVERIFY(QDir().mkpath(path("board")));
        QVERIFY(QFile::link("/dev/full", path("board/leaderboard.html")));
        const test::CalledEngine called = contest({"--out", path("board")});
        QCOMPARE(called.status, 1);
        QVERIFY2(called.error.contains("leaderboard.html'"), qPrintable(called.error));
        QVERIFY2(called.out.contains("ada"), qPrintable(called.out));
        const test::CalledEngine refused = contest({"--out", "/proc/none"});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.error.contains("/proc/none"), qPrintable(refused.error));
    }
};

WARPLOOM_TEST(ContestTest);
#include "contest_test.moc"
