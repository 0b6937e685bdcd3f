// The panel that tells the current step: sentence, dice, combat, comment, details.

const GLYPHS = { "!": "good", "!!": "brilliant", "!?": "interesting", "?!": "dubious", "?": "mistake", "??": "blunder", "⚑": "event" };
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

class StoryView {
  constructor(game, board) {
    this.game = game;
    this.board = board;
  }

  show() {
    const { game } = this;
    const step = game.step;
    const parts = [];
    const chapter = game.chapters.findLast((at) => at <= game.at);
    if (chapter) parts.push(el("p", { class: "chapter", dir: "auto" }, game.steps[chapter - 1].chapter));
    if (game.at <= game.first && DATA.intro) parts.push(trusted(DATA.intro, { class: "comment", dir: "auto", lang: DATA.lang }));
    if (game.at <= game.first) parts.push(el("p", { class: "hint" }, t(matchMedia("(hover: none)").matches ? "hint.touch" : "hint")));
    if (step) {
      parts.push(this.title(step), this.sentence(step));
      if (step.combat) parts.push(this.combat(step));
      else if (step.dice) parts.push(this.#dice(step));
      if (step.html) parts.push(trusted(step.html, { class: "comment", dir: "auto", lang: DATA.lang }));
      parts.push(this.#units(step), this.#details(step));
    }
    byId("now").replaceChildren(...parts.filter(Boolean));
    byId("story").scrollTop = 0;
    const said = byId("now").querySelector(".comment")?.textContent ?? "";
    byId("spoken").textContent = [step?.s, step?.html ? said : ""].filter(Boolean).join(" ");
    this.#clock();
  }

  #clock() {
    const [turn, phase, active] = this.game.clock;
    const side = DATA.sides[active];
    const weather = this.game.tracks.get("weather");
    byId("clock").replaceChildren(
      ...[
        turnName(turn) ? el("span", { class: "turn" }, turnName(turn), DATA.turns[turn] ? el("small", {}, DATA.turns[turn]) : null) : null,
        side ? el("span", { class: "side", "data-side": active }, side.n) : null,
        turnName(turn) ? el("span", {}, DATA.phases[phase] ?? phase) : null,
        weather ? el("span", { class: "weather" }, DATA.words[weather] ?? String(weather)) : null,
      ].filter(Boolean),
    );
    const chip = byId("clock").querySelector(".side");
    if (chip) chip.style.setProperty("--side", side.c);
  }

  /** The heading of a moment; none for other entries, and none that only repeats the sentence. */
  title(step) {
    if (!step.title || step.s === step.title || step.s === `${step.title}.`) return null;
    return el("h3", { class: "moment", dir: "auto" }, step.title);
  }

  /** What happened, behind the sign of its annotation. */
  sentence(step) {
    const glyph = step.glyph
      ? el("span", { class: `glyph ${GLYPHS[step.glyph]}`, title: t(`glyph.${GLYPHS[step.glyph]}`), role: "img", "aria-label": t(`glyph.${GLYPHS[step.glyph]}`) }, step.glyph)
      : null;
    return el("p", { class: "sentence", dir: "auto" }, glyph, step.s);
  }

  // -- dice -------------------------------------------------------------------------------------

  #dice(step) {
    const throws = step.dice.map((dice) => {
      if (dice.draw) return this.#draw(dice, step);
      return el(
        "div",
        { class: "throw" },
        dice.v.map((value) => die(value, dice.n)),
        el("small", {}, t(`dice.${dice.src}`)),
      );
    });
    const consult = step.consult;
    if (consult) {
      const total = step.dice.reduce((sum, dice) => sum + (dice.v.length === 1 ? dice.v[0] : 0), consult.drm);
      const drm = `${consult.drm < 0 ? "−" : "+"} ${Math.abs(consult.drm)}`;
      throws.push(
        el(
          "div",
          { class: "outcome" },
          el("small", {}, consult.table, consult.column ? `, ${t("consult.column", { column: consult.column })}` : ""),
          consult.drm ? el("span", {}, t("dice.drm", { value: total - consult.drm, drm, total })) : null,
          el("b", {}, consult.result),
        ),
      );
    }
    return el("div", { class: "card dice" }, throws);
  }

