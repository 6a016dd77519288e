import {
  statementAccount,
  statementAccountBody,
  statementAccountParams,
  statementAccountsView,
  statementDayParams,
  statementDayView,
  statementEntriesQuery,
  statementEntriesView,
  statementEntry,
  statementEntryParams,
  statementExplainBody,
  statementFileBody,
  statementFilesQuery,
  statementFilesView,
  STATEMENT_FILE_BYTES_MAX,
  statementImported,
  statementMatchBody,
  statementThingsQuery,
  statementThingsView,
} from '../../console-statements.ts';
import { noFields } from '../../fields.ts';
import { operation } from '../../operation.ts';

export const listStatementAccounts = operation({
  id: 'listStatementAccounts',
  method: 'GET',
  path: '/api/console/statements/accounts',
  answer: statementAccountsView,
  caller: 'operator',
  permission: 'cashier:statement:read',
  cost: 'list',
  refusals: [],
  tag: 'statements',
  summary: 'Accounts at banks and on chains, with what of their statements is matched and what is open.',
});

export const saveStatementAccount = operation({
  id: 'saveStatementAccount',
  method: 'PUT',
  path: '/api/console/statements/accounts/{code}',
  params: statementAccountParams,
  body: statementAccountBody,
  answer: statementAccount,
  caller: 'operator',
  permission: 'cashier:statement:import',
  cost: 'change',
  idempotent: true,
  refusals: ['STATEMENT_CHANNELS', 'STATEMENT_COLUMNS'],
  tag: 'statements',
  summary: 'Describes an account: its number, its channels, and what the columns of its tables mean.',
});

/** What is a little too large is told so by its own schema. */
const FORM_FILE_BYTES = STATEMENT_FILE_BYTES_MAX + 32 * 1_024;

export const importStatements = operation({
  id: 'importStatements',
  method: 'POST',
  path: '/api/console/statements/files',
  body: statementFileBody,
  upload: { files: 1, fields: 1, fileBytes: FORM_FILE_BYTES },
  answer: statementImported,
  caller: 'operator',
  permission: 'cashier:statement:import',
  cost: 'upload',
  refusals: [
    'STATEMENT_ACCOUNT',
    'STATEMENT_ACCOUNT_NOT_FOUND',
    'STATEMENT_AMOUNT',
    'STATEMENT_BALANCE',
    'STATEMENT_COLUMNS',
    'STATEMENT_CURRENCY',
    'STATEMENT_DATE',
    'STATEMENT_INVALID',
    'STATEMENT_KNOWN',
    'STATEMENT_MISSING',
    'STATEMENT_OVERLAPS',
    'STATEMENT_STEP',
    'STATEMENT_UNREADABLE',
    'STATEMENT_VERSION',
    'STATEMENT_EMPTY',
    'STATEMENT_TOO_LARGE',
  ],
  tag: 'statements',
  summary: 'Takes a file of statements in as a whole, and matches what is certain.',
});

export const listStatementFiles = operation({
  id: 'listStatementFiles',
  method: 'GET',
  path: '/api/console/statements/files',
  query: statementFilesQuery,
  answer: statementFilesView,
  caller: 'operator',
  permission: 'cashier:statement:read',
  cost: 'list',
  refusals: [],
  tag: 'statements',
  summary: 'Imported files with their statements, newest first, and the gaps between them.',
});

export const readStatementFile = operation({
  id: 'readStatementFile',
  method: 'GET',
  path: '/api/console/statements/files/{id}/original',
  params: statementEntryParams,
  sends: 'bytes',
  caller: 'operator',
  permission: 'cashier:statement:import',
  cost: 'list',
  refusals: ['NOT_FOUND'],
  tag: 'statements',
  summary: 'The file as it was imported. Each look is in the audit log.',
});

export const listStatementEntries = operation({
  id: 'listStatementEntries',
  method: 'GET',
  path: '/api/console/statements/entries',
  query: statementEntriesQuery,
  answer: statementEntriesView,
  caller: 'operator',
  permission: 'cashier:statement:read',
  cost: 'list',
  refusals: [],
  tag: 'statements',
  summary: 'Entries of statements, newest first, and what they are.',
});

export const readStatementEntry = operation({
  id: 'readStatementEntry',
  method: 'GET',
  path: '/api/console/statements/entries/{id}',
  params: statementEntryParams,
  answer: statementEntry,
  caller: 'operator',
  permission: 'cashier:statement:read',
  cost: 'list',
  refusals: ['STATEMENT_ENTRY_NOT_FOUND'],
  tag: 'statements',
  summary: 'An entry, and what it may be.',
});

export const matchStatementEntry = operation({
  id: 'matchStatementEntry',
  method: 'POST',
  path: '/api/console/statements/entries/{id}/match',
  params: statementEntryParams,
  body: statementMatchBody,
  answer: statementEntry,
  caller: 'operator',
  permission: 'cashier:statement:match',
  cost: 'change',
  idempotent: true,
  refusals: ['STATEMENT_ENTRY_NOT_FOUND', 'STATEMENT_MATCHED', 'STATEMENT_UNEQUAL'],
  tag: 'statements',
  summary: 'Says which deposit, withdrawal or return an entry is. No money moves.',
});

export const explainStatementEntry = operation({
  id: 'explainStatementEntry',
  method: 'POST',
  path: '/api/console/statements/entries/{id}/explain',
  params: statementEntryParams,
  body: statementExplainBody,
  answer: statementEntry,
  caller: 'operator',
  permission: 'cashier:statement:match',
  cost: 'change',
  idempotent: true,
  refusals: ['NOTE_REQUIRED', 'STATEMENT_ENTRY_NOT_FOUND', 'STATEMENT_MATCHED'],
  tag: 'statements',
  summary: 'Says what an entry is that belongs to no member.',
});

export const undoStatementMatch = operation({
  id: 'undoStatementMatch',
  method: 'POST',
  path: '/api/console/statements/entries/{id}/undo',
  params: statementEntryParams,
  body: noFields,
  answer: statementEntry,
  caller: 'operator',
  permission: 'cashier:statement:match',
  cost: 'change',
  idempotent: true,
  refusals: ['STATEMENT_ENTRY_NOT_FOUND', 'STATEMENT_OPEN'],
  tag: 'statements',
  summary: 'Takes the match or the explanation of an entry back.',
});

export const listUnprovedThings = operation({
  id: 'listUnprovedThings',
  method: 'GET',
  path: '/api/console/statements/things',
  query: statementThingsQuery,
  answer: statementThingsView,
  caller: 'operator',
  permission: 'cashier:statement:read',
  cost: 'list',
  refusals: [],
  tag: 'statements',
  summary: 'Deposits, withdrawals and returns that are booked and stand in no statement, oldest first.',
});

export const readStatementDay = operation({
  id: 'readStatementDay',
  method: 'GET',
  path: '/api/console/statements/days/{date}',
  params: statementDayParams,
  answer: statementDayView,
  caller: 'operator',
  permission: 'cashier:statement:read',
  cost: 'list',
  refusals: [],
  tag: 'statements',
  summary: 'The statements of a business date beside the books, by account.',
});
