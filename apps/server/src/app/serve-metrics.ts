import { createServer } from 'node:http';

const CONNECTIONS_MAX = 8;
const REQUEST_MS_MAX = 5_000;

/** Serves the operator's metrics to this machine only. @returns how to close it. @throws when the port is taken */
export async function serveMetrics(port: number, read: () => Promise<string>): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: REQUEST_MS_MAX }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('clientError', (_error, socket) => socket.destroy());
  const listening = Promise.withResolvers<void>();
  server.once('error', (error) =>
    listening.reject(
      new Error(`The metrics cannot be served: port ${port} is taken. Choose another with METRICS_PORT.`, {
        cause: error,
      }),
    ),
  );
  server.listen(port, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  server.on('error', () => undefined);
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}
