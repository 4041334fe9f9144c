#include "ui/pages/model/card_editor/what_if.h"

#include "engine/error.h"
#include "ui/look/words.h"
#include "ui/pages/model/card_editor/card_model.h"
#include "ui/session/session.h"
#include "ui/widgets/flow_layout.h"

#include <QLabel>
#include <QToolButton>

#include <cstring>

namespace warploom::ui {
namespace {

using simulated::Card;

const simulated::CardField& field(const char* key) {
    for (const simulated::CardField& one : simulated::card_fields())
        if (std::strcmp(one.key, key) == 0) return one;
    throw Error("card.unknown", "There is no figure \"" + std::string(key) + "\" of a card.");
}

/// One figure set to what `wanted` makes of the listed card.
WhatIf one_figure(const char* name, const QString& title, const QString& tip, const char* key,
                  const std::function<double(const Card&)>& wanted,
                  const std::function<bool(const Card&)>& is_possible) {
    const simulated::CardField& f = field(key);
    WhatIf result{QString::fromLatin1(name), title, tip, {}, {}, {}, is_possible};
    result.apply = [&f, wanted](const Card& card, const Card& listed) {
        return withFigure(card, f, wanted(listed), &listed);
    };
    result.undo = [&f](const Card& card, const Card& listed) { return withFigure(card, f, listed.*f.value, &listed); };
    result.is_on = [&f, wanted](const Card& card, const Card& listed) {
        return card.*f.value == wanted(listed) && card.*f.value != listed.*f.value;
    };
    return result;
}

} // namespace

const QList<WhatIf>& whatIfs() {
    static const QList<WhatIf> all{
        one_figure(
            "whatIfMultiprocessors", words("16 multiprocessors"), words("As many multiprocessors as a small card has"),
            "multiprocessors", [](const Card&) { return 16.0; }, [](const Card& c) { return c.multiprocessors != 16; }),
        one_figure(
            "whatIfNoL1", words("No L1"), words("Global memory without the L1 cache"), "l1_bytes",
            [](const Card&) { return 0.0; }, [](const Card& c) { return c.l1_bytes > 0; }),
        one_figure(
            "whatIfBandwidth", words("Twice the bandwidth"), words("Memory that delivers twice the bytes a second"),
            "dram_gbytes_per_s", [](const Card& c) { return 2 * c.dram_gbytes_per_s; },
            [](const Card&) { return true; }),
    };
    return all;
}

WhatIfStrip::WhatIfStrip(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    auto* layout = new FlowLayout;
    setLayout(layout);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(tr("What if:"));
    layout->addWidget(label);
    for (int i = 0; i < whatIfs().size(); ++i) {
        const WhatIf& one = whatIfs()[i];
        auto* button = new QToolButton;
        button->setObjectName(one.name);
        button->setText(one.title);
        button->setToolTip(one.tip);
        button->setStatusTip(one.tip);
        button->setAccessibleName(tr("What if: %1").arg(one.title));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, [this, i](bool on) { press(i, on); });
        buttons_.append(button);
        layout->addWidget(button);
    }
    reset_ = new QToolButton;
    reset_->setObjectName(QStringLiteral("cardReset"));
    reset_->setText(tr("Reset"));
    reset_->setToolTip(tr("The card as it is listed, without any edit"));
    reset_->setAccessibleName(tr("Reset the card"));
    reset_->setFocusPolicy(Qt::StrongFocus);
    connect(reset_, &QToolButton::clicked, this, [this] {
        if (session_.originalCard() != nullptr) session_.setCard(QString::fromStdString(session_.card().id));
    });
    layout->addWidget(reset_);
    connect(&session_, &Session::cardChanged, this, &WhatIfStrip::update);
    update();
}

void WhatIfStrip::update() {
    const Card* listed = session_.originalCard();
    for (int i = 0; i < buttons_.size(); ++i) {
        const WhatIf& one = whatIfs()[i];
        buttons_[i]->setEnabled(listed != nullptr && one.is_possible(*listed));
        buttons_[i]->setChecked(listed != nullptr && one.is_on(session_.card(), *listed));
    }
    reset_->setEnabled(session_.isCardEdited() && listed != nullptr);
}

void WhatIfStrip::press(int index, bool on) {
    const Card* listed = session_.originalCard();
    if (listed == nullptr) return;
    const WhatIf& one = whatIfs()[index];
    try {
        session_.editCard(on ? one.apply(session_.card(), *listed) : one.undo(session_.card(), *listed),
                          on ? tr("what if: %1").arg(one.title) : tr("no longer: %1").arg(one.title), false);
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
    update();
}

} // namespace warploom::ui
