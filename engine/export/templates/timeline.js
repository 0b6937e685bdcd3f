// The slider with its ticks, and the play button's clock.

const THUMB = 14;

class Timeline {
  constructor(game, go) {
    this.game = game;
    this.go = go;
    this.timer = 0;
    this.slider = byId("slider");
    this.canvas = byId("ticks");
    this.slider.min = game.first;
    this.slider.max = game.last;
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    this.slider.addEventListener("pointermove", (event) => this.#hint(event));
    new ResizeObserver(() => this.paint()).observe(this.canvas.parentElement);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
  }

  show() {
    const { game, slider } = this;
    slider.max = game.last;
    slider.value = game.at;
    const step = game.step;
    slider.setAttribute("aria-valuetext", step ? t("timeline.value", { entry: step.id, sentence: step.s }) : "0");
    const undone = step && step.id !== game.at; // then its id is another than its number
    byId("count").textContent = t("step", { step: game.at, last: game.last }) + (undone ? ` (#${step.id})` : "");
    this.paint();
  }

  #x(at, width) {
    const span = Math.max(1, this.game.last - this.game.first);
    return THUMB / 2 + ((width - THUMB) * (at - this.game.first)) / span;
  }

  #hint(event) {
    const box = this.slider.getBoundingClientRect();
    const share = (event.clientX - box.left - THUMB / 2) / (box.width - THUMB);
    const at = Math.round(this.game.first + share * (this.game.last - this.game.first));
    const step = this.game.steps[Math.min(this.game.last, Math.max(1, at)) - 1];
    if (step) this.slider.title = [turnName(step.t[0]), step.s].filter(Boolean).join(" · ");
  }

  /** Bands of phases in the colour of the side, ticks by kind: shape and height tell them apart too. */
  paint() {
    const { canvas, game } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const base = height - 9;
    let from = game.first;
    const band = (to, step, shade) => {
      pen.globalAlpha = shade ? 1 : 0.7;
      pen.fillStyle = DATA.sides[step.t[2]]?.c ?? color("--line");
      pen.fillRect(this.#x(from, width), base - 3, Math.max(1, this.#x(to, width) - this.#x(from, width)), 6);
      pen.globalAlpha = 1;
      from = to;
    };
    let shade = false;
    game.steps.forEach((step, i) => {
      const next = game.steps[i + 1];
      if (next && next.t.join() === step.t.join()) return;
      band(Math.max(from, i + 1), step, shade);
      if (next && next.t[0] !== step.t[0]) {
        pen.fillStyle = color("--text");
        pen.fillRect(this.#x(i + 1.5, width) - 0.75, base - 7, 1.5, 14);
      }
      shade = !shade;
    });
    const tick = { pen, base };
    game.steps.forEach((step, i) => {
      const x = this.#x(i + 1, width);
      if (step.chapter) drawFlag(tick, x, color("--chapter"));
      if (step.combat) drawDiamond(tick, x, color("--combat"));
      else if (step.dice) drawSquare(tick, x, color("--dice"));
      if (step.html) drawDot(tick, x, color("--note"));
    });
    pen.fillStyle = color("--accent");
    const at = this.#x(game.at, width);
    pen.fillRect(at - 1.5, 2, 3, height - 4);
    pen.beginPath();
    pen.arc(at, base, 6.5, 0, 7);
    pen.fill();
  }

  // -- playing ----------------------------------------------------------------------------------

  get playing() {
    return this.timer !== 0;
  }

  get speed() {
    return Number(byId("speed").value);
  }

  toggle() {
    if (this.playing) this.stop();
    else this.play();
  }

  play() {
    if (this.game.at >= this.game.last) this.go(this.game.first);
    this.#button(true);
    this.#wait(300 / this.speed);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#button(false);
  }

  #wait(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.game.at >= this.game.last) {
        this.stop();
        return;
      }
      const moving = this.go(this.game.at + 1, true);
      this.#wait(moving + this.#reading() / this.speed);
    }, time);
  }

  /** The time to read what is told, in milliseconds. */
  #reading() {
    return 1000 * this.game.step.w;
  }

  #button(playing) {
    const button = byId("play");
    const label = t(playing ? "pause" : "play");
    button.title = `${label} (Space)`;
    button.setAttribute("aria-label", label);
    button.querySelector("use").setAttribute("href", playing ? "#i-pause" : "#i-play");
  }
}

function drawDiamond({ pen, base }, x, color) {
  pen.fillStyle = color;
  pen.beginPath();
  pen.moveTo(x, base - 20);
  pen.lineTo(x + 4, base - 14);
  pen.lineTo(x, base - 8);
  pen.lineTo(x - 4, base - 14);
  pen.fill();
}

function drawSquare({ pen, base }, x, color) {
  pen.fillStyle = color;
  pen.fillRect(x - 2, base - 12, 4, 4);
}

function drawDot({ pen, base }, x, color) {
  pen.fillStyle = color;
  pen.beginPath();
  pen.arc(x, base + 6, 2.4, 0, 7);
  pen.fill();
}

function drawFlag({ pen, base }, x, color) {
  pen.fillStyle = color;
  pen.fillRect(x - 0.75, base - 27, 1.5, 27);
  pen.beginPath();
  pen.moveTo(x, base - 27);
  pen.lineTo(x + 9, base - 24);
  pen.lineTo(x, base - 21);
  pen.fill();
}
