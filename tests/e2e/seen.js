// Looks at the page as a person does. What matters must lie in the window, under nothing, and in its own box.
// Gives what does not, in words, and where it is. Besides drawn.py the only file that knows how the board is drawn.
(whole) => {
  const found = [];
  const hidden = new Set();
  const field = document.querySelector('[role=application]');
  const nav = document.querySelector('main nav');
  const tray = document.querySelector('main .dock');
  const NAMED = [
    ['output', () => 'the +N'],
    ['.sums', () => 'the receipt'],
    ['.dock', () => 'the tray'],
    ['aside', () => 'the log'],
    ['ol.scores', () => 'the scores'],
    ['.banner', () => 'a banner'],
    ['.popup', () => 'the menu'],
    ['dialog, .sheet', () => 'the sheet'],
    ['nav', () => 'the bar'],
  ];

  // A panel that lets clicks through hides what is behind it all the same. Only what does so is touched: a rule
  // for everything would have the whole page styled and drawn anew, twice a look.
  const through = [...document.body.querySelectorAll('*')].filter(
    (one) => getComputedStyle(one).pointerEvents === 'none',
  );
  const own = through.map((one) => one.getAttribute('style'));
  for (const one of through) one.style.setProperty('pointer-events', 'auto', 'important');

  // Nothing changes during a look: what was found out about an element holds to its end.
  const once = (find) => {
    const known = new Map();
    return (one) => {
      if (!known.has(one)) known.set(one, find(one));
      return known.get(one);
    };
  };

  const short = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 40);
  const words = (one) =>
    short(one.getAttribute('aria-label') || one.title || one.innerText || one.textContent || '') || one.tagName;

  function nameOf(one) {
    const button = one.closest('button, a[href], select, input, summary');
    if (button) return `the button “${words(button)}”`;
    for (const [which, name] of NAMED) if (one.closest(which)) return name();
    return `“${words(one)}”`;
  }

  function say(text, box) {
    if (!found.some((other) => other.words === text))
      found.push({ words: text, box: [box.left, box.top, box.width, box.height] });
  }

  const seen = once((one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }),
  );
  const box = (left, top, right, bottom) => ({
    left,
    top,
    right,
    bottom,
    width: Math.max(0, right - left),
    height: Math.max(0, bottom - top),
  });
  const meet = (a, b) =>
    box(
      Math.max(a.left, b.left),
      Math.max(a.top, b.top),
      Math.min(a.right, b.right),
      Math.min(a.bottom, b.bottom),
    );
  const holds = (rect, x, y) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
  const pagesOn = document.scrollingElement.scrollHeight > innerHeight + 1;

  /** How far a box lies beyond another, in words; nothing where it does not. */
  function beyond(inner, outer, slack) {
    const sides = [
      [outer.left - inner.left, 'left'],
      [inner.right - outer.right, 'right'],
      [outer.top - inner.top, 'top'],
      [inner.bottom - outer.bottom, 'bottom'],
    ];
    const [most, side] = sides.reduce((a, b) => (b[0] > a[0] ? b : a));
    return most > slack ? side : '';
  }
  const frame = box(0, 0, innerWidth, innerHeight);
  /** A page that scrolls can be read to its end. */
  const outside = (rect) =>
    beyond(rect, pagesOn ? box(0, -Infinity, innerWidth, Infinity) : frame, 1.5);

  const clear = (colour) => /^rgba\(.*, 0(\.0\d*)?\)$|^transparent$/.test(colour);
  const styleOf = once((one) => {
    const style = getComputedStyle(one);
    const edge = parseFloat(style.borderTopWidth) > 0 && !clear(style.borderTopColor);
    const { overflowX, overflowY, textOverflow, fontSize, position, flexWrap, clipPath } = style;
    return {
      boxed: !clear(style.backgroundColor) || style.backgroundImage !== 'none' || edge,
      scrolls: /auto|scroll/.test(overflowY),
      ...{ overflowX, textOverflow, fontSize, position, flexWrap },
      unseen: clipPath.startsWith('inset(50'),
    };
  });
  const rectOf = once((one) => one.getBoundingClientRect());
  const linesOf = once((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
  });
  const textsIn = (one) => [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());

  /** Whether an element itself has something to see at a point. */
  function paints(one, x, y) {
    if (!seen(one)) return false;
    if (one instanceof SVGGeometryElement || one instanceof SVGTextElement) return true;
    if (one instanceof SVGElement) return false;
    return styleOf(one).boxed || textsIn(one).some((text) => linesOf(text).some((line) => holds(line, x, y)));
  }

  /** What lies over a thing at a point, if it has that point: a round button has no corners. */
  function over(thing, x, y) {
    if (thing.contains(document.elementFromPoint(x, y))) return undefined; // the usual, and quickly found
    const there = document.elementsFromPoint(x, y);
    const own = there.findIndex((one) => thing.contains(one));
    return there.slice(0, Math.max(0, own)).find((one) => !one.contains(thing) && paints(one, x, y));
  }

  const spread = (rect, columns, rows, inset) =>
    Array.from({ length: columns * rows }, (_, i) => [
      rect.left + rect.width * (inset + ((1 - 2 * inset) * (i % columns)) / Math.max(1, columns - 1)),
      rect.top +
        rect.height * (rows === 1 ? 0.5 : inset + ((1 - 2 * inset) * Math.floor(i / columns)) / (rows - 1)),
    ]);

  /** Complain of a thing in a box: beyond the window, or with at least so many of the points covered. */
  function mustBeSeen(name, thing, rect, points, few) {
    const side = outside(rect);
    if (side) say(`${name} is beyond the ${side} of the window`, rect);
    const by = new Map();
    for (const [x, y] of points) {
      const cover = holds(frame, x, y) && over(thing, x, y);
      if (cover) by.set(nameOf(cover), (by.get(nameOf(cover)) ?? 0) + 1);
    }
    for (const [cover, count] of by)
      if (count >= few) say(`${name} is under ${cover}`, rect);
    return !side && by.size === 0;
  }

  function lookAtTheBoard() {
    const shown = (which) => [...field.querySelectorAll(which)].filter(seen);
    const [ghost] = shown('g.pinned, g.floating');
    const pinned = ghost?.matches('.pinned');
    const places = shown('.legal rect');

    if (ghost && (pinned || whole)) lookAtATile('the ghost', ghost);
    // A tile is laid: until the next one is taken it is what the turn is about.
    if (!ghost && !places.length) for (const one of shown('g.laid')) lookAtATile('the tile just laid', one);

    if (ghost && (pinned || whole)) {
      const numbers = [...field.querySelectorAll('.count')];
      for (const disc of shown('.discs circle:not(.halo)')) {
        const rect = rectOf(disc);
        const [cx, cy] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
        const round = (r) =>
          Array.from({ length: 8 }, (_, i) => [
            cx + r * Math.cos((i * Math.PI) / 4),
            cy + r * Math.sin((i * Math.PI) / 4),
          ]);
        mustBeSeen('a new disc', field, rect, [[cx, cy], ...round(0.36 * rect.width)], 2);
        // A number on a disc leaves its colour to be seen around it.
        const numbered = (x, y) =>
          numbers.some((number) => holds(rectOf(number), x, y)) &&
          document.elementsFromPoint(x, y).some((one) => one.closest('.count'));
        if (round(0.42 * rect.width).filter(([x, y]) => numbered(x, y)).length > 2) say('a new disc is under a number', rect);
      }
      for (const count of shown('.count')) {
        const rect = rectOf(count);
        mustBeSeen('the number of a group', count, rect, spread(rect, 3, 3, 0.2), 1);
      }
      const [sum] = [...document.querySelectorAll('output.points span')].filter(seen);
      const [receipt] = [...document.querySelectorAll('.sums')].filter(seen);
      if (sum) {
        const rect = rectOf(sum);
        mustBeSeen('the +N', sum, rect, spread(rect, 5, 3, 0.12), 1);
        if (!receipt) say('there is a +N but no receipt', rect);
      }
    }
    for (const line of document.querySelectorAll('.sums li')) {
      const rect = rectOf(line);
      if (seen(line)) mustBeSeen('the receipt', line, rect, spread(rect, 5, 1, 0.05), 1);
    }
    if (whole && !ghost) {
      lookAtMiddles('dashed places', places);
      lookAtMiddles('tiles', shown('rect.near'));
    }
  }

  function lookAtATile(name, tile) {
    const rect = [...tile.querySelectorAll('rect')].at(-1).getBoundingClientRect();
    const points = spread(rect, 7, 7, 0.08);
    // +N touches a corner of its tile, where no disc is.
    mustBeSeen(name, field, rect, points.filter(([x, y]) => !badgeAt(x, y)), 1);
    const badge = points.filter(([x, y]) => badgeAt(x, y)).length;
    if (badge > points.length / 6) say(`${name} is under the +N`, rect);
  }

  function badgeAt(x, y) {
    const badge = document.querySelector('output.points span');
    return badge && holds(rectOf(badge), x, y);
  }

  function lookAtMiddles(name, things) {
    const by = new Map();
    for (const thing of things) {
      const rect = rectOf(thing);
      const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
      const found = holds(frame, x, y) ? over(field, x, y) : undefined;
      // The sum of somebody's turn is on its way to their score: it is gone at once, and lets presses through.
      const cover = found?.closest('.gain[aria-hidden]') ? undefined : found;
      const where = !holds(frame, x, y) ? 'beyond the window' : cover && `under ${nameOf(cover)}`;
      if (where) by.set(where, rect);
    }
    for (const [where, rect] of by) say(`nobody has moved the board, yet ${name} are ${where}`, rect);
  }

  /** What is left of a box in the panels that scroll around it. */
  function inPanels(one, rect) {
    let left = rect;
    for (let around = one.parentElement; around && around !== document.body; around = around.parentElement)
      if (styleOf(around).scrolls) left = meet(left, rectOf(around));
    return left;
  }

  function lookAtButtons(scope) {
    for (const one of scope.querySelectorAll('a[href], button, select, input, summary')) {
      const whole = rectOf(one);
      if (!seen(one) || whole.width < 3 || whole.height < 3) continue;
      const rect = inPanels(one, whole);
      // Further down in a panel that scrolls, or on a page that does.
      if (rect.height < 0.7 * whole.height || (pagesOn && meet(rect, frame).height < 0.7 * whole.height)) continue;
      if (!mustBeSeen(nameOf(one), one, rect, spread(rect, 5, 3, 0.15), 1)) hidden.add(one);
    }
    if (innerWidth >= 1280) lookAtRows(scope);
  }

  /** Where there is room, buttons that belong together do not pile up. */
  function lookAtRows(scope) {
    for (const row of new Set([...scope.querySelectorAll('button')].map((one) => one.parentElement))) {
      if (styleOf(row).flexWrap !== 'wrap' || !seen(row)) continue;
      const buttons = [...row.children].filter((one) => one.matches('button') && seen(one));
      const rows = new Set(buttons.map((one) => Math.round(rectOf(one).top / 8)));
      if (rows.size >= 3)
        say(
          `the buttons ${buttons.map((one) => `“${words(one)}”`).join(', ')} stand in ${rows.size} rows`,
          rectOf(row),
        );
    }
  }

  function lookAtTexts(scope) {
    const walk = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const owner = text.parentElement;
      if (!text.data.trim() || !seen(owner) || owner.closest('script, style, option, title')) continue;
      if (field?.contains(owner) || unheard(owner)) continue;
      if ([...hidden].some((one) => one.contains(owner))) continue; // said already
      lookAtText(text, owner);
    }
  }

  /** For screen readers only. */
  const unheard = once((one) => one !== null && (styleOf(one).unseen || unheard(one.parentElement)));

  function lookAtText(text, owner) {
    const lines = linesOf(text);
    if (!lines.length) return;
    const all = lines.reduce((a, b) =>
      box(Math.min(a.left, b.left), Math.min(a.top, b.top), Math.max(a.right, b.right), Math.max(a.bottom, b.bottom)),
    );
    const name = `“${short(text.data)}”`;
    let rect = all;
    for (let at = owner; at && at !== document.body; at = at.parentElement) {
      const style = styleOf(at);
      const around = rectOf(at);
      const cuts = style.overflowX !== 'visible' && !(at instanceof SVGElement && at.tagName !== 'svg');
      if (cuts && (rect.left < around.left - 1.5 || rect.right > around.right + 1.5)) {
        // A long name may end in dots, as long as it can be told from another.
        const enough = Math.min(0.6 * rect.width, 3.5 * parseFloat(style.fontSize));
        const dots = style.textOverflow === 'ellipsis' && around.width >= enough;
        if (!dots) return say(`${name} is cut off`, around);
      }
      if (cuts && !style.scrolls && (rect.top < around.top - 3 || rect.bottom > around.bottom + 3))
        return say(`${name} is cut off`, around);
      if (cuts) rect = meet(rect, around);
      if (rect.width < 2 || rect.height < 0.7 * all.height) return; // further down in a panel
      // Its own box: the first around it that can be seen.
      if (!(at instanceof SVGElement) && style.boxed) {
        if (beyond(rect, around, 2)) return say(`${name} spills out of ${nameOf(at)}`, around);
        break;
      }
      if (style.position === 'fixed') break;
    }
    if (owner.closest('.sums, output')) return; // seen with the board
    rect = inPanels(owner, rect);
    if (pagesOn) rect = meet(rect, box(0, 0, Infinity, innerHeight));
    if (rect.height < 0.7 * all.height) return;
    const points = lines
      .map((line) => meet(line, rect))
      .flatMap((line) => (line.height > 2 ? spread(line, 3, 1, 0.1) : []));
    mustBeSeen(name, owner, rect, points, 1);
  }

  // A dialogue, a sheet or a menu that is open is all that matters; else everything does.
  const sheet = document.querySelector('dialog:modal') ?? document.querySelector('main .sheet');
  const menu = nav?.querySelector('[aria-expanded=true]');
  const scopes = sheet
    ? [sheet]
    : menu
      ? [nav, ...document.querySelectorAll('main .popup, main aside.shown')]
      : [document.body];

  if (field && !sheet && !menu) lookAtTheBoard();
  scopes.forEach(lookAtButtons);
  scopes.forEach(lookAtTexts);
  if (tray && seen(tray) && !tray.querySelector('button') && !tray.innerText.trim())
    say('the tray is there, and empty', rectOf(tray));
  through.forEach((one, at) => {
    one.style.removeProperty('pointer-events');
    if (own[at] === null) one.removeAttribute('style');
  });
  return found;
};
