import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkCharacter, checkResidentId, idNumberProblem, maskResidentId, residentIdText } from './resident-id.ts';

const TODAY = '2026-11-22';

function completed(first: string): string {
  return `${first}${checkCharacter(first)}`;
}

describe('a resident identity number', () => {
  it.each([
    ['11010519491231002X', '1949-12-31'],
    ['110105 19491231 002x', '1949-12-31'],
    ['１１０１０５－１９４９１２３１－００２Ｘ', '1949-12-31'],
    [completed('11010119061122001'), '1906-11-22'],
    [completed('44030520000229123'), '2000-02-29'],
    [completed('83000019900101001'), '1990-01-01'],
    [completed('31010120081122001'), '2008-11-22'],
    // Cards of foreign permanent residents: 9, the region, the country.
    ['911840198001011235', '1980-01-01'],
    [completed('94415619751005007'), '1975-10-05'],
    ['11010119900101004X\u200B', '1990-01-01'],
    ['\u202D110101 19900101 004x\u202C', '1990-01-01'],
  ])('is read: %s', (text, birthDate) => {
    expect(checkResidentId(text, TODAY)).toEqual({ ok: true, value: { number: residentIdText(text), birthDate } });
  });

  it.each([
    ['', 'ID_NUMBER_INVALID'],
    ['12345', 'ID_NUMBER_INVALID'],
    ['1101051949123100XX', 'ID_NUMBER_INVALID'],
    // One character too many, before and behind the check character.
    ['110105194912310025X', 'ID_NUMBER_INVALID'],
    ['11010519491231002XX', 'ID_NUMBER_INVALID'],
    ['110105491231002', 'ID_NUMBER_OLD'],
    ['110105194912310021', 'ID_NUMBER_CHECK'],
    [completed('99010519491231002'), 'ID_NUMBER_INVALID'],
    [completed('90184019800101123'), 'ID_NUMBER_INVALID'],
    ['911840198001011236', 'ID_NUMBER_CHECK'],
    [completed('11010519491331002'), 'ID_NUMBER_INVALID'],
    [completed('11010520010229002'), 'ID_NUMBER_INVALID'],
    [completed('11010519000229002'), 'ID_NUMBER_INVALID'],
    [completed('11010520270101002'), 'ID_NUMBER_INVALID'],
    [completed('11010120261123001'), 'ID_NUMBER_INVALID'],
    [completed('11010120261122001'), 'ID_NUMBER_MINOR'],
    [completed('11010119061121001'), 'ID_NUMBER_INVALID'],
    [completed('31010120081123001'), 'ID_NUMBER_MINOR'],
  ])('is refused: %s (%s)', (text, error) => {
    expect(checkResidentId(text, TODAY)).toEqual({ ok: false, error });
  });

  const people = fc
    .record({
      region: fc.constantFrom('110105', '440305', '650102', '810000'),
      day: fc.date({ min: new Date('1930-01-01'), max: new Date('2008-11-22'), noInvalidDate: true }),
      sequence: fc.integer({ min: 0, max: 999 }),
    })
    .map(({ region, day, sequence }) =>
      completed(`${region}${day.toISOString().slice(0, 10).replaceAll('-', '')}${String(sequence).padStart(3, '0')}`),
    );

  test('of any adult is accepted; one wrong digit, or two neighbours in the wrong order, never are', () => {
    fc.assert(
      fc.property(people, fc.nat(16), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        expect(checkResidentId(number, TODAY).ok).toBe(true);
        const wrong = `${number.slice(0, at)}${(Number(number.charAt(at)) + by) % 10}${number.slice(at + 1)}`;
        expect(checkResidentId(wrong, TODAY).ok).toBe(false);
        const [a, b] = [number.charAt(at), number.charAt(at + 1)];
        const swapped = `${number.slice(0, at)}${b}${a}${number.slice(at + 2)}`;
        if (a !== b) expect(checkResidentId(swapped, TODAY).ok).toBe(false);
      }),
    );
  });
});

describe('the number of any document', () => {
  it.each([
    ['911840198001011235', null],
    ['11010519491231002x', null],
    ['E12345678', null],
    ['A123456(7)', 'ID_NUMBER_INVALID'],
    ['ID-246813579', null],
    ['证件', 'ID_NUMBER_INVALID'],
    ['1234', 'ID_NUMBER_INVALID'],
    ['110105491231002', 'ID_NUMBER_OLD'],
    ['110105194912310021', 'ID_NUMBER_CHECK'],
    ['110101199013011234', 'ID_NUMBER_INVALID'],
  ] as const)('%s: %s', (text, problem) => {
    expect(idNumberProblem(text, null)).toBe(problem);
  });

  it('with the form of a card passes registration exactly if it passes verification', () => {
    const cards = fc.stringMatching(/^[1-9]\d{5}19[3-9]\d[01]\d[0-3]\d{4}[\dX]$/);
    fc.assert(
      fc.property(cards, (number) => {
        const verified = checkResidentId(number, TODAY);
        expect(idNumberProblem(number, TODAY)).toBe(verified.ok ? null : verified.error);
      }),
    );
  });

  it('shows the age of its holder once the day is known', () => {
    const minor = completed('31010120081123001');
    expect([idNumberProblem(minor, null), idNumberProblem(minor, TODAY)]).toEqual([null, 'ID_NUMBER_MINOR']);
  });
});

test('a masked number hides the birth date', () => {
  expect(maskResidentId('11010519491231002X')).toBe('1101**********002X');
});
