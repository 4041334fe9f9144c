// Network matrices that are opened by name: the right-hand side, and files that have changed since they were read.
#include "app/inputs/inputs.h"
#include "app/operations/cg.h"
#include "engine/generators/matrix_source.h"
#include "engine/ordering/order.h"
#include "support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;
using namespace warploom::app;

class NetworkNamesTest : public QObject {
    Q_OBJECT

private slots:
    void a_network_is_read_anew_once_its_file_was_written_to() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("town.inp");
        const std::string name = path.toStdString() + ":step=1,fill=1";
        const auto write = [&](const QByteArray& more) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("[JUNCTIONS]\na 1 2\n[RESERVOIRS]\nr 9\n[PIPES]\np r a 100 8 100\n" + more);
        };
        InputCache<Matrix> cache(2, [](const std::string& n, const Progress& p) { return load_matrix(n, p); });
        write("");
        const auto first = cache.give(name, {});
        QCOMPARE(cache.give(name, {}).get(), first.get());
        QVERIFY(!stamp_of_input(name).empty());
        QCOMPARE(stamp_of_input(name), stamp_of_input(path.toStdString()));

        write("[JUNCTIONS]\nb 1 1\n[PIPES]\nq a b 50 8 100\n");

        QCOMPARE(cache.give(name, {})->rows(), 2);
        QCOMPARE(first->rows(), 1);
    }

    void of_a_matrix_in_another_order_the_same_system_is_solved() {
        const Matrix plain = load_matrix("laplace2d:n=12"), ordered = load_matrix("laplace2d:n=12|random");
        const std::vector<double> b = cg_right_side(plain, "drawn");
        const std::vector<double> back = ordered.order->given_back(cg_right_side(ordered, "drawn"));
        for (std::size_t i = 0; i < b.size(); ++i) QVERIFY(std::abs(back[i] - b[i]) < 1e-12);
    }

    void the_right_side_is_drawn_or_the_networks_own() {
        const Matrix matrix = load_matrix("hillside.inp:step=1");
        QCOMPARE(cg_right_side(matrix, "given"), matrix.right_side);
        QCOMPARE(cg_right_side(matrix, "drawn"), cg_right_side(matrix.csr));
        QVERIFY(cg_right_side(matrix, "drawn") != matrix.right_side);
        try {
            cg_right_side(load_matrix("laplace2d:n=3"), "given");
            QFAIL("it has one");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("cg.settings")); }
        QVERIFY(protocol::named<RightSide>("given") == RightSide::given);
        QVERIFY(!protocol::named<RightSide>("mine"));
    }
};

WARPLOOM_TEST(NetworkNamesTest);
#include "network_names_test.moc"
