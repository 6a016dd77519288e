/* Paths that are no declared call: a socket, and files whose path has any number of segments. */

export const LIVE_PATH = '/ws';

/** Followed by the path of a tile or an entry bundle of the order log (C2SP tlog-tiles). */
export const LOG_TILES_PATH = '/api/log/tile/';
