import { createKeptStore } from '@candor/api-client/kept-store';

/** What outlives a logout on this device: display choices, proofs, and notes of requests whose outcome is unknown. */
export const keptStore = createKeptStore('candor');

export const {
  read: readKept,
  write: writeKept,
  tryWrite: tryWriteKept,
  update: updateKept,
  remove: removeKept,
} = keptStore;
