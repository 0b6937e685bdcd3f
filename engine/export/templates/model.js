// The position: what Python wrote as changes with before and after, put on or taken off.

const PIECE = { place: 0, side: 1, steps: 2, design: 3, badge: 4, status: 5 };
const MARKER = { at: 0, symbol: 1, title: 2 };

class Game {
  constructor(data) {
    this.at = 0;
    this.extend(data);
    // Before the set-up there is only an empty map, which nobody wants to see.
    this.first = data.steps[0]?.k === "setup" ? 1 : 0;
    this.clock = data.steps[0]?.x.c?.[0] ?? [0, "setup", ""];
    this.pieces = new Map();
    this.stacks = new Map();
    this.markers = new Map();
    this.hexsides = new Map();
    this.tracks = new Map();
  }

  /** Take the steps of a log that has grown, or of another one from where they differ. */
  extend(data) {
    this.steps = data.steps;
    this.last = data.steps.length;
    this.byEntry = new Map(data.steps.map((step, i) => [step.id, i + 1]));
    this.chapters = data.steps.flatMap((step, i) => (step.chapter ? [i + 1] : []));
  }

  /** The step that led here, null at the very beginning. */
  get step() {
    return this.at ? this.steps[this.at - 1] : null;
  }

  /** Put the game to a step, forwards or backwards. */
  goTo(at) {
    while (this.at < at) this.#change(this.steps[this.at++].x, 1);
    while (this.at > at) this.#change(this.steps[--this.at].x, 0);
  }

  #change(change, side) {
    const parts = { p: this.pieces, s: this.stacks, m: this.markers, h: this.hexsides, r: this.tracks };
    for (const [name, held] of Object.entries(parts)) {
      for (const [key, values] of Object.entries(change[name] ?? {})) {
        if (values[side] === null) held.delete(key);
        else held.set(key, values[side]);
      }
    }
    if (change.c) this.clock = change.c[side];
  }

  /** Where every piece stands, as the engine would say it: for tests. */
  positions() {
    return Object.fromEntries([...this.pieces].map(([unit, piece]) => [unit, piece[PIECE.place]]));
  }

  chapterBefore(at) {
    return this.chapters.findLast((step) => step < at) ?? this.first;
  }

  chapterAfter(at) {
    return this.chapters.find((step) => step > at) ?? this.last;
  }
}
