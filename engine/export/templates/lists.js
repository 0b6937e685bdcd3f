// Chapters, entries and the boxes off the map.

const KINDS = { combat: "⚔", roll: "⚂", consult: "⚂", reveal: "?", note: "✎", set_phase: "◷", setup: "▦" };

class ListView {
  constructor(game, board, go) {
    this.game = game;
    this.board = board;
    this.go = go;
    this.boxes = new Map();
    this.#tabs();
    this.#chapters();
    this.#entries();
    this.#boxes();
  }

  /** Fill the lists again after the log has grown. */
  refresh() {
    this.#chapters();
    this.#entries();
    this.show();
  }

  show() {
    const { game } = this;
    const chapter = game.chapters.findLast((at) => at <= game.at);
    for (const [at, node] of this.chapterNodes) {
      node.toggleAttribute("aria-current", at === chapter);
      if (at === chapter && !byId("pane-chapters").hidden) node.scrollIntoView({ block: "nearest" });
    }
    this.entryNodes[this.current]?.removeAttribute("aria-current");
    this.current = game.at - 1;
    const entry = this.entryNodes[this.current];
    entry?.setAttribute("aria-current", "step");
    if (!byId("pane-entries").hidden) entry?.scrollIntoView({ block: "nearest" });
    if (!byId("pane-boxes").hidden) this.#updateBoxes();
  }

  #tabs() {
    const tabs = [...document.querySelectorAll("[role=tab]")];
    const choose = (tab) => {
      for (const other of tabs) {
        other.setAttribute("aria-selected", String(other === tab));
        other.tabIndex = other === tab ? 0 : -1;
        byId(other.getAttribute("aria-controls")).hidden = other !== tab;
      }
      this.show();
    };
    tabs.forEach((tab, i) => {
      tab.tabIndex = i ? -1 : 0;
      tab.addEventListener("click", () => choose(tab));
      tab.addEventListener("keydown", (event) => {
        const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!turn) return;
        event.stopPropagation();
        const next = tabs[(i + turn + tabs.length) % tabs.length];
        choose(next);
        next.focus();
      });
    });
  }

  #chapters() {
    this.chapterNodes = this.game.chapters.map((at) => {
      const step = this.game.steps[at - 1];
      return [at, el("button", { type: "button", dir: "auto", onclick: () => this.go(at) }, step.chapter, el("small", {}, turnName(step.t[0])))];
    });
    byId("pane-chapters").replaceChildren(el("ol", { class: "rows" }, this.chapterNodes.map(([, node]) => el("li", {}, node))));
  }

  #entries() {
    const { steps } = this.game;
    const list = el("ol", { class: "rows" });
    let clock = "";
    this.entryNodes = steps.map((step, i) => {
      const [turn, phase, active] = step.t;
      if (clock !== step.t.join() && (turn || !DATA.spots)) {
        clock = step.t.join();
        const side = DATA.sides[active]?.n ?? active;
        list.append(el("li", { class: "heading" }, [turnName(turn), side, DATA.phases[phase] ?? phase].filter(Boolean).join(" · ")));
      }
      const node = el(
        "button",
        { type: "button", dir: "auto", class: step.html ? "noted" : null, onclick: () => this.go(i + 1) },
        el("span", { class: "sign", "aria-hidden": "true" }, step.glyph ?? KINDS[step.k] ?? ""),
        step.s.length > 150 ? `${step.s.slice(0, 148)}…` : step.s,
      );
      list.append(el("li", {}, node));
      return node;
    });
    const none = el("p", { class: "none", hidden: true }, t("filter.none"));
    byId("entries").replaceChildren(list, none);
    const filter = byId("filter");
    filter.oninput = () => {
      const words = filter.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
      let found = 0;
      this.entryNodes.forEach((node, i) => {
        const text = `${steps[i].s} ${steps[i].id} ${steps[i].chapter ?? ""}`.toLocaleLowerCase();
        const fits = words.every((word) => text.includes(word));
        node.parentElement.hidden = !fits;
        found += fits;
      });
      for (const heading of list.querySelectorAll(".heading")) heading.hidden = words.length > 0;
      none.hidden = found > 0;
    };
  }

  // -- boxes ------------------------------------------------------------------------------------

  #boxes() {
    const groups = groupBy(DATA.boxes, (box) => box.panel);
    const pane = byId("pane-boxes");
    for (const [panel, boxes] of groups) {
      const rows = boxes.map((box) => {
        const count = el("small", {});
        const pieces = el("div", { class: "pieces" });
        const row = el("section", { class: "box", "data-box": box.id }, el("h2", {}, box.n, count), pieces);
        this.boxes.set(box.id, { row, count, pieces, sign: null });
        return row;
      });
      pane.append(el("details", { open: panel !== "turns" && panel !== "common" }, el("summary", {}, DATA.boxGroups[panel]), rows));
    }
    pane.append(el("p", { class: "none" }, t("hidden_empty")));
  }

  #updateBoxes() {
    const { game } = this;
    const lying = groupBy([...game.markers.values()], (marker) => marker[MARKER.at]);
    const changed = game.step?.k === "setup" ? {} : (game.step?.x.s ?? {});
    for (const [id, box] of this.boxes) {
      const units = game.stacks.get(id) ?? [];
      const markers = lying.get(id) ?? [];
      const value = game.tracks.get(id);
      box.row.hidden = !units.length && !markers.length && value === undefined;
      box.row.classList.toggle("changed", Object.hasOwn(changed, id));
      const sign = JSON.stringify([units.map((unit) => game.pieces.get(unit)), markers, value]);
      if (sign === box.sign) continue;
      box.sign = sign;
      box.count.textContent = value === undefined ? String(units.length + markers.length) : String(value);
      box.pieces.replaceChildren(
        ...units.map((unit) => {
          const piece = game.pieces.get(unit);
          const name = unitName(unit);
          return el(
            "button",
            { type: "button", class: "chip", title: name, "aria-label": name, onclick: () => this.board.openStack(id) },
            counterPicture(piece[PIECE.design], piece[PIECE.badge], 44, name),
          );
        }),
        ...markers.map((marker) =>
          svg("svg", { viewBox: "0 0 96 96", width: 40, height: 40, class: "piece" }, svg("title", {}, marker[MARKER.title]), svg("use", { href: `#${marker[MARKER.symbol]}`, width: 96, height: 96 })),
        ),
      );
    }
    for (const group of byId("pane-boxes").querySelectorAll("details")) {
      group.hidden = !group.querySelector(".box:not([hidden])");
    }
  }
}

function groupBy(items, key) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(key(item))) groups.set(key(item), []);
    groups.get(key(item)).push(item);
  }
  return groups;
}
