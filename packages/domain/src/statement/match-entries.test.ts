import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certainMatches, referencesIn, suggestionsFor } from './match-entries.ts';
import type { MatchEntry, MatchThing } from './match-entries.ts';

function entry(more: Partial<MatchEntry> = {}): MatchEntry {
  return {
    id: 'e1',
    amount: 10_000n,
    bookedOn: '2026-11-28',
    bankRef: '',
    endToEndId: '',
    counterparty: '',
    text: '',
    ...more,
  };
}

function thing(more: Partial<MatchThing> = {}): MatchThing {
  return { kind: 'deposit', id: 't1', amount: 10_000n, on: '2026-11-27', references: ['K7P2QX4M'], name: '', ...more };
}

describe('certainMatches', () => {
  it('is certain of an amount and a reference, wherever it stands', () => {
    for (const more of [{ endToEndId: 'K7P2QX4M' }, { bankRef: 'k7p2qx4m' }, { text: 'Deposit K7P2QX4M, thanks' }])
      expect(certainMatches([entry(more)], [thing()])).toHaveLength(1);
    expect(certainMatches([entry({ text: 'K7P2QX4MX' })], [thing()])).toEqual([]);
  });

  it('knows a hash in either form', () => {
    const hash = 'Ab'.repeat(32);
    expect(certainMatches([entry({ bankRef: `0x${hash}` })], [thing({ references: [hash] })])).toHaveLength(1);
  });

  it('is certain of several entries that name it and add up to it', () => {
    const two = [
      entry({ text: 'K7P2QX4M 1/2', amount: 4_000n }),
      entry({ id: 'e2', text: 'K7P2QX4M', amount: 6_000n }),
    ];
    expect(certainMatches(two, [thing()])[0]?.entries).toHaveLength(2);
    expect(certainMatches(two.slice(1), [thing()])).toEqual([]);
  });

  it('leaves to a person what could be two', () => {
    const paid = entry({ text: 'K7P2QX4M' });
    expect(certainMatches([paid, { ...paid, id: 'e2' }], [thing()])).toEqual([]);
    expect(
      certainMatches([entry({ text: 'K7P2QX4M M4XQ2P7K' })], [thing(), thing({ id: 't2', references: ['M4XQ2P7K'] })]),
    ).toEqual([]);
  });

  it('is not certain of a deposit that was taken back', () => {
    const paid = entry({ text: 'K7P2QX4M' });
    const back = entry({ id: 'e2', text: 'RETURN K7P2QX4M', amount: -10_000n });
    expect(certainMatches([paid, back], [thing()])).toEqual([]);
  });

  it('takes what goes out for nothing that came in', () => {
    expect(certainMatches([entry({ text: 'K7P2QX4M', amount: -10_000n })], [thing()])).toEqual([]);
    const back = [
      thing({ kind: 'withdrawal', amount: -10_000n }),
      thing({ kind: 'return', amount: 10_000n, references: ['K7P2QX4M'] }),
    ];
    expect(certainMatches([entry({ text: 'K7P2QX4M' })], back)[0]?.thing.kind).toBe('return');
  });

  it('matches nothing twice, and every sum to the unit', () => {
    const reference = fc.constantFrom('AAAAAA11', 'BBBBBB22', 'CCCCCC33');
    const amount = fc.bigInt({ min: -3n, max: 3n }).filter((units) => units !== 0n);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, fc.array(reference, { maxLength: 2 })), { maxLength: 12 }),
        fc.array(fc.tuple(amount, reference), { maxLength: 8 }),
        (told, known) => {
          const entries = told.map(([units, words], at) =>
            entry({ id: `e${at}`, amount: units, text: words.join(' ') }),
          );
          const things = known.map(([units, word], at) => thing({ id: `t${at}`, amount: units, references: [word] }));
          const found = certainMatches(entries, things);
          const ids = found.flatMap((match) => match.entries.map(({ id }) => id));
          expect(new Set(ids).size).toBe(ids.length);
          expect(new Set(found.map((match) => match.thing.id)).size).toBe(found.length);
          for (const match of found)
            expect(match.entries.reduce((sum, { amount: units }) => sum + units, 0n)).toBe(match.thing.amount);
          // The order of a file says nothing.
          const reversed = certainMatches(entries.toReversed(), things.toReversed());
          expect(reversed.flatMap((match) => match.entries.map(({ id }) => id)).toSorted()).toEqual(ids.toSorted());
        },
      ),
    );
  });
});

describe('suggestionsFor', () => {
  it('puts a reference before a name, and a name before an amount alone', () => {
    const things = [
      thing({ id: 'amount', references: [] }),
      thing({ id: 'name', references: [], name: '林 小雨' }),
      thing({ id: 'named', on: '2026-10-01' }),
      thing({ id: 'late', on: '2026-11-20', references: [] }),
      thing({ id: 'other', amount: 10_001n }),
    ];
    const found = suggestionsFor(entry({ counterparty: '林小雨', text: 'K7P2QX4M' }), things);
    expect(found.map((each) => [each.thing.id, each.by])).toEqual([
      ['named', 'reference'],
      ['name', 'name'],
      ['amount', 'amount'],
    ]);
  });
});

describe('referencesIn', () => {
  it('takes no short word for a reference', () => {
    expect([...referencesIn(entry({ text: 'to the bank: K7P2-QX4M 12345' }))]).toEqual([]);
    expect([...referencesIn(entry({ endToEndId: 'K7P2-QX4M' }))]).toEqual(['k7p2qx4m']);
  });
});
