'use strict';
// The page Write without the program. The engine lies in this file as base64 and works in a worker, so Stop can end it.
(() => {
  const opened = performance.now();
  const $ = (id) => document.getElementById(id);
  const text = document.querySelector('textarea'), lines = document.querySelector('.lines'), verdict = document.querySelector('.verdict');
  const matrices = ['laplace2d:n=20', 'random-rows:n=400,fraction=0.02,seed=7', 'power-law:n=500', 'banded:n=300', 'diagonal:n=100', 'tridiagonal:n=64', 'dense:m=40,n=12'];
  const pause = 400; // ms without a key, after which the text is judged
  let worker = null, module = null, glue = '', waiting = new Map(), number = 0, lists = null, before = null, judged = null;
  let timer = 0, busy = false, again = false, tells = '';

  const bytesOf = (id) => Uint8Array.from(atob($(id).textContent), (c) => c.charCodeAt(0));
  const element = (name, content, kind) => {
    const made = document.createElement(name);
    if (content !== undefined) made.textContent = content;
    if (kind) made.className = kind;
    return made;
  };
  const say = (sentence, kind) => { verdict.textContent = sentence; verdict.className = 'verdict ' + (kind || ''); };
  const figure = (value) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });

  // What the worker does: it takes the engine as a compiled module, and answers one line by one line.
  const work = `
let ready, failed; const started = new Promise((fine, bad) => { ready = fine; failed = bad; });
self.onmessage = async (event) => {
  if (event.data.module) { begin(event.data.module); return; }
  await started;
  let answer = '';
  try {
    const size = Module.lengthBytesUTF8(event.data.line) + 1, at = Module._malloc(size);
    Module.stringToUTF8(event.data.line, at, size);
    try { answer = Module.UTF8ToString(Module._warploom_answer(at)); } finally { Module._free(at); }
  } catch (error) {
    answer = JSON.stringify({ error: { code: 'page.failed', sentence: 'The engine failed: ' + error + '.', hint: 'Press Stop, which starts it anew.' } });
  }
  self.postMessage({ id: event.data.id, answer });
};
var Module = {};
function begin(module) {
  Module.instantiateWasm = (imports, done) => { WebAssembly.instantiate(module, imports).then((instance) => done(instance)); return {}; };
  Module.onRuntimeInitialized = ready;
  Module.print = Module.printErr = () => {};
  run(Module);
}
function run(Module) {
`;
  function startWorker() {
    const source = new Blob([work, glue, '\n}\n'], { type: 'text/javascript' });
    const address = URL.createObjectURL(source);
    worker = new Worker(address);
    worker.onmessage = (event) => {
      const done = waiting.get(event.data.id);
      waiting.delete(event.data.id);
      if (done) done(JSON.parse(event.data.answer));
    };
    worker.onerror = (event) => say('The engine does not start: ' + (event.message || 'this browser refuses it') + '.', 'wrong');
    worker.postMessage({ module });
  }
  const ask = (request) => new Promise((done) => {
    waiting.set(++number, done);
    worker.postMessage({ id: number, line: JSON.stringify(request) });
  });

  function showLines(wrong) {
    const count = text.value.split('\n').length;
    lines.replaceChildren(...Array.from({ length: count }, (unused, i) => element('span', String(i + 1), wrong && wrong.has(i + 1) ? 'wrong' : '')));
    lines.scrollTop = text.scrollTop;
  }
  function goTo(line) {
    const all = text.value.split('\n'), start = all.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (all[line - 1] || '').length);
    text.scrollTop = (line - 4) * text.scrollHeight / all.length;
  }
  function table(caption, heads, rows) {
    const made = element('table');
    made.append(element('caption', caption));
    const head = element('tr');
    for (const each of heads) { const cell = element('th', each); cell.scope = 'col'; head.append(cell); }
    made.append(head);
    for (const row of rows) {
      const line = element('tr');
      row.forEach((each, i) => {
        const cell = element(i === 0 ? 'th' : 'td', typeof each === 'number' ? figure(each) : each, typeof each === 'number' ? '' : 'word');
        if (i === 0) cell.scope = 'row';
        line.append(cell);
      });
      made.append(line);
    }
    return made;
  }
  const show = (id, ...content) => { $(id).hidden = content.length === 0; $(id).replaceChildren(...content); };
  const against = (mine, other) => other === undefined || other === null ? '' : mine === other ? 'the same' : (mine < other ? '▼ ' : '▲ ') + (other === 0 ? 'from 0' : figure(100 * Math.abs(mine - other) / other) + ' %');

  function showCosts(check) {
    const costs = check.costs;
    if (!costs) { show('costs'); return; }
    const rows = [['transactions', 'transactions'], ['bytes fetched', 'bytes'], ['steps of warps', 'steps'], ['active lanes of 32', 'mean_active_lanes'],
      ['passes over banks', 'bank_passes'], ['modelled time, ns', 'modelled_ns']].map(([name, key]) =>
      [name, costs[key], before ? against(costs[key], before[key]) : '', check.twin ? check.twin[key] : '', check.twin ? against(costs[key], check.twin[key]) : '']);
    show('costs', table('Counts on ' + (check.inputs[0] || ''), ['', 'this text', 'against the version before', check.twin ? check.twin.kernel : 'built-in', 'against it'], rows));
    before = costs;
  }
  function showFindings(check) {
    const wrong = new Set(), items = [];
    const add = (line, sentence, hint) => {
      const item = element('li');
      if (line > 0) {
        wrong.add(line);
        const to = element('button', 'Line ' + line);
        to.type = 'button';
        to.onclick = () => goTo(line);
        item.append(to, ' ');
      }
      item.append(sentence);
      if (hint) item.append(' ', element('span', hint, 'hint'));
      items.push(item);
    };
    for (const note of check.notes || []) add(note.line, note.sentence, note.hint);
    for (const found of check.findings || []) add(found.file === 'kernel.cu' || !found.file ? found.line : 0, found.sentence);
    if (check.entry && check.entry.writer) wrong.add(check.entry.writer.line);
    $('findings').replaceChildren(...items);
    showLines(wrong);
  }
  function showAccesses(counted, matrix) {
    if (counted.error) { show('accesses'); return; }
    const rows = counted.trace.accesses.map((a) => [(a.file && a.file !== 'kernel.cu' ? a.file + ':' : '') + a.line, a.kind + (a.array ? ' ' + a.array : ''), a.warp_instructions, a.lane_accesses, a.transactions, a.ideal_transactions, a.bank_conflicts]);
    show('accesses', table('Each access on ' + matrix, ['line', 'access', 'steps', 'lanes', 'transactions', 'ideal', 'bank conflicts'], rows));
  }

  const settings = () => ({ text: text.value, card: $('card').value, matrix: $('matrix').value, precision: $('precision').value, block: Number($('block').value), from: $('from').value.split('/')[1] || '' });
  async function judge() {
    if (busy || !worker) { again = true; return; }
    busy = true;
    again = false;
    const asked = settings(), mine = worker, start = performance.now();
    tells = setTimeout(() => say('The kernel runs.'), 300);
    $('stop').disabled = false;
    const check = await ask({ do: 'check', ...asked });
    clearTimeout(tells);
    const took = performance.now() - start;
    if (mine !== worker) return;
    if (check.error) say(check.error.sentence + ' ' + check.error.hint, 'wrong');
    else say(check.sentence, check.verdict);
    showFindings(check);
    showCosts(check);
    show('printed', ...(check.printed ? [element('h2', 'Printed'), element('pre', check.printed)] : []));
    if (check.names) show('names', table('', ['name', 'type', 'what it holds'], check.names.map((n) => [n.name, n.type, n.about])));
    if (judged === null) { judged = performance.now(); document.documentElement.dataset.firstVerdict = Math.round(judged); }
    $('speed').textContent = 'This verdict took ' + figure(took) + ' ms; the first one stood here ' + figure(judged) + ' ms after the page was opened.';
    if (check.verdict === 'right' && check.inputs.length > check.drawn) {
      const counted = await ask({ do: 'count', operation: check.operation, ...asked, matrix: check.inputs[0] });
      if (mine !== worker) return;
      showAccesses(counted, check.inputs[0]);
    } else show('accesses');
    $('stop').disabled = true;
    busy = false;
    document.documentElement.dataset.verdicts = Number(document.documentElement.dataset.verdicts || 0) + 1;
    if (again) judge();
  }
  const soon = () => { clearTimeout(timer); timer = setTimeout(judge, pause); };

  $('stop').onclick = () => {
    clearTimeout(tells);
    worker.terminate();
    waiting.clear();
    busy = false;
    startWorker();
    $('stop').disabled = true;
    say('Stopped. Change the text, and it is judged again.');
    show('costs');
    show('accesses');
    document.documentElement.dataset.stops = Number(document.documentElement.dataset.stops || 0) + 1;
  };
  $('save').onclick = () => {
    const link = element('a');
    link.href = URL.createObjectURL(new Blob([text.value], { type: 'text/plain' }));
    link.download = 'kernel.cu';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  $('open').onchange = async () => { const file = $('open').files[0]; if (file) take(await file.text()); };
  function take(content) {
    text.value = content;
    text.scrollTop = 0;
    before = null;
    showLines();
    judge();
  }
  $('from').onchange = () => {
    const kernel = lists.kernels.find((k) => k.operation + '/' + k.id === $('from').value);
    if (kernel) take(kernel.text);
  };
  for (const id of ['card', 'matrix', 'precision', 'block']) $(id).onchange = () => { before = null; judge(); };
  document.querySelector('form').onsubmit = (event) => event.preventDefault();
  text.oninput = () => { showLines(); soon(); };
  text.onscroll = () => { lines.scrollTop = text.scrollTop; };
  text.onkeydown = (event) => { if (event.key === 'Escape') $('stop').disabled ? $('save').focus() : $('stop').focus(); };

  async function start() {
    glue = new TextDecoder().decode(bytesOf('engine-glue'));
    const packed = new Blob([bytesOf('engine')]);
    module = await WebAssembly.compile(await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
    startWorker();
    lists = await ask({ do: 'lists' });
    const option = (value, name) => { const made = element('option', name); made.value = value; return made; };
    $('card').append(...lists.cards.map((c) => option(c.id, c.title + (c.checked ? '' : ' (times not checked)'))));
    $('card').value = 'h200';
    $('matrix').append(...matrices.map((m) => option(m, m)));
    for (const operation of [...new Set(lists.kernels.map((k) => k.operation))]) {
      const group = element('optgroup');
      group.label = operation;
      group.append(...lists.kernels.filter((k) => k.operation === operation).map((k) => option(operation + '/' + k.id, k.id + ': ' + k.title)));
      $('from').append(group);
    }
    $('from').value = 'spmv/csr-scalar';
    $('from').onchange();
  }
  start().catch((error) => say('The engine does not start: ' + error.message + '. It needs a browser of 2023 or later.', 'wrong'));
})();
