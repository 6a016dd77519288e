import { randomBytes, randomInt } from 'node:crypto';
import { captchaView } from '@candor/contract/identity';
import { parseEnvelope } from '@candor/contract/envelope';
import type { Envelope } from '@candor/contract/envelope';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import { puzzleView } from '@candor/contract/puzzle';
import { readCaptcha, readPuzzle, register } from '@candor/contract/calls/identity';
import { drawCaptcha } from '../apps/server/src/features/identity/captcha-drawing.ts';
import { CAPTCHA_ALPHABET } from '../apps/server/src/features/identity/captcha-glyphs.ts';
import { solvePuzzle } from '../apps/server/src/testing/solve-puzzle.ts';
import { startServer } from '../e2e/support/server.ts';
import { readPicture } from './lib/read-picture.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';

/**
 * What an account costs a robot that reads the picture and solves the puzzles, on one core: from one /48, whose price grows, from very
 * many networks, where the whole site's price grows, and for comparison where no price grows. The robot asks for the price first
 * and always pays it.
 */
const PICTURES = Number(process.env['PICTURES'] ?? 100);
const SECONDS = Number(process.env['ROBOT_SECONDS'] ?? 60);

type Where = (account: number) => string;

/** An address of one /48: each account comes from another /64. */
const oneSite: Where = (account) => `2001:db8:5:${((account * 7_919) % 65_536).toString(16)}::1`;
const manyNetworks: Where = (account) => `2001:db8:${(account % 65_536).toString(16)}::1`;

function cpuSec(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function readingRate(level: 0 | 1 | 2): Promise<Figure> {
  const length = (): number => (level === 0 ? randomInt(4, 6) : level + 5);
  const before = cpuSec();
  let right = 0;
  for (let n = 0; n < PICTURES; n += 1) {
    const text = Array.from({ length: length() }, () => CAPTCHA_ALPHABET[randomInt(CAPTCHA_ALPHABET.length)]).join('');
    if ((await readPicture(await drawCaptcha(text, level), level)) === text) right += 1;
  }
  const each = ((cpuSec() - before) / PICTURES) * 1_000;
  const share = Math.round((right / PICTURES) * 100);
  return [
    `pictures of level ${level} that the robot reads`,
    `${share} %`,
    `${right} of ${PICTURES}, ${each.toFixed(0)} ms each with the drawing`,
  ];
}

/** Registers for a while from these addresses, and says what each account cost. */
async function robot(origin: string, where: Where) {
  const call = async (from: string, path: string, init: { body?: object; puzzle?: string } = {}): Promise<Envelope> => {
    const headers: Record<string, string> = { 'X-Forwarded-For': from, 'Content-Type': 'application/json' };
    if (init.puzzle !== undefined) headers[PUZZLE_HEADER] = init.puzzle;
    const more = init.body === undefined ? {} : { method: 'POST', body: JSON.stringify(init.body) };
    const answer = parseEnvelope(await (await fetch(origin + path, { headers, ...more })).json());
    if (answer === null) throw new Error('no envelope');
    return answer;
  };
  const spent = { puzzles: 0, pictures: 0 };
  const timed = async <T>(what: keyof typeof spent, work: () => Promise<T>): Promise<T> => {
    const before = cpuSec();
    const result = await work();
    spent[what] += cpuSec() - before;
    return result;
  };
  const puzzle = async (from: string, form: string) => {
    const { data } = puzzleView.safeParse((await call(from, `${readPuzzle.path}?form=${form}`)).data);
    return data === undefined
      ? undefined
      : { tries: data.tries, solved: await timed('puzzles', async () => await solvePuzzle(data)) };
  };
  const [start, cpu] = [performance.now(), cpuSec()];
  let [accounts, forms, tries] = [0, 0, 0];
  while (performance.now() - start < SECONDS * 1_000) {
    const from = where((forms += 1));
    let picture = await call(from, readCaptcha.path);
    if (picture.error === 'PUZZLE_REQUIRED') {
      const asked = await puzzle(from, 'picture');
      if (asked !== undefined) picture = await call(from, readCaptcha.path, { puzzle: asked.solved });
    }
    const { data: shown } = captchaView.safeParse(picture.data);
    const paid = await puzzle(from, 'register');
    if (shown === undefined || paid === undefined) continue;
    tries = paid.tries;
    const png = Buffer.from(shown.img.slice(shown.img.indexOf(',') + 1), 'base64');
    const code = await timed('pictures', async () => await readPicture(png, 0));
    const pwd = `pw-${randomBytes(9).toString('base64url')}`;
    const body = {
      username: `robot_${randomBytes(6).toString('hex')}`,
      pwd,
      confirmPwd: pwd,
      withdrawPwd: '730482',
      confirmWithdrawPwd: '730482',
      phone: `+8613${randomInt(1_000_000_000).toString().padStart(9, '0')}`,
      code,
      uuid: shown.uuid,
    };
    if ((await call(from, register.path, { body, puzzle: paid.solved })).code === 200) accounts += 1;
  }
  const minutes = (performance.now() - start) / 60_000;
  return {
    perMinute: accounts / minutes,
    forms,
    accounts,
    tries,
    cpuOfAccount: (cpuSec() - cpu) / Math.max(1, accounts),
    puzzles: spent.puzzles / Math.max(1, accounts),
    pictures: spent.pictures / Math.max(1, accounts),
  };
}

async function figuresOf(name: string, settings: Record<string, string>, where: Where): Promise<Figure[]> {
  const server = await startServer({ CAPTCHA: 'on', ...settings });
  try {
    const { perMinute, cpuOfAccount, puzzles, pictures, forms, accounts, tries } = await robot(server.origin, where);
    return [
      [`accounts a minute ${name}`, perMinute.toFixed(1), `${accounts} of ${forms} forms in ${SECONDS} s`],
      [
        `processor time of the robot for an account ${name}`,
        `${cpuOfAccount.toFixed(2)} s`,
        `puzzles ${puzzles.toFixed(2)} s, pictures ${pictures.toFixed(2)} s; the last puzzle had ${tries} tries`,
      ],
    ];
  } finally {
    await server.stop();
  }
}

const free = { PUZZLE_FREE_LOGINS: '1000000' };
const real = { PUZZLE_FREE_LOGINS: '10' };
const figures: Figure[] = [];
for (const level of [0, 1, 2] as const) figures.push(await readingRate(level));
figures.push(...(await figuresOf('at the price of the first form (no price grows)', free, oneSite)));
figures.push(...(await figuresOf('from one /48', real, oneSite)));
figures.push(...(await figuresOf('from very many networks', real, manyNetworks)));
await report('robots', 'What an account costs a robot on one core', figures);
