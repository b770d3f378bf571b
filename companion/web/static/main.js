// The page: keeps the newest message of each type and hands it to the parts that show it.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { connectControls } from "./controls.js";
import { connectNewGame, connectUnlock } from "./dialogs.js";
import { byId } from "./dom.js";
import { Hand } from "./hand.js";
import * as notices from "./notices.js";
import { Panels } from "./panels.js";
import { describe } from "./pieces.js";
import { showResult } from "./result.js";
import { Taps, standIns } from "./stock.js";

const board = new Board(byId("board"));
const panels = new Panels(byId("players"));
const taps = new Taps();
const state = { pieces: [], at: {}, pad: null, table: null, picked: null, simulated: true };

function send(message) {
  if (!connection.send(message)) notices.stressConnection();
}

function showPanels() {
  panels.show({ ...state, taps });
}

function pickedUp(piece) {
  state.picked = piece;
  const onBoard = piece !== null && piece in state.at;
  notices.showPicked(piece === null || hand.drag ? null : describe(piece), onBoard);
  for (const [name, node] of board.pieces) node.toggleAttribute("data-picked", name === piece);
  document.body.toggleAttribute("data-holding", piece !== null);
  showPanels();
}

const show = {
  hello({ simulated, unlocked, pieces }) {
    Object.assign(state, { pieces, simulated });
    byId("bump").hidden = !simulated || !unlocked;
    newGame.unlock(unlocked);
    unlock.hello(unlocked);
    showPanels();
  },
  hands({ at, pad }) {
    state.at = at;
    state.pad = pad;
    taps.note(at, pad);
    board.showHands(at, pad);
    pickedUp(state.picked);
  },
  lights({ cells }) {
    board.showLights(cells);
  },
  display(message) {
    return notices.showDisplay(message);
  },
  table({ table, guide = null }) {
    state.table = table;
    board.showTable(table);
    notices.showStatus(table, guide);
    notices.showFindings(table?.findings ?? [], look);
    notices.showPiles(table?.piles ?? null);
    showResult(table);
    newGame.guided(guide !== null);
    if (state.simulated) showPanels();
    else show.hands({ at: standIns(table?.board ?? {}), pad: null });
  },
  error({ text }) {
    notices.showError(text);
    unlock.refused();
  },
  link(message) {
    notices.showLink(message);
  },
};

function look(cell) {
  if (board.cells.has(cell)) board.focus(cell);
  else board.pad.focus();
}

const hand = new Hand({ board, send, onChange: pickedUp });
const controls = connectControls(send);
const unlock = connectUnlock(send);
const newGame = connectNewGame(send);

byId("bump").addEventListener("click", () => send({ do: "bump" }));
byId("picked-tap").addEventListener("click", () => hand.drop(state.picked, { pad: true }));
byId("picked-off").addEventListener("click", () => hand.drop(state.picked, { off: true }));
byId("picked-cancel").addEventListener("click", () => hand.cancel());
byId("error-close").addEventListener("click", () => (byId("error").hidden = true));

const connection = new Connection({
  onMessage: (message) => show[message.type]?.(message),
  onState(connected, waitMs) {
    if (!connected) controls.letGo();
    notices.showConnection(connected, waitMs);
  },
});
