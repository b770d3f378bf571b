// The line to the table: one WebSocket that comes back by itself and says so meanwhile.

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;

export class Connection {
  /** `onMessage(message)` gets every message, `onState(connected, waitMs)` every change of the line. */
  constructor({ onMessage, onState }) {
    this.onMessage = onMessage;
    this.onState = onState;
    this.waitMs = FIRST_WAIT_MS;
    this.socket = null;
    this.timer = null;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
    this.socket = socket;
    socket.onopen = () => {
      this.waitMs = FIRST_WAIT_MS;
      this.onState(true, 0);
    };
    socket.onmessage = (event) => this.onMessage(JSON.parse(event.data));
    socket.onclose = () => this.retry();
  }

  retry() {
    this.onState(false, this.waitMs);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.waitMs);
    this.waitMs = Math.min(2 * this.waitMs, LONGEST_WAIT_MS);
  }

  /** Try again at once if the line is down. */
  hurry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Send a message; returns whether the line was up. */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
