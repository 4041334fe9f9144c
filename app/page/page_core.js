// Code shared by all pages. Runs the engine in a web worker, and provides helper functions for building HTML elements.
const opened = performance.now();
const $ = (id) => document.getElementById(id);
const marks = document.documentElement.dataset; // data-* attributes that mark progress for tests and the page itself
const element = (name, content, kind) => {
  const made = document.createElement(name);
  if (content !== undefined) made.textContent = content;
  if (kind) made.className = kind;
  return made;
};
const button = (name, press) => {
  const made = element('button', name);
  made.type = 'button';
  made.onclick = press;
  return made;
};
const figure = (value) => value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
/// Shows a verdict. The first sentence is the headline; the rest is in body text.
function showVerdict(place, sentence, kind) {
  const end = sentence.search(/[.!?] /) + 1;
  place.className = 'verdict ' + (kind || '');
  place.replaceChildren(end > 0 ? sentence.slice(0, end) : sentence);
  if (end > 0) place.append(' ', element('span', sentence.slice(end + 1), 'more'));
}
/// Returns a time in a unit in which the number is short.
const timeText = (ns) => ns < 1e3 ? figure(ns) + ' ns' : ns < 1e6 ? figure(ns / 1e3) + ' µs' : figure(ns / 1e6) + ' ms';
const show = (id, ...content) => { $(id).hidden = content.length === 0; $(id).replaceChildren(...content); };
const sentenceOf = (error) => error.sentence + (error.hint ? ' ' + error.hint : '');
const dataOf = (id) => JSON.parse($(id).textContent);

function table(caption, heads, rows) {
  const made = element('table');
  made.append(element('caption', caption));
  const head = element('tr');
  // Numbers, with or without a unit, are aligned to the right, and words to the left.
  const kind = (each) => typeof each === 'number' || /^([≈>▲▼]? ?-?\d.*|same|)$/.test(String(each)) ? '' : 'word';
  heads.forEach((each, i) => { const cell = element('th', each, rows.some((row) => kind(row[i]) === 'word') ? 'word' : ''); cell.scope = 'col'; head.append(cell); });
  made.append(head);
  for (const row of rows) {
    const line = element('tr');
    row.forEach((each, i) => {
      const cell = element(i === 0 ? 'th' : 'td', typeof each === 'number' ? figure(each) : each, kind(each));
      if (i === 0) cell.scope = 'row';
      line.append(cell);
    });
    made.append(line);
  }
  return made;
}

