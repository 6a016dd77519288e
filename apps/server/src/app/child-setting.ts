/** Tells a process that it is the child of run-site.ts: it neither prepares the database nor starts others. */
export const CHILD_SETTING = 'CANDOR_CHILD';
