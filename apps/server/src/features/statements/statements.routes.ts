import * as calls from '@candor/contract/calls/console/statements';
import { dayOfDate, localToUtc } from '@candor/domain/market/local-time';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { cursorId, cursorLike, pageOf } from '../../platform/http/paging.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { recordActs } from '../../services/commands/audit-store.ts';
import { siteRunner } from '../../services/commands/site-command.ts';
import type { Files } from '../../services/files/files.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { Site } from '../../services/site/site.ts';
import { suggest } from './find-things.ts';
import type { NameDeps } from './find-things.ts';
import { importStatements as takeIn } from './import-statements.ts';
import { explainEntry, matchEntry, undoEntry } from './match-entry.ts';
import { saveAccount } from './save-account.ts';
import { selectAccounts, selectChannels, selectDay } from './accounts-store.ts';
import {
  selectEntries,
  selectEntry,
  selectFile,
  selectFiles,
  selectStatements,
  selectUnproved,
  selectUnprovedSums,
} from './statements-store.ts';
import type { FileRow } from './statements-store.ts';
import { accountView, dayView, entryLineView, entryView, fileView, unprovedView } from './statements-view.ts';

interface StatementsDeps {
  readonly pool: Pool;
  /** For lists and sums, apart from what operators wait for: it ends what takes long. */
  readonly reads: Pool;
  readonly site: Site;
  readonly clock: Pick<Clock, 'now'>;
  readonly operators: Pick<Operators, 'operatorOf'>;
  readonly fingerprints: Fingerprints;
  readonly privateFiles: Files;
  readonly secrets: { readonly seal: Buffer };
  readonly openPayee: NameDeps['openPayee'];
}

/** Statements of banks and chains at the console. No call of them moves money. */
export function statementsRoutes(app: HttpApp, deps: StatementsDeps): void {
  const names = { openPayee: deps.openPayee, timeZone: deps.site.timeZone };
  const view = async (db: Db, id: string) => await readEntry(db, id, names);
  const parts = {
    ...deps,
    names,
    run: siteRunner(deps),
    saving: saveAccount(deps.site),
    matching: matchEntry(view),
    explaining: explainEntry(view),
    undoing: undoEntry(view),
  };
  serve(app, parts, [
    on(calls.listStatementAccounts, listStatementAccounts),
    on(calls.saveStatementAccount, saveStatementAccount),
    on(calls.importStatements, importStatements),
    on(calls.listStatementFiles, listStatementFiles),
    on(calls.readStatementFile, readStatementFile),
    on(calls.listStatementEntries, listStatementEntries),
    on(calls.readStatementEntry, readStatementEntry),
    on(calls.matchStatementEntry, matchStatementEntry),
    on(calls.explainStatementEntry, explainStatementEntry),
    on(calls.undoStatementMatch, undoStatementMatch),
    on(calls.listUnprovedThings, listUnprovedThings),
    on(calls.readStatementDay, readStatementDay),
  ]);
}

type Parts = StatementsDeps & {
  readonly names: NameDeps;
  readonly run: ReturnType<typeof siteRunner>;
  readonly saving: ReturnType<typeof saveAccount>;
  readonly matching: ReturnType<typeof matchEntry>;
  readonly explaining: ReturnType<typeof explainEntry>;
  readonly undoing: ReturnType<typeof undoEntry>;
};

type Accounts = typeof calls.listStatementAccounts;

async function listStatementAccounts(_: Call<Accounts>, { reads }: Parts): Promise<Answered<Accounts>> {
  return { items: (await selectAccounts(reads)).map(accountView), channels: await selectChannels(reads) };
}

type Save = typeof calls.saveStatementAccount;

async function saveStatementAccount(call: Call<Save>, { run, saving }: Parts): Promise<Answered<Save>> {
  return await run(call, saving, { ...call.body, code: call.params.code });
}

type Import = typeof calls.importStatements;

/** A file is named by its bytes, so sending it twice does no more than sending it once. */
async function importStatements(
  { body, request }: Call<Import>,
  { operators, pool, privateFiles, secrets, names }: Parts,
): Promise<Answered<Import>> {
  const { operatorId, session } = operators.operatorOf(request);
  const deps = { ...names, pool, privateFiles, sealKey: secrets.seal };
  const bytes = await body.file.bytes();
  const { id, matched } = await takeIn(deps, { operatorId, session }, { account: body.account, bytes });
  const row = await selectFile(pool, id);
  if (row === undefined) throw new Error('a file that was imported is gone');
  const [file] = await filesView(pool, [row]);
  if (file === undefined) throw new Error('a file without a view');
  return { file, matched };
}

async function filesView(db: Db, rows: readonly FileRow[]) {
  const statements = await selectStatements(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => fileView(row, statements));
}

type StatementFiles = typeof calls.listStatementFiles;

