// Implements exercises in a web page: answers, gates (pass criteria) and submissions.
const exercises = dataOf('exercises');
const editor = makeEditor($('editor'), 'Your answer, CUDA C'), text = editor.text, verdict = document.querySelector('.verdict');
const seed = Number(marks.seed);
let open = exercises[0], isDirty = false;

const say = (sentence, kind) => showVerdict(verdict, sentence, kind);
engine.fail = (why) => say('The engine cannot start: ' + why + '.', 'wrong');
for (const each of exercises) Object.assign(each, { article: $('exercise-' + each.id), text: each.starter, judgement: null, isHandedIn: false });

/// Preserves the student's answers across page reloads until the tab is closed.
const keeper = {
  load() {
    for (const each of exercises) try { each.text = sessionStorage.getItem('warploom-' + each.id) || each.text; } catch (refused) { /* some browsers provide no storage for local files */ }
  },
  save(each) { try { sessionStorage.setItem('warploom-' + each.id, each.text); } catch (refused) { /* storage may be unavailable */ } },
};
const platform = makePlatform(exercises); // interface to the SCORM platform, or null if there is none

const words = { met: '✓ passed', missed: '✗ not passed', not_looked_at: '– not checked', not_understood: '✗ cannot run' };
function showJudgement(each) {
  const judgement = each.judgement, wrong = new Set();
  let earned = 0, all = 0;
  for (const other of exercises) { earned += other.judgement ? other.judgement.points : 0; all += other.points; }
  if (exercises.length > 1) $('sum').textContent = figure(earned) + ' of ' + figure(all) + ' points across all exercises.';
  if (!judgement) { say('The kernel is checked whenever you stop typing.'); return; }
  const missed = judgement.gates.find((gate) => gate.state === 'missed' || gate.state === 'not_understood');
  const lines = [];
  judgement.gates.forEach((gate, i) => {
    const row = each.article.querySelectorAll('.gates tbody tr')[i], state = row.querySelector('.state');
    state.textContent = words[gate.state] + (gate.state === 'met' && gate.points < gate.out_of ? ' (points pending: ' + figure(gate.out_of) + ')' : '');
    state.className = 'word state ' + gate.state;
    row.querySelector('.earned').textContent = figure(gate.points) + ' of ' + figure(gate.out_of);
    row.querySelector('.said').textContent = gate.sentence || '';
    for (const place of (gate.sentence || '').matchAll(/(?:kernel\.cu:|[Ll]ine )(\d+)/g)) { wrong.add(Number(place[1])); lines.push(Number(place[1])); }
  });
  const points = figure(judgement.points) + ' of ' + figure(judgement.out_of) + ' points. ';
  if (!missed) say(points + (judgement.sentence || 'All gates passed.'), judgement.sentence ? '' : 'right');
  else say(points + (judgement.sentence || missed.title + ': ' + words[missed.state].slice(2) + '. ' + (missed.sentence || '')), missed.id === 'clean' || missed.id === 'right' ? 'wrong' : '');
  const isWrong = missed && missed.state === 'missed' && (missed.id === 'clean' || missed.id === 'right');
  $('places').replaceChildren(...(isWrong ? [button('Why?', explainFailure)] : []), ...[...new Set(lines)].slice(0, 4).map((line) => button('Line ' + line, () => editor.goTo(line))));
  editor.marked(wrong);
}

/// Shows a preliminary verdict before all inputs have been tested: the first failure, or the number of remaining
/// inputs.
function tellSoFar({ judgement, left }) {
  const missed = judgement.gates.find((gate) => gate.state === 'missed' || gate.state === 'not_understood');
  if (missed) say(missed.title + ': ' + words[missed.state].slice(2) + '. ' + missed.sentence, 'wrong');
  else say('Correct so far. ' + figure(left) + (left === 1 ? ' input remaining.' : ' inputs remaining.'));
  if (marks.firstVerdict === undefined) marks.firstVerdict = Math.round(performance.now());
}

