// The hand: picks pieces up and puts them down, by dragging, by tapping twice, or with the keyboard.

import { ghost } from "./board.js";
import { neighbour } from "./geometry.js";
import { colourOf, sizeOf } from "./pieces.js";

const DRAG_PX = 6;
const FINGER_LIFT_PX = 34;

/** Where a point or element of the page is, as a place a piece may go: a cell, the pad, or off the board. */
function placeOf(element) {
  const cell = element?.closest("[data-cell]");
  if (cell) return { cell: cell.dataset.cell };
  if (element?.closest("[data-pad]")) return { pad: true };
  if (element?.closest(".plate, .sunlight, .sun")) return null;
  return { off: true };
}

export class Hand {
  /** `board` says what lies where, `send` speaks to the table, `onChange(piece)` hears what is picked up. */
  constructor({ board, send, onChange }) {
    Object.assign(this, { board, send, onChange, picked: null, cameFrom: null, drag: null, dragged: false });
    document.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.release(event));
    document.addEventListener("pointercancel", (event) => event.pointerId === this.drag?.id && this.endDrag());
    // A finger on a piece drags it and does not scroll the page.
    document.addEventListener("touchmove", (event) => this.drag && event.preventDefault(), { passive: false });
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // Moving pieces

  cellOf(piece) {
    return this.board.pieces.get(piece)?.closest("[data-cell]")?.dataset.cell ?? null;
  }

  pick(piece) {
    this.picked = piece;
    this.onChange(piece);
  }

  cancel() {
    this.pick(null);
    this.cameFrom?.focus();
    this.cameFrom = null;
  }

  /** Put `piece` down at a place (see `placeOf`; null is nowhere). */
  drop(piece, place) {
    this.cameFrom = null;
    this.pick(null);
    if (place?.cell && place.cell !== this.cellOf(piece)) this.put(piece, place.cell);
    if (place?.pad) this.send({ do: "tap", piece });
    if (place?.off && this.cellOf(piece)) this.send({ do: "lift", piece });
  }

  put(piece, cell) {
    // Growing by hand takes two movements; from the stock onto another size of one's own they are one.
    const there = this.board.on(cell);
    const swaps = there.length === 1 && colourOf(there[0]) === colourOf(piece) && sizeOf(there[0]) !== sizeOf(piece);
    if (swaps && this.cellOf(piece) === null) this.send({ do: "lift", piece: there[0] });
    this.send({ do: "put", piece, cell });
  }

  // Dragging

  press(event) {
    this.dragged = false;
    const node = event.target.closest?.("[data-piece]");
    if (!node || event.button !== 0 || this.drag) return;
    this.drag = { piece: node.dataset.piece, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  }

  move(event) {
    const drag = this.drag;
    if (drag?.id !== event.pointerId) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
    if (!drag.ghost) this.startDrag(event);
    const lift = event.pointerType === "touch" ? FINGER_LIFT_PX : 0;
    drag.at = { x: event.clientX, y: event.clientY - lift };
    drag.ghost.style.translate = `${drag.at.x}px ${drag.at.y}px`;
    this.aim(document.elementFromPoint(drag.at.x, drag.at.y));
  }

  startDrag(event) {
    const { piece } = this.drag;
    this.dragged = true;
    this.drag.ghost = ghost(piece);
    this.drag.ghost.style.width = `${this.board.cells.get("d4").getBoundingClientRect().width}px`;
    document.body.append(this.drag.ghost);
    // The piece's own element may be drawn anew meanwhile; the page itself stays.
    document.body.setPointerCapture(event.pointerId);
    this.pick(piece);
  }

  aim(element) {
    const target = element?.closest("[data-cell], [data-pad]") ?? null;
    if (target === this.target) return;
    this.target?.removeAttribute("data-aimed");
    target?.setAttribute("data-aimed", "");
    this.target = target;
  }

  release(event) {
    const drag = this.drag;
    if (drag?.id !== event.pointerId) return;
    this.endDrag();
    if (drag.ghost) this.drop(drag.piece, placeOf(document.elementFromPoint(drag.at.x, drag.at.y)));
  }

  endDrag() {
    if (this.drag?.ghost) {
      this.drag.ghost.remove();
      this.pick(null);
    }
    this.drag = null;
    this.aim(null);
  }

  // Tapping and keys

  click(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    this.activate(event.target);
  }

  activate(element) {
    const place = placeOf(element);
    const stock = element.closest(".stock [data-piece]")?.dataset.piece;
    if (stock) {
      if (stock === this.picked) this.cancel();
      else this.pick(stock);
    } else if (this.picked && (place?.cell || place?.pad)) {
      this.drop(this.picked, place);
    } else if (place?.cell) {
      const piece = element.closest("[data-piece]")?.dataset.piece ?? this.board.on(place.cell).at(-1);
      if (piece) this.pick(piece);
    }
  }

  key(event) {
    if (event.key === "Escape") {
      this.endDrag();
      if (this.picked) this.cancel();
    }
    const cell = event.target.closest?.("[data-cell]")?.dataset.cell;
    const stock = event.target.closest?.(".stock [data-piece]");
    if (["Enter", " "].includes(event.key)) {
      if (!cell && !stock && !event.target.closest?.("[data-pad]")) return;
      event.preventDefault();
      this.activate(event.target);
      if (stock && this.picked) {
        this.cameFrom = stock;
        this.board.focus();
      }
    } else if (cell && event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.board.focus(neighbour(cell, event.key));
    } else if (cell && ["Delete", "Backspace"].includes(event.key) && this.board.on(cell).length) {
      this.drop(this.board.on(cell).at(-1), { off: true });
    }
  }
}
