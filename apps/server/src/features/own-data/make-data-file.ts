import { createHash } from 'node:crypto';
import { CSV_START, csvLine } from '@candor/domain/text/csv';
import type { Pool } from '../../platform/db/pool.ts';
import { isOutage } from '../../platform/db/transaction.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import type { FilePurpose } from '../../services/files/file-store.ts';
import type { Files } from '../../services/files/files.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { piecesOf, removePieces, sealPiece } from '../../services/files/sealed-pieces.ts';
import { zipOf } from '../../services/files/zip.ts';
import type { ZipEntry } from '../../services/files/zip.ts';
import type { ListArchivedFiles } from '../../services/order-archive/archived-files.ts';
import { unseal } from '../../services/secrets/seal.ts';
import {
  givenPurpose,
  openCardNumber,
  openHolder,
  submittedPurpose,
} from '../../services/verification/verification-of-member.ts';
import {
  claimRequest,
  delayRequest,
  finishRequest,
  keepRequest,
  markEnded,
  selectEnded,
  selectOrdersOfLines,
  selectPart,
} from './own-data-store.ts';
import type { DueRequest, PartRow } from './own-data-store.ts';

export interface DataFileDeps {
  readonly pool: Pool;
  readonly privateFiles: Files;
  readonly sealKey: Buffer;
  readonly log: Log;
  readonly listArchivedFiles: ListArchivedFiles;
}

/** What a file holds, each as JSON; long lists of money also as a table for spreadsheets. */
const PARTS = [
  'account',
  'bankCard',
  'verifications',
  'sessions',
  'logins',
  'securityEvents',
  'passkeys',
  'agreements',
  'limits',
  'exclusions',
  'restrictions',
  'priceAlerts',
  'messages',
  'support',
  'complaints',
  'complaintSteps',
  'deposits',
  'withdrawals',
  'bankEntries',
  'holdings',
  'savings',
  'orders',
  'transfers',
  'closings',
  'pictures',
] as const;
type Part = (typeof PARTS)[number];
const TABLES: ReadonlySet<Part> = new Set<Part>([
  'deposits',
  'withdrawals',
  'holdings',
  'savings',
  'orders',
  'transfers',
  'logins',
]);
/** Those that cannot grow long: they come at once. The others come in pages. */
const SHORT: ReadonlySet<Part> = new Set<Part>([
  'account',
  'bankCard',
  'sessions',
  'passkeys',
  'agreements',
  'limits',
  'priceAlerts',
]);
const PAGE = 1_000;
const LOOK_MS = 5_000;
const AT_ONCE = 100;
/** Pictures beyond are only in the list: an archive without extensions has an end. */
const PICTURE_BYTES_MAX = 1_024 * 1_024 * 1_024;

/** The worker's part: files that members wait for, one at a time. One that cannot be made does not stop the others. */
export function startMakingData(deps: DataFileDeps & { readonly days: number; readonly onReady: () => void }): Repeat {
  return repeat('own data', LOOK_MS, deps.log, async () => {
    for (;;) {
      const due = await claimRequest(deps.pool);
      if (due === undefined) return;
      try {
        await makeDataFile(deps, due, deps.days);
        deps.onReady();
      } catch (error) {
        if (isOutage(error)) throw error;
        await delayRequest(deps.pool, due);
        await endDataFiles(deps);
        deps.log.error({ err: error, request: due.id }, 'a file of everything about a member could not be made');
      }
    }
  });
}

/**
 * Makes one file and tells its member. Memory holds a page of rows, a picture and a piece of the archive, however much there is.
 * @throws when another try has begun meanwhile: that one makes the file
 */
export async function makeDataFile(deps: DataFileDeps, due: DueRequest, days: number): Promise<void> {
  const sha256 = createHash('sha256');
  let bytes = 0;
  let number = 0;
  const keep = async (pieces: number): Promise<void> => {
    if ((await keepRequest(deps.pool, due, pieces)) === 0) throw new Error('another try makes this file');
  };
  const source = { ...deps, due, onPage: async () => await keep(number) };
  for await (const piece of piecesOf(zipOf(entriesOf(source), Date.now()))) {
    number += 1;
    // The row says so before there are bytes: what is left of a crash is found again.
    await keep(number);
    await sealPiece(deps, due, { number, bytes: piece });
    sha256.update(piece);
    bytes += piece.length;
  }
  await finishRequest(deps.pool, due, { bytes, sha256: sha256.digest(), days });
}

/**
 * Erases files whose time is over, and what is left of those that could not be made. One that cannot be erased does not stop the
 * others. Returns how many.
 */