  #draw(dice, step) {
    const unit = step.moves?.at(-1)?.u[0];
    const piece = unit && this.game.pieces.get(unit);
    return el(
      "div",
      { class: "throw draw" },
      piece ? counterPicture(piece[PIECE.design], piece[PIECE.badge], 84, unitName(unit)) : die(dice.v[0], dice.n),
      el("small", {}, t("dice.draw", { sides: dice.n })),
    );
  }

  // -- combat -----------------------------------------------------------------------------------

  /** The card of a combat. */
  combat(step) {
    const c = step.combat;
    const headline = c.label;
    const force = (units, title, note) =>
      el(
        "div",
        { class: "force" },
        el("h3", {}, title, note ? el("small", {}, note) : null),
        units.length
          ? units.map((unit) => this.#chip(unit.u, unit.g, unit.b, unit.n, 56))
          : el("em", {}, t("combat.nobody")),
      );
    const notes = [
      c.lead ? t("combat.lead", { lead: c.lead }) : "",
      c.support.length ? t("combat.support", { support: c.support.join(", ") }) : "",
    ].filter(Boolean);
    const shifts = c.shifts.map(([by, why]) => el("tr", {}, el("th", {}, why), el("td", { class: by > 0 ? "plus" : by < 0 ? "minus" : "" }, signed(by))));
    const sum = c.shifts.reduce((total, [by]) => total + by, 0);
    return el(
      "div",
      { class: "card combat", role: "group", "aria-label": `${headline} ${c.place}` },
      el("h2", {}, headline, el("small", {}, c.place)),
      el(
        "div",
        { class: "forces" },
        force(c.a, t(c.d.length ? "combat.attackers" : "combat.units"), notes.join(", ")),
        c.d.length ? force(c.d, t("combat.defenders")) : null,
      ),
      el(
        "table",
        {},
        c.odds.length ? el("tr", {}, el("th", {}, t("combat.odds")), el("td", {}, `${c.odds[0]} : ${c.odds[1]}`)) : null,
        shifts,
        c.shifts.length > 1 ? el("tr", { class: "sum" }, el("th", {}, t("combat.shifts")), el("td", {}, signed(sum))) : null,
      ),
      el(
        "div",
        { class: "verdict" },
        c.column ? el("div", {}, el("small", {}, t("combat.column")), el("b", {}, c.column)) : null,
        c.dice.length ? el("div", {}, el("small", {}, t(c.dice.length > 1 ? "combat.die" : "combat.die.one")), el("span", { class: "faces" }, c.dice.map((value) => die(value, 6)))) : null,
        el("div", {}, el("small", {}, t("combat.result")), el("b", {}, c.result)),
      ),
      c.luck ? el("p", { class: "luck" }, c.luck) : null,
      ...c.further.map((line) => el("p", {}, line)),
    );
  }

  #chip(unit, design, badge, name, size) {
    const place = () => this.game.pieces.get(unit)?.[PIECE.place];
    return el(
      "button",
      { type: "button", class: "chip", title: name, "aria-label": name, onclick: () => place() && this.board.openStack(place()) },
      counterPicture(design, badge, size, name),
    );
  }

  // -- the rest ---------------------------------------------------------------------------------

  /** The counters a step touched, to look at closely. */
  #units(step) {
    if (step.combat || step.k === "setup" || step.dice?.some((dice) => dice.draw)) return null;
    const units = Object.entries(step.x.p ?? {}).filter(([, [before, after]]) => before || after);
    if (!units.length) return null;
    return el(
      "div",
      { class: "touched" },
      units.slice(0, 24).map(([unit, [before, after]]) => {
        const piece = after ?? before;
        return this.#chip(unit, piece[PIECE.design], piece[PIECE.badge], unitName(unit), 52);
      }),
    );
  }

  #details(step) {
    // A lone detail of a move only says the sentence again.
    if (!step.d || (step.k === "move" && step.d.length < 4)) return null;
    return el("details", { open: step.d.length <= 8 }, el("summary", {}, t("details")), el("ul", {}, step.d.map((line) => el("li", { dir: "auto" }, line))));
  }
}

const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** A die as it lies on the table; with more than six sides as a tile with its number. */
function die(value, sides) {
  const label = sides === 6 ? t("dice.die", { value }) : t("dice.of", { value, sides });
  const face =
    sides === 6
      ? PIPS[value].map(([x, y]) => svg("circle", { cx: x * 12.5, cy: y * 12.5, r: 5.2 }))
      : svg("text", { y: 9, "font-size": String(value).length > 2 ? 19 : 25 }, String(value));
  return svg(
    "svg",
    { class: sides === 6 ? "die" : "die tile", viewBox: "-25 -25 50 50", role: "img", "aria-label": label },
    svg("title", {}, label),
    svg("rect", { x: -23, y: -23, width: 46, height: 46, rx: 9 }),
    face,
  );
}
