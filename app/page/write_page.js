// Implements the Write page in a web browser.
const verdict = document.querySelector('.verdict');
const matrices = ['laplace2d:n=20', 'random-rows:n=400,fraction=0.02,seed=7', 'power-law:n=500', 'banded:n=300', 'diagonal:n=100', 'tridiagonal:n=64', 'dense:rows=40,cols=12'];
const editor = makeEditor($('editor'), 'The kernel, CUDA C'), text = editor.text;
let lists = null, before = null, judged = null;
let judgedOperation = 'spmv', judgedInput = 'laplace2d:n=20';

const say = (sentence, kind) => showVerdict(verdict, sentence, kind);
engine.fail = (why) => say('The engine cannot start: ' + why + '.', 'wrong');
const against = (mine, other) => other === undefined || other === null ? '' : mine === other ? 'same' : (mine < other ? '▼ ' : '▲ ') + (other === 0 ? 'from 0' : figure(100 * Math.abs(mine - other) / other) + '%');

function showCosts(check) {
  const costs = check.costs;
  if (!costs) { show('costs'); return; }
  const twin = check.twin, earlier = before; // without one of them, its columns would be empty
  const heads = ['', 'this kernel', ...(earlier ? ['vs. previous version'] : []), ...(twin ? [twin.kernel, 'vs. built-in'] : [])];
  const rows = [['transactions', 'transactions'], ['bytes fetched', 'bytes'], ['warp instructions', 'steps'], ['active lanes of 32', 'mean_active_lanes'],
    ['bank passes', 'bank_passes'], ['modeled time', 'modelled_ns']].map(([name, key]) => {
    const shown = (of) => key === 'modelled_ns' && typeof of[key] === 'number' ? timeText(of[key]) : of[key];
    return [name, shown(costs), ...(earlier ? [against(costs[key], earlier[key])] : []), ...(twin ? [shown(twin), against(costs[key], twin[key])] : [])];
  });
  show('costs', table('Counts on ' + (check.inputs[0] || ''), heads, rows));
  before = costs;
}
function showFindings(check) {
  const wrong = new Set(), items = [];
  const add = (line, sentence, hint) => {
    const item = element('li');
    if (line > 0) {
      wrong.add(line);
      item.append(button('Line ' + line, () => editor.goTo(line)), ' ');
    }
    item.append(sentence);
    if (hint) item.append(' ', element('span', hint, 'hint'));
    items.push(item);
  };
  for (const note of [...(check.notes || []), ...(check.warnings || [])]) add(note.line, note.sentence, note.hint);
  for (const found of check.findings || []) add(found.file === 'kernel.cu' || !found.file ? found.line : 0, found.sentence);
  if (check.entry && check.entry.writer) wrong.add(check.entry.writer.line);
  $('findings').replaceChildren(...items);
  editor.marked(wrong);
}
function showAccesses(counted, matrix) {
  if (counted.error) { show('accesses'); return; }
  const rows = counted.trace.accesses.map((a) => [(a.file && a.file !== 'kernel.cu' ? a.file + ':' : '') + a.line, a.kind + (a.array ? ' ' + a.array : ''), a.warp_instructions, a.lane_accesses, a.transactions, a.ideal_transactions, a.bank_conflicts]);
  show('accesses', table('Memory accesses on ' + matrix, ['line', 'access', 'steps', 'lanes', 'transactions', 'ideal', 'bank conflicts'], rows));
}

