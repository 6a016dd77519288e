import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { clientFrame, connectRaw, OPCODES, readUntil, upgradeHead } from '../../testing/raw-client.ts';
import { startHub } from '../../testing/hub-site.ts';

const { site, port, until, connect, deaf } = startHub();

describe('a refused upgrade', () => {
  it.each([
    ['/other', {}, 404],
    ['/', {}, 404],
    ['/ws', { Origin: 'https://evil.example' }, 403],
    ['/ws', { Origin: 'null' }, 403],
    ['/ws', { 'Sec-WebSocket-Key': 'short' }, 400],
    ['/ws', { 'Sec-WebSocket-Version': '7' }, 400],
  ])('%s with %o gets %i', async (path, headers, status) => {
    const socket = await connectRaw(port());
    site.raw.push(socket);
    socket.write(upgradeHead(path, headers));
    expect(await readUntil(socket)).toContain(`HTTP/1.1 ${status} `);
  });

  it('of an unknown address gets 400', async () => {
    site.address = undefined;
    await expect(connect()).rejects.toThrow('400');
  });

  it('is closed even when the client keeps its half open', async () => {
    const socket = await connectRaw(port());
    site.raw.push(socket);
    socket.allowHalfOpen = true;
    socket.write(upgradeHead('/other'));
    await until(() => site.served[0]?.destroyed === true);
    expect(site.hub.size()).toBe(0);
  });

  it('is not told as a live socket, and each accepted one is, once', async () => {
    await connect();
    const accepted = [...site.accepted];
    await expect(connect('https://evil.example')).rejects.toThrow('403');
    expect(accepted).toEqual([site.served[0]]);
    expect(site.accepted).toEqual(accepted);
  });

  it('never happens to our own and configured origins', async () => {
    await connect('https://client.example');
    await connect(`http://127.0.0.1:${port()}`);
    expect(site.hub.size()).toBe(2);
  });
});

describe('the number of sockets', () => {
  it('is limited per address, and other addresses still get in', async () => {
    for (let i = 0; i < 42; i += 1) await connect();
    await expect(connect()).rejects.toThrow('429');
    site.address = 'two';
    await connect();
    expect(site.hub.size()).toBe(43);
  });

  it('is limited in total', async () => {
    for (let i = 0; i < 50; i += 1) {
      site.address = `a${i}`;
      await connect();
    }
    site.address = 'one more';
    await expect(connect()).rejects.toThrow('503');
    expect(site.hub.size()).toBe(50);
  });

  it('is limited in total for members too', async () => {
    site.authenticate = async (token) => ({ memberId: BigInt(token), sessionId: token });
    for (let i = 0; i < 60; i += 1) {
      site.address = `a${i}`;
      await (await connect()).logIn(`${i}`);
    }
    site.now += 5_000;
    await expect(connect()).rejects.toThrow('503');
  });

  it('counts a socket with a failed login as one without a member', async () => {
    for (let i = 0; i < 42; i += 1) expect(await (await connect()).logIn('bad')).toBe(false);
    await expect(connect()).rejects.toThrow('429');
  });

  it('makes room after a while by closing the oldest socket without a member', async () => {
    const [first, second] = [await connect(), await connect()];
    await first.logIn('ann');
    for (let i = 2; i < 43; i += 1) await connect();
    site.now += 5_000;
    await connect();
    await second.closed;
    await first.settled();
    expect(site.hub.size()).toBe(43);
  });
});

