// Pan and zoom: the world is moved under the view by one CSS transform.

const GESTURE_REST = 160;
const LARGEST = 260;

class Camera {
  constructor(view, world) {
    this.view = view;
    this.world = world;
    this.x = 0;
    this.y = 0;
    this.k = 1;
    this.follow = true;
    this.onclick = null;
    this.#listen();
    new ResizeObserver(() => this.#resized()).observe(view);
  }

  get size() {
    return { w: this.view.clientWidth, h: this.view.clientHeight };
  }

  /** A point of the page as a point of the picture. */
  toPicture(clientX, clientY) {
    const box = this.view.getBoundingClientRect();
    return { x: (clientX - box.left - this.x) / this.k, y: (clientY - box.top - this.y) / this.k };
  }

  /** Pixels per hex at which counters are read with ease, in a window of this size. */
  get readable() {
    return Math.min(84, Math.max(58, this.size.w / 13));
  }

  get fitScale() {
    const { w, h } = this.size;
    return Math.min(w / FRAME.width, h / FRAME.height);
  }

  fit() {
    const { w, h } = this.size;
    const k = this.fitScale;
    this.moveTo({ k, x: (w - FRAME.width * k) / 2, y: (h - FRAME.height * k) / 2 });
  }

  zoom(factor, at = { x: this.size.w / 2, y: this.size.h / 2 }) {
    this.#stop();
    const k = this.#bounded(this.k * factor);
    this.#set(at.x - ((at.x - this.x) / this.k) * k, at.y - ((at.y - this.y) / this.k) * k, k);
  }

  pan(dx, dy) {
    this.#stop();
    this.#set(this.x + dx, this.y + dy, this.k);
  }

  /** Bring points of the picture into view: moves no more than it must, unless it is far off. */
  show(points, { force = false, framed = false } = {}) {
    if (!points.length) return;
    const pad = HEX * 1.6;
    const box = {
      left: Math.min(...points.map((p) => p.x)) - pad,
      right: Math.max(...points.map((p) => p.x)) + pad,
      top: Math.min(...points.map((p) => p.y)) - pad,
      bottom: Math.max(...points.map((p) => p.y)) + pad,
    };
    const { w, h } = this.size;
    const most = Math.min(w / (box.right - box.left), h / (box.bottom - box.top));
    const overview = this.k * HEX < this.readable * 0.5;
    // What the writer has framed fills the view, however close that is.
    const least = Math.min(w / (7 * HEX), h / (5 * HEX)); // as pictures of a moment: 7 by 5 hexes
    const wanted = framed ? least : overview || force ? this.readable / HEX : this.k;
    const k = this.#bounded(Math.min(wanted, most));
    const inside =
      k === this.k &&
      box.left * k + this.x >= 0 &&
      box.right * k + this.x <= w &&
      box.top * k + this.y >= 0 &&
      box.bottom * k + this.y <= h;
    if (inside && !force && !framed) return;
    this.moveTo({ k, x: w / 2 - ((box.left + box.right) / 2) * k, y: h / 2 - ((box.top + box.bottom) / 2) * k });
  }

  moveTo(target, duration = 420) {
    this.#stop();
    if (STILL.matches || !this.placed) {
      this.placed = true;
      this.#set(target.x, target.y, target.k);
      return;
    }
    const from = { x: this.x, y: this.y, k: this.k };
    const began = performance.now();
    this.#moving();
    const tick = (now) => {
      const f = Math.min(1, (now - began) / duration);
      const e = f < 0.5 ? 4 * f ** 3 : 1 - (-2 * f + 2) ** 3 / 2;
      const k = from.k * (target.k / from.k) ** e;
      // The middle of the view goes straight, whatever the zoom does.
      const { w, h } = this.size;
      const mid = (p, axis, half) => (half - p[axis]) / p.k;
      const cx = mid(from, "x", w / 2) + (mid(target, "x", w / 2) - mid(from, "x", w / 2)) * e;
      const cy = mid(from, "y", h / 2) + (mid(target, "y", h / 2) - mid(from, "y", h / 2)) * e;
      this.#set(w / 2 - cx * k, h / 2 - cy * k, k);
      this.frame = f < 1 ? requestAnimationFrame(tick) : 0;
    };
    this.frame = requestAnimationFrame(tick);
  }

  #stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  #bounded(k) {
    return Math.min(LARGEST / HEX, Math.max(this.fitScale * 0.9, k));
  }

  #set(x, y, k) {
    const { w, h } = this.size;
    const clamp = (value, span, size) => {
      const slack = Math.min(size * 0.5, 240);
      return span <= size - 2 * slack
        ? Math.min(Math.max(value, 0), size - span)
        : Math.min(slack, Math.max(size - span - slack, value));
    };
    this.k = k;
    this.x = clamp(x, FRAME.width * k, w);
    this.y = clamp(y, FRAME.height * k, h);
    this.world.style.transform = `translate(${this.x.toFixed(2)}px, ${this.y.toFixed(2)}px) scale(${k.toFixed(5)})`;
    this.world.style.setProperty("--k", k);
  }

  /** While it moves the world is one texture; at rest it is drawn again, crisp. */
  #moving() {
    this.world.classList.add("moving");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      if (this.frame) this.#moving();
      else this.world.classList.remove("moving");
    }, GESTURE_REST);
  }

  #resized() {
    const { w, h } = this.size;
    const before = this.last;
    this.last = { w, h, fit: this.fitScale };
    if (!this.placed || !before) return;
    if (Math.abs(this.k / before.fit - 1) < 0.01) {
      this.placed = false; // at once, as the window does
      this.fit();
    } else {
      this.#set(this.x + (w - before.w) / 2, this.y + (h - before.h) / 2, this.#bounded(this.k));
    }
  }

  #listen() {
    const { view } = this;
    const local = (event) => {
      const box = view.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    view.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.#moving();
        const lines = event.deltaMode === 1 ? 24 : 1;
        this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.008 : 0.0016)), local(event));
      },
      { passive: false },
    );
    const fingers = new Map();
    let travel = 0;
    view.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      view.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, local(event));
      if (fingers.size === 1) travel = 0;
      view.classList.add("grabbed");
    });
    view.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = local(event);
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      travel += Math.hypot(dx, dy);
      if (travel > 4) this.#moving();
      if (fingers.size === 1) {
        if (travel > 4) this.pan(dx, dy);
      } else {
        const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
        const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
        const is = Math.hypot(now.x - other.x, now.y - other.y) || 1;
        this.pan(dx / 2, dy / 2);
        this.zoom(is / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      }
      fingers.set(event.pointerId, now);
    });
    const up = (event) => {
      if (!fingers.delete(event.pointerId)) return;
      if (!fingers.size) view.classList.remove("grabbed");
      if (event.type === "pointerup" && travel <= 6 && !fingers.size) {
        this.onclick?.(this.toPicture(event.clientX, event.clientY));
      }
    };
    view.addEventListener("pointerup", up);
    view.addEventListener("pointercancel", up);
  }
}
