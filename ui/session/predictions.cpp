#include "ui/session/predictions.h"

#include "engine/error.h"
#include "engine/protocol/serialization/fields.h"
#include "engine/regular_file.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace warploom::ui {
namespace {

constexpr std::size_t longest_file = std::size_t{8} << 20;

/// A line in the predictions file.
struct Line {
    std::string when, place, question, said, answer;
    bool is_right = false;
    static const protocol::Fields<Line>& fields();
};
WARPLOOM_FIELDS(Line, {"A prediction",
                       {{"when", "", &Self::when, "ISO 8601, local time", protocol::needed},
                        {"place", "", &Self::place, ""},
                        {"question", "", &Self::question, "", protocol::needed},
                        {"said", "", &Self::said, "", protocol::needed},
                        {"answer", "", &Self::answer, "", protocol::needed},
                        {"is_right", "", &Self::is_right, "", protocol::needed}}})

} // namespace

QString Predictions::keepIn(const QString& file) {
    file_ = file;
    if (!QFileInfo::exists(file)) return {};
    int unread = 0;
    QVector<Prediction> before;
    try {
        const protocol::DocumentSource source{"predictions.malformed", "A prediction could not be read",
                                              "It was skipped."};
        const QString text = QString::fromStdString(read_regular_file(file.toStdString(), longest_file));
        for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) try {
                const Line kept = protocol::read<Line>(protocol::parse(line.toStdString(), source), source);
                before.append({QDateTime::fromString(QString::fromStdString(kept.when), Qt::ISODate),
                               QString::fromStdString(kept.place), QString::fromStdString(kept.question),
                               QString::fromStdString(kept.said), QString::fromStdString(kept.answer), kept.is_right});
            } catch (const Error&) { ++unread; }
    } catch (const Error& error) { return toQString(error.what()); }
    all_ = before + all_;
    emit added();
    return unread == 0 ? QString() : tr("Could not read %n predictions from '%1'.", nullptr, unread).arg(file);
}

QString Predictions::add(const Prediction& prediction) {
    all_.append(prediction);
    emit added();
    if (file_.isEmpty()) return {};
    const Line line{prediction.when.toString(Qt::ISODate).toStdString(),
                    prediction.place.toStdString(),
                    prediction.question.toStdString(),
                    prediction.said.toStdString(),
                    prediction.answer.toStdString(),
                    prediction.is_right};
    QDir().mkpath(QFileInfo(file_).path());
    QFile file(file_);
    const QByteArray text = QByteArray::fromStdString(protocol::write(line).dump()) + '\n';
    if (file.open(QIODevice::Append) && file.write(text) == text.size() && file.flush()) return {};
    return tr("Could not save the prediction to '%1' (%2).").arg(file_, file.errorString());
}

int Predictions::right() const {
    return static_cast<int>(std::count_if(all_.begin(), all_.end(), [](const Prediction& p) { return p.is_right; }));
}

Table Predictions::table(const QString& name) const {
    Table table{.title = "predictions"};
    if (!name.isEmpty()) table.facts.emplace_back("name", name.toStdString());
    table.facts.emplace_back("right", std::to_string(right()) + " of " + std::to_string(all_.size()));
    for (const char* column : {"when", "place", "question", "said", "answer", "right"})
        table.columns.push_back({column, ""});
    for (const Prediction& each : all_)
        table.add_row({each.when.toString(Qt::ISODate).toStdString(), each.place.toStdString(),
                       each.question.toStdString(), each.said.toStdString(), each.answer.toStdString(),
                       std::string(each.is_right ? "yes" : "no")});
    return table;
}

} // namespace warploom::ui
