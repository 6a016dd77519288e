import { describe, expect, it, vi } from 'vitest';
import { frameOf } from './frame.ts';
import { SOCKETS_A_TURN, startGathering } from './gathered-writes.ts';

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function startSockets(count: number) {
  const gathering = startGathering();
  return Array.from({ length: count }, () => {
    const writes: Buffer[] = [];
    return { writes, ...gathering((bytes) => void writes.push(bytes)) };
  });
}

const [one, two, three] = [frameOf(1), frameOf(2), frameOf(3)];

describe('frames of one moment', () => {
  it('are one write, in their order, and none is left for the next one', async () => {
    const [socket] = startSockets(1);
    for (const frame of [one, two, one]) socket?.add(frame);
    expect([socket?.writes, socket?.length()]).toEqual([[], 9]);
    await turn();
    expect(socket?.writes).toEqual([Buffer.concat([one.wire, two.wire, one.wire])]);
    expect(socket?.length()).toBe(0);
    socket?.add(three);
    await turn();
    expect(socket?.writes.slice(1)).toEqual([three.wire]);
  });

  it('share their bytes among the sockets that get the same, and only among them', async () => {
    const [first, second, other] = startSockets(3);
    for (const socket of [first, second, other]) socket?.add(one);
    for (const socket of [first, second]) socket?.add(two);
    other?.add(three);
    await turn();
    expect(first?.writes[0]).toBe(second?.writes[0]);
    expect([first, other].map((socket) => socket?.writes)).toEqual([
      [Buffer.concat([one.wire, two.wire])],
      [Buffer.concat([one.wire, three.wire])],
    ]);
  });

  it('go out before a socket closes, and not at all when it is gone', async () => {
    const [closing, gone] = startSockets(2);
    for (const socket of [closing, gone]) socket?.add(one);
    closing?.flush();
    expect(closing?.writes).toEqual([one.wire]);
    gone?.drop();
    await turn();
    expect([closing?.writes.length, gone?.writes.length]).toEqual([1, 0]);
  });

  it('let other work have its turn between many sockets', async () => {
    const sockets = startSockets(2 * SOCKETS_A_TURN + 1);
    for (const socket of sockets) socket.add(one);
    const written: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      await turn();
      written.push(sockets.filter(({ writes }) => writes.length === 1).length);
    }
    expect(written).toEqual([SOCKETS_A_TURN, 2 * SOCKETS_A_TURN, 2 * SOCKETS_A_TURN + 1]);
  });

  it('that come while their socket waits for its turn are behind the others in the same write', async () => {
    const sockets = startSockets(SOCKETS_A_TURN + 1);
    for (const socket of sockets) socket.add(one);
    await turn();
    for (const socket of sockets) socket.add(two);
    await turn();
    await turn();
    expect(sockets[0]?.writes).toEqual([one.wire, two.wire]);
    expect(sockets.at(-1)?.writes).toEqual([Buffer.concat([one.wire, two.wire])]);
  });

  it('plan one turn, also when some are written before it', () => {
    const planned = vi.spyOn(globalThis, 'setImmediate');
    const [socket] = startSockets(1);
    for (let n = 0; n < 5; n += 1) {
      socket?.add(one);
      socket?.flush();
    }
    expect(planned).toHaveBeenCalledOnce();
    expect(socket?.writes).toHaveLength(5);
  });
});
