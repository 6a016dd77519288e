// @vitest-environment happy-dom
import { TEXT_BODY_MAX, textChangeBody } from '@candor/contract/console-texts';
import type { TextsByLanguage } from '@candor/contract/console-texts';
import { afterEach, expect, test, vi } from 'vitest';
import {
  bodyOf,
  draftOf,
  draftProblems,
  firstField,
  isSameDraft,
  keepDraft,
  keptDraft,
  withTextsOf,
} from './text-draft.ts';
import type { TextDraft } from './text-draft.ts';

const HELD: TextsByLanguage['en'] = {
  title: 'Terms',
  change: 'The first version.',
  body: [
    { kind: 'heading', level: 2, text: 'One' },
    { kind: 'list', ordered: false, items: ['a', 'b'] },
  ],
};
const TEXTS: TextsByLanguage = { 'zh-Hans': HELD, 'zh-Hant': HELD, en: HELD };
const DRAFT = draftOf(TEXTS, 3);
const WRITTEN = { title: 'Terms', change: 'Shorter.', body: '## One\n\n- a' };

function draftWith(changes: Partial<TextDraft['texts']['en']> = {}): TextDraft {
  return { base: 3, texts: { 'zh-Hans': WRITTEN, 'zh-Hant': WRITTEN, en: { ...WRITTEN, ...changes } }, reason: 'law' };
}

afterEach(() => sessionStorage.clear());

test('a draft begins with what holds, and without a sentence about what changed', () => {
  expect(DRAFT).toMatchObject({ base: 3, reason: '', texts: { en: { title: 'Terms', change: '' } } });
  expect(DRAFT.texts['zh-Hant'].body).toBe('## One\n\n- a\n- b');
});

test('the text of a release brings its own sentence, and keeps the base and the reason', () => {
  const release = { ...TEXTS, en: { ...HELD, title: 'Of the release', change: null } };
  expect(withTextsOf(draftWith(), release)).toMatchObject({
    base: 3,
    reason: 'law',
    texts: { 'zh-Hans': { change: 'The first version.' }, en: { title: 'Of the release', change: '' } },
  });
});

test('what is sent has no blanks that nobody sees, and the server takes it', () => {
  const body = bodyOf('agreement', draftWith({ title: ' Terms ', body: '\r\n## One  \r\n- a\n\n' }));
  expect(body.texts.en).toEqual({ title: 'Terms', change: 'Shorter.', body: '## One\n- a' });
  expect(textChangeBody.safeParse(body).success).toBe(true);
  expect(draftProblems('agreement', draftWith({ body: '## One  \r\n' }))).toEqual({});
});

test('everything that is wrong is named at its field', () => {
  const wrong = draftWith({ title: 'a <b>', change: ' ', body: 'fine\n\na **b**' });
  expect(draftProblems('about', { ...wrong, reason: '' })).toEqual({
    'texts.en.title': 'TEXT_FORM_INVALID',
    'texts.en.change': 'FIELD_REQUIRED',
    'texts.en.body': { line: 3 },
    reason: 'REASON_REQUIRED',
  });
  expect(draftProblems('about', draftWith({ body: '' }))).toEqual({ 'texts.en.body': 'FIELD_REQUIRED' });
  expect(draftProblems('about', draftWith({ body: 'x'.repeat(TEXT_BODY_MAX + 1) }))).toEqual({
    'texts.en.body': { max: TEXT_BODY_MAX },
  });
});

test('lines count from the first line of the field, also below empty lines', () => {
  expect(draftProblems('about', draftWith({ body: '\n\nfine\n**x**' }))).toEqual({ 'texts.en.body': { line: 4 } });
});

test('the first wrong field is found in the order of the form', () => {
  expect(firstField(['reason', 'texts.en.title', 'texts.zh-Hant.body'])).toBe('texts.zh-Hant.body');
  expect(firstField(['slug'])).toBeUndefined();
});

test('a draft stays until it is sent, for its writer and its text alone', () => {
  keepDraft('7', 'risk', draftWith());
  const kept = keptDraft('7', 'risk');
  expect(kept !== undefined && isSameDraft(kept, draftWith())).toBe(true);
  expect([keptDraft('8', 'risk'), keptDraft('7', 'about')]).toEqual([undefined, undefined]);
  keepDraft('7', 'risk', null);
  expect(keptDraft('7', 'risk')).toBeUndefined();
});

test.each([['no json'], ['null'], ['{"base":1,"reason":"x","texts":{}}'], ['{"texts":{"en":1}}']])(
  'a stored %s is no draft',
  (stored) => {
    keepDraft('7', 'risk', draftWith());
    sessionStorage.setItem(sessionStorage.key(0) ?? '', stored);
    expect(keptDraft('7', 'risk')).toBeUndefined();
  },
);

test('where the browser refuses to store, the draft is kept in memory', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keepDraft('7', 'privacy', draftWith());
  expect(keptDraft('7', 'privacy')).toEqual(draftWith());
  keepDraft('7', 'privacy', null);
  expect(keptDraft('7', 'privacy')).toBeUndefined();
});
