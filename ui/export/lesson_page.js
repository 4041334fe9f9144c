'use strict';
// Shows one step of the page at a time. Without this script, all steps are shown one below the other.
(() => {
    const steps = [...document.querySelectorAll('section.step')];
    const player = document.querySelector('.player');
    if (steps.length === 0 || !player) return;
    const [first, back, forward, last] = player.querySelectorAll('button');
    const slider = player.querySelector('input[type=range]');
    const predict = player.querySelector('input[type=checkbox]');
    const place = player.querySelector('.place');
    const said = document.querySelector('.said');
    const answered = new Set();
    let now = 0;

    const asks = (step) => predict.checked && !answered.has(step) && steps[step].querySelector('.ask') !== null;
    const words = (step) => steps[step].querySelector(asks(step) ? '.question' : '.sentence').textContent;

    // Make tables and images focusable only if they can be scrolled.
    const reach = () => {
        for (const frame of steps[now].querySelectorAll('.pictures .wide'))
            frame.tabIndex = frame.scrollWidth > frame.clientWidth ? 0 : -1;
    };
    addEventListener('resize', reach); // scrolling may become necessary, for example, when a phone is rotated

    const show = (step) => {
        now = Math.min(Math.max(step, 0), steps.length - 1);
        const hides = asks(now);
        steps.forEach((section, i) => {
            section.classList.toggle('now', i === now);
            section.classList.toggle('asking', i === now && hides);
            // Also show the previous step, because it helps the reader to predict the next one.
            section.classList.toggle('before', i === now - 1 && hides && !asks(i));
        });
        reach();
        first.disabled = back.disabled = now === 0;
        forward.disabled = last.disabled = now === steps.length - 1;
        slider.value = String(now + 1);
        const name = steps[now].querySelector('h2').textContent;
        slider.setAttribute('aria-valuetext', name);
        place.textContent = (now + 1) + ' / ' + steps.length;
        said.textContent = name + '. ' + words(now);
    };
    // Store the step in the URL, so that links to a step work. Do not do this while the page is loading, because
    // changing the URL would move the focus.
    const go = (step) => {
        show(step);
        try {
            history.replaceState(null, '', '#' + steps[now].id);
        } catch (refused) { /* some platforms do not allow this; it is optional */ }
    };

    const answer = (step, value) => {
        const right = steps[step].querySelector('.ask').dataset.answer;
        const verdict = steps[step].querySelector('.verdict');
        answered.add(step);
        verdict.textContent = value === '' ? 'The answer is ' + right + '.'
            : value === right ? 'Correct: ' + right + '.'
            : 'You answered ' + value + '; the answer is ' + right + '.';
        verdict.hidden = false;
        show(step);
        said.textContent = verdict.textContent + ' ' + words(step);
        forward.disabled ? back.focus() : forward.focus();
    };
    steps.forEach((section, step) => {
        const form = section.querySelector('.answer');
        if (!form) return;
        const field = form.elements.namedItem('answer');
        form.hidden = false;
        form.addEventListener('submit', (event) => {
            event.preventDefault();
            const value = field.value.trim();
            if (value === '') field.focus();
            else answer(step, value);
        });
        form.querySelector('button[type=button]').addEventListener('click', () => answer(step, ''));
    });

    first.addEventListener('click', () => go(0));
    back.addEventListener('click', () => go(now - 1));
    forward.addEventListener('click', () => go(now + 1));
    last.addEventListener('click', () => go(steps.length - 1));
    slider.addEventListener('input', () => go(Number(slider.value) - 1));
    predict.addEventListener('change', () => show(now));
    document.addEventListener('keydown', (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (event.target.closest('input:not([type=checkbox]), select, textarea')) return;
        const step = {ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: steps.length - 1}[event.key];
        if (step === undefined) return;
        event.preventDefault();
        go(step);
    });

    // Change the step when the reader swipes horizontally. Vertical swipes and swipes inside a scrollable table keep
    // their default behavior.
    let touch = null;
    document.addEventListener('touchstart', (event) => {
        const inside = event.target.closest('.wide, input');
        const scrolls = inside && (inside.tagName === 'INPUT' || inside.scrollWidth > inside.clientWidth);
        touch = event.touches.length === 1 && !scrolls ? event.touches[0] : null;
    }, {passive: true});
    document.addEventListener('touchend', (event) => {
        if (!touch) return;
        const x = event.changedTouches[0].clientX - touch.clientX, y = event.changedTouches[0].clientY - touch.clientY;
        touch = null;
        if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) go(now + (x < 0 ? 1 : -1));
    }, {passive: true});

    const wanted = () => steps.findIndex((section) => '#' + section.id === location.hash);
    window.addEventListener('hashchange', () => { if (wanted() >= 0) show(wanted()); });
    document.documentElement.classList.add('stepping');
    player.hidden = false;
    show(Math.max(0, wanted()));
})();
