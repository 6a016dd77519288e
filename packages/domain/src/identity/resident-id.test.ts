import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkCharacter, checkResidentId, maskResidentId, residentIdText } from './resident-id.ts';

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

test('a masked number hides the birth date', () => {
  expect(maskResidentId('11010519491231002X')).toBe('1101**********002X');
});
