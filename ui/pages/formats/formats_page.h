#pragma once

#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/page.h"

#include <map>
#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace warploom::ui {

class ArraysScroll;
class ArraysView;
class ChangeAction;
class FootprintCharts;
class SpyView;
class OtherMatrix;
class OwnerConnector;
class WindowView;

/// The Formats page. Shows how each format stores a window of the matrix, and which thread reads which array element.
/// Also shows the memory footprint of the whole matrix in each format.
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

    /// Sets the layout document for all views. Also called when the worker sends a document.
    void setLayoutDocument(const protocol::Layout& document);
    FootprintCharts& footprints() const { return *charts_; }

    ArraysView* arrays() const { return arrays_; }
    WindowView* windowView() const { return window_; }
    /// Returns the layout document, or null while a request is pending.
    const std::shared_ptr<const protocol::Layout>& layoutDocument() const { return document_; }
    const std::map<QString, QString>& formatTitles() const { return titles_; }
    int shownFormat() const;  ///< Returns the index of the displayed format, or -1 if all formats are displayed.
    int hoveredIndex() const; ///< Returns the document index of the hovered nonzero, or -1 if none is hovered.
    QString ownerLine() const;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildWindowSide();
    QWidget* buildArraysSide();
    void matrixChanged();
    void windowChanged();
    void handshakeChanged();
    void fillFormats();
    void showFormats();
    /// Returns whether the page is at least `least` pixels high at a scale of 100 %. By default, returns whether there
    /// is room for the thumbnail and all input fields.
    bool hasRoom(int least = 440) const;
    void placeCharts(bool alone);
    void turnPair();
    void askSoon();
    void ask();
    void askLayout();
    void sayInstead(const QString& words, const QString& button);
    void hoverChanged();
    void pick(int nonzero); ///< Pins a nonzero regardless of the mouse position. An index of -1 unpins it.
    void keep(const HoveredNonzero& nonzero);     ///< Pins a nonzero, or unpins it if it was already pinned.
    void passOver(const HoveredNonzero& nonzero); ///< Highlights a hovered nonzero unless a nonzero is pinned.
    void bringKernel();
    void bringIntoView();
    HoveredNonzero placeOf(int nonzero) const;

    QStackedWidget* stack_ = nullptr;     ///< shows a prompt to open a matrix, a placeholder, or the content
    QStackedWidget* answer_ = nullptr;    ///< shows a message, arrays or charts
    QWidget* strip_ = nullptr;            ///< input fields above the arrays
    QScrollArea* chart_scroll_ = nullptr; ///< contains the charts when they are shown without the arrays
    QSplitter* right_ = nullptr;          ///< contains the arrays, and the charts if there is room for both
    /// Index of the widget to show in `answer_`: 0 for the message, 1 for the arrays.
    int answer_wanted_ = 0;
    QLabel* words_ = nullptr;
    QPushButton* again_ = nullptr;
    QLabel* unseen_ = nullptr;
    SpyView* thumbnail_ = nullptr;
    WindowView* window_ = nullptr;
    QSpinBox *row_ = nullptr, *col_ = nullptr;
    ChangeAction* change_ = nullptr;
    QComboBox *kernel_ = nullptr, *block_ = nullptr, *format_ = nullptr, *beside_ = nullptr;
    QWidget* beside_field_ = nullptr;
    QToolButton* sizes_button_ = nullptr; ///< switches between the arrays and the charts
    FootprintCharts* charts_ = nullptr;
    QLabel *owner_ = nullptr, *corner_ = nullptr;
    OwnerConnector* connector_ = nullptr;
    ArraysView *arrays_ = nullptr, *beside_arrays_ = nullptr;
    bool brings_kernel_ = true; ///< whether to scroll to the format that the selected kernel reads
    ArraysScroll *scroll_ = nullptr, *beside_scroll_ = nullptr;
    QSplitter* pair_ = nullptr;
    OtherMatrix* other_ = nullptr;
    std::unique_ptr<Chart> window_chart_, arrays_chart_;
    QTimer* pause_ = nullptr;

    std::shared_ptr<const protocol::Layout> document_;
    std::map<QString, QString> titles_;
    QString layout_request_; ///< pending request; responses to other requests are ignored
    /// Nonzero pinned with the mouse or the keyboard; invalid if there is none.
    HoveredNonzero kept_;
    bool layout_wanted_ = true;
};

} // namespace warploom::ui