async function listStatementFiles(
  { query }: Call<StatementFiles>,
  { reads }: Parts,
): Promise<Answered<StatementFiles>> {
  const before = cursorId(query.cursor);
  return await pageOf({
    paging: query,
    read: async (limit) => await filesView(reads, await selectFiles(reads, query.account, before, limit)),
    view: (file) => file,
    cursorOf: ({ id }) => id,
  });
}

type Original = typeof calls.readStatementFile;

async function readStatementFile(
  { params: { id }, request, reply }: Call<Original>,
  { pool, operators, privateFiles, secrets }: Parts,
): Promise<Answered<Original>> {
  const { session } = operators.operatorOf(request);
  const file = await selectFile(pool, id);
  const bytes =
    file === undefined || file.erasedAt !== null
      ? null
      : await openFile({ privateFiles, sealKey: secrets.seal }, { id, purpose: 'statement' });
  if (file === undefined || bytes === null) throw new Refused('NOT_FOUND');
  await asOperator(pool, { session }, async (db) => {
    await recordActs(db, [
      {
        command: 'console/statements/original',
        subjectType: 'statementFile',
        subjectId: id,
        detail: { account: file.account },
      },
    ]);
  });
  reply.header('content-disposition', `attachment; filename="candor-statement-${file.account}-${id}"`);
  return await reply.type('application/octet-stream').send(bytes);
}

type Entries = typeof calls.listStatementEntries;

async function listStatementEntries({ query }: Call<Entries>, { reads, site }: Parts): Promise<Answered<Entries>> {
  const { account, state, thing, q, from, to } = query;
  const after = cursorId(query.cursor);
  return await pageOf({
    paging: query,
    read: async (limit) => await selectEntries(reads, { account, states: state, thing, q, from, to, after, limit }),
    view: (row) => entryLineView(row, site.timeZone),
    cursorOf: ({ id }) => id,
  });
}

async function readEntry(db: Db, id: string, names: NameDeps) {
  const row = await selectEntry(db, id);
  if (row === undefined) throw new Refused('STATEMENT_ENTRY_NOT_FOUND');
  const { things, suggestions } = await suggest(db, row, names);
  return entryView(row, suggestions, things, names.timeZone);
}

type Entry = typeof calls.readStatementEntry;

async function readStatementEntry({ params }: Call<Entry>, { reads, names }: Parts): Promise<Answered<Entry>> {
  return await readEntry(reads, params.id, names);
}

type Match = typeof calls.matchStatementEntry;

async function matchStatementEntry(call: Call<Match>, { run, matching }: Parts): Promise<Answered<Match>> {
  return await run(call, matching, { ...call.body, id: call.params.id });
}

type Explain = typeof calls.explainStatementEntry;

async function explainStatementEntry(call: Call<Explain>, { run, explaining }: Parts): Promise<Answered<Explain>> {
  const { code, note } = call.body;
  return await run(call, explaining, { id: call.params.id, code, note });
}

type Undo = typeof calls.undoStatementMatch;

async function undoStatementMatch(call: Call<Undo>, { run, undoing }: Parts): Promise<Answered<Undo>> {
  return await run(call, undoing, { id: call.params.id });
}

type Unproved = typeof calls.listUnprovedThings;

/** A bank shows what it did within these days; older differences are asked for by their time. */
const UNPROVED_DAYS = 90;

async function listUnprovedThings(
  { query }: Call<Unproved>,
  { reads, site, clock }: Parts,
): Promise<Answered<Unproved>> {
  const { account, from, to } = query;
  const nowMs = clock.now();
  const after = cursorLike(query.cursor, /^([0-9a-f-]{36})_([a-z]+)$/, (id, kind) => ({ id, kind }));
  const fromMs = from === undefined ? nowMs - UNPROVED_DAYS * 86_400_000 : beginsMs(site, from);
  const toMs = to === undefined ? nowMs + 1 : beginsMs(site, to);
  return await pageOf({
    paging: query,
    read: async (limit) => await selectUnproved(reads, { fromMs, toMs, account, after, limit }),
    view: (row) => unprovedView(row, site.timeZone),
    cursorOf: ({ id, kind }) => `${id}_${kind}`,
  });
}

type Day = typeof calls.readStatementDay;

async function readStatementDay({ params: { date } }: Call<Day>, { reads, site }: Parts): Promise<Answered<Day>> {
  const [rows, unproved] = await Promise.all([
    selectDay(reads, date),
    selectUnprovedSums(reads, beginsMs(site, date), endsMs(site, date)),
  ]);
  return dayView(rows, unproved);
}

function beginsMs({ timeZone }: Site, date: string): number {
  return localToUtc(timeZone, dayOfDate(date), 0);
}

function endsMs({ timeZone }: Site, date: string): number {
  return localToUtc(timeZone, dayOfDate(date) + 1, 0);
}
