// The 80 pieces: their names, their words, and how each size and species is drawn.
// Species have a shape and a letter of their own, sizes a height and a row of dots: nothing rests on hue alone.

import { svg } from "./dom.js";

export const COLOURS = ["g", "b", "y", "o"];
export const SIZES = ["seed", "small", "medium", "large"];
export const SPECIES = { g: "linden", b: "fir", y: "oak", o: "maple" };
export const COLOUR_NAMES = { g: "Green", b: "Blue", y: "Yellow", o: "Orange" };

export const sizeOf = (piece) => Number(piece[0]);
export const colourOf = (piece) => piece[1];
export const numberOf = (piece) => Number(piece.slice(2));
export const kindOf = (piece) => piece.slice(0, 2);

/** "green medium tree 2", for screen readers and messages. */
export function describe(piece) {
  const size = sizeOf(piece);
  return `${COLOUR_NAMES[colourOf(piece)].toLowerCase()} ${SIZES[size]}${size ? " tree" : ""} ${numberOf(piece)}`;
}

// Crowns of a large tree, standing on y = 26.
const CROWNS = {
  g: "M0 -42C10 -34 27 -24 27 -2C27 16 15 26 0 26C-15 26 -27 16 -27 -2C-27 -24 -10 -34 0 -42Z",
  b: "M0 -44L14 -20L8 -20L21 2L12 2L27 26L-27 26L-12 2L-21 2L-8 -20L-14 -20Z",
  y: "M-13 26A14.500 14.500 0 0 1 -20 1A14 14 0 0 1 -15 -24A16 16 0 0 1 15 -24A14 14 0 0 1 20 1A14.500 14.500 0 0 1 13 26Z",
  o: "M0 -43L8 -25L20 -31L18 -15L31 -9L21 2L26 16L11 15L0 27L-11 15L-26 16L-21 2L-31 -9L-18 -15L-20 -31L-8 -25Z",
};
const SEEDS = {
  g: "M0 -15A15 15 0 1 1 0 15A15 15 0 1 1 0 -15Z",
  b: "M0 -19L18 13L-18 13Z",
  y: "M-14 -13H14V3A14 14 0 0 1 -14 3Z",
  o: "M0 -19L18 0L0 19L-18 0Z",
};
const SCALE = [1, 0.58, 0.77, 0.96];

/** An SVG group showing a piece around (0, 0), within about 45 units each way. */
export function drawPiece(kind) {
  const size = Number(kind[0]);
  const colour = kind[1];
  const letter = svg("text", { class: "letter", y: size ? 12 : 7 }, colour.toUpperCase());
  if (size === 0) {
    return svg("g", { class: `shape ${SPECIES[colour]} seed`, transform: "scale(1.15)" }, svg("path", { d: SEEDS[colour] }), letter);
  }
  const dots = Array.from({ length: size }, (_, i) =>
    svg("circle", { class: "dot", cx: (i - (size - 1) / 2) * 8.5, cy: 20, r: 2.8 }),
  );
  const tree = svg(
    "g",
    { transform: `translate(0 ${(1 - SCALE[size]) * 16}) scale(${SCALE[size]})` },
    svg("rect", { class: "trunk", x: -5, y: 22, width: 10, height: 17, rx: 2 }),
    svg("path", { d: CROWNS[colour] }),
    letter,
    ...dots,
  );
  return svg("g", { class: `shape ${SPECIES[colour]}` }, tree);
}

/** A stand-alone picture of a piece. */
export function pieceIcon(kind) {
  return svg("svg", { viewBox: "-36 -47 72 92", "aria-hidden": "true", class: "icon" }, drawPiece(kind));
}
