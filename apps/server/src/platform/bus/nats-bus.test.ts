import { connect } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasNatsServer, makeNatsServer } from '../../testing/nats-server.ts';
import type { NatsServer } from '../../testing/nats-server.ts';
import type { Role } from '../db/roles.ts';
import { createLog } from '../log/log.ts';
import type { Bus, Channel } from './bus.ts';
import { createNatsBus } from './nats-bus.ts';
import type { NatsTimes } from './nats-bus.ts';
import { natsServers } from './nats-servers.ts';

const log = createLog('silent');
const TIMES: NatsTimes = { answerMsMax: 2_000, retryMs: 50, floodRestMs: 200 };
const LONG = { timeout: 15_000, interval: 20 };

describe('natsServers', () => {
  it('reads hosts, login and whether TLS is asked for', () => {
    expect(natsServers('tls://http:p%40ss@one:4222,two')).toEqual({
      servers: ['one:4222', 'two'],
      user: 'http',
      pass: 'p@ss',
      isTls: true,
    });
    expect(natsServers('nats://127.0.0.1:4222')).toEqual({ servers: ['127.0.0.1:4222'], isTls: false });
  });

  it.each(['tls://a:secret@127.0.0.1:4222', 'tls://a:secret@one,[::1]:4222'])(
    'refuses the address of %s: no certificate would be looked for by it',
    (url) => expect(() => natsServers(url)).toThrow('is a name'),
  );

  it('says how a % is written', () => expect(() => natsServers('tls://a:secret%zz@one')).toThrow('written %25'));

  it.each(['http://one', 'nats://', 'nats://a:secret@one,,two', 'nats://a:secret@one:4222:1', 'nats://a:secret@one/x'])(
    'refuses %s, and does not repeat its password',
    (url) => {
      expect(() => natsServers(url)).toThrow('hosts with their ports');
      expect(() => natsServers(url)).not.toThrow('secret');
    },
  );
});

/** The real server with deploy/nats.conf: TLS, and a login for each role. */
describe.skipIf(!hasNatsServer())('createNatsBus (skipped where nats-server or openssl is not installed)', () => {
  let server: NatsServer;
  beforeEach(async () => {
    server = await makeNatsServer();
  });
  afterEach(async () => await server.remove());

  const open = (role: Role, hears?: readonly Channel[], ca = server.ca): Bus => {
    const bus = createNatsBus({ url: server.urlOf(role), ca }, log, hears, TIMES);
    onTestFinished(async () => await bus.close());
    return bus;
  };
  const untilOpen = async (...buses: Bus[]): Promise<void> => {
    await vi.waitFor(() => expect(buses.map((bus) => bus.isOpen())).toEqual(buses.map(() => true)), LONG);
  };

  it('carries news between processes over TLS, in one piece or several, and each login only what is its own', async () => {
    await server.start();
    const [http, worker, feed] = [open('http'), open('worker', ['me']), open('feed', [])];
    await untilOpen(http, worker, feed);
    const heard: unknown[] = [];
    const refused: unknown[] = [];
    http.subscribe('me', (message) => heard.push(message));
    http.subscribe('tick', (message) => heard.push(message));
    feed.watch((trouble) => refused.push(trouble));
    const many = Array.from({ length: 3_000 }, (_, id) => ({ id, text: 'x'.repeat(60) }));
    await worker.publish('me', many);
    await vi.waitFor(() => expect(heard.flat()).toHaveLength(3_000), LONG);
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.flat()).toEqual(many);
    await feed.publish('tick', 7);
    await vi.waitFor(() => expect(heard.at(-1)).toBe(7), LONG);
    // The feed has nothing to say of members.
    await feed.publish('me', 'forged');
    await vi.waitFor(() => expect(refused).toEqual(['lost']), LONG);
    expect(heard).not.toContain('forged');
    expect(() => feed.subscribe('me', () => undefined)).toThrow('does not listen');
  });

  it('begins before its server does, outlives its loss, and says so', async () => {
    const bus = open('http');
    const [said, heard]: [string[], unknown[]] = [[], []];
    bus.watch((trouble) => said.push(trouble));
    bus.subscribe('order', (message) => heard.push(message));
    await bus.publish('order', 'nobody hears');
    expect(said).toEqual(['lost']);
    await server.start();
    await untilOpen(bus);
    expect(said).toEqual(['lost', 'gap']);
    await bus.publish('order', 1);
    await vi.waitFor(() => expect(heard).toEqual([1]), LONG);
    await server.kill();
    await vi.waitFor(() => expect(bus.isOpen()).toBe(false), LONG);
    await server.start();
    await untilOpen(bus);
    await vi.waitFor(() => expect(said.at(-1)).toBe('gap'), LONG);
    await bus.publish('order', 2);
    await vi.waitFor(() => expect(heard).toEqual([1, 2]), LONG);
  }, 40_000);

  it('takes a password as a whole, whatever the settings of the server would read in it', async () => {
    await server.start();
    for (const role of ['http', 'feed', 'worker', 'console'] as const) {
      const { servers, user = '', pass = '' } = natsServers(server.urlOf(role));
      const login = async (text: string) =>
        await connect({ servers: [...servers], user, pass: text, tls: { ca: server.ca }, maxReconnectAttempts: 0 });
      await (await login(pass)).close();
      await expect(login(pass.slice(0, 6))).rejects.toThrow('Authorization');
    }
  });

  it('lets no login listen ten thousand times', async () => {
    await server.start();
    const { servers, user = '', pass = '' } = natsServers(server.urlOf('http'));
    const greedy = await connect({
      servers: [...servers],
      user,
      pass,
      tls: { ca: server.ca },
      maxReconnectAttempts: 0,
    });
    let refused = 0;
    for (let n = 0; n < 10_000; n += 1)
      greedy.subscribe('candor.me', { callback: (error) => void (error !== null && (refused += 1)) });
    const watched = (async () => {
      for await (const status of greedy.status()) if (status.type === 'error') refused += 1;
    })();
    await vi.waitFor(() => expect(refused).toBeGreaterThan(0), LONG);
    await greedy.close();
    await watched;
  });

  it('does not speak with a server that its certificates do not vouch for', async () => {
    await server.start();
    const stranger = await makeNatsServer();
    onTestFinished(async () => await stranger.remove());
    const bus = open('http', undefined, stranger.ca);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(bus.isOpen()).toBe(false);
  });

  it('hears nothing for a while when it is flooded, and then again', async () => {
    await server.start();
    const bus = open('http');
    await untilOpen(bus);
    const [said, heard]: [string[], unknown[]] = [[], []];
    bus.watch((trouble) => said.push(trouble));
    bus.subscribe('order', (message) => heard.push(message));
    const { servers, user = '', pass = '' } = natsServers(server.urlOf('worker'));
    const flood = await connect({ servers: [...servers], user, pass, tls: { ca: server.ca } });
    for (let n = 0; n < 20_000; n += 1) flood.publish('candor.order', '1');
    await flood.flush();
    await flood.close();
    await vi.waitFor(() => expect(said).toContain('gap'), LONG);
    expect(heard.length).toBeLessThanOrEqual(4_000);
    const before = heard.length;
    await bus.publish('order', 'after');
    await vi.waitFor(() => expect(heard.slice(before)).toEqual(['after']), LONG);
  }, 40_000);
});
