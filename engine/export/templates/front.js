// The front: the line between the hexes that are nearer to one side's units than to the other's, as
// the engine draws it (engine/report/front.py). Where it ran at the ends of turns stands in the data.

const FRONT_REACH = 4; // hexes from a unit within which ground is anybody's

class FrontView {
  constructor(game) {
    this.game = game;
    this.on = DATA.showFront;
    this.ranks = new Map(Object.keys(DATA.sides).map((side, rank) => [side, rank]));
    this.near = null; // each hex's neighbours, once they are asked for
  }

  /** Draw the front of the present, and fainter those at the ends of the turns before. */
  draw() {
    const [looks, ...ends] = DATA.fronts;
    if (!looks) return;
    const marks = [];
    if (this.on) {
      const past = ends.filter(([step]) => step < this.game.at).slice(1 - looks.length);
      past.forEach(([, d], i) => marks.push(drawMark([d, ...looks[past.length - i]])));
      const now = this.lines().map((line) => FrontView.path(line)).join("");
      if (now) marks.push(drawMark([now, ...looks[0]]));
    }
    byId("fronts").replaceChildren(...marks);
  }

  toggle() {
    this.on = !this.on;
    this.draw();
  }

  /** The front as lines of points. */
  lines() {
    this.near ??= this.#neighbours();
    const owner = this.#owners();
    const parts = [];
    for (const [number, rank] of owner) {
      for (const other of this.near.get(number)) {
        if (number < other && owner.has(other) && owner.get(other) !== rank) parts.push(this.#side(number, other));
      }
    }
    return FrontView.#joined(parts);
  }

  /** A line through the middles of its parts: a front is no saw. */
  static path(line) {
    const say = (...points) => points.flatMap((p) => [p.x.toFixed(1), p.y.toFixed(1)]).join(" ");
    const bends = line.slice(1, -1).map((p, i) => {
      const next = line[i + 2];
      return `Q${say(p, { x: (p.x + next.x) / 2, y: (p.y + next.y) / 2 })}`;
    });
    return `M${say(line[0])}${bends.join("")}L${say(line.at(-1))}`;
  }

  #neighbours() {
    const found = new Map();
    for (const number of Object.keys(DATA.hexes)) {
      const { x, y } = hexCenter(number);
      const [column, row] = [Math.floor(x / HEX), Math.floor(y / HEX)];
      const near = [];
      for (let i = column - 2; i <= column + 2; i++) {
        for (let j = row - 2; j <= row + 2; j++) {
          for (const other of SQUARES.get(`${i},${j}`) ?? []) {
            const p = hexCenter(other);
            if (other !== number && Math.hypot(p.x - x, p.y - y) < 1.3 * HEX) near.push(other);
          }
        }
      }
      found.set(number, near);
    }
    return found;
  }

  /** The side that each hex within reach of units is nearest to, as its rank; the first of equals. */
  #owners() {
    const starts = [...this.ranks].map(() => new Set());
    for (const piece of this.game.pieces.values()) {
      const rank = this.ranks.get(piece[PIECE.side]);
      if (rank !== undefined && Object.hasOwn(DATA.hexes, piece[PIECE.place])) starts[rank].add(piece[PIECE.place]);
    }
    const best = new Map();
    starts.forEach((hexes, rank) => {
      const far = new Map([...hexes].map((hex) => [hex, 0]));
      for (const [here, steps] of far) {
        // A map is walked in the order in which it grows: the nearest first.
        if (!best.has(here) || steps < best.get(here)[0]) best.set(here, [steps, rank]);
        if (steps === FRONT_REACH) continue;
        for (const other of this.near.get(here)) if (!far.has(other)) far.set(other, steps + 1);
      }
    });
    return new Map([...best].map(([hex, [, rank]]) => [hex, rank]));
  }

  /** The two ends of the side between two hexes. */
  #side(number, other) {
    const [a, b] = [hexCenter(number), hexCenter(other)];
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const half = 1 / (2 * Math.sqrt(3)); // half a side, in widths of a hex
    const [dx, dy] = [(b.y - a.y) * half, (a.x - b.x) * half];
    return [{ x: x + dx, y: y + dy }, { x: x - dx, y: y - dy }];
  }

  /** Lines made of parts that meet, as long as they can be. */
  static #joined(parts) {
    // Corners that are one lie apart by what rounding does; they are told by where they about are.
    const corners = [];
    const key = (p) => {
      const found = corners.findIndex((c) => Math.hypot(c.x - p.x, c.y - p.y) < HEX / 8);
      return found < 0 ? corners.push(p) - 1 : found;
    };
    const keyed = parts.map((part) => part.map(key));
    const ends = new Map();
    keyed.forEach((pair, at) => pair.forEach((k) => ends.set(k, [...(ends.get(k) ?? []), at])));
    const left = new Set(keyed.keys());
    const lines = [];
    // Lines begin where parts end, or three meet; what is left then are rings.
    const starts = [...ends.keys()].filter((k) => ends.get(k).length !== 2);
    for (const start of [...starts, ...ends.keys()]) {
      for (const first of ends.get(start)) {
        if (!left.has(first)) continue;
        const line = [corners[start]];
        for (let [here, at] = [start, first]; at !== undefined; ) {
          left.delete(at);
          here = keyed[at][0] === here ? keyed[at][1] : keyed[at][0];
          line.push(corners[here]);
          at = ends.get(here).length === 2 ? ends.get(here).find((part) => left.has(part)) : undefined;
        }
        lines.push(line);
      }
    }
    return lines;
  }
}