export async function endDataFiles({
  pool,
  privateFiles,
  log,
}: Omit<DataFileDeps, 'sealKey' | 'listArchivedFiles'>): Promise<number> {
  let done = 0;
  const left: string[] = [];
  for (;;) {
    const found = await selectEnded(pool, left, AT_ONCE);
    if (found.length === 0 || left.length > AT_ONCE) return done;
    for (const ended of found) {
      try {
        // The bytes go before the row says so: what is left of a crash is found again.
        await removePieces(privateFiles, ended.id, ended.pieces);
        await markEnded(pool, ended);
        done += 1;
      } catch (error) {
        left.push(ended.id);
        log.error({ err: error, request: ended.id }, 'a file of everything about a member could not be erased');
      }
    }
  }
}

interface Source extends DataFileDeps {
  readonly due: DueRequest;
  readonly onPage: () => Promise<void>;
}

async function* entriesOf(source: Source): AsyncGenerator<ZipEntry> {
  for (const part of PARTS) {
    const read = part === 'orders' ? allOrders : pagedRows;
    yield { name: `${part}.json`, content: jsonOf(read(source, part)) };
    if (TABLES.has(part)) yield { name: `${part}.csv`, content: csvOf(read(source, part)) };
  }
  yield* picturesOf(source);
}

async function* pagedRows({ pool, sealKey, due, onPage }: Source, part: Part): AsyncGenerator<PartRow> {
  for (let after = ''; ;) {
    const rows = await selectPart(pool, due.id, part, { after, limit: PAGE });
    for (const { data } of rows) yield opened(part, data, { memberId: due.memberId, sealKey });
    if (SHORT.has(part) || rows.length < PAGE) return;
    after = rows.at(-1)?.key ?? '';
    await onPage();
  }
}

/**
 * Those of months that have left the database, and then those that it has.
 * @throws when a file cannot be read now, or a month has left meanwhile: the next try has everything
 */
async function* allOrders(source: Source, part: Part): AsyncGenerator<PartRow> {
  const { pool, due, onPage, listArchivedFiles } = source;
  const files = await listArchivedFiles(pool, due.memberId, {});
  for (const file of files.toReversed()) {
    const lines = (await file.lines()).toReversed();
    for (let at = 0; at < lines.length; at += PAGE) {
      for (const { data } of await selectOrdersOfLines(pool, lines.slice(at, at + PAGE))) yield data;
      await onPage();
    }
  }
  yield* pagedRows(source, part);
  const after = await listArchivedFiles(pool, due.memberId, {});
  if (after.length !== files.length) throw new Error('a month of orders left the database meanwhile');
}

/** A picture whose bytes are erased, or never came, is only in the list. */
async function* picturesOf(source: Source): AsyncGenerator<ZipEntry> {
  let room = PICTURE_BYTES_MAX;
  for await (const { id, purpose, bytes, erasedAt } of pagedRows(source, 'pictures')) {
    if (typeof id !== 'string' || !isPurpose(purpose) || typeof bytes !== 'number' || erasedAt !== null) continue;
    room -= bytes;
    if (room < 0) return;
    const picture = await openFile(source, { id, purpose });
    if (picture !== null) yield { name: `pictures/${purpose}-${id}.jpg`, content: [picture] };
  }
}

/** What is sealed at rest, as its member wrote it. */
function opened(part: Part, row: PartRow, { memberId, sealKey }: { memberId: bigint; sealKey: Buffer }): PartRow {
  const open = (name: string, read: (sealed: Buffer) => string): PartRow => {
    const sealed = row[name];
    return { [name]: typeof sealed === 'string' ? read(Buffer.from(sealed, 'hex')) : null };
  };
  if (part === 'account') {
    const code = typeof row['inviteCode'] === 'string' ? row['inviteCode'] : '';
    return {
      ...row,
      ...open('realName', (sealed) => unseal(sealKey, sealed, givenPurpose('realName', code))),
      ...open('idNumber', (sealed) => unseal(sealKey, sealed, givenPurpose('idNumber', code))),
    };
  }
  if (part === 'bankCard')
    return {
      ...row,
      ...open('holder', (sealed) => openHolder(sealKey, memberId, sealed)),
      ...open('number', (sealed) => openCardNumber(sealKey, memberId, sealed)),
    };
  if (part === 'verifications')
    return {
      ...row,
      ...open('realName', (sealed) => unseal(sealKey, sealed, submittedPurpose('realName', memberId))),
      ...open('idNumber', (sealed) => unseal(sealKey, sealed, submittedPurpose('idNumber', memberId))),
    };
  return row;
}

async function* jsonOf(rows: AsyncIterable<PartRow>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield `${separator}  ${JSON.stringify(row)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* csvOf(rows: AsyncIterable<PartRow>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const row of rows) {
    if (isFirst) yield `${CSV_START}${csvLine(Object.keys(row))}`;
    isFirst = false;
    yield csvLine(Object.values(row).map(cell));
  }
  if (isFirst) yield CSV_START;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const PURPOSES: ReadonlySet<string> = new Set<FilePurpose>(['identity', 'avatar', 'depositProof', 'supportPicture']);

function isPurpose(text: unknown): text is FilePurpose {
  return typeof text === 'string' && PURPOSES.has(text);
}
