import type { Frame } from './frame.ts';

/*
 * Frames of one moment, such as the ticks of all products of a second, go to a socket in one write: a write costs several times
 * what the rest costs. Sockets that get the same frames in the same order share their bytes too. Each frame stays a message of its
 * own on the wire, so a client cannot tell.
 */

/** After so many sockets other work has its turn: an order does not wait until ten thousand sockets have their ticks. */
export const SOCKETS_A_TURN = 250;

/** Frames one after the other, by the last of them. Equal runs of one turn are the same object. */
interface Run {
  readonly before: Run | undefined;
  readonly frame: Frame | undefined;
  readonly length: number;
  /** Made when the first socket needs it. */
  bytes: Buffer | undefined;
  /** Almost always the only one. */
  next: Run | undefined;
  others: Map<Frame, Run> | undefined;
}

/** What one socket gets with its next write. */
export interface Gathered {
  /** In bytes. */
  readonly length: () => number;
  readonly add: (frame: Frame) => void;
  /** Writes now what is there. */
  readonly flush: () => void;
  readonly drop: () => void;
}

export type Gathering = (write: (bytes: Buffer) => void) => Gathered;

interface Waiting {
  readonly write: (bytes: Buffer) => void;
  run: Run | undefined;
}

export function startGathering(): Gathering {
  /** Sockets with something to write, the longest first. */
  const waiting = new Set<Waiting>();
  let start = runAfter(undefined, undefined);
  let isPlanned = false;

  function planTurn(): void {
    if (isPlanned || waiting.size === 0) return;
    isPlanned = true;
    setImmediate(takeTurn);
  }

  function flush(socket: Waiting): void {
    const { run } = socket;
    socket.run = undefined;
    waiting.delete(socket);
    if (run !== undefined) socket.write(bytesOf(run));
  }

  function takeTurn(): void {
    isPlanned = false;
    let left = SOCKETS_A_TURN;
    for (const socket of waiting) {
      if (left === 0) break;
      left -= 1;
      flush(socket);
    }
    start = runAfter(undefined, undefined);
    planTurn();
  }

  return (write) => {
    const socket: Waiting = { write, run: undefined };
    return {
      length: () => socket.run?.length ?? 0,
      add: (frame) => {
        if (socket.run === undefined) {
          waiting.add(socket);
          planTurn();
        }
        socket.run = follow(socket.run ?? start, frame);
      },
      flush: () => flush(socket),
      drop: () => {
        socket.run = undefined;
        waiting.delete(socket);
      },
    };
  };
}

function runAfter(before: Run | undefined, frame: Frame | undefined): Run {
  const length = (before?.length ?? 0) + (frame?.wire.length ?? 0);
  return { before, frame, length, bytes: undefined, next: undefined, others: undefined };
}

function follow(run: Run, frame: Frame): Run {
  if (run.next?.frame === frame) return run.next;
  const known = run.others?.get(frame);
  if (known !== undefined) return known;
  const made = runAfter(run, frame);
  if (run.next === undefined) run.next = made;
  else (run.others ??= new Map()).set(frame, made);
  return made;
}

function bytesOf(run: Run): Buffer {
  return (run.bytes ??= joined(run));
}

function joined(last: Run): Buffer {
  if (last.before?.frame === undefined && last.frame !== undefined) return last.frame.wire;
  const bytes = Buffer.allocUnsafe(last.length);
  let end = last.length;
  for (let run: Run | undefined = last; run?.frame !== undefined; run = run.before) {
    end -= run.frame.wire.length;
    bytes.set(run.frame.wire, end);
  }
  return bytes;
}
