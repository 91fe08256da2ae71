// The elevation of hills and stairs in the editor: from which side they rise, as foot and head of a part of a sheet,
// in its own coordinates.

// Clockwise from the south. What rises from the south climbs to the north: 90 degrees.
export const SIDES = ["south", "south-west", "west", "north-west", "north", "north-east", "east", "south-east"];
const EIGHTH = 360 / SIDES.length;
const INSET = 0.12;
const BARB = 0.5;

const eighths = (degrees) => Math.round(degrees / EIGHTH);
const radians = (degrees) => (degrees * Math.PI) / 180;
const grid = (value) => Math.round(value * 1000) / 1000;

// The direction uphill in degrees, before the part is turned.
function directionUp([[fx, fy], [hx, hy]]) {
  return (Math.atan2(hy - fy, hx - fx) * 180) / Math.PI;
}

// "" for what is level, "all" for all round, or the side of the table nearest to the foot.
export function side(piece) {
  if (!piece.gradual) return "";
  if (!piece.rises) return "all";
  const place = eighths(90 - directionUp(piece.rises) - (piece.turn ?? 0));
  return SIDES[((place % SIDES.length) + SIDES.length) % SIDES.length];
}

// Make it rise from that side of the table, along the nearest eighth of the part's own turn.
export function rise(piece, from) {
  delete piece.rises;
  if (from === "") delete piece.gradual;
  else piece.gradual = true;
  if (SIDES.includes(from)) setSlope(piece, eighths(90 - EIGHTH * SIDES.indexOf(from) - (piece.turn ?? 0)) * EIGHTH);
}

// Move the foot an eighth further, clockwise; what rises all round begins at the south.
export function riseOn(piece) {
  if (piece.rises) setSlope(piece, (eighths(directionUp(piece.rises)) - 1) * EIGHTH);
  else rise(piece, "south");
}

// Set foot and head at the part's two ends in that direction, midway across it.
function setSlope(piece, degrees) {
  const [ux, uy] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  const { footprint } = piece;
  const round = footprint.shape === "circle";
  const reach = round ? (footprint.mm ?? 30) / 50.8 : 0;
  const corners = round ? [[footprint.x, footprint.y]] : footprint.points;
  const along = corners.map(([x, y]) => x * ux + y * uy);
  const aside = corners.map(([x, y]) => y * ux - x * uy);
  const middle = (Math.min(...aside) + Math.max(...aside)) / 2;
  const end = (far) => [grid(far * ux - middle * uy), grid(far * uy + middle * ux)];
  piece.rises = [end(Math.min(...along) - reach), end(Math.max(...along) + reach)];
}

// An arrow up the slope, as rules/table/pictures/drawing.py draws it.
export function arrow([[fx, fy], [hx, hy]]) {
  const run = Math.hypot(hx - fx, hy - fy);
  const [ux, uy] = [(hx - fx) / run, (hy - fy) / run];
  const start = [fx + INSET * (hx - fx), fy + INSET * (hy - fy)];
  const [tx, ty] = [hx - INSET * (hx - fx), hy - INSET * (hy - fy)];
  const barb = (to) => `${grid(tx - BARB * (ux - to * uy))} ${grid(ty - BARB * (uy + to * ux))}`;
  return `M${start.map(grid).join(" ")}L${grid(tx)} ${grid(ty)}M${barb(1)}L${grid(tx)} ${grid(ty)}L${barb(-1)}`;
}
