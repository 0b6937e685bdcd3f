// The hex grid in pixels of the picture: pointed tops, rows from the south, odd rows half a hex east.

const FRAME = DATA.frame;
const HEX = FRAME.scale;
const ROW = Math.sqrt(3) / 2;

/** The centre of a hex (or spot of a table of pictures), or null for a place that is none. */
function hexCenter(number) {
  if (DATA.spots) {
    if (!Object.hasOwn(DATA.spots, number)) return null;
    const [x, y] = DATA.spots[number];
    return { x, y };
  }
  if (!Object.hasOwn(DATA.hexes, number)) return null;
  const row = Number(number.slice(0, 2));
  const column = Number(number.slice(2));
  return { x: FRAME.x + HEX * (column + 0.5 * (row % 2)), y: FRAME.y - HEX * row * ROW };
}

/** The middle of a hexside, or of a hex; one hex is enough at the edge of the map. */
function placeCenter(place) {
  const centers = place.split("/").map(hexCenter).filter(Boolean);
  if (!centers.length) return null;
  return {
    x: centers.reduce((sum, p) => sum + p.x, 0) / centers.length,
    y: centers.reduce((sum, p) => sum + p.y, 0) / centers.length,
  };
}

/** The hex under a point of the picture, or null beside the map. */
function hexAt(point) {
  const v = (FRAME.y - point.y) / HEX;
  const u = (point.x - FRAME.x) / HEX;
  const z = v / ROW;
  const x = u - z / 2;
  const y = -x - z;
  let [rx, ry, rz] = [Math.round(x), Math.round(y), Math.round(z)];
  const [dx, dy, dz] = [Math.abs(rx - x), Math.abs(ry - y), Math.abs(rz - z)];
  if (dx > dy && dx > dz) rx = -ry - rz;
  else if (dy <= dz) rz = -rx - ry;
  const column = rx + Math.floor(rz / 2);
  if (rz < 0 || column < 0) return null;
  const number = String(rz).padStart(2, "0") + String(column).padStart(2, "0");
  return Object.hasOwn(DATA.hexes, number) ? number : null;
}

/** The occupied spot nearest to a point of a table of pictures, or null beside all counters. */
function spotAt(point, stacks) {
  let [best, least] = [null, HEX * 0.45];
  for (const place of stacks.keys()) {
    const center = hexCenter(place);
    const distance = center ? Math.max(Math.abs(center.x - point.x), Math.abs(center.y - point.y)) : least;
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** The outline of a hex (of a counter, on a table of pictures) as the points of a polygon. */
function hexOutline(center, factor = 1) {
  if (DATA.spots) {
    const half = HEX * 0.38 * factor;
    return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => `${center.x + a * half},${center.y + b * half}`).join(" ");
  }
  const radius = (HEX / Math.sqrt(3)) * factor;
  return [0, 1, 2, 3, 4, 5]
    .map((k) => {
      const angle = (Math.PI / 3) * k;
      return `${(center.x + radius * Math.sin(angle)).toFixed(1)},${(center.y - radius * Math.cos(angle)).toFixed(1)}`;
    })
    .join(" ");
}

/** A line through points, its corners rounded. */
function smoothPath(points) {
  if (points.length < 3) return `M${points.map((p) => `${p.x} ${p.y}`).join("L")}`;
  let d = `M${points[0].x} ${points[0].y}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [p, q] = [points[i], points[i + 1]];
    const end = i === points.length - 2 ? null : { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    d += end ? `Q${p.x} ${p.y} ${end.x} ${end.y}` : `Q${p.x} ${p.y} ${(p.x + q.x) / 2} ${(p.y + q.y) / 2}L${q.x} ${q.y}`;
  }
  return d;
}

/** The point `distance` before `to` on the way from `from`. */
function shortOf(from, to, distance) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const keep = Math.max(0, length - distance) / length;
  return { x: from.x + (to.x - from.x) * keep, y: from.y + (to.y - from.y) * keep };
}

/** An arrow through points: a casing, a line, a head; leaves `gap` free at its end, `start` at its beginning. */
function arrow(path, kind, { gap = HEX * 0.34, start = 0, width = HEX * 0.085 } = {}) {
  const points = [shortOf(path[1], path[0], start), ...path.slice(1)];
  const tip = shortOf(points.at(-2), points.at(-1), gap);
  const from = points.at(-2);
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const size = width * 2.5;
  const neck = { x: tip.x - Math.cos(angle) * size * 0.8, y: tip.y - Math.sin(angle) * size * 0.8 };
  const d = smoothPath([...points.slice(0, -1), neck]);
  const wing = (turn) => `${tip.x + Math.cos(angle + turn) * size},${tip.y + Math.sin(angle + turn) * size}`;
  const head = `${tip.x},${tip.y} ${wing(Math.PI - 0.5)} ${wing(Math.PI + 0.5)}`;
  return svg(
    "g",
    { class: `arrow ${kind}` },
    svg("path", { d, class: "casing", "stroke-width": width * 1.9 }),
    svg("polygon", { points: head, class: "casing", "stroke-width": width * 0.9 }),
    svg("path", { d, class: "line", "stroke-width": width }),
    svg("polygon", { points: head, class: "head" }),
  );
}
