import { createKeptStore } from '@candor/api-client/kept-store';

/**
 * What stays on this device after a logout: display choices, proofs, and notes of requests whose outcome is unknown.
 */
export const keptStore = createKeptStore('candor');

export const {
  read: readKept,
  write: writeKept,
  tryWrite: tryWriteKept,
  update: updateKept,
  remove: removeKept,
} = keptStore;
