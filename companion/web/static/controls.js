// SUN, UNDO and the wheel: what is pressed and for how long is told as it happens; the table decides what it means.

import { byId } from "./dom.js";

const WHEEL_STEP_PX = 60;

class Button {
  constructor(node, control, send) {
    Object.assign(this, { node, control, send, down: false });
    node.addEventListener("pointerdown", (event) => this.pointerDown(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) node.addEventListener(end, () => this.set(false));
    node.addEventListener("keydown", (event) => this.key(event, true));
    node.addEventListener("keyup", (event) => this.key(event, false));
    node.addEventListener("blur", () => this.set(false));
    node.addEventListener("contextmenu", (event) => event.preventDefault());
    node.addEventListener("click", (event) => this.click(event));
    addEventListener("blur", () => this.set(false));
  }

  set(down) {
    if (down === this.down) return;
    this.down = down;
    this.node.toggleAttribute("data-down", down);
    this.send({ do: "control", control: this.control, down });
  }

  pointerDown(event) {
    if (event.button !== 0) return;
    this.pressedByPointer = true;
    this.node.setPointerCapture(event.pointerId);
    this.set(true);
  }

  key(event, down) {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) this.set(down);
  }

  // Screen readers and switches click without a pointer: a short press.
  click() {
    if (!this.pressedByPointer) {
      this.set(true);
      this.set(false);
    }
    this.pressedByPointer = false;
  }
}

/** Connect the controls of the page. `send(message)` speaks to the table. */
export function connectControls(send) {
  const buttons = ["sun", "undo", "wheel"].map((control) => new Button(byId(control), control, send));
  const knob = byId("knob");
  let angle = 0;
  const turn = (steps) => {
    angle += 18 * steps;
    knob.style.transform = `rotate(${angle}deg)`;
    send({ do: "turn", steps });
  };
  byId("wheel-left").addEventListener("click", () => turn(-1));
  byId("wheel-right").addEventListener("click", () => turn(1));
  const controls = byId("controls");
  // Anywhere on the controls, so that SUN can be held while the wheel turns.
  controls.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!steps) return;
    event.preventDefault();
    turn(steps);
  });
  let travelled = 0;
  controls.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      travelled += event.deltaY * (event.deltaMode ? WHEEL_STEP_PX : 1);
      const steps = Math.trunc(travelled / WHEEL_STEP_PX);
      travelled -= steps * WHEEL_STEP_PX;
      for (let i = 0; i < Math.abs(steps); i++) turn(Math.sign(steps));
    },
    { passive: false },
  );
  return { letGo: () => buttons.forEach((button) => button.set(false)) };
}
