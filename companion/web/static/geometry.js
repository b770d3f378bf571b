// The board as geometry: 37 pointy-top cells named a1 to g4, soil by ring, and the sun's six corners.

export const CELL_RADIUS = 50;
export const CELL_WIDTH = Math.sqrt(3) * CELL_RADIUS;
export const PLATE_RADIUS = 334;
export const SUN_DISTANCE = 350;

const ROW_LENGTHS = [4, 5, 6, 7, 6, 5, 4];

/** Every cell in order: its name, row 0-6, column from 0, centre (x, y) in board units, leaves of soil 1-4. */
export const CELLS = ROW_LENGTHS.flatMap((length, row) =>
  Array.from({ length }, (_, column) => {
    const r = row - 3;
    const q = column - Math.min(row, 3);
    const ring = Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
    return {
      name: "abcdefg"[row] + (column + 1),
      row,
      column,
      x: CELL_WIDTH * (q + r / 2),
      y: 1.5 * CELL_RADIUS * r,
      soil: 4 - ring,
    };
  }),
);

const BY_NAME = new Map(CELLS.map((cell) => [cell.name, cell]));

/** The sun's corners clockwise; the angle of each from the board's right-hand corner, in degrees, clockwise. */
export const SUN_CORNERS = ["E", "SE", "SW", "W", "NW", "NE"];

export function sunAngle(corner) {
  return 60 * SUN_CORNERS.indexOf(corner);
}

/** A point of the plane at an angle (degrees clockwise from the right) and a distance from the centre. */
export function polar(angle, distance) {
  const radians = (angle * Math.PI) / 180;
  return { x: distance * Math.cos(radians), y: distance * Math.sin(radians) };
}

/** The corners of a hexagon as an SVG `points` text; `turn` 0 is flat on top, 30 pointed on top. */
export function hexagon(radius, turn = 30) {
  return Array.from({ length: 6 }, (_, i) => polar(60 * i + turn, radius))
    .map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`)
    .join(" ");
}

/** The cell an arrow key leads to from `name`: along the row, or to the nearest cell of the row above or below. */
export function neighbour(name, key) {
  const { row, column, x } = BY_NAME.get(name);
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
  const inRow = CELLS.filter((cell) => cell.row === row + step[0]);
  if (step[0] === 0) return inRow.find((cell) => cell.column === column + step[1])?.name ?? name;
  if (inRow.length === 0) return name;
  return inRow.reduce((best, cell) => (Math.abs(cell.x - x) < Math.abs(best.x - x) ? cell : best)).name;
}
