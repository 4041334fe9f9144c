// Returns the accessibility problems of a page that can be detected without a person, as a list of sentences. Numbers
// are those of WCAG 2.1 (success criteria 1.1.1, 1.3.1, 1.4.3, 1.4.10, 1.4.11, 2.1.1, 2.4.2, 2.4.3, 2.4.6, 3.1.1,
// 3.3.2, 4.1.1, 4.1.2).
(() => {
  const wrong = [], shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';
  const say = (criterion, e, what) => wrong.push(criterion + ' ' + what + ': ' + e.outerHTML.slice(0, 90));
  const nameOf = (e) => (e.getAttribute('aria-label') || (e.labels && [...e.labels].map((l) => l.textContent).join(' ')) || e.textContent || e.title || '').trim();
  const root = document.documentElement;
  if (!root.lang) wrong.push('3.1.1 the page has no language');
  if (!document.title) wrong.push('2.4.2 the page has no title');
  if (document.querySelectorAll('h1').length !== 1) wrong.push('1.3.1 the page has ' + document.querySelectorAll('h1').length + ' headings of the first level');
  if (document.querySelectorAll('main').length !== 1) wrong.push('1.3.1 the page has no main part');
  let level = 0;
  for (const h of document.querySelectorAll('h1,h2,h3,h4')) {
    if (!shown(h)) continue;
    const own = Number(h.tagName[1]);
    if (own > level + 1) say('1.3.1', h, 'a level of headings is left out');
    level = own;
  }
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) wrong.push('4.1.1 the id ' + id + ' stands twice');
  for (const e of document.querySelectorAll('input,select,textarea,button,summary,a[href]')) {
    if (!shown(e)) continue;
    if (!nameOf(e)) say('4.1.2', e, 'a control has no name');
    const box = e.getBoundingClientRect(), isSmall = e.type !== 'radio' && (box.height < 43.5 || box.width < 24);
    if (isSmall) say('2.5.5', e, 'a control is small (' + Math.round(box.width) + ' x ' + Math.round(box.height) + ')');
  }
  for (const e of document.querySelectorAll('[tabindex]')) if (Number(e.getAttribute('tabindex')) > 0) say('2.4.3', e, 'an order of its own');
  for (const e of document.querySelectorAll('[role=region]')) if (!nameOf(e)) say('4.1.2', e, 'a region has no name');
  for (const e of document.querySelectorAll('svg')) if (shown(e) && !(e.getAttribute('role') === 'img' && (e.getAttribute('aria-label') || e.querySelector('title')))) say('1.1.1', e, 'a picture has no text');
  for (const e of document.querySelectorAll('table')) if (shown(e) && !e.querySelector('th[scope]')) say('1.3.1', e, 'a table has no headings');
  for (const e of document.querySelectorAll('[aria-hidden=true] :is(button,input,select,textarea,a)')) say('4.1.2', e, 'a hidden part has a control');
  for (const e of document.querySelectorAll('[aria-controls],[aria-activedescendant]'))
    for (const name of ['aria-controls', 'aria-activedescendant'])
      if (e.hasAttribute(name) && !document.getElementById(e.getAttribute(name))) say('4.1.2', e, name + ' names nothing');

  // 1.4.3: the colour of letters against the ground below them.
  const parse = (text) => { const n = (text.match(/[\d.]+/g) || []).map(Number); return n.length < 3 ? null : { r: n[0], g: n[1], b: n[2], a: n.length > 3 ? n[3] : 1 }; };
  const light = ({ r, g, b }) => { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const groundOf = (e) => {
    for (let up = e; up; up = up.parentElement) { const colour = parse(getComputedStyle(up).backgroundColor); if (colour && colour.a > 0.99) return colour; }
    return matchMedia('(prefers-color-scheme: dark)').matches ? { r: 22, g: 24, b: 27 } : { r: 255, g: 255, b: 255 };
  };
  for (const e of document.querySelectorAll('body *')) {
    const hasText = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== '') || ['INPUT', 'SELECT', 'TEXTAREA'].includes(e.tagName);
    if (!hasText || !shown(e) || e.closest('svg') || e.disabled || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION', 'OPTGROUP'].includes(e.tagName)) continue;
    const style = getComputedStyle(e), colour = parse(style.color), a = light(colour), b = light(groundOf(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), size = parseFloat(style.fontSize), isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) say('1.4.3', e, 'contrast ' + ratio.toFixed(2));
  }
  // 1.4.11: what a control is seen by.
  for (const e of document.querySelectorAll('input:not([type=radio]),select,button')) {
    if (!shown(e) || e.disabled) continue;
    const edge = parse(getComputedStyle(e).borderTopColor), a = light(edge), b = light(groundOf(e.parentElement));
    const own = light(groundOf(e)), ratio = Math.max((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), (Math.max(own, b) + 0.05) / (Math.min(own, b) + 0.05));
    if (ratio < 3) say('1.4.11', e, 'an edge of contrast ' + ratio.toFixed(2));
  }
  if (root.scrollWidth > innerWidth) wrong.push('1.4.10 the page is ' + root.scrollWidth + ' wide in a window of ' + innerWidth);
  return wrong;
})()
