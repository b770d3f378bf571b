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
  byId("status").replaceChildren(...(table ? statusOf(table) : [guide ?? "No game yet"]));
  byId("welcome").hidden = table !== null || guide !== null;
  byId("echo").textContent = table?.echo ?? "";
}

// On a phone the words marked wide make room.
function statusOf({ phase, sun, stop, lap, laps, round, rounds, mover, preview }) {
  const wide = (words) => html("span", { class: "wide" }, words);
  const doing = PHASES[phase] ?? `${COLOUR_NAMES[mover] ?? "Everybody"} may act`;
  const parts = [preview ? "Looking ahead" : doing];
  if (round) parts.push(` · round ${round} of ${rounds}`, wide(` · revolution ${lap} of ${laps}`));
  return [...parts, " · ", wide(`sun ${sun}, `), `stop ${stop} of 6`];
}

/** The findings, each leading to its cell: `onLook(cell)`. Notices only inform: they stand apart and quiet. */
export function showFindings(findings, onLook) {
  const asking = findings.filter((finding) => !finding.notice);
  byId("findings-box").hidden = asking.length === 0;
  fillList(byId("findings"), asking, onLook);
  fillList(byId("notices"), findings.filter((finding) => finding.notice), onLook);
}

function fillList(host, findings, onLook) {
  const key = JSON.stringify(findings);
  if (host.dataset.key === key) return;
  host.dataset.key = key;
  host.replaceChildren(
    ...findings.map((finding) => {
      const { cell, kind } = finding;
      const [place, words] = placeAndWords(finding);
      const button = html("button", { type: "button" }, html("b", {}, place), html("span", {}, words));
      button.addEventListener("click", () => onLook(cell));
      return html("li", { "data-kind": kind, "data-finding-cell": cell }, button);
    }),
  );
}

// A finding's text opens with its place ("d1: a tree …"); of the board as a whole it does not.
function placeAndWords({ cell, text }) {
  const end = text.indexOf(": ");
  if (end < 0 || (cell !== "pad" && text.slice(0, end) !== cell)) return [cell, text];
  const words = text.slice(end + 2);
  return [text.slice(0, end), words[0].toUpperCase() + words.slice(1)];
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

/** The page's own line to the companion; while it is down, this is the one message about that. */
export function showConnection(connected, waitMs) {
  const banner = byId("connection");
  mark(document.documentElement, "data-offline", !connected);
  banner.hidden = connected;
  const again = waitMs < 1500 ? "trying again" : `trying again in ${Math.round(waitMs / 1000)} s`;
  banner.textContent = connected ? "" : `No connection to the table: ${again}. The game is safe; until then nothing you do here counts.`;
}

/** Something was tried with the line down: the banner says why it was not done, and stirs. */
export function stressConnection() {
  byId("connection").animate?.([{ translate: "0 0" }, { translate: "0 8px" }, { translate: "0 0" }], 400);
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
