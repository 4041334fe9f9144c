#pragma once

#include "engine/table.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QVector>

namespace warploom::ui {

/// A prediction that the user made before seeing the answer. The page that asks the question computes the answer.
struct Prediction {
    QDateTime when;   ///< time of the prediction; set by the session
    QString place;    ///< source of the question, such as "Step, CR · n = 8, step 3" or the title of a pitfall
    QString question; ///< question in the form in which it was shown to the user
    QString said, answer;
    bool is_right = false;
};

/// The user's predictions, oldest first, which are stored in a file.
class Predictions : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Sets the file for storing predictions, and loads it. Skips lines that cannot be parsed. Returns an error message
    /// about the skipped lines, or an empty string if there are none.
    QString keepIn(const QString& file);
    /// Adds a prediction. If the file cannot be written, the prediction is still added, and an error message is
    /// returned.
    QString add(const Prediction& prediction);
    const QVector<Prediction>& all() const { return all_; }
    int right() const;

    /// Returns a table of the predictions for teachers, with the columns time, place, question, prediction, answer, and
    /// whether the prediction is correct.
    Table table(const QString& name) const;

signals:
    void added();

private:
    QVector<Prediction> all_;
    QString file_;
};

} // namespace warploom::ui
