// What the current step did, drawn on the map: paths, combats, rings, the commentator's shapes.

/** A mark as Python drew it: a path, or a word that stands off any ground. */
function drawMark(mark) {
  if (typeof mark[0] === "number") {
    const [x, y, size, fill, edge, words] = mark;
    return svg("text", { class: "word", x, y, "font-size": size, fill, stroke: edge, "stroke-width": size * 0.26 }, words);
  }
  const [d, fill = "", stroke = "", width = 0, opacity = 1, fillOpacity = 1, dashes = ""] = mark;
  const look = { d, fill: fill || "none", stroke: stroke || "none" };
  if (stroke) look["stroke-width"] = width;
  if (opacity !== 1) look.opacity = opacity;
  if (fillOpacity !== 1) look["fill-opacity"] = fillOpacity;
  if (dashes) Object.assign(look, { "stroke-dasharray": dashes, "stroke-linecap": "butt" });
  return svg("path", look);
}

class ActionView {
  constructor(game, board) {
    this.game = game;
    this.board = board;
    this.frame = 0;
    this.done = null;
  }

  /** Draw the current step; `play` moves its counters along their paths. Gives the time it takes. */
  draw(play, speed) {
    this.cancel();
    const step = this.game.step;
    const layers = ["ghosts", "action", "shapes-under", "shapes"].map(byId);
    layers.forEach((layer) => layer.replaceChildren());
    if (!step) return 0;
    const [ghosts, action, under, over] = layers;
    for (const move of step.moves ?? []) this.#ghost(move, ghosts);
    for (const [role, below, marks] of step.draw ?? []) {
      const own = role.startsWith("shape");
      const layer = below ? under : own ? over : action;
      layer.append(svg("g", { class: role }, marks.map(drawMark)));
    }
    if (step.consult?.at && !step.draw) this.#consult(step.consult.at, action);
    return play && !STILL.matches ? this.#animate(step, speed) : 0;
  }

  /** Put counters that are under way where they belong. */
  cancel() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    byId("moving").replaceChildren();
    if (this.board.away.size) {
      this.board.away.clear();
      this.board.update();
    }
  }

  #before(unit) {
    return this.game.step.x.p?.[unit]?.[0] ?? this.game.pieces.get(unit);
  }

  #group(units) {
    return units.flatMap((unit, i) => {
      const piece = this.#before(unit);
      if (!piece) return [];
      const counter = counterGroup(piece[PIECE.design], piece[PIECE.badge], COUNTER);
      const lean = leanOf(i, units.length);
      counter.setAttribute("transform", `translate(${lean} ${-lean})`);
      return [counter];
    });
  }

  #ghost(move, ghosts) {
    const start = hexCenter(move.from);
    if (!start) return;
    ghosts.append(svg("g", { class: "ghost", transform: `translate(${start.x} ${start.y})` }, this.#group(move.u)));
  }

  #consult(place, action) {
    const at = placeCenter(place);
    action.append(svg("circle", { class: "ring consult", cx: at.x, cy: at.y, r: HEX * (place.includes("/") ? 0.34 : 0.52) }));
  }

  // -- counters under way -----------------------------------------------------------------------

  #animate(step, speed) {
    const runs = (step.moves ?? []).flatMap((move) => {
      const points = move.path.map(hexCenter);
      const units = move.u.filter((unit) => this.game.pieces.get(unit)?.[PIECE.place] === move.to && hexCenter(move.to));
      if (!points.length || !units.length) return [];
      const node = svg("g", { class: "under-way" }, this.#group(units));
      const line = points.length > 1 ? svg("path", { d: smoothPath(points) }) : null;
      return [{ units, node, line, end: points.at(-1), legs: Math.max(1, points.length - 1) }];
    });
    if (!runs.length) return 0;
    const legs = Math.max(...runs.map((run) => run.legs));
    const duration = Math.min(1700, 380 + 190 * legs) / speed;
    for (const run of runs) {
      run.length = run.line?.getTotalLength() ?? 0;
      run.units.forEach((unit) => this.board.away.add(unit));
    }
    byId("moving").replaceChildren(...runs.map((run) => run.node));
    this.board.update();
    const began = performance.now();
    const tick = (now) => {
      const f = Math.min(1, (now - began) / duration);
      const eased = f < 0.5 ? 2 * f * f : 1 - (-2 * f + 2) ** 2 / 2;
      for (const run of runs) {
        const at = run.line ? run.line.getPointAtLength(run.length * eased) : run.end;
        // Who comes from a box, or from the air, sinks onto the map.
        const size = run.line ? 1 : 1 + 0.7 * (1 - eased);
        run.node.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${size})`);
        if (!run.line) run.node.setAttribute("opacity", Math.min(1, 0.25 + f));
      }
      if (f < 1) this.frame = requestAnimationFrame(tick);
      else this.cancel();
    };
    tick(began);
    return duration;
  }
}
