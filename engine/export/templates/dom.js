"use strict";
// Small helpers to build elements; all text goes in as text, never as HTML.

const DATA = JSON.parse(document.getElementById("data").textContent);
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const byId = (id) => document.getElementById(id);

/** A message of the catalogue with its places filled in. */
function t(key, args = {}) {
  return (DATA.text[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(args[name] ?? ""));
}

/** "Turn 4", or nothing in a game that came without turns. */
const turnName = (turn) => (DATA.spots && !turn ? "" : t("turn", { turn }));

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

/** An HTML element. */
function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** HTML that Python made from Markdown: the one place where HTML goes in. */
function trusted(html, attributes) {
  const node = el("div", attributes);
  node.innerHTML = html;
  return node;
}

/** A counter as a group around the origin; `size` is that of a usual one. */
function counterGroup(design, badge, size) {
  const [wide, high] = DATA.sizes?.[design] ?? [1, 1];
  const [width, height] = [size * wide, size * high];
  const box = { x: -width / 2, y: -height / 2, width, height };
  const shade = { x: -width / 2 - size * 0.03, y: -height / 2 + size * 0.03, width, height };
  return svg(
    "g",
    { class: "counter" },
    svg("rect", { class: "shade", ...shade, rx: size * 0.08 }),
    svg("use", { href: design === null ? "#none" : `#d${design}`, ...box }),
    badge === null ? null : svg("use", { href: `#b${badge}`, ...box }),
  );
}

/** A counter as a picture of its own for panels. */
function counterPicture(design, badge, size, title) {
  const most = Math.max(...(DATA.sizes?.[design] ?? [1]));
  const picture = svg(
    "svg",
    { viewBox: "-50 -50 100 100", width: size, height: size, class: "piece", role: "img", "aria-label": title },
    counterGroup(design, badge, 96 / most),
  );
  return picture;
}
