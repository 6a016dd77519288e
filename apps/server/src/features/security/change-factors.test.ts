import { expect, it } from 'vitest';
import { decideFactor } from './change-factors.ts';
import type { FactorChange, FactorFacts } from './change-factors.ts';

it('the first factor brings recovery codes, and the last takes them along', () => {
  const facts: FactorFacts = { isTotpOn: false, freshSealed: null, passkeys: [], isCredentialKnown: false };
  const one = [{ id: 'a', slot: 2 }];
  const bytes = Buffer.of(1);
  const passkey = { credentialId: bytes, publicKey: bytes, signCount: 0n, transports: [], rpId: 'x', name: 'x' };
  const added = { kind: 'passkeyAdded', passkey } as const;
  const decided = (change: FactorChange, more: Partial<FactorFacts>) => decideFactor({ change }, { ...facts, ...more });
  const ok = (codes: string, slot: number) => ({ ok: true, value: { codes, slot } });
  expect(decided(added, {})).toEqual(ok('replace', 1));
  expect(decided(added, { isTotpOn: true })).toEqual(ok('keep', 1));
  expect(
    decided(added, {
      passkeys: [
        { id: 'a', slot: 1 },
        { id: 'b', slot: 3 },
      ],
    }),
  ).toEqual(ok('keep', 2));
  expect(decided({ kind: 'passkeyRemoved', id: 'a' }, { passkeys: one })).toEqual(ok('remove', 0));
  expect(decided({ kind: 'totpOff' }, { isTotpOn: true, passkeys: one })).toEqual(ok('keep', 0));
});