/// Offers the content to the user as a file download.
function saveAs(name, content, type) {
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([content], { type: type || 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/// Parses an SVG image from the engine. Scripts in the image do not run, because it is parsed as XML.
function picture(svg) {
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return document.importNode(read, true);
}

// The engine is embedded in the page, compressed and base64-encoded. It runs in a web worker that the Stop button
// terminates.
const engine = (() => {
  let worker = null, module = null, glue = '', texts = '', number = 0;
  const waiting = new Map(), endings = [];
  const work = `
let ready, wrong; const started = new Promise((fine, bad) => { ready = fine; wrong = bad; });
self.onmessage = async (event) => {
  const asked = event.data;
  if (asked.module) { begin(asked.module); return; }
  let answer = '';
  try {
    await started;
    if (asked.file) Module.FS.writeFile(asked.file, asked.bytes);
    const size = Module.lengthBytesUTF8(asked.line) + 1, at = Module._malloc(size);
    Module.stringToUTF8(asked.line, at, size);
    try { answer = Module.UTF8ToString(Module._warploom_answer(at)); } finally { Module._free(at); }
  } catch (error) {
    answer = JSON.stringify({ error: { code: 'page.failed', sentence: 'The engine failed: ' + error + '.', hint: 'Press Stop to restart it.' } });
  }
  self.postMessage({ id: asked.id, answer });
};
var Module = {};
function begin(module) {
  Module.instantiateWasm = (imports, done) => { WebAssembly.instantiate(module, imports).then((instance) => done(instance), wrong); return {}; };
  Module.onRuntimeInitialized = ready;
  Module.print = Module.printErr = () => {};
  run(Module);
}
function run(Module) {
`;
  const bytesOf = (id) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64($(id).textContent);
    const text = atob($(id).textContent), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    return bytes;
  };
  const unpacked = (id) => new Response(new Blob([bytesOf(id)]).stream().pipeThrough(new DecompressionStream('gzip')));
  function begin() {
    const address = URL.createObjectURL(new Blob([work, glue, '\n}\n'], { type: 'text/javascript' }));
    worker = new Worker(address);
    worker.onmessage = (event) => {
      const done = waiting.get(event.data.id);
      waiting.delete(event.data.id);
      if (done) done(JSON.parse(event.data.answer));
    };
    worker.onerror = (event) => self.fail(event.message || 'the browser does not allow it');
  }
  const sendTexts = () => { if (texts) worker.postMessage({ id: ++number, line: '{"do":"texts","files":' + texts + '}' }); };
  const self = {
    fail: () => {},
    isThere: () => module !== null,
    /// Starts the engine. Creates the web worker immediately, while the engine is still being decompressed and
    /// compiled.
    async start() {
      glue = await unpacked('engine-glue').text();
      begin();
      const type = { headers: { 'Content-Type': 'application/wasm' } };
      module = await WebAssembly.compileStreaming(new Response(unpacked('engine').body, type));
      marks.compiled = Math.round(performance.now());
      worker.postMessage({ module });
    },
    /// Sends the sources of the built-in kernels to the engine. This is not done at startup, to make the first check
    /// faster.
    async giveTexts() {
      texts = await unpacked('kernel-texts').text();
      sendTexts();
    },
    /// Sends a request to the engine and returns a promise that resolves to the response (page_engine.h). The promise
    /// never resolves if the engine is terminated.
    ask: (request, file, bytes) => new Promise((done) => {
      waiting.set(++number, done);
      worker.postMessage({ id: number, line: JSON.stringify(request), file, bytes });
    }),
    /// Returns the current web worker. Callers compare it with the worker that sent a response, to discard responses
    /// from a terminated worker.
    current: () => worker,
    restart() {
      worker.terminate();
      waiting.clear();
      for (const each of endings.splice(0)) each(null);
      begin();
      if (module === null) return; // the engine is still being compiled; start() will send the module to this worker
      worker.postMessage({ module });
      sendTexts();
    },
    /// Returns a promise that resolves to null when the given web worker is terminated.
    ended: (which) => new Promise((done) => { if (which === worker) endings.push(done); else done(null); }),
  };
  return self;
})();

/// Runs one check at a time. The button #stop aborts the check. `judge` receives two functions: one returns whether the
/// engine of this check is still running, and the other one shows a verdict.
function makeTurns(say, judge) {
  let timer = 0, tells = 0, busy = false, again = false;
  const stop = $('stop'), pause = 400; // pause: milliseconds to wait after a keystroke before checking the source
  const told = () => clearTimeout(tells);
  async function next() {
    if (busy || !engine.isThere()) { again = true; return; }
    const mine = engine.current();
    busy = true;
    again = false;
    tells = setTimeout(() => say('Running the kernel.'), 300);
    stop.disabled = false;
    await judge(() => mine === engine.current(), told);
    told();
    if (mine !== engine.current()) return;
    stop.disabled = true;
    busy = false;
    marks.verdicts = Number(marks.verdicts || 0) + 1;
    if (again) next();
  }
  return {
    next,
    /// Starts the check that was requested before the engine was ready, if any.
    begin: () => { if (again) next(); },
    soon: () => { clearTimeout(timer); timer = setTimeout(next, pause); },
    stopped(then) {
      stop.onclick = () => {
        told();
        engine.restart();
        busy = false;
        stop.disabled = true;
        say('Stopped. Change the kernel to check it again.');
        if (then) then();
        marks.stops = Number(marks.stops || 0) + 1;
      };
    },
  };
}