const turns = makeTurns(say, async (isAlive, told) => {
  const each = open;
  let part = await engine.ask({ do: 'judge', parts: true, exercise: each.file, starter: each.starter, text: each.text, seed });
  told();
  do {
    if (!isAlive()) return;
    if (part.error) { if (each === open) say(sentenceOf(part.error), 'wrong'); return; }
    if (each === open) tellSoFar(part);
    part = await engine.ask({ do: 'judge-on' });
  } while (part.error || part.left > 0);
  if (!isAlive()) return;
  const judgement = part.judgement;
  each.judgement = judgement;
  if (each === open) showJudgement(each);
  platform.report();
  if (judgement.gates[0].state !== 'not_understood' && each === open) warpView.changed();
});
turns.stopped();
const settings = () => ({ text: open.text, operation: open.operation, matrix: open.inputs[0], card: open.card, precision: open.precision, block: open.block });
const warpView = makeWarpView($('warp-view'), settings, editor.goTo);
const debugView = makeDebugView($('debug-view'), settings, editor);
/// Searches the inputs of the exercise and random inputs for one on which the kernel fails, and explains the wrong value.
async function explainFailure() {
  const check = await engine.ask({ do: 'check', ...settings() });
  if (debugView.hasCause(check)) await debugView.why(check);
  else say(check.error ? sentenceOf(check.error) : 'No input was found that can be debugged in this page. ' + check.sentence);
}

function turnTo(each) {
  open = each;
  debugView.changed();
  for (const other of exercises) other.article.hidden = other !== each;
  for (const chooser of document.querySelectorAll('nav button')) chooser.setAttribute('aria-current', String(chooser.value === each.id));
  editor.take(each.text);
  editor.know(each.names);
  showJudgement(each);
  turns.next();
}
editor.changed = () => {
  open.text = text.value;
  debugView.changed();
  isDirty = open.text !== open.starter;
  keeper.save(open);
  turns.soon();
};
editor.leave = () => { $('stop').disabled ? $('who').focus() : $('stop').focus(); };

$('again').onclick = () => {
  if (open.text !== open.starter && !confirm('Discard your kernel and restore the starter?')) return;
  editor.take(open.starter);
  editor.changed();
};
$('open-text').onchange = async () => {
  const file = $('open-text').files[0];
  if (!file) return;
  editor.take(await file.text());
  editor.changed();
};
$('hand-in').onsubmit = async (event) => {
  event.preventDefault();
  const each = open, told = $('handed-in');
  const sealed = await engine.ask({ do: 'seal', exercise: each.file, text: each.text, name: $('who').value.trim() });
  if (sealed.error) { told.textContent = sentenceOf(sealed.error); $('who').focus(); return; }
  saveAs(each.id + '.cu', sealed.text);
  each.isHandedIn = true;
  isDirty = false;
  platform.report();
  marks.handedIn = sealed.text;
  told.textContent = 'Saved as ' + each.id + '.cu, with your name and a seal. Send this file to your teacher without changing it.';
};
window.onbeforeunload = (event) => { if (isDirty && !platform.isThere) event.preventDefault(); };

// Enable each hint only after the previous one has been opened.
for (const each of exercises) {
  const hints = [...each.article.querySelectorAll('details.hints')];
  hints.forEach((hint, i) => {
    hint.hidden = i > 0;
    hint.ontoggle = () => { if (hint.open && hints[i + 1]) hints[i + 1].hidden = false; };
  });
}
if (exercises.length > 1)
  for (const each of exercises) {
    const chooser = button(each.title, () => turnTo(each));
    chooser.value = each.id;
    $('exercises-list').append(chooser);
  }
$('work').hidden = false;
keeper.load();
const started = engine.start();
Promise.resolve(platform.load())
  .then(() => { turnTo(exercises.find((each) => each.id === platform.place) || exercises[0]); return started; })
  .then(turns.begin)
  .catch((error) => engine.fail(error.message + '. A browser released in 2023 or later is required'));
