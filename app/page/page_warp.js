// Creates a diagram of one warp that shows its lanes over time and the addresses of one step. The diagram is drawn when
// the user opens it and after each change of the source.
function makeWarpView(place, settings, goTo) {
  const box = element('details', undefined, 'warp'), choices = element('div', undefined, 'row'), sentence = element('p', '', 'hint');
  const lanes = element('div', undefined, 'wide'), addresses = element('div', undefined, 'wide'), steps = element('div', undefined, 'row');
  const chosen = { launch: 0, block_index: 0, warp: 0, step: 0, first: 0 };
  const at_once = 64; // number of warp steps per image
  let asking = false, again = false, all = 0, line = 0;
  box.append(element('summary', 'One warp, step by step'), choices, steps, sentence, lanes, addresses);
  sentence.setAttribute('role', 'status');
  for (const [part, label] of [[lanes, 'Lanes over time'], [addresses, 'Addresses of the step']]) {
    part.tabIndex = 0;
    part.setAttribute('role', 'region');
    part.setAttribute('aria-label', label);
  }
  place.append(box);
  const field = (name, key, least) => {
    const label = element('label', name + ' '), input = element('input');
    Object.assign(input, { type: 'number', min: least, value: least });
    input.onchange = () => { chosen[key] = Math.max(0, Number(input.value) || 0); chosen.step = chosen.first = 0; ask(); };
    label.append(input);
    choices.append(label);
    return input;
  };
  const launch = element('select'), launchLabel = element('label', 'Launch ');
  launchLabel.append(launch);
  choices.append(launchLabel);
  launch.onchange = () => { Object.assign(chosen, { launch: launch.selectedIndex, block_index: 0, warp: 0, step: 0, first: 0 }); block.value = warp.value = 0; ask(); };
  const block = field('Block', 'block_index', 0), warp = field('Warp', 'warp', 0);
  const go = (step) => {
    chosen.step = Math.max(0, Math.min(all - 1, step));
    if (chosen.step < chosen.first || chosen.step >= chosen.first + at_once) chosen.first = Math.max(0, Math.min(chosen.step - 8, all - at_once));
    ask();
  };
  steps.append(button('◀ Step', () => go(chosen.step - 1)), button('Step ▶', () => go(chosen.step + 1)));
  const toLine = button('Go to line', () => goTo(line));
  if (goTo) steps.append(toLine);
  steps.children[0].setAttribute('aria-label', 'Previous step');
  steps.children[1].setAttribute('aria-label', 'Next step');
  lanes.onkeydown = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -all, End: all }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(chosen.step + by);
  };
  lanes.onclick = (event) => { const column = event.target.closest('.step'); if (column) go(Number(column.dataset.step)); };

  async function ask() {
    if (!box.open || !engine.isThere()) return;
    if (asking) { again = true; return; }
    asking = true;
    again = false;
    const mine = engine.current(), answer = await Promise.race([engine.ask({ do: 'warp', ...settings(), ...chosen }), engine.ended(mine)]);
    asking = false;
    if (answer === null) return;
    if (answer.error) {
      sentence.textContent = sentenceOf(answer.error);
      lanes.replaceChildren();
      addresses.replaceChildren();
    } else {
      all = answer.steps;
      line = answer.line || 0;
      sentence.textContent = answer.sentence;
      lanes.replaceChildren(...(answer.lanes ? [picture(answer.lanes)] : []));
      addresses.replaceChildren(...(answer.addresses ? [picture(answer.addresses)] : []));
      if (launch.length !== answer.launches.length) launch.replaceChildren(...answer.launches.map((each, i) => element('option', i + 1 + ': ' + each.kernel)));
      launch.selectedIndex = chosen.launch;
      const of = answer.launches[chosen.launch];
      block.max = of.blocks - 1;
      warp.max = of.warps - 1;
    }
    toLine.disabled = line <= 0;
    marks.warps = Number(marks.warps || 0) + 1;
    if (again) ask();
  }
  box.ontoggle = ask;
  return { changed() { chosen.step = Math.min(chosen.step, 0); chosen.first = 0; ask(); } };
}
