import { inFours } from './in-fours.ts';

/** The number of an account in groups of four, in one line: it is compared digit by digit. */
export function AccountNumber({ number }: { number: string }) {
  return (
    <span className="account-number figures" translate="no">
      {inFours(number)}
    </span>
  );
}

/** A card as operators read it: its bank, its number, its holder. */
export function BankCard({ bank, number, holder }: { bank: string; number: string; holder: string }) {
  return (
    <>
      {bank} <AccountNumber number={number} /> <span className="unbroken">{holder}</span>
    </>
  );
}
