import { expect, test } from 'vitest';
import { freezeBody } from './console-members.ts';
import { errorText, fieldErrors } from './errors.ts';
import { LANGUAGES } from './languages.ts';
import { reasonText } from './reason-texts.ts';
import { REASONS, isNoteMissing, reasonOf } from './reasons.ts';
import type { ReasonSubject } from './reasons.ts';
import { foreignHan } from './testing/scripts.ts';

const SUBJECTS = Object.keys(REASONS).filter((name): name is ReasonSubject => Object.hasOwn(REASONS, name));
const CODES = SUBJECTS.flatMap((subject) => REASONS[subject].map((code) => [subject, code] as const));

/** Nothing that a member reads accuses them, or says what the site looks for. */
const ACCUSING =
  /fraud|suspect|suspici|illegal|launder|cheat|violat|criminal|blacklist|欺诈|诈骗|詐|嫌疑|可疑|疑似|盗|盜|违规|違規|违法|違法|洗钱|洗錢|作弊|黑名单|黑名單/i;

test.each(SUBJECTS)('%s has OTHER as its last code, and each code once', (subject) => {
  expect(REASONS[subject].at(-1)).toBe('OTHER');
  expect(new Set(REASONS[subject]).size).toBe(REASONS[subject].length);
});

test.each(CODES)('%s %s has a text for the member in every language, and none accuses', (subject, code) => {
  const texts = LANGUAGES.map((language) => reasonText(subject, code, language));
  expect(new Set(texts).size).toBe(LANGUAGES.length);
  for (const text of texts) {
    expect(text.length).toBeGreaterThan(4);
    expect(text).not.toMatch(ACCUSING);
    expect(text).not.toMatch(/[…{}]|_/);
  }
});

test.each(CODES)('%s %s is written in the right script', (subject, code) => {
  expect(foreignHan(reasonText(subject, code, 'zh-Hans'), 'simplified')).toEqual([]);
  expect(foreignHan(reasonText(subject, code, 'zh-Hant'), 'traditional')).toEqual([]);
  expect(reasonText(subject, code, 'en')).not.toMatch(/\p{Script=Han}/u);
});

test('whoever may do less than before is told whom to ask', () => {
  for (const subject of ['frozen', 'trading', 'withdrawal'] as const)
    for (const code of REASONS[subject])
      expect(reasonText(subject, code, 'en'), `${subject} ${code}`).toMatch(/customer service/i);
  for (const subject of SUBJECTS) expect(reasonText(subject, 'OTHER', 'en'), subject).toMatch(/customer service/i);
});

test('a code that the subject does not know reads as OTHER', () => {
  expect(reasonOf('depositRejected', 'CARD_WRONG')).toBe('OTHER');
  expect(reasonText('withdrawal', 'Suspected fraud', 'en')).toBe(reasonText('withdrawal', 'OTHER', 'en'));
  expect(reasonText('verificationRejected', 'constructor', 'en')).toBe(
    reasonText('verificationRejected', 'OTHER', 'en'),
  );
});

test('the cause of a refusal is worded in the language of the refusal', () => {
  const params = { because: 'BECAUSE_MEMBER_ASKED' };
  expect(errorText('ACCOUNT_FROZEN_BECAUSE', 'en', params)).toContain('You asked for this yourself');
  expect(errorText('ACCOUNT_FROZEN_BECAUSE', 'zh-Hant', params)).toContain('本人的要求');
  // Only {because} is a key; a member's own word that looks like one is left alone.
  expect(errorText('DEPOSIT_TOO_MANY', 'en', { max: 'OK' })).toContain('OK');
});

test('OTHER needs a note, and a code belongs to its act', () => {
  expect(isNoteMissing({ reason: 'OTHER', note: ' \n' })).toBe(true);
  expect(isNoteMissing({ reason: 'SECURITY_CHECK' })).toBe(false);
  const refused = (body: object) => {
    const parsed = freezeBody.safeParse(body);
    return parsed.success ? null : { ...fieldErrors(parsed.error) };
  };
  expect(refused({ restricted: true, reason: 'OTHER' })).toEqual({ note: 'NOTE_REQUIRED' });
  expect(refused({ restricted: true, reason: 'OTHER', note: 'two\nlines' })).toBe(null);
  expect(refused({ restricted: true, reason: 'MISTAKE' })).toEqual({ reason: 'REASON_REQUIRED' });
  expect(refused({ restricted: false, reason: 'MISTAKE' })).toBe(null);
  expect(refused({ restricted: true, reason: 'Suspected fraud' })).toEqual({ reason: 'REASON_REQUIRED' });
});
