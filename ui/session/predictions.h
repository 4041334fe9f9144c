#pragma once

#include "engine/table.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QVector>

namespace warploom::ui {

/// A prediction, made before the answer is shown. The asking page computes the answer.
struct Prediction {
    QDateTime when;   ///< the session says it
    QString place;    ///< where it was asked: "Step, CR · n = 8, step 3", or the title of a lesson
    QString question; ///< as it was put
    QString said, answer;
    bool is_right = false;
};

/// All predictions of this person, oldest first; kept in a file from one start to the next.
class Predictions : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// From now on each is added to the file; those that stand in it are here. Lines that cannot be read are left out.
    /// Returns a complaint about them; empty where there is none.
    QString keepIn(const QString& file);
    /// Returns a complaint where the file cannot be written; the prediction is here all the same.
    QString add(const Prediction& prediction);
    const QVector<Prediction>& all() const { return all_; }
    int right() const;

    /// A row each, for a teacher: when, where, question, the prediction, the answer, whether it is right.
    Table table(const QString& name) const;

signals:
    void added();

private:
    QVector<Prediction> all_;
    QString file_;
};

} // namespace warploom::ui
