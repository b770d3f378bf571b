// Starting a new game, and unlocking a browser that looks on.

import { byId, html } from "./dom.js";
import { COLOURS, COLOUR_NAMES, SPECIES, pieceIcon } from "./pieces.js";

const SAVED_CODE = "table-code";

/**
 * Connect the new-game dialog; `send(message)` speaks to the table. Returns what decides whether it is offered:
 * not to a browser that only looks on, and not while a guide (enrolling, calibrating) runs.
 */
export function connectNewGame(send) {
  const dialog = byId("new-game");
  const seats = [];
  const buttons = new Map(COLOURS.map((colour) => [colour, seatButton(colour)]));
  const show = () => {
    for (const [colour, button] of buttons) {
      const seat = seats.indexOf(colour);
      button.setAttribute("aria-pressed", seat >= 0);
      button.querySelector(".seat").textContent = seat >= 0 ? seat + 1 : "";
    }
    byId("start").disabled = seats.length < 2;
  };
  for (const [colour, button] of buttons) {
    button.addEventListener("click", () => {
      if (seats.includes(colour)) seats.splice(seats.indexOf(colour), 1);
      else seats.push(colour);
      show();
    });
  }
  byId("seats").append(...buttons.values());
  byId("open-new").addEventListener("click", () => {
    seats.length = 0;
    show();
    dialog.showModal();
  });
  const offered = { unlocked: false, guided: false };
  const offer = (change) => {
    Object.assign(offered, change);
    byId("open-new").hidden = !offered.unlocked || offered.guided;
    byId("welcome-new").hidden = byId("open-new").hidden;
    if (byId("open-new").hidden) dialog.close();
  };
  byId("cancel-new").addEventListener("click", () => dialog.close());
  byId("new-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    send({
      do: "new",
      players: [...seats],
      long: form.elements.long.checked,
      heavy: form.elements.heavy.value,
      turns: form.elements.turns.value,
    });
    dialog.close();
  });
  return { unlock: (unlocked) => offer({ unlocked }), guided: (guided) => offer({ guided }) };
}

function seatButton(colour) {
  return html(
    "button",
    { type: "button", class: `seat-button ${SPECIES[colour]}`, "data-testid": `seat-${colour}`, "aria-pressed": "false" },
    html("span", { class: "seat" }),
    pieceIcon(`2${colour}`),
    html("span", {}, COLOUR_NAMES[colour]),
  );
}

/** Connect the bar that asks for the code. Returns what `hello` and `error` messages tell it. */
export function connectUnlock(send) {
  const bar = byId("unlock");
  const field = byId("code");
  let locked = false;
  bar.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(SAVED_CODE, field.value);
    send({ do: "unlock", code: field.value });
  });
  return {
    /** A hello came: after a lost connection the code is given again by itself. */
    hello(unlocked) {
      locked = !unlocked;
      bar.hidden = unlocked;
      document.documentElement.toggleAttribute("data-locked", locked);
      field.value = "";
      const code = sessionStorage.getItem(SAVED_CODE);
      if (locked && code) send({ do: "unlock", code });
    },
    /** An error came: a code that did not help is forgotten. */
    refused() {
      if (!locked) return;
      sessionStorage.removeItem(SAVED_CODE);
      field.value = "";
    },
  };
}
