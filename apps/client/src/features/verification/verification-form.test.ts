import { describe, expect, it } from 'vitest';
import { groupResidentId, partsToSend, personErrors, stepsOf } from './verification-form.ts';

const TODAY = '2026-11-22';
const PERSON = { realName: '王小明', idNumber: '110105 19491231 002x' };
const BOTH = ['realName', 'idNumber'] as const;

describe('the steps', () => {
  it('are all of them at first, and the wrong ones after a rejection', () => {
    expect(stepsOf(partsToSend({ status: 'none', wrong: [] }))).toEqual(['person', 'front', 'back', 'review']);
    expect(stepsOf(partsToSend({ status: 'rejected', wrong: ['front'] }))).toEqual(['front', 'review']);
    expect(stepsOf(partsToSend({ status: 'rejected', wrong: ['idNumber', 'back'] }))).toEqual([
      'person',
      'back',
      'review',
    ]);
  });
});

describe('name and number', () => {
  it.each([
    [PERSON, BOTH, {}],
    [{ realName: ' ', idNumber: '' }, BOTH, { realName: 'NAME_REQUIRED', idNumber: 'ID_NUMBER_REQUIRED' }],
    [{ realName: '', idNumber: '' }, [], {}],
    [{ ...PERSON, idNumber: '110105194912310021' }, BOTH, { idNumber: 'ID_NUMBER_CHECK' }],
    [{ ...PERSON, idNumber: '110105491231002' }, [], { idNumber: 'ID_NUMBER_OLD' }],
    [{ ...PERSON, realName: 'x'.repeat(65) }, BOTH, { realName: 'NAME_INVALID' }],
  ] as const)('%j with %j asked is wrong at %j', (values, asked, errors) => {
    expect(personErrors(values, asked, TODAY)).toEqual(errors);
  });

  it.each([
    ['11010519491231002x', '110105 19491231 002X'],
    ['1101051', '110105 1'],
    ['', ''],
  ])('%s is shown as %s', (text, shown) => {
    expect(groupResidentId(text)).toBe(shown);
  });
});
