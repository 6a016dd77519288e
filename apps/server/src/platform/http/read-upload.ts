import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { BodyTooLarge, Refused } from './http-app.ts';

/** What a form with files may hold. */
export interface UploadShape {
  readonly files: number;
  /** Fields of text. */
  readonly fields: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
}

/** A form that arrives. */
export interface UploadMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** The parts of a form by name: text, or a file. */
export type UploadedForm = Record<string, string | File>;

const FIELD_BYTES = 1_024;
/** Boundary and headers of one part, with room for long names of files. */
const PART_BYTES = 2_048;
/** Shorter than the server waits for a request (build-http.ts), so that the sender still gets an answer. */
const SLOW_MS = 25_000;
const DRAIN_MS = 1_000;

/** The longest body that such a form can have. */
export function bodyBytesMax({ files, fields, fileBytes }: UploadShape): number {
  return files * (fileBytes + PART_BYTES) + fields * (FIELD_BYTES + PART_BYTES) + PART_BYTES;
}

/**
 * Reads a multipart form into memory, within the bounds of its shape. Names and types that the sender gives to files are
 * ignored. A form that breaks a bound is not read to its end.
 * @param onBytes sees how many bytes came. If it throws, the form is refused with that error.
 */
export async function readUpload(
  { headers, body }: UploadMessage,
  shape: UploadShape,
  { onBytes = () => undefined, slowMs = SLOW_MS }: { onBytes?: (bytes: number) => void; slowMs?: number } = {},
): Promise<UploadedForm> {
  const bytesMax = bodyBytesMax(shape);
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw new BodyTooLarge();
  const form = new Map<string, string | File>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const meter = meterOf(bytesMax, onBytes);
  const parser = parserOf(headers, shape);
  const put = (name: string | undefined, value: string | File): void => {
    if (name === undefined || form.has(name)) reject(new Refused('BODY_INVALID'));
    else form.set(name, value);
  };
  parser
    .on('field', (name, value, _, isCut) => (isCut ? reject(new Refused('BODY_INVALID')) : put(name, value)))
    .on('file', (name, stream, filename) => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      stream
        .on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk))
        .once('limit', () => reject(new Refused('IMAGE_TOO_LARGE', { fields: { [name]: 'IMAGE_TOO_LARGE' } })))
        .once('error', reject)
        .once('end', () => {
          // Browsers send a file without a name and bytes for a field that was left empty.
          const isLeftEmpty = chunks.length === 0 && (filename ?? '') === '';
          if (!isLeftEmpty) put(name, new File(chunks, 'upload'));
        });
    })
    .once('partsLimit', () => reject(new Refused('BODY_INVALID')))
    .once('filesLimit', () => reject(new Refused('BODY_INVALID')))
    .once('fieldsLimit', () => reject(new Refused('BODY_INVALID')))
    .once('finish', resolve)
    // What the parser says quotes the body.
    .on('error', () => reject(new Refused('BODY_INVALID')));
  meter.on('error', reject);
  const cut = (): void => reject(new Refused('UPLOAD_INCOMPLETE'));
  const timer = setTimeout(cut, slowMs);
  body.on('error', cut);
  body.pipe(meter).pipe(parser);
  try {
    await promise;
    return Object.fromEntries(form);
  } finally {
    clearTimeout(timer);
    body.unpipe(meter);
    await drain(body);
  }
}

/** Throws the rest of a refused form away for a moment: a sender that is cut off would not read the answer. */
async function drain(body: Readable): Promise<void> {
  body.resume();
  await finished(body, { signal: AbortSignal.timeout(DRAIN_MS), cleanup: true }).catch(() => undefined);
}

function meterOf(bytesMax: number, onBytes: (bytes: number) => void): Transform {
  let read = 0;
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      read += chunk.length;
      if (read > bytesMax) return done(new BodyTooLarge());
      try {
        onBytes(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error('the upload was refused'));
      }
    },
  });
}

function parserOf(headers: IncomingHttpHeaders, { files, fields, fileBytes }: UploadShape) {
  try {
    return new Busboy({
      headers: { 'content-type': headers['content-type'] ?? '' },
      limits: {
        files,
        fields,
        parts: files + fields,
        fileSize: fileBytes,
        fieldSize: FIELD_BYTES,
        headerPairs: 8,
        headerSize: PART_BYTES,
      },
    });
  } catch {
    throw new Refused('BODY_INVALID');
  }
}
