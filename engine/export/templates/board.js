// Counters, markers and bridges on the map; the panel of a stack; the hex under the pointer.

const COUNTER = HEX * 0.64;
const LEAN = HEX * 0.05; // how far each counter of a stack stands out over the one below
const SEEN = 5; // counters of a stack that are drawn

const leanOf = (index, height) => {
  const step = Math.min(LEAN, (HEX * 0.2) / Math.max(1, height - 1));
  return (index - (height - 1) / 2) * step;
};

class BoardView {
  constructor(game, camera) {
    this.game = game;
    this.camera = camera;
    this.away = new Set(); // units shown elsewhere, while they move
    this.drawn = new Map();
    this.layers = { stacks: byId("stacks"), markers: byId("markers"), bridges: byId("bridges") };
    this.open = null;
    camera.onclick = (point) => this.openStack(this.#placeAt(point));
    camera.view.addEventListener("pointermove", (event) => this.#hover(event));
    camera.view.addEventListener("pointerleave", () => this.#hover(null));
  }

  /** A table of pictures may show other boards from here on. */
  #boards() {
    const shown = [...this.game.tracks].filter(([name]) => name.startsWith("boards:"));
    const key = shown.map(([name, value]) => `${name}=${value}`).sort().join();
    if (key === this.boards) return;
    this.boards = key;
    byId("map").src = DATA.pictures[key] ?? Object.values(DATA.pictures)[0];
  }

  /** Draw again what is different. */
  update() {
    if (DATA.pictures) this.#boards();
    const wanted = new Map();
    for (const [place, units] of this.game.stacks) {
      const center = hexCenter(place);
      const here = units.filter((unit) => !this.away.has(unit));
      if (center && here.length) wanted.set(`stacks ${place}`, [this.#sign(here), () => this.stackPicture(center, here)]);
    }
    const beside = new Map();
    for (const [name, marker] of this.game.markers) {
      const center = placeCenter(marker[MARKER.at]);
      if (!center) continue;
      const nth = beside.get(marker[MARKER.at]) ?? 0;
      beside.set(marker[MARKER.at], nth + 1);
      wanted.set(`markers ${name}`, [[...marker, nth].join(" "), () => this.#marker(center, marker, nth)]);
    }
    for (const [hexside, state] of this.game.hexsides) {
      const center = placeCenter(hexside);
      const symbol = DATA.bridgeMarks[state];
      // A bridge that was never wired or has its charge intact at the start is as the map shows it.
      if (center && symbol && !(state === "intact" && this.#intactFromTheStart(hexside))) {
        wanted.set(`bridges ${hexside}`, [state, () => this.#bridge(center, hexside, state, symbol)]);
      }
    }
    for (const [key, { node }] of this.drawn) {
      if (!wanted.has(key)) {
        node.remove();
        this.drawn.delete(key);
      }
    }
    for (const [key, [sign, make]] of wanted) {
      const held = this.drawn.get(key);
      if (held?.sign === sign) continue;
      const node = make();
      if (held) held.node.replaceWith(node);
      else this.layers[key.slice(0, key.indexOf(" "))].append(node);
      this.drawn.set(key, { sign, node });
    }
    if (this.open !== null) this.#panel();
  }

  #intactFromTheStart(hexside) {
    return this.game.steps[0]?.x.h?.[hexside]?.[1] === "intact";
  }

  #sign(units) {
    return units
      .map((unit) => {
        const piece = this.game.pieces.get(unit);
        return `${piece[PIECE.design]}.${piece[PIECE.badge]}`;
      })
      .join(" ");
  }

  /** The counters of a stack, and how many there are. */
  stackPicture(center, units) {
    const node = svg("g", { class: "stack", transform: `translate(${center.x} ${center.y})` });
    const shown = units.slice(-SEEN);
    shown.forEach((unit, i) => {
      const piece = this.game.pieces.get(unit);
      const lean = leanOf(i, shown.length);
      const counter = counterGroup(piece[PIECE.design], piece[PIECE.badge], COUNTER);
      counter.setAttribute("transform", `translate(${lean} ${-lean})`);
      node.append(counter);
    });
    if (units.length > 2) {
      const lean = leanOf(shown.length - 1, shown.length);
      const at = { x: COUNTER * 0.5 + lean, y: COUNTER * 0.5 - lean };
      node.append(
        svg("circle", { class: "badge", cx: at.x, cy: at.y, r: HEX * 0.115, "stroke-width": HEX * 0.02 }),
        svg("text", { class: "badge", x: at.x, y: at.y + HEX * 0.058, "font-size": HEX * 0.165 }, String(units.length)),
      );
    }
    return node;
  }

  #marker(center, marker, nth) {
    const size = HEX * 0.42;
    const x = center.x + HEX * 0.27 - nth * size * 0.35;
    const y = center.y + HEX * 0.3 - nth * size * 0.12;
    return svg(
      "g",
      { class: "marker" },
      svg("title", {}, marker[MARKER.title]),
      svg("use", { href: `#${marker[MARKER.symbol]}`, x: x - size / 2, y: y - size / 2, width: size, height: size }),
    );
  }

  #bridge(center, hexside, state, symbol) {
    const size = HEX * 0.36;
    return svg(
      "g",
      { class: `bridge ${state}`, "data-hexside": hexside },
      svg("use", { href: `#${symbol}`, x: center.x - size / 2, y: center.y - size / 2, width: size, height: size }),
    );
  }

  // -- the panel of a stack ---------------------------------------------------------------------

  openStack(place) {
    const stack = place === null ? null : this.game.stacks.get(place);
    this.open = stack ? place : null;
    this.#panel();
  }

  #panel() {
    const panel = byId("stack");
    const units = this.open === null ? null : this.game.stacks.get(this.open);
    const center = units && hexCenter(this.open);
    byId("chosen").replaceChildren(...(center ? [svg("polygon", { points: hexOutline(center, 0.98) })] : []));
    panel.hidden = !units;
    if (!units) {
      this.open = null;
      return;
    }
    const close = el("button", { type: "button", title: t("close"), "aria-label": t("close"), onclick: () => this.openStack(null) });
    close.append(svg("svg", { class: "icon", viewBox: "0 0 24 24" }, svg("use", { href: "#i-close" })));
    panel.replaceChildren(
      el("h2", {}, placeTitle(this.open), close),
      el("ul", {}, units.toReversed().map((unit) => el("li", {}, unitCard(unit, this.game.pieces.get(unit))))),
    );
  }

  /** The place under a point of the picture. */
  #placeAt(point) {
    return DATA.spots ? spotAt(point, this.game.stacks) : hexAt(point);
  }

  // -- the hex under the pointer ----------------------------------------------------------------

  #hover(event) {
    const tip = byId("tip");
    const layer = byId("hover");
    const touch = event?.pointerType === "touch";
    const number = event && !event.buttons && !touch ? this.#placeAt(this.camera.toPicture(event.clientX, event.clientY)) : null;
    if (number === null) {
      tip.hidden = true;
      layer.replaceChildren();
      this.under = null;
      return;
    }
    if (number !== this.under) {
      this.under = number;
      layer.replaceChildren(svg("polygon", { points: hexOutline(hexCenter(number)) }));
      tip.replaceChildren(...this.#tip(number));
      tip.hidden = false;
    }
    const box = byId("board").getBoundingClientRect();
    const x = Math.min(event.clientX - box.left + 18, box.width - tip.offsetWidth - 8);
    const below = event.clientY - box.top + 20;
    const y = below + tip.offsetHeight > box.height ? event.clientY - box.top - tip.offsetHeight - 14 : below;
    tip.style.transform = `translate(${Math.max(4, x)}px, ${Math.max(4, y)}px)`;
  }

  #tip(number) {
    const units = this.game.stacks.get(number) ?? [];
    const present = units.length ? el("em", {}, units.toReversed().map(unitName).join(", ")) : null;
    if (DATA.spots) return [el("b", {}, placeTitle(number)), present].filter(Boolean);
    const [terrain, settlement, names, drops, basis] = DATA.hexes[number];
    const lines = [
      el("b", {}, number, names.length ? ` ${names.join(", ")}` : ""),
      el("span", {}, [terrain, settlement].filter(Boolean).join(" · "), ` (${t("basis", { basis: DATA.bases[basis] })})`),
    ];
    for (const letter of drops) lines.push(el("span", {}, t("drop", { letter })));
    for (const [hexside, bridge] of Object.entries(DATA.bridges)) {
      if (!hexside.split("/").includes(number)) continue;
      const state = this.game.hexsides.get(hexside);
      const words = state && DATA.text[`bridge.${state}`];
      lines.push(el("span", {}, `${bridge.n}, ${bridge.k}`, words ? `: ${words}` : ""));
    }
    return present ? [...lines, present] : lines;
  }
}

const unitName = (unit) => DATA.units[unit]?.n ?? unit;

function placeTitle(place) {
  if (DATA.spots && Object.hasOwn(DATA.spots, place)) return DATA.spots[place][2];
  const hex = Object.hasOwn(DATA.hexes, place) ? DATA.hexes[place] : null;
  if (hex) return hex[2].length ? `${place} ${hex[2][0]}` : place;
  return DATA.boxes.find((box) => box.id === place)?.n ?? place;
}

/** A unit in full: its counter, large, and everything it tells in words. */
function unitCard(unit, piece) {
  const facts = DATA.units[unit] ?? { n: unit, f: "", steps: 0, basis: "" };
  const of = Math.max(facts.steps, piece[PIECE.steps]);
  return [
    counterPicture(piece[PIECE.design], piece[PIECE.badge], 92, facts.n),
    el(
      "div",
      {},
      el("b", {}, facts.n),
      el("span", {}, facts.f),
      el("span", {}, DATA.designs[piece[PIECE.design]] || ""),
      facts.steps ? el("span", {}, t("steps", { steps: piece[PIECE.steps], of })) : null,
      piece[PIECE.status].map((status) => {
        const [name, meaning] = DATA.statuses[status] ?? [status.replaceAll("_", " "), ""];
        return el("span", { class: "status" }, meaning || name);
      }),
      facts.basis ? el("small", {}, t("basis.unit", { basis: facts.basis })) : null,
    ),
  ];
}
