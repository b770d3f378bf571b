// Which pieces of a player's stock lie beside the board and which on the player board. Counts decide (as in the
// game), so which individuals stand for them is a choice: those tapped last lie on top beside the board, where a
// second tap finds them again. With no game they go below the pile, so that every piece comes up in turn.

import { kindOf, numberOf } from "./pieces.js";

const BELOW = 100;

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

/** Where pieces stand, by name, when only their kinds are known: on a table that reads real pieces. */
export function standIns(board) {
  const used = {};
  const name = (kind) => kind + (used[kind] = (used[kind] ?? 0) + 1);
  return Object.fromEntries(Object.entries(board).map(([cell, kind]) => [name(kind), cell]));
}

/**
 * The pieces of one player that are on no cell, by size: `{kind, beside, onBoard}`, lists with the top piece last.
 * `table` is null with no game: then all lie beside. Pieces that left the game are in neither list; those off a cell
 * where they are believed to stand, in somebody's hand, lie beside.
 */
export function sortStock(pieces, player, at, table, taps) {
  return [0, 1, 2, 3].map((size) => {
    const kind = size + player.colour;
    const all = pieces.filter((piece) => kindOf(piece) === kind);
    const lying = all.filter((piece) => !(piece in at)).sort((a, b) => rank(a, table, taps) - rank(b, table, taps));
    if (table === null) return { kind, beside: lying.reverse(), onBoard: [] };
    const standing = Object.values(table.board).filter((piece) => piece === kind).length;
    const gone = Math.max(0, all.length - standing - player.available[size] - player.board[size]);
    const kept = lying.slice(0, Math.max(0, lying.length - gone));
    const beside = Math.max(0, kept.length - player.board[size]);
    return { kind, beside: kept.slice(0, beside).reverse(), onBoard: kept.slice(beside).reverse() };
  });
}

// In a game those tapped come first, the last tapped the very first; with no game they come last.
function rank(piece, table, taps) {
  const tapped = taps.pieces.indexOf(piece);
  if (tapped < 0) return numberOf(piece);
  return table === null ? BELOW + tapped : -1 - tapped;
}
