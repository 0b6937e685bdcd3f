// The report as a document: moments below each other; scrolling moves the board, printing draws each.

const ROOM = 1.7; // hexes around what a moment is about, in its figure
const QUALITY = 0.88; // of the map on paper
const MANY = 60; // rows of a table that is printed only where somebody unfolded it

class Narrative {
  constructor(game, board, story, go) {
    this.game = game;
    this.board = board;
    this.story = story;
    this.go = go;
    this.body = byId("read");
    this.quiet = 0;
    this.open = false;
    this.unfolded = [];
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => this.#printed());
    // Some programs that print a page say so by this alone.
    matchMedia("print").addEventListener("change", (event) => (event.matches ? this.print() : this.#printed()));
    this.body.addEventListener("scroll", () => this.#scrolled(), { passive: true });
  }

  /** Read, or watch. */
  toggle() {
    this.open = !this.open;
    if (this.open) this.build();
    document.body.classList.toggle("reading", this.open);
    byId("read").hidden = !this.open;
    byId("now").hidden = this.open;
    byId("read-toggle").setAttribute("aria-pressed", String(this.open));
    if (this.open) this.show();
  }

  /** The document, made when it is first asked for. */
  build() {
    if (this.passages) return;
    this.passages = new Map();
    const parts = [];
    if (DATA.intro) parts.push(trusted(DATA.intro, { class: "comment intro", dir: "auto", lang: DATA.lang }));
    let chapter = null;
    for (const at of DATA.moments) {
      const step = this.game.steps[at - 1];
      const own = this.game.chapters.findLast((start) => start <= at);
      if (own && own !== chapter) {
        chapter = own;
        parts.push(el("h2", { class: "chapter", dir: "auto" }, this.game.steps[own - 1].chapter));
      }
      const passage = this.#passage(step, at);
      this.passages.set(at, passage);
      parts.push(passage);
    }
    if (DATA.conclusion) parts.push(trusted(DATA.conclusion, { class: "comment", dir: "auto", lang: DATA.lang }));
    this.body.replaceChildren(...parts);
  }

  #passage(step, at) {
    const link = el("a", { href: `#${step.id}`, class: "there", onclick: (event) => this.#jump(event, at) }, t("read.entry", { entry: step.id }));
    return el(
      "article",
      { class: "passage", "data-at": String(at) },
      this.story.title(step),
      this.story.sentence(step),
      el("div", { class: "figure" }),
      step.combat ? this.story.combat(step) : null,
      step.html ? trusted(step.html, { class: "comment", dir: "auto", lang: DATA.lang }) : null,
      link,
    );
  }

  #jump(event, at) {
    event.preventDefault();
    this.go(at);
  }

  /** Mark the moment that the board shows, and bring it into sight if it was not scrolled to. */
  show() {
    if (!this.open) return;
    for (const [at, passage] of this.passages) passage.classList.toggle("here", at === this.game.at);
    const here = this.passages.get(this.game.at);
    if (!here || this.scrolling) return;
    this.quiet = performance.now() + 400;
    here.scrollIntoView({ block: "start" });
  }

  #scrolled() {
    if (!this.open || performance.now() < this.quiet) return;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      const box = this.body.getBoundingClientRect();
      const line = box.top + box.height * 0.4;
      let [best, least] = [null, Infinity];
      for (const [at, passage] of this.passages) {
        const { top, bottom } = passage.getBoundingClientRect();
        const distance = top > line ? top - line : bottom < line ? line - bottom : 0;
        if (distance < least) [best, least] = [at, distance];
      }
      if (best === null || best === this.game.at) return;
      this.scrolling = true;
      this.go(best);
      this.scrolling = false;
    }, 90);
  }

  /** Draw a figure of every moment: paper does not scroll. */
  print() {
    this.build();
    const back = this.game.at;
    for (const [at, passage] of this.passages) {
      const room = passage.querySelector(".figure");
      if (room.firstChild) continue;
      this.game.goTo(at);
      const figure = this.#figure();
      if (figure) room.append(figure);
    }
    this.game.goTo(back);
    // What is folded is not printed; short tables are opened for it.
    for (const folded of document.querySelectorAll("#pane-statistics details:not([open])")) {
      if (folded.querySelectorAll("tr").length > MANY) continue;
      folded.open = true;
      this.unfolded.push(folded);
    }
  }

  /** The map as JPEG: programs that write PDF keep such a picture as it is and blow up any other. */
  #paperMap() {
    if (this.map) return this.map;
    const shown = byId("map");
    const canvas = el("canvas", {});
    [canvas.width, canvas.height] = [shown.naturalWidth, shown.naturalHeight];
    const brush = canvas.getContext("2d");
    if (!brush || !canvas.width) return shown.src;
    brush.fillStyle = "#fff"; // JPEG knows no transparency
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(shown, 0, 0);
    const made = canvas.toDataURL("image/jpeg", QUALITY);
    this.map = made.startsWith("data:image/jpeg") ? made : shown.src;
    return this.map;
  }

  #printed() {
    for (const folded of this.unfolded.splice(0)) folded.open = false;
  }

  #figure() {
    const step = this.game.step;
    const hexes = step.camera?.length ? step.camera : (step.focus ?? []);
    const points = hexes.map(hexCenter).filter(Boolean);
    if (!points.length) return null;
    let left = Math.min(...points.map((p) => p.x)) - HEX * ROOM;
    let right = Math.max(...points.map((p) => p.x)) + HEX * ROOM;
    let top = Math.min(...points.map((p) => p.y)) - HEX * ROOM;
    let bottom = Math.max(...points.map((p) => p.y)) + HEX * ROOM;
    const widen = Math.max(0, (bottom - top) * 1.7 - (right - left), HEX * 8 - (right - left)) / 2;
    [left, right] = [left - widen, right + widen];
    const heighten = Math.max(0, (right - left) / 2.2 - (bottom - top)) / 2;
    [top, bottom] = [top - heighten, bottom + heighten];
    const groups = { under: svg("g", {}), over: svg("g", {}) };
    for (const [role, below, marks] of step.draw ?? []) {
      (below ? groups.under : groups.over).append(svg("g", { class: role }, marks.map(drawMark)));
    }
    const inside = (p) => p && p.x > left - HEX && p.x < right + HEX && p.y > top - HEX && p.y < bottom + HEX;
    const stacks = [...this.game.stacks]
      .filter(([place]) => inside(hexCenter(place)))
      .map(([place, units]) => this.board.stackPicture(hexCenter(place), units));
    return svg(
      "svg",
      { viewBox: `${left.toFixed(1)} ${top.toFixed(1)} ${(right - left).toFixed(1)} ${(bottom - top).toFixed(1)}`, role: "img", "aria-label": step.s },
      svg("image", { href: this.#paperMap(), width: FRAME.width, height: FRAME.height }),
      groups.under,
      svg("g", {}, stacks),
      groups.over,
    );
  }
}
