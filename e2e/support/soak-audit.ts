import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkpointsView } from '@candor/contract/market';
import * as z from 'zod/mini';
import { readProducts, registerMember } from './member-api.ts';
import type { MemberApi } from './member-api.ts';

/** An honest site under constant orders, audited again and again by the real command. */
export interface Soak {
  readonly orders: number;
  readonly members: number;
  /** Between two attempts of a member. */
  readonly pauseMs: number;
  /** Then it gives up. */
  readonly msMax: number;
  /** Products whose shortest order is longer are left out; none is by default. */
  readonly durationMaxSec?: number;
}

export interface SoakFigures {
  readonly placed: number;
  readonly audits: number;
  /** Of all audits. */
  readonly findings: readonly string[];
  /** Orders that the order log opened with their settlement. */
  readonly opened: number;
  /** Orders that an audit left to the next one. */
  readonly waited: number;
  /** What the last audit judged, when every order was settled. */
  readonly last: { readonly right: number; readonly wrong: number; readonly unseen: number; readonly waiting: number };
}

const COMMAND = fileURLToPath(new URL('../../packages/proof/bin/candor-audit.mjs', import.meta.url));
/**
 * The member's last order is not settled; a busy machine was too slow for the order's deadline; all members and the audits
 * ask from one address.
 */
const NOT_PLACED = ['POSITION_PENDING', 'ORDER_EXPIRED', 'RATE_LIMITED'];
const AUDIT_MS_MAX = 120_000;
/** The longest of the shortest orders, its settlement and a few audits. */
const ENDS_MS_MAX = 180_000;

const reportSchema = z.object({
  unreachable: z.nullable(z.string()),
  openings: z.nullable(z.object({ opened: z.int(), sealed: z.int() })),
  orders: z.object({ right: z.int(), wrong: z.int(), unseen: z.int(), waiting: z.int() }),
  findings: z.array(z.object({ key: z.string(), where: z.string() })),
});

/** @throws Error if the site cannot be read, or does not settle the orders in time */
export async function soakAudit(
  origin: string,
  { orders, members, pauseMs, msMax, durationMaxSec = Infinity }: Soak,
): Promise<SoakFigures> {
  const deadline = Date.now() + msMax;
  const folder = await mkdtemp(join(tmpdir(), 'candor-soak-'));
  try {
    const key = await keyOf(origin);
    const audit = async () => await auditOnce(origin, key, folder);
    const apis: MemberApi[] = [];
    while (apis.length < members) apis.push(await registerMember(origin));
    let placed = 0;
    const placingNow = { is: true };
    const placing = Promise.all(
      apis.map(async (api, index) => {
        while (placed < orders && Date.now() < deadline) {
          if (await placeOne(origin, api, index + placed, durationMaxSec)) placed += 1;
          await pause(pauseMs);
        }
      }),
    ).finally(() => (placingNow.is = false));
    // A refused order ends the soak where it is awaited.
    placing.catch(() => undefined);
    const findings: string[] = [];
    let [audits, waited, opened] = [0, 0, 0];
    const look = async () => {
      const report = await audit();
      audits += 1;
      waited += report.orders.waiting;
      opened += report.openings?.opened ?? 0;
      findings.push(...report.findings.map(({ key: what, where }) => `audit ${audits}: ${what}, ${where}`));
      return report.orders;
    };
    while (placingNow.is) await look();
    await placing;
    for (const ends = Date.now() + ENDS_MS_MAX; ;) {
      const last = await look();
      // The log is read before the list: what was opened in between is counted by the next audit.
      const isDone = last.right + last.wrong + last.unseen >= placed && last.waiting === 0 && opened >= placed;
      if (isDone || Date.now() > ends) return { placed, audits, findings, opened, waited, last };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The shortest order of one of the products that are open. False if it was refused as an honest site may. */
export async function placeOne(origin: string, api: MemberApi, turn: number, durationMaxSec: number): Promise<boolean> {
  try {
    const open = (await readProducts(origin)).filter(
      ({ status, last, durations }) =>
        status === 'trading' && last !== null && durations.some(({ seconds }) => seconds <= durationMaxSec),
    );
    const product = open[turn % open.length];
    const shortest = product?.durations.toSorted((one, other) => one.seconds - other.seconds)[0];
    if (product === undefined || shortest === undefined) throw new Error('no product is open');
    await api.place({
      product: product.code,
      direction: turn % 2 === 0 ? 'up' : 'down',
      durationSec: shortest.seconds,
      stake: shortest.minStake,
    });
    return true;
  } catch (error) {
    if (error instanceof Error && NOT_PLACED.some((key) => error.message.includes(key))) return false;
    throw error;
  }
}

/** The keys that the site signs with. */
export async function keyOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/market/checkpoints?limit=1`);
  const { keys } = z.object({ data: checkpointsView }).parse(await answer.json()).data;
  return keys.map(({ vkey }) => vkey).join(',');
}

/** Audits a site once; what is known of it is kept in the folder. */
export async function auditOnce(origin: string, key: string, folder: string) {
  const args = [COMMAND, '--key', key, '--days', '1', '--state', folder, origin];
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { timeout: AUDIT_MS_MAX }, (error, stdout, stderr) =>
      resolve(`${String(error?.code ?? 0)}\n${stdout}${stderr}`),
    );
  });
  const report = reportSchema.parse(
    JSON.parse(await readFile(join(folder, 'report.json'), 'utf8').catch(() => 'null')),
  );
  if (report.unreachable !== null) throw new Error(`the audit did not end: ${said}`);
  return report;
}
