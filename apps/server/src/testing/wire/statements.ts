import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { formOf } from '../pictures.ts';
import { idOf } from './wire-site.ts';
import type { WireOptions, WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const PATH = '/api/console/statements';
/** Long before anything that this site has. */
const ON = '2001-02-03';

function fileForm(text: string, account = 'main-bank'): WireOptions {
  const { headers, payload } = formOf({ account, file: new TextEncoder().encode(text) });
  return { headers, body: payload };
}

/** Statements of a bank at the console: described, taken in, matched and explained. */
export async function recordStatements(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const member = await wire.member('wire_banked', '0');
  const cashier = await wire.operator('wire_bank_desk', 'cashier');
  const account = {
    name: 'Main',
    number: '',
    currency: TEST_CURRENCY.code,
    decimals: TEST_CURRENCY.decimals,
    channels: ['bank'],
    paysOut: false,
    columns: { date: 'Date', amount: 'Amount', note: 'Note' },
  };
  const save = `PUT ${PATH}/accounts/main-bank`;
  await refused(cashier, save, 'STATEMENT_COLUMNS', { body: { ...account, columns: { date: 'Date' } } });
  await call(cashier, save, { body: account });
  await refused(cashier, `PUT ${PATH}/accounts/other-bank`, 'STATEMENT_CHANNELS', { body: account });
  const deposit = idOf(
    await call(member, 'POST /api/wallet/deposits', {
      body: { channel: 'bank', amount: '700', currency: TEST_CURRENCY.code },
    }),
  );
  await call(member, `POST /api/wallet/deposits/${deposit}/paid`, { body: { payer: 'Li' } });
  const send = `POST ${PATH}/files`;
  const text = `Date,Amount,Note\n${ON},${amount('700')},paid\n${ON},${amount('3')},fee\n`;
  await refused(cashier, send, 'STATEMENT_ACCOUNT_NOT_FOUND', fileForm(text, 'nowhere'));
  await refused(cashier, send, 'STATEMENT_DATE', fileForm(text.replace(ON, '2001-02-30')));
  await refused(cashier, send, 'STATEMENT_COLUMNS', fileForm('Day,Amount\n1,2\n'));
  await call(cashier, send, fileForm(text));
  await refused(cashier, send, 'STATEMENT_KNOWN', fileForm(text));
  await refused(cashier, send, 'STATEMENT_OVERLAPS', fileForm(`${text}\n${ON},1,more\n`));
  await call(cashier, `GET ${PATH}/accounts`);
  const { rows } = await wire.server.ownerPool.query<{ file: string; paid: string; fee: string }>(
    `select s.file_id as file, max(e.id::text) filter (where words = 'paid') as paid, max(e.id::text) filter (where words = 'fee') as fee
     from statement s join statement_entry e on e.statement_id = s.id where s.account = 'main-bank' group by s.file_id`,
  );
  const [{ file, paid, fee } = { file: ABSENT, paid: ABSENT, fee: ABSENT }] = rows;
  await call(cashier, `GET ${PATH}/files?account=main-bank`);
  await call(cashier, `GET ${PATH}/files/${file}/original`);
  await refused(cashier, `GET ${PATH}/files/${ABSENT}/original`, 'NOT_FOUND');
  await call(cashier, `GET ${PATH}/entries?account=main-bank&q=fee`);
  await refused(cashier, `GET ${PATH}/entries?state=lost`, 'FIELD_INVALID');
  await call(cashier, `GET ${PATH}/entries/${fee}`);
  await refused(cashier, `GET ${PATH}/entries/${ABSENT}`, 'STATEMENT_ENTRY_NOT_FOUND');
  const body = { kind: 'deposit', thing: deposit };
  await refused(cashier, `POST ${PATH}/entries/${fee}/match`, 'STATEMENT_UNEQUAL', { body });
  await call(cashier, `POST ${PATH}/entries/${paid}/match`, { body });
  await refused(cashier, `POST ${PATH}/entries/${paid}/match`, 'STATEMENT_MATCHED', { body });
  await refused(cashier, `POST ${PATH}/entries/${fee}/explain`, 'NOTE_REQUIRED', { body: { code: 'other' } });
  await call(cashier, `POST ${PATH}/entries/${fee}/explain`, { body: { code: 'interest' } });
  await call(cashier, `POST ${PATH}/entries/${fee}/undo`, { body: {} });
  await refused(cashier, `POST ${PATH}/entries/${fee}/undo`, 'STATEMENT_OPEN', { body: {} });
  await call(cashier, `GET ${PATH}/things?to=2001-02-03`);
  await call(cashier, `GET ${PATH}/days/${ON}`);
}
