#pragma once

#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/page.h"

#include <map>
#include <memory>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QTimer;

namespace warploom::ui {

class ArraysScroll;
class ArraysView;
class ChangeAction;
class ChartView;
class SpyView;
class OtherMatrix;
class OwnerConnector;
class WindowView;

/// How each format stores a window of the matrix, slot by slot, whose thread reads what, and what all formats cost for
/// the whole matrix.
class FormatsPage : public Page {
    Q_OBJECT
public:
    explicit FormatsPage(Session& session, QWidget* parent = nullptr);
    ~FormatsPage() override;

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override { return {strip_}; }
    bool hasPicture() const override;
    QString inspectorText() const override;
    bool isSettled() const override;

    /// Sets the document as if the worker had sent it. The views are filled only from this document.
    void setLayoutDocument(const protocol::Layout& document);
    void setFootprints(const protocol::Footprints& document);

    ArraysView* arrays() const { return arrays_; }
    WindowView* windowView() const { return window_; }
    const std::shared_ptr<const protocol::Layout>& layoutDocument() const { return document_; } ///< null: on its way
    const std::map<QString, QString>& formatTitles() const { return titles_; }
    int shownFormat() const;  ///< -1: all
    int hoveredIndex() const; ///< of the session's hovered nonzero in the document, or -1
    QString ownerLine() const;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildWindowSide();
    QWidget* buildArraysSide();
    QWidget* buildCharts();
    void matrixChanged();
    void windowChanged();
    void handshakeChanged();
    void fillFormats();
    void showFormats();
    bool hasRoom() const; ///< for arrays and charts under one another
    void placeCharts(bool alone);
    void turnPair();
    void askSoon();
    void ask();
    void askLayout();
    void askFootprints();
    void sayInstead(const QString& words, const QString& button);
    void hoverChanged();
    void pick(int nonzero);                       ///< keeps it, whatever the mouse passes; -1: lets it go
    void keep(const HoveredNonzero& nonzero);     ///< the same by its place; the one that is kept already: lets it go
    void passOver(const HoveredNonzero& nonzero); ///< shows it unless one is kept
    void bringKernel();
    void bringIntoView();
    HoveredNonzero placeOf(int nonzero) const;

    QStackedWidget* stack_ = nullptr;     ///< invitation, or the page
    QStackedWidget* answer_ = nullptr;    ///< words, the arrays, or the charts
    QWidget* strip_ = nullptr;            ///< the fields over the picture
    QScrollArea* chart_scroll_ = nullptr; ///< of the charts where they stand alone
    QSplitter* right_ = nullptr;          ///< the arrays, and the charts where both have room
    int answer_wanted_ = 0;               ///< words or arrays, while no charts stand there
    QLabel* words_ = nullptr;
    QPushButton* again_ = nullptr;
    QLabel* unseen_ = nullptr;
    SpyView* thumbnail_ = nullptr;
    WindowView* window_ = nullptr;
    QSpinBox *row_ = nullptr, *col_ = nullptr;
    ChangeAction* change_ = nullptr; ///< the kernel
    QComboBox *kernel_ = nullptr, *block_ = nullptr, *format_ = nullptr, *beside_ = nullptr;
    QWidget *beside_field_ = nullptr, *charts_ = nullptr;
    QLabel *owner_ = nullptr, *corner_ = nullptr;
    OwnerConnector* connector_ = nullptr;
    ArraysView *arrays_ = nullptr, *beside_arrays_ = nullptr;
    bool brings_kernel_ = true; ///< its format is to come into sight
    ArraysScroll *scroll_ = nullptr, *beside_scroll_ = nullptr;
    QSplitter* pair_ = nullptr; ///< of the two
    OtherMatrix* other_ = nullptr;
    std::unique_ptr<Chart> window_chart_, arrays_chart_;
    ChartView *bytes_ = nullptr, *padding_ = nullptr;
    QBoxLayout* charts_layout_ = nullptr;
    QTimer* pause_ = nullptr;

    std::shared_ptr<const protocol::Layout> document_;
    std::map<QString, QString> titles_;          ///< of the formats, by their ids
    QString layout_request_, footprint_request_; ///< the open ones; their answers are the only ones that count
    QString footprints_of_;                      ///< matrix and precision that the charts show or wait for
    HoveredNonzero kept_; ///< by a click or the keyboard; invalid: what the mouse is over is shown
    bool layout_wanted_ = true;
    bool footprints_ready_ = false;
};

} // namespace warploom::ui
