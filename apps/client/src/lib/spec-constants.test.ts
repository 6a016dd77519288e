import { globSync, readFileSync } from 'node:fs';
import { CAPTCHA_TIMEOUT_MS, READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from '@candor/api-client/api';
import { HOSTS_MAX } from '@candor/api-client/hosts';
import { dateSchema } from '@candor/contract/envelope';
import { profileBody } from '@candor/contract/identity';
import { DEFAULT_LANGUAGE } from '@candor/contract/languages';
import { normalisePhone } from '@candor/contract/phone';
import { withdrawPasswordResetBody } from '@candor/contract/security';
import { CODE_RESEND_SEC } from '@candor/domain/identity/account-code';
import { checkCharacter, checkResidentId } from '@candor/domain/identity/resident-id';
import { currency, parseMoney } from '@candor/domain/money';
import { TOAST_MS } from '@candor/ui/toast.tsx';
import { expect, test } from 'vitest';
import common from '../locales/zh-Hans/common.json';
import * as own from './spec-constants.ts';

/* SPEC §9, line by line. */

const ROOT = new URL('../../../../', import.meta.url);

function text(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

test.each([
  ['a read waits 5000 ms', READ_TIMEOUT_MS, 5_000],
  ['a write waits 60000 ms', WRITE_TIMEOUT_MS, 60_000],
  ['the captcha waits 20000 ms', CAPTCHA_TIMEOUT_MS, 20_000],
  ['there are three hosts', HOSTS_MAX, 3],
  ['another code after 60 s', CODE_RESEND_SEC, 60],
  ['a chunk within 120 s', own.CHUNK_TIMEOUT_MS, 120_000],
  ['a lazy page within 60 s', own.PAGE_SLOW_AFTER_MS, 60_000],
  ['a toast of 2500 ms', TOAST_MS, 2_500],
  ['badges up to 999', own.BADGE_MAX, 999],
  ['just now under 300 s', own.JUST_NOW_SEC, 300],
  ['days under 30', own.MONTH_DAYS, 30],
  ['the default language', DEFAULT_LANGUAGE, 'zh-Hans'],
  ['loading', common.states.loading, '加载中...'],
  ['the end of a list', common.states.end, '没有更多了'],
  ['a failure', common.states.failed, '加载失败'],
  ['confirm', common.actions.confirm, '确认'],
  ['cancel', common.actions.cancel, '取消'],
])('%s', (_, value, specified) => {
  expect(value).toBe(specified);
});

test.each([
  ['a lazy page shows nothing for a while', 'packages/ui/src/base.css', /ui-fade-in [^;]* var\(--delay\) backwards/],
  ['that while is 200 ms', 'packages/ui/src/modes.css', /--delay: 200ms/],
  ['a popup moves for 300 ms', 'packages/ui/src/tokens.css', /--dur-3: 300ms/],
  ['a banner stays 3000 ms', 'apps/client/src/features/home/carousel-rules.ts', /INTERVAL_MS = 3_000;/],
  ['the version is 1.1.0', 'apps/server/src/features/identity/site-config-view.ts', /'1\.1\.0'/],
])('%s', (_, path, words) => {
  expect(text(path)).toMatch(words);
});

test('every constant of this app is used', () => {
  const files = globSync('apps/client/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (name) => !/\.test\.|spec-constants\.ts$/.test(name),
  );
  const code = files.map(text).join('\n');
  for (const name of Object.keys(own)) expect(code).toMatch(new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from`));
});

/** What the specification names and this product does not have, and why. */
const NOT_USED = {
  'notice bar speed 80': 'announcements stand still in one line: what moves is not read (decision 147)',
  'toast of 2000 ms': 'that of another layer; one length holds everywhere',
  'number box minimum 1': 'amounts are typed as text; no counter is on any screen',
  'slider 0-100': 'the two sliders, of an amount and of days, have the bounds of what they choose',
  'rate of 5 stars': 'nothing is rated',
  'upload maxCount 52': 'a member sends one picture at a time, and the server bounds how many a day',
  'layout max width 10rem': 'a unit of another toolkit; the widths here are in packages/ui/src/tokens.css',
};

test('what is not used has a reason', () => {
  expect(Object.entries(NOT_USED).filter(([, why]) => why.length < 15)).toEqual([]);
});

const CNY = currency('CNY', 2);
const ID = `44030520000229123${checkCharacter('44030520000229123')}`;

/** The generic validators of SPEC §5 and §9, by the rules that the forms use. */
const VALIDATORS = {
  mobile: (value: string) => normalisePhone(value) !== null,
  amount: (value: string) => parseMoney(value, CNY).ok,
  code: (value: string) => !('code' in (refusedFields({ code: value }) ?? {})),
  email: (value: string) => profileBody.safeParse({ email: value }).success,
  date: (value: string) => dateSchema.safeParse(value).success,
  idCard: (value: string) => checkResidentId(value, '2026-11-22').ok,
} as const;

function refusedFields(body: object): Record<string, true> | null {
  const { error } = withdrawPasswordResetBody.safeParse(body);
  return error === undefined ? null : Object.fromEntries(error.issues.map(({ path }) => [String(path[0]), true]));
}

test.each<[keyof typeof VALIDATORS, string, boolean]>([
  ['mobile', '13812345678', true],
  ['mobile', '19999999999', true],
  ['mobile', '11812345678', false],
  ['mobile', '23812345678', false],
  ['mobile', '1381234567', false],
  ['mobile', '138123456789', false],
  ['mobile', '1381234567x', false],
  ['amount', '100', true],
  ['amount', '100.5', true],
  ['amount', '100.55', true],
  ['amount', '100.555', false],
  ['amount', '1e3', false],
  ['amount', '', false],
  ['amount', 'abc', false],
  ['code', '123456', true],
  ['code', '12345', false],
  ['code', '1234567', false],
  ['code', '12345a', false],
  ['email', 'a@b.example', true],
  ['email', 'a@b', false],
  ['email', 'a b@c.example', false],
  ['email', '@c.example', false],
  ['date', '2026-11-22', true],
  ['date', '22.11.2026', false],
  ['date', '2026-1-2', false],
  ['idCard', ID, true],
  ['idCard', '11010519491231002X', true],
  ['idCard', '110105194912310021', false],
  ['idCard', '12345', false],
])('%s %s: %s', (validator, value, isValid) => {
  expect(VALIDATORS[validator](value)).toBe(isValid);
});
