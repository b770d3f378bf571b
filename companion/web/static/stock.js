// Which pieces of a player's stock lie beside the board and which on the player board. Counts decide (as in the
// game), so which individuals stand for them is a choice: those tapped last lie on top beside the board, where a
// second tap finds them again.

import { colourOf, numberOf, sizeOf } from "./pieces.js";

/** Remembers, newest last, which pieces were tapped and have not been put on the board since. */
export class Taps {
  constructor() {
    this.pieces = [];
  }

  note(at, pad) {
    this.pieces = this.pieces.filter((piece) => piece !== pad && !(piece in at));
    if (pad !== null && !(pad in at)) this.pieces.push(pad);
  }
}

/**
 * The pieces of one colour that are on no cell, by size: `{beside, onBoard}` lists with the top piece last.
 * `available` gives how many of each size lie beside the board; null (no game) puts all there.
 */
export function sortStock(pieces, colour, at, available, taps) {
  return [0, 1, 2, 3].map((size) => {
    const lying = pieces
      .filter((piece) => colourOf(piece) === colour && sizeOf(piece) === size && !(piece in at))
      .sort((a, b) => rank(a, taps) - rank(b, taps));
    const count = Math.min(available?.[size] ?? lying.length, lying.length);
    return { kind: size + colour, beside: lying.slice(0, count).reverse(), onBoard: lying.slice(count).reverse() };
  });
}

// Tapped pieces first (the last tapped the very first), then by number.
function rank(piece, taps) {
  const tapped = taps.pieces.indexOf(piece);
  return tapped >= 0 ? -1 - tapped : numberOf(piece);
}
