import { sealBytes, unsealBytes } from '../secrets/seal.ts';
import type { Files } from './files.ts';

/**
 * What is too large to be held in memory, at rest: pieces of one size, each sealed for its place alone. Whoever reads the disk sees
 * nothing, and a piece that was moved, left out or written by an earlier try does not open.
 */
export interface PieceDeps {
  readonly privateFiles: Files;
  readonly sealKey: Buffer;
}

/** Whose pieces: of a request, as one of its tries wrote them. */
export interface PiecesOf {
  readonly id: string;
  readonly tries: number;
}

/** All but the last have this size. */
const PIECE_BYTES = 4 * 1_024 * 1_024;

/** Cuts what comes into pieces, none of them empty. */
export async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    while (size >= PIECE_BYTES) {
      const whole = Buffer.concat(waiting);
      yield whole.subarray(0, PIECE_BYTES);
      waiting = [whole.subarray(PIECE_BYTES)];
      size -= PIECE_BYTES;
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Writes one piece; the first has number 1. It replaces what an earlier try wrote there. */
export async function sealPiece(
  { privateFiles, sealKey }: PieceDeps,
  of: PiecesOf,
  { number, bytes }: { number: number; bytes: Uint8Array },
): Promise<void> {
  await privateFiles.write(nameOf(of.id, number), sealBytes(sealKey, bytes, purposeOf(of, number)));
}

/**
 * All of it, piece by piece, or null when it is gone.
 * @param bytes how many it has as a whole
 * @throws Error, also later, when a piece does not open
 */
export async function openPieces(deps: PieceDeps, of: PiecesOf, bytes: number): Promise<AsyncIterable<Buffer> | null> {
  const count = Math.ceil(bytes / PIECE_BYTES);
  const first = await openPiece(deps, of, 1);
  if (first === null) return null;
  return (async function* () {
    yield first;
    for (let number = 2; number <= count; number += 1) {
      const piece = await openPiece(deps, of, number);
      if (piece === null) throw new Error('a piece is missing');
      yield piece;
    }
  })();
}

async function openPiece({ privateFiles, sealKey }: PieceDeps, of: PiecesOf, number: number): Promise<Buffer | null> {
  const sealed = await privateFiles.read(nameOf(of.id, number));
  return sealed === null ? null : unsealBytes(sealKey, sealed, purposeOf(of, number));
}

/** @param count how many any try may have written */
export async function removePieces(privateFiles: Files, id: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) await privateFiles.remove(nameOf(id, number));
}

function nameOf(id: string, number: number): string {
  return `${id.slice(0, 2)}/${id}.${number}`;
}

function purposeOf({ id, tries }: PiecesOf, number: number): string {
  return `pieces/${id}/${tries}/${number}`;
}
