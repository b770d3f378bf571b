// What the table has to say in words: its display, the status line, findings, tokens left, errors, the line's state.

import { byId, html, mark } from "./dom.js";
import { COLOUR_NAMES } from "./pieces.js";

const ERROR_STAYS_MS = 9000;
const PHASES = { P: "Placing the first trees", S: "The sun is about to move", X: "The game is over" };

/** Draw the display's pixels as they are; its words are the picture's label. */
export async function showDisplay({ png, width, height, text }) {
  const canvas = byId("display");
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const words = text.join("\n");
  canvas.setAttribute("aria-label", `Display: ${text.join(". ")}`);
  if (byId("display-text").textContent !== words) byId("display-text").textContent = words;
}

export function showStatus(table, guide) {
  byId("status").textContent = table ? statusOf(table) : (guide ?? "No game yet");
  byId("welcome").hidden = table !== null || guide !== null;
  byId("open-new").hidden = guide !== null;
  byId("echo").textContent = table?.echo ?? "";
}

function statusOf({ phase, sun, stop, lap, laps, round, rounds, mover }) {
  const parts = [PHASES[phase] ?? `${COLOUR_NAMES[mover] ?? "Everybody"} may act`];
  if (round) parts.push(`round ${round} of ${rounds}`, `revolution ${lap} of ${laps}`);
  parts.push(`sun ${sun}, stop ${stop} of 6`);
  return parts.join(" · ");
}

/** The findings, each leading to its cell: `onLook(cell)`. */
export function showFindings(findings, onLook) {
  const host = byId("findings");
  const key = JSON.stringify(findings);
  if (host.dataset.key === key) return;
  host.dataset.key = key;
  byId("findings-box").hidden = findings.length === 0;
  host.replaceChildren(
    ...findings.map(({ cell, kind, text }) => {
      const button = html("button", { type: "button" }, html("b", {}, cell), html("span", {}, text));
      button.addEventListener("click", () => onLook(cell));
      return html("li", { "data-kind": kind, "data-finding-cell": cell }, button);
    }),
  );
}

/** The scoring tokens left: of each soil the next token and how many. */
export function showPiles(piles) {
  byId("piles-box").hidden = piles === null;
  byId("piles").replaceChildren(
    ...(piles ?? []).map((tokens, i) =>
      html(
        "li",
        { "aria-label": `${i + 1} leaves: ${tokens.length ? `next ${tokens[0]}, ${tokens.length} left` : "none left"}` },
        html("span", { class: "soil-leaves" }, "\u2766".repeat(i + 1)),
        html("b", {}, tokens[0] ?? "–"),
        html("small", {}, `${tokens.length} left`),
      ),
    ),
  );
}

let errorTimer;

export function showError(text) {
  const box = byId("error");
  byId("error-text").textContent = text;
  box.hidden = false;
  clearTimeout(errorTimer);
  errorTimer = setTimeout(() => (box.hidden = true), ERROR_STAYS_MS);
}

/** The page's own line to the companion. */
export function showConnection(connected, waitMs) {
  const banner = byId("connection");
  mark(document.documentElement, "data-offline", !connected);
  banner.hidden = connected;
  const again = waitMs < 1500 ? "trying again" : `trying again in ${Math.round(waitMs / 1000)} s`;
  banner.textContent = connected ? "" : `No connection to the table: ${again}. Nothing is lost.`;
}

/** The companion's line to the sensor board. */
export function showLink({ ok, text }) {
  byId("link").hidden = ok;
  byId("link").textContent = ok ? "" : text;
}

/** What is in hand, and what to do with it. */
export function showPicked(words, onBoard) {
  byId("picked").hidden = words === null;
  byId("picked-name").textContent = words ?? "";
  byId("picked-off").hidden = !onBoard;
  byId("said").textContent = words ? `${words} in hand` : "";
}
