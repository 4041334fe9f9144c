// Analyzes a matrix that the reader selects. The file is read locally and never uploaded.
const most_bytes = 64e6, verdict = document.querySelector('.verdict');
const say = (sentence, kind) => showVerdict(verdict, sentence, kind);
engine.fail = (why) => say('The engine cannot start: ' + why + '.', 'wrong');
let open = '', lists = null, busy = false;
const whole = (value) => Number(value).toLocaleString('en');

/// Returns the contents of a file as bytes, decompressed if it is a gzip file. Throws if they exceed the size limit.
async function bytesOf(file) {
  if (file.size > most_bytes) throw new Error('The file has ' + whole(file.size) + ' bytes, but this page is limited to ' + whole(most_bytes) + '. For larger files, use the desktop version of Warploom.');
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return new Uint8Array(await file.arrayBuffer());
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader(), parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most_bytes) throw new Error('The uncompressed file exceeds ' + whole(most_bytes) + ' bytes, the limit of this page. For larger files, use the desktop version of Warploom.');
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

const settings = () => ({ kernel: $('kernel').value, operation: 'spmv', matrix: open, card: $('card').value || 'h200', precision: 'double', block: 128 });
const warpView = makeWarpView($('warp-view'), settings, null), debugView = makeDebugView($('warp-view'), settings, null);
const changed = () => { warpView.changed(); debugView.changed(); };
async function look(name, file, bytes) {
  if (busy) return;
  busy = true;
  say('Reading the matrix.');
  for (const id of ['facts', 'spy', 'rows', 'formats', 'advice']) show(id);
  const mine = engine.current();
  const answer = await Promise.race([engine.ask({ do: 'explore', matrix: name }, file, bytes), engine.ended(mine)]);
  busy = false;
  if (answer === null) return;
  if (answer.error) { say(sentenceOf(answer.error), 'wrong'); marks.looked = Number(marks.looked || 0) + 1; return; }
  open = name;
  const info = answer.info, lengths = info.row_length;
  say(whole(info.rows) + ' rows, ' + whole(info.cols) + ' columns, ' + whole(info.nonzeros) + ' nonzeros. ' + (lengths.max > 4 * lengths.mean ? 'Row lengths vary: the mean is ' + figure(lengths.mean) + ', the maximum ' + whole(lengths.max) + '.' : 'Rows have similar lengths: the mean is ' + figure(lengths.mean) + ', the maximum ' + whole(lengths.max) + '.'), 'right');
  show('facts', table('Properties', ['', 'value'], [['minimum nonzeros per row', lengths.min], ['mean nonzeros per row', lengths.mean], ['maximum nonzeros per row', lengths.max], ['empty rows', lengths.empty],
    ['diagonals with nonzeros', info.diagonals], ['lower bandwidth', info.bandwidth.lower], ['upper bandwidth', info.bandwidth.upper], ['symmetric pattern', info.pattern_symmetric ? 'yes' : 'no']]));
  show('spy', element('h2', 'Positions of the nonzeros'), picture(answer.spy));
  show('rows', element('h2', 'Nonzeros per row'), picture(answer.rows), table('', ['nonzeros', 'rows'], info.histogram.filter((bar) => bar.rows > 0).map((bar) => [bar.first === bar.last ? whole(bar.first) : whole(bar.first) + ' to ' + whole(bar.last), bar.rows])));
  const formats = answer.footprints.formats.slice().sort((a, b) => (a.bytes === null || a.bytes === undefined ? Infinity : Number(a.bytes)) - (b.bytes === null || b.bytes === undefined ? Infinity : Number(b.bytes)));
  const isRefused = formats.some((each) => each.reason); // without a reason, its column would be empty
  show('formats', table('Size of each format in double precision', ['format', 'bytes', 'padding', ...(isRefused ? ['reason'] : [])],
    formats.map((each) => [each.format, each.bytes === null || each.bytes === undefined ? '' : Number(each.bytes), each.padding === null || each.padding === undefined ? '' : Number(each.padding), ...(isRefused ? [each.reason || ''] : [])])));
  changed();
  await advise();
  marks.looked = Number(marks.looked || 0) + 1;
}
/// Shows the same kernel recommendation as `warploom-engine advise --quick`, which uses only row lengths.
async function advise() {
  const mine = engine.current();
  const advice = await Promise.race([engine.ask({ do: 'advise', matrix: open, card: $('card').value || 'h200' }), engine.ended(mine)]);
  if (advice === null) return;
  if (advice.error && advice.error.sentence) { show('advice', element('h2', 'Recommended kernel'), element('p', sentenceOf(advice.error))); return; }
  const rows = advice.kernels.map((each) => [each.kernel, (each.is_at_least ? '> ' : '≈ ') + timeText(each.ns), each.group, each.format_bytes ? Number(each.format_bytes) : '', each.reason]);
  show('advice', element('h2', 'Recommended kernel'), element('p', advice.sentence), table('y = A x on ' + advice.card_title + ', modeled', ['kernel', 'modeled time', 'group', 'bytes', 'reason'], rows),
    ...[...advice.notes, advice.error_from].map((each) => element('p', each, 'hint')));
}
async function take(file) {
  const name = '/' + (file.name.replace(/\.gz$/, '').replace(/[^\w.-]/g, '_') || 'matrix.mtx');
  try { await look(name, name, await bytesOf(file)); } catch (error) { say(error.message, 'wrong'); marks.looked = Number(marks.looked || 0) + 1; }
}
$('file').onchange = () => { if ($('file').files[0]) take($('file').files[0]); };
$('stop').onclick = () => { engine.restart(); busy = false; say('Stopped.'); };
$('drop').ondragover = (event) => { event.preventDefault(); $('drop').classList.add('over'); };
$('drop').ondragleave = () => $('drop').classList.remove('over');
$('drop').ondrop = (event) => { event.preventDefault(); $('drop').classList.remove('over'); if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]); };
$('generate').onsubmit = (event) => { event.preventDefault(); look($('name').value.trim()); };
$('kernel').onchange = () => changed();
$('card').onchange = () => { changed(); if (open) advise(); };
const option = (value, name) => { const made = element('option', name); made.value = value; return made; };
engine.start().then(async () => {
  await engine.giveTexts();
  lists = await engine.ask({ do: 'lists' });
  $('card').append(...lists.cards.map((c) => option(c.id, c.title)));
  $('card').value = 'h200';
  $('kernel').append(...lists.kernels.filter((k) => k.operation === 'spmv').map((k) => option(k.id, k.id + ': ' + k.title)));
  $('kernel').value = 'csr-scalar';
  await look($('name').value.trim());
  marks.started = '1';
}).catch((error) => engine.fail(error.message + '. A browser released in 2023 or later is required'));
