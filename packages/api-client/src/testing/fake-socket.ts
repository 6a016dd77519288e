import { parseClientFrame } from '@candor/contract/live';
import type { ClientFrame, ServerFrame } from '@candor/contract/live';

/** A WebSocket. The test plays the server. */
export class FakeSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: ClientFrame[] = [];

  /** The client's side. */
  send(text: string): void {
    const frame = parseClientFrame(text);
    if (this.readyState !== WebSocket.OPEN) throw new Error('InvalidStateError');
    if (frame === null) throw new Error(`the server would refuse ${text}`);
    this.sent.push(frame);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }

  /** The server's side. */
  accept(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  say(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  lose(code = 1006): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}