const settings = () => ({ text: text.value, card: $('card').value || 'h200', matrix: $('matrix').value, precision: $('precision').value, block: Number($('block').value), from: $('from').value.split('/')[1] || '' });
function tell(check) {
  if (check.error) say(sentenceOf(check.error), 'wrong');
  else say(check.sentence, check.verdict);
  show('cause', ...(debugView.hasCause(check) ? [button('Why?', () => debugView.why(check))] : []));
  if (judged === null) { judged = performance.now(); marks.firstVerdict = Math.round(judged); }
}
/// Check the matrix selected in the form first, because this gives the fastest verdict, and then all test inputs.
const turns = makeTurns(say, async (isAlive, told) => {
  const asked = settings(), start = performance.now();
  if (judged === null) {
    const first = await engine.ask({ do: 'check', ...asked, drawn: false });
    told();
    if (!isAlive()) return;
    tell(first);
    await engine.giveTexts();
  }
  const check = await engine.ask({ do: 'check', ...asked });
  told();
  const took = performance.now() - start;
  if (!isAlive()) return;
  tell(check);
  showFindings(check);
  showCosts(check);
  show('printed', ...(check.printed ? [element('h2', 'Printed'), element('pre', check.printed)] : []));
  if (check.names) {
    editor.know(check.names);
    show('names', table('', ['name', 'type', 'description'], check.names.map((n) => [n.name, n.type, n.about])));
  }
  $('speed').textContent = 'This check took ' + figure(took) + ' ms. The first result appeared ' + figure(judged) + ' ms after the page was opened.';
  if (check.verdict === 'right' && check.inputs.length > check.drawn) {
    const counted = await engine.ask({ do: 'count', operation: check.operation, ...asked, matrix: check.inputs[0] });
    if (!isAlive()) return;
    showAccesses(counted, check.inputs[0]);
  } else show('accesses');
  if (lists === null) await fillLists();
  judgedOperation = check.operation;
  judgedInput = check.inputs && check.inputs[0];
  if (judgedInput && (check.verdict === 'right' || check.verdict === 'wrong' || check.verdict === 'doubtful')) warpView.changed();
});
turns.stopped(() => { show('costs'); show('accesses'); });
$('save').onclick = () => saveAs('kernel.cu', text.value);
$('open').onchange = async () => { const file = $('open').files[0]; if (file) take(await file.text()); };
function take(content) {
  editor.take(content);
  debugView.changed();
  before = null;
  turns.next();
}
$('from').onchange = () => {
  const kernel = lists && lists.kernels.find((k) => k.operation + '/' + k.id === $('from').value);
  if (kernel) take(kernel.text);
};
for (const id of ['card', 'matrix', 'precision', 'block']) $(id).onchange = () => { before = null; debugView.changed(); turns.next(); };
document.querySelector('form').onsubmit = (event) => event.preventDefault();
editor.changed = () => { debugView.changed(); turns.soon(); };
editor.leave = () => { $('stop').disabled ? $('save').focus() : $('stop').focus(); };

const judgedSettings = () => { const { text: written, card, precision, block } = settings(); return { text: written, card, precision, block, operation: judgedOperation, matrix: judgedInput }; };
const warpView = makeWarpView($('warp-view'), judgedSettings, editor.goTo);
const debugView = makeDebugView($('debug-view'), judgedSettings, editor);

const option = (value, name) => { const made = element('option', name); made.value = value; return made; };
async function fillLists() {
  const answer = await engine.ask({ do: 'lists' });
  if (answer.error) return;
  lists = answer;
  $('card').replaceChildren(...lists.cards.map((c) => option(c.id, c.title + (c.checked ? '' : ' (times not validated)'))));
  $('card').value = 'h200';
  const begun = $('from').value;
  for (const operation of [...new Set(lists.kernels.map((k) => k.operation))]) {
    const group = element('optgroup');
    group.label = operation;
    group.append(...lists.kernels.filter((k) => k.operation === operation).map((k) => option(operation + '/' + k.id, k.id + ': ' + k.title)));
    $('from').append(group);
  }
  if (begun === 'spmv/csr-scalar') { $('from').options[0].remove(); $('from').value = begun; }
}
const begun = dataOf('begin');
$('from').append(option(begun.from, begun.from === '' ? 'your kernel' : begun.from.split('/')[1]));
$('matrix').append(...matrices.map((m) => option(m, m)));
editor.take(begun.text);
// On a phone, the kernel comes first.
if (matchMedia('(max-width: 40rem)').matches) document.querySelector('details.settings').open = false;
engine.start().then(turns.next).catch((error) => engine.fail(error.message + '. A browser released in 2023 or later is required'));
