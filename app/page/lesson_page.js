// Implements lessons in a web page: questions that are answered in the page, and warps to explore.
const data = dataOf('lesson');
const started = engine.start().then(() => engine.giveTexts());
const fail = (why) => { for (const each of document.querySelectorAll('form.question')) each.querySelector('.told').textContent = 'The engine cannot start: ' + why + '.'; };
engine.fail = fail;
started.catch((error) => fail(error.message + '. A browser released in 2023 or later is required'));
let right = 0, answered = 0;

for (const form of document.querySelectorAll('form.question')) {
  const question = data.questions[Number(form.dataset.number)], told = form.querySelector('.told'), facts = form.querySelector('.facts');
  let isFirst = true;
  form.querySelector('button').disabled = false;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const said = String(new FormData(form).get('said') || '').trim();
    if (said === '') { told.textContent = 'Make a guess first: enter a number or select an answer.'; return; }
    told.textContent = 'Computing the answer.';
    told.className = 'told verdict';
    let found = question.known;
    if (found) found = { ...found, fits: found.answers.includes(said) || (question.number && Math.abs(Number(said) - Number(found.answer)) <= question.within * Math.abs(Number(found.answer))) };
    else {
      await started;
      found = await engine.ask({ do: 'answer', question: JSON.stringify(question.question), said });
    }
    if (found.error) { told.textContent = sentenceOf(found.error); return; }
    told.textContent = (found.fits ? '✓ Correct: ' : '✗ Not quite: the answer is ') + found.answer + '. ' + (found.because || '');
    told.className = 'told verdict ' + (found.fits ? 'right' : 'wrong');
    facts.replaceChildren(...found.facts.map((fact) => element('li', fact)));
    if (isFirst) { ++answered; right += found.fits ? 1 : 0; isFirst = false; }
    $('score').textContent = right + ' of ' + answered + ' correct on the first try. This lesson has ' + data.questions.length + ' questions.';
    marks.answered = answered;
  };
}
started.then(() => {
  document.querySelectorAll('[data-warp]').forEach((place) => {
    const settings = data.warps[Number(place.dataset.warp)];
    makeWarpView(place, () => settings, null).changed();
    makeDebugView(place, () => settings, null);
  });
  marks.started = '1';
}).catch(() => {});
