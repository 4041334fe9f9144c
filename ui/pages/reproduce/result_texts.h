#pragma once

#include <QObject>
#include <QString>

class QLabel;

namespace warploom::ui {

/// The texts above a result on the Reproduce page: its title, the conclusion of its source, and remarks.
class ResultTexts : public QObject {
    Q_OBJECT
public:
    explicit ResultTexts(QObject* parent = nullptr);

    QLabel* title() const { return title_; }
    QLabel* conclusion() const { return conclusion_; }
    QLabel* remarks() const { return remarks_; }
    void setTexts(const QString& title, const QString& conclusion_html, const QString& remarks);
    void shorten() { is_whole_ = false; } ///< Shortens the remarks to two lines again.
    /// Shows the conclusion and the remarks, or hides them if they would leave too little space for the values.
    void fit(bool is_roomy);
    /// Returns the hidden texts as HTML, for a view that shows them elsewhere.
    QString preface() const;

signals:
    void lengthChanged(); ///< emitted when the user shows or hides the rest of the remarks

private:
    QString remarksHtml() const;

    QLabel *title_ = nullptr, *conclusion_ = nullptr, *remarks_ = nullptr;
    QString conclusion_html_, remarks_text_;
    bool is_whole_ = false; ///< whether all remarks are shown instead of only two lines
};

} // namespace warploom::ui
