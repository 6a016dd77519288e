import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** What an exchange once sent, frame by frame, without timestamps and without the client's messages. For tests. */
export async function* readRecordedFrames(file: string): AsyncGenerator<string> {
  const path = join(process.env['MARKETDATA_DIR'] ?? '', 'wire', file);
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    const frame = /^[\d.:TZ-]+:? (\{.*)$/.exec(line)?.[1];
    if (frame !== undefined) yield frame;
  }
}
