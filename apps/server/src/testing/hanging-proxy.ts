import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';

/** A network between the code under test and the database that can go silent, like a pulled cable. */
export interface HangingProxy {
  /** The URL of the database through this network. */
  readonly url: string;
  /** From now on nothing gets through, in either direction; connections stay open, and new ones get no answer. */
  hang: () => void;
  /** New connections get through again. Those that hung stay dead. */
  resume: () => void;
  stop: () => Promise<void>;
}

export async function startHangingProxy(url: string): Promise<HangingProxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((incoming) => {
    const onward = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!isHanging) to.destroy();
      });
      if (!isHanging) from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${address.port}/${database}`,
    hang: () => {
      isHanging = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    resume: () => {
      isHanging = false;
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
