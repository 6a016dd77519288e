import type { KeptRule } from '@candor/contract/own-data';
import type { KeptDays } from '../../platform/config/kept-days.ts';

/** As the database has it: forget_logins (0002_members.sql). */
const LOGINS_DAYS = 180;

/** What is kept of a member, why, and how long: from what goes first to what stays. */
export function keptRules(days: KeptDays): KeptRule[] {
  return [
    { what: 'dataFile', because: 'service', from: 'event', days: days.dataFileDays },
    { what: 'rejectedPhotos', because: 'service', from: 'event', days: days.rejectedPhotosDays },
    { what: 'supportPictures', because: 'service', from: 'event', days: days.supportPicturesDays },
    { what: 'statements', because: 'books', from: 'event', days: days.statementFileDays },
    { what: 'logins', because: 'security', from: 'event', days: LOGINS_DAYS },
    { what: 'profile', because: 'contract', from: 'closing', days: days.eraseClosedDays },
    { what: 'conversations', because: 'contract', from: 'closing', days: days.eraseClosedDays },
    { what: 'complaints', because: 'contract', from: 'closing', days: days.eraseClosedDays },
    { what: 'identity', because: 'moneyLaundering', from: 'closing', days: days.keepIdentityDays },
    { what: 'protection', because: 'protection', from: 'closing', days: null },
    { what: 'money', because: 'books', from: 'closing', days: null },
    { what: 'moneyNotes', because: 'books', from: 'closing', days: null },
    { what: 'operatorLog', because: 'oversight', from: 'closing', days: null },
    { what: 'proofs', because: 'proofs', from: 'closing', days: null },
    { what: 'register', because: 'supervision', from: 'closing', days: null },
  ];
}
