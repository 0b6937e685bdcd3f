// The hex grid in pixels of the picture; where each hex lies stands in the data.

const FRAME = DATA.frame;
const HEX = FRAME.scale;
const HEX_X = 5; // where x and y of the middle stand in the data of a hex

/** The centre of a hex (or spot of a table of pictures), or null for a place that is none. */
function hexCenter(number) {
  if (DATA.spots) {
    if (!Object.hasOwn(DATA.spots, number)) return null;
    const [x, y] = DATA.spots[number];
    return { x, y };
  }
  if (!Object.hasOwn(DATA.hexes, number)) return null;
  const hex = DATA.hexes[number];
  return { x: hex[HEX_X], y: hex[HEX_X + 1] };
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

// Hexes by squares of one hex's width, so that few are looked at.
const SQUARES = new Map();
for (const number of Object.keys(DATA.hexes)) {
  const { x, y } = hexCenter(number);
  const key = `${Math.floor(x / HEX)},${Math.floor(y / HEX)}`;
  SQUARES.set(key, [...(SQUARES.get(key) ?? []), number]);
}

/** The hex under a point of the picture, or null beside the map: the one whose middle is nearest. */
function hexAt(point) {
  let [best, least] = [null, HEX / Math.sqrt(3)];
  const [column, row] = [Math.floor(point.x / HEX), Math.floor(point.y / HEX)];
  for (let i = column - 1; i <= column + 1; i++) {
    for (let j = row - 1; j <= row + 1; j++) {
      for (const number of SQUARES.get(`${i},${j}`) ?? []) {
        const { x, y } = hexCenter(number);
        const distance = Math.hypot(x - point.x, y - point.y);
        if (distance < least) [best, least] = [number, distance];
      }
    }
  }
  return best;
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
      const angle = (Math.PI / 3) * k - (DATA.flat ? Math.PI / 6 : 0);
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
