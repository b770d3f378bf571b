// How the game ended: who won, each score in its parts, and what decided a tie.

import { byId, html } from "./dom.js";
import { COLOUR_NAMES, SPECIES, pieceIcon } from "./pieces.js";

const LIGHT_PER_POINT = 3;

/** Show the result of a game that is over. */
export function showResult(table) {
  const winners = table?.winners ?? [];
  const box = byId("result");
  box.hidden = winners.length === 0;
  if (box.hidden) return;
  const players = [...table.players].sort((a, b) => b.score - a.score || winners.includes(b.colour) - winners.includes(a.colour));
  byId("result-title").textContent = titleOf(winners);
  byId("result-tie").textContent = tieOf(table);
  byId("scores").replaceChildren(...players.map((player) => scoreLine(player, winners.includes(player.colour))));
}

const names = (colours) => colours.map((colour) => COLOUR_NAMES[colour]).join(" and ");

function titleOf(winners) {
  return winners.length === 1 ? `${names(winners)} wins` : `${names(winners)} share the win`;
}

function tieOf({ players, board }) {
  const best = Math.max(...players.map((player) => player.score));
  const tied = players.filter((player) => player.score === best);
  if (tied.length === 1) return "";
  const standing = ({ colour }) => Object.values(board).filter((piece) => piece[1] === colour).length;
  const counts = tied.map((player) => `${COLOUR_NAMES[player.colour]} ${standing(player)}`);
  return `Tied at ${best}: the pieces on the board decide (${counts.join(", ")}).`;
}

function scoreLine({ colour, score, tokens, light }, won) {
  const sum = tokens.reduce((total, token) => total + token, 0);
  const points = Math.floor(light / LIGHT_PER_POINT);
  const parts = tokens.length > 1 ? ` (${tokens.join(" + ")})` : "";
  return html(
    "li",
    { "data-score-of": colour, "data-won": won, class: SPECIES[colour] },
    pieceIcon(`2${colour}`),
    html("b", {}, `${COLOUR_NAMES[colour]} ${score}`),
    html("span", {}, `= ${sum} in tokens${parts} + ${points} for ${light} light`),
  );
}
