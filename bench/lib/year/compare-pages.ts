import { anyEnvelope } from '@candor/contract/envelope';
import * as z from 'zod/mini';
import { median } from '../statistics.ts';
import type { App, OpenSite, Sent } from './open-site.ts';
import { readsOfPages } from './operations.ts';
import { asksOf, filled, FILES, WORDS } from './pages.ts';

export interface Compared {
  readonly name: string;
  readonly small: number;
  readonly large: number;
  /** Bytes of both answers: pages of another length are no pair. */
  readonly bytes: readonly [small: number, large: number];
}

/** The first ones fill caches. */
const WARM = 3;
const ROUNDS = 21;
const LATE = 50;

interface Page {
  readonly name: string;
  readonly skip?: number;
  readonly of: (site: OpenSite) => Sent;
}

const listed = z.object({ nextCursor: z.nullable(z.string()) });

/** The median of each page of both sites, in turns: whatever else the machine does slows both. */
export async function comparePages(
  large: OpenSite,
  small: OpenSite,
  only: RegExp,
  tell: (line: string) => void,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const page of await pagesOf()) {
    if (!only.test(page.name)) continue;
    const sent = [await lateOne(small, page), await lateOne(large, page)] as const;
    const times: [number[], number[]] = [[], []];
    const bytes: [number, number] = [0, 0];
    for (let round = 0; round < WARM + ROUNDS; round += 1)
      for (const [which, site] of [small, large].entries()) {
        const { ms, status, text } = await site.ask(sent[which] ?? sent[0]);
        if (status !== 200) throw new Error(`${page.name}: ${status} ${text.slice(0, 300)}`);
        if (round >= WARM) times[which]?.push(ms);
        bytes[which] = text.length;
      }
    const found = { name: page.name, small: median(times[0]), large: median(times[1]), bytes };
    tell(`${(found.large / found.small).toFixed(2)} × ${timesOf(found)} ${page.name} (${bytes.join(' and ')} bytes)`);
    compared.push(found);
  }
  return compared;
}

async function pagesOf(): Promise<Page[]> {
  const reads = await readsOfPages();
  return [
    ...reads.flatMap((read) =>
      (asksOf(read) ?? []).map(({ name, path, skip }) => ({
        name,
        ...(skip === undefined ? {} : { skip }),
        of: ({ known }: OpenSite): Sent => ({ app: appOf(read.caller), path: filled(path, known) }),
      })),
    ),
    ...Object.entries(WORDS).map(([name, words]) => ({
      name: `Search, ${name}`,
      of: ({ known }: OpenSite): Sent => ({
        app: 'operator',
        path: '/api/console/search',
        body: { q: filled(words, known) },
      }),
    })),
    ...FILES.map((list) => ({
      name: `File of ${list}, first byte`,
      of: (): Sent => ({
        app: 'operator',
        path: '/api/console/exports',
        body: { list, language: 'en', filter: {}, columns: [{ name: 'id', title: 'Id' }] },
        firstByte: true,
      }),
    })),
  ];
}

/** The median of the small site, and of the large one. */
export function timesOf({ small, large }: Compared): string {
  return `${small.toFixed(2)} ms · ${large.toFixed(2)} ms`;
}

function appOf(caller: string): App {
  return caller === 'member' ? 'member' : 'operator';
}

/** What is asked on a later page of a list: its cursor is found by turning to it. */
async function lateOne(site: OpenSite, { name, skip = 0, of }: Page): Promise<Sent> {
  const sent = of(site);
  const first = turnedTo(sent.path, skip === 0 ? {} : { limit: `${LATE}` });
  let path = first;
  for (let turned = 0; turned < skip; turned += 1) {
    const { status, text } = await site.ask({ ...sent, path });
    if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`);
    const { nextCursor } = listed.parse(anyEnvelope.parse(JSON.parse(text)).data);
    // A small site has fewer pages: its last one is the late one.
    if (nextCursor === null) break;
    path = turnedTo(first, { cursor: nextCursor });
  }
  return { ...sent, path };
}

function turnedTo(path: string, more: Record<string, string>): string {
  const url = new URL(path, 'http://site');
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return `${url.pathname}${url.search}`;
}
