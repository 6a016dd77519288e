import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** The way from one process to one server. It can be cut like a cable: nobody is told. */
export interface CableLink {
  readonly port: number;
  readonly cut: () => void;
  /** What hung meanwhile is dead: its first packet is answered so. */
  readonly mend: () => void;
  readonly stop: () => void;
}

export async function layCable(to: number): Promise<CableLink> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!isCut) other.destroy();
      });
      if (!isCut) from.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: () => {
      if (!isCut) return;
      isCut = false;
      endAll();
    },
    stop: () => {
      server.close();
      endAll();
    },
  };
}
