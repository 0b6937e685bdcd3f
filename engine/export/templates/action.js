// What the current step did, drawn on the map: paths, combats, rings, the commentator's shapes.

const HOW = { retreat: "retreat", advance: "advance", landing: "landing" };

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
    for (const move of step.moves ?? []) this.#move(move, ghosts, action);
    if (step.combat) this.#combat(step.combat, step.shapes ?? [], action);
    this.#rings(step, action);
    for (const shape of step.shapes ?? []) this.#shape(shape, shape.kind === "hex" ? under : over);
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

  #move(move, ghosts, action) {
    const points = move.path.map(hexCenter);
    if (!points.length) return;
    const kind = HOW[move.how] ?? "move";
    const start = hexCenter(move.from);
    if (start) {
      const ghost = svg("g", { class: "ghost", transform: `translate(${start.x} ${start.y})` }, this.#group(move.u));
      ghosts.append(ghost);
    }
    // Where others stay behind, the arrow leaves their counters readable.
    const stay = start && this.game.stacks.has(move.from);
    if (points.length > 1) action.append(arrow(points, kind, { start: stay ? HEX * 0.3 : 0 }));
    else action.append(svg("polygon", { class: `ring ${kind}`, points: hexOutline(points[0], 0.94) }));
  }

  /** Attackers' arrows and the target's ring, unless the commentator has drawn the same. */
  #combat(combat, shapes, action) {
    const target = combat.target && hexCenter(combat.target);
    if (!target) return;
    const told = shapes.filter((s) => s.kind === "arrow").map((s) => `${s.hexes.at(-2)}/${s.hexes.at(-1)}`);
    for (const from of combat.from) {
      if (from !== combat.target && !told.includes(`${from}/${combat.target}`)) {
        action.append(arrow([hexCenter(from), target], "attack", { gap: HEX * 0.3, start: HEX * 0.3, width: HEX * 0.11 }));
      }
    }
    if (shapes.some((s) => s.kind === "circle" && s.hex === combat.target && s.radius < 1)) return;
    action.append(
      svg("polygon", { class: "ring target halo", points: hexOutline(target, 0.96) }),
      svg("polygon", { class: "ring target", points: hexOutline(target, 0.96) }),
    );
  }

  #rings(step, action) {
    if (step.consult?.at) {
      const at = placeCenter(step.consult.at);
      action.append(svg("circle", { class: "ring consult", cx: at.x, cy: at.y, r: HEX * (step.consult.at.includes("/") ? 0.34 : 0.52) }));
    }
    if (step.combat || step.moves?.length || step.consult?.at || step.k === "setup") return;
    for (const hex of (step.focus ?? []).slice(0, 12)) {
      action.append(svg("polygon", { class: "ring change", points: hexOutline(hexCenter(hex), 0.94) }));
    }
  }

  #shape(shape, layer) {
    const brush = `shape brush-${shape.brush}`;
    const center = shape.hex ? hexCenter(shape.hex) : null;
    if (shape.kind === "arrow") {
      const points = shape.hexes.map(hexCenter).filter(Boolean);
      if (points.length > 1) layer.append(arrow(points, brush, { gap: HEX * 0.24, start: HEX * 0.24, width: HEX * 0.1 }));
    } else if (!center) {
      return;
    } else if (shape.kind === "hex") {
      layer.append(svg("polygon", { class: `${brush} area`, points: hexOutline(center) }));
    } else if (shape.kind === "circle") {
      layer.append(svg("circle", { class: `${brush} round`, cx: center.x, cy: center.y, r: shape.radius * HEX }));
    } else {
      layer.append(svg("text", { class: `${brush} word`, x: center.x, y: center.y - HEX * 0.42, "font-size": HEX * 0.27 }, shape.text));
    }
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
