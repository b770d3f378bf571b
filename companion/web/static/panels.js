// The players' panels: light points, tokens, and the stock of pieces with the next price of each size.

import { html, mark } from "./dom.js";
import { COLOURS, COLOUR_NAMES, SIZES, SPECIES, describe, pieceIcon } from "./pieces.js";
import { sortStock } from "./stock.js";

const SPREAD_PX = 3.5;
const WIDEST_PX = 20;
const MOST_TOKENS = 3;
const ROWS = [
  ["beside", "ready to plant"],
  ["onBoard", "to buy"],
];

function group(size, row) {
  return html(
    "div",
    { class: "group", "data-size": size, "data-row": row, role: "group" },
    html("div", { class: "pile" }),
    html("span", { class: "count" }),
    row === "onBoard" ? html("span", { class: "price" }) : null,
  );
}

function stockRow([row, words]) {
  return html("div", { class: "row" }, html("span", { class: "row-name" }, words), ...SIZES.map((_, size) => group(size, row)));
}

function panel(colour) {
  const name = COLOUR_NAMES[colour];
  return html(
    "section",
    { class: `player ${SPECIES[colour]}`, "data-testid": `player-${colour}`, "aria-label": `${name}, ${SPECIES[colour]}` },
    html(
      "header",
      {},
      html("span", { class: "emblem" }, pieceIcon(`2${colour}`)),
      html("h2", {}, name, html("small", {}, SPECIES[colour])),
      html("span", { class: "flags" }),
      html("span", { class: "tokens", "data-testid": `tokens-${colour}` }),
      html("span", { class: "light", "data-testid": `light-${colour}` }),
    ),
    html("div", { class: "stock", "data-testid": `stock-${colour}` }, ...ROWS.map(stockRow)),
  );
}

export class Panels {
  constructor(host) {
    this.host = host;
    this.panels = new Map(COLOURS.map((colour) => [colour, panel(colour)]));
    this.buttons = new Map();
    host.append(...this.panels.values());
    host.addEventListener("keydown", (event) => moveAlong(event));
  }

  /** Show the players in seat order; with no game all four colours, for signing in. */
  show({ pieces, at, table, taps, picked }) {
    const players = table?.players ?? COLOURS.map((colour) => ({ colour }));
    this.host.dataset.players = players.length;
    mark(this.host, "data-game", table !== null);
    const order = players.map((player) => player.colour);
    if (this.order !== order.join("")) this.host.append(...order.map((colour) => this.panels.get(colour)));
    this.order = order.join("");
    for (const [colour, node] of this.panels) node.hidden = !order.includes(colour);
    for (const player of players) {
      this.head(player, table);
      this.stock(player, sortStock(pieces, player, at, table, taps));
    }
    for (const [piece, button] of this.buttons) {
      button.setAttribute("aria-pressed", piece === picked);
      if (!pieces.includes(piece) || piece in at || !order.includes(piece[1])) button.remove();
    }
  }

  head(player, table) {
    const node = this.panels.get(player.colour);
    const flags = [];
    if (table && player.colour === table.mover && table.phase !== "X") flags.push("to move");
    if (table && player.colour === table.first && table.phase !== "X") flags.push("first");
    if (table?.winners.includes(player.colour)) flags.push("winner");
    mark(node, "data-mover", flags[0] === "to move");
    node.querySelector(".flags").replaceChildren(...flags.map((flag) => html("span", { class: "flag" }, flag)));
    showTokens(node.querySelector(".tokens"), player.tokens ?? []);
    const over = player.score !== null && player.score !== undefined;
    const light = node.querySelector(".light");
    light.textContent = over ? player.score : (player.light ?? "");
    light.title = over ? `score (${player.light} light points left)` : "light points";
    mark(light, "data-score", over);
    mark(light, "aria-label", player.light === undefined ? null : `${light.textContent} ${over ? "points" : "light points"}`);
  }

  stock(player, sizes) {
    const node = this.panels.get(player.colour);
    sizes.forEach((lying, size) => {
      for (const [row] of ROWS) this.pile(node.querySelector(`[data-size="${size}"][data-row=${row}]`), lying[row]);
      const price = player.prices?.[size] ?? null;
      const tag = node.querySelector(`[data-size="${size}"] .price`);
      tag.textContent = price ?? "";
      mark(tag, "aria-label", price === null ? null : `next price ${price}`);
    });
  }

  pile(group, pieces) {
    const pile = group.querySelector(".pile");
    const buttons = pieces.map((piece) => this.button(piece));
    if (buttons.length !== pile.children.length || buttons.some((button, i) => pile.children[i] !== button)) {
      const focused = buttons.includes(document.activeElement) ? document.activeElement : null;
      pile.replaceChildren(...buttons);
      focused?.focus();
    }
    buttons.forEach((button, i) => {
      button.tabIndex = i === buttons.length - 1 ? 0 : -1;
      button.style.setProperty("--aside", `${(i - (buttons.length - 1)) * Math.min(SPREAD_PX, WIDEST_PX / buttons.length)}px`);
    });
    group.querySelector(".count").textContent = pieces.length > 1 ? pieces.length : "";
    mark(group, "data-empty", pieces.length === 0);
  }

  button(piece) {
    if (!this.buttons.has(piece)) {
      const label = describe(piece);
      const attributes = { type: "button", "data-piece": piece, "aria-label": label, title: label };
      this.buttons.set(piece, html("button", attributes, pieceIcon(piece.slice(0, 2))));
    }
    return this.buttons.get(piece);
  }
}

// A few tokens are shown each, many as their sum.
function showTokens(host, tokens) {
  const sum = tokens.reduce((total, token) => total + token, 0);
  const words = tokens.length > MOST_TOKENS ? [`${sum} in ${tokens.length} tokens`] : tokens;
  host.replaceChildren(...words.map((word) => html("b", {}, word)));
  host.title = tokens.length ? `tokens ${tokens.join(", ")}: ${sum} points` : "";
}

// Left and right walk through the pieces of a pile, so that each of them can be picked by keyboard.
function moveAlong(event) {
  const piece = event.target.closest("[data-piece]");
  const step = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
  if (!piece || !step) return;
  event.preventDefault();
  piece[step]?.focus();
}