describe('what a socket may send', () => {
  it('is limited in frames', async () => {
    const reader = await connect();
    for (let i = 0; i < 130; i += 1) reader.say({ op: 'ping' });
    expect(await reader.closed).toBe(4029);
  });

  it('allows the pace of a busy screen', async () => {
    const reader = await connect();
    for (let i = 0; i < 20; i += 1) {
      for (let j = 0; j < 19; j += 1) reader.say({ op: 'sub', topics: ['tick:A'] });
      await reader.settled();
      site.now += 1_000;
    }
    expect(reader.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is limited in bytes', async () => {
    const reader = await connect();
    const topics = ['x'.repeat(3_000)];
    for (let i = 0; i < 25; i += 1) reader.say({ op: 'unsub', topics });
    expect(await reader.closed).toBe(4029);
  });

  it.each([0, 1])('is limited to 64 KiB at once, and to 8 KiB more after each second: %i s', async (seconds) => {
    const reader = await connect();
    const spend = async (bytes: number): Promise<void> => {
      const ping = '{"op":"ping"}';
      const most = '{"op":"unsub","topics":[]}'.padEnd(3_000);
      let left = bytes - ping.length;
      for (; left > most.length; left -= most.length) reader.socket.send(most);
      reader.socket.send(most.slice(0, left));
      await reader.settled();
    };
    await spend(64 * 1024);
    site.now += seconds * 1_000;
    if (seconds > 0) await spend(seconds * 8 * 1024);
    reader.socket.send('x');
    expect(await reader.closed).toBe(4029);
  });

  it('is limited in refused frames', async () => {
    const reader = await connect();
    for (let i = 0; i < 20; i += 1) reader.socket.send('not a frame');
    await reader.settled();
    expect(reader.frames).toHaveLength(20);
    expect(reader.frames[0]).toEqual({ op: 'error', error: 'BODY_INVALID' });
    site.now += 5_000;
    reader.socket.send('not a frame');
    await reader.settled();
    reader.socket.send('not a frame');
    expect(await reader.closed).toBe(4029);
  });

  it('is limited in refused topics', async () => {
    const reader = await connect();
    reader.say({ op: 'sub', topics: Array.from({ length: 150 }, (_, i) => `t${i}`) });
    expect(await reader.closed).toBe(4029);
    // What nobody reads is not even encoded: nothing is left of its topics, nor was one added after its end.
    const encoded = vi.fn<() => null>(() => null);
    for (const topic of ['t0', 't99', 't149']) site.hub.publish(topic, { toJSON: encoded });
    expect(encoded).not.toHaveBeenCalled();
  });

  it('is limited in logins', async () => {
    const reader = await connect();
    for (let i = 0; i < 6; i += 1) expect(await reader.logIn('bad')).toBe(false);
    reader.say({ op: 'auth', token: 'ann' });
    expect(await reader.closed).toBe(4029);
  });

  it.each(['ping', 'pong'] as const)('is limited in %s frames of the protocol', async (kind) => {
    const socket = await deaf();
    for (let i = 0; i < 130; i += 1) socket.write(clientFrame(OPCODES[kind], 'x'));
    await until(() => site.hub.size() === 0);
    expect(site.served[0]?.destroyed).toBe(true);
  });

  it('is limited in the size of a frame', async () => {
    const reader = await connect();
    reader.socket.send('x'.repeat(5_000));
    expect(await reader.closed).toBe(1009);
  });

  it('closes only that socket when handling it throws', async () => {
    const [reader, other] = [await connect(), await connect()];
    reader.socket.send('trap');
    expect(await reader.closed).toBe(1011);
    expect(site.faults).toHaveLength(1);
    await other.settled();
  });

  it('is not looked at after the frame that ended it, also in the same packet', async () => {
    const authenticate = vi.fn<(token: string) => Promise<undefined>>(async () => undefined);
    site.authenticate = authenticate;
    const [socket, other] = [await deaf(), await connect()];
    const set = vi.spyOn(globalThis, 'setTimeout');
    const frames = ['trap', 'trap', '{"op":"auth","token":"ann"}'].map((text) => clientFrame(OPCODES.text, text));
    socket.write(Buffer.concat(frames));
    await until(() => site.faults.length > 0);
    await until(() => site.hub.size() === 1);
    await other.settled();
    expect(site.faults).toHaveLength(1);
    expect(authenticate).not.toHaveBeenCalled();
    // It does not answer the close, so it was cut off after this time.
    expect(set).toHaveBeenCalledWith(expect.any(Function), 1_000);
    set.mockRestore();
  });

  it('gets one pong with the payload of its ping', async () => {
    const reader = await connect();
    const pongs: string[] = [];
    reader.socket.on('pong', (data) => pongs.push(data.toString()));
    reader.socket.ping('hello');
    await reader.settled();
    expect(pongs).toEqual(['hello']);
  });
});
