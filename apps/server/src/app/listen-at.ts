import type { HttpApp } from '../platform/http/http-app.ts';

/** @param setting the setting that chose the port, for the message when the port is taken */
export async function listenAt(
  app: HttpApp,
  { port, host }: { port: number; host: string },
  setting: string,
): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new Error(`Port ${port} is taken by another program. Choose another with the setting ${setting}.`, {
      cause: error,
    });
  }
}
