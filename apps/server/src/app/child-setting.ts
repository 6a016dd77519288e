/** Marks a process as a child of run-site.ts: it does not prepare the database or start other processes. */
export const CHILD_SETTING = 'CANDOR_CHILD';
