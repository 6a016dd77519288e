/** Errors before anything was said: the other side has nothing. */
const BEFORE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EDNS']);

/** Why a message did not go out. `isSure`: the other side does not have it; else it may have. */
export class NotDelivered extends Error {
  readonly isSure: boolean;

  constructor(why: string, isSure: boolean) {
    super(why.slice(0, 300));
    this.isSure = isSure;
  }

  /** Never the error itself: what a network library attaches to it may hold a password. */
  static of(error: unknown): NotDelivered {
    if (!(error instanceof Error)) return new NotDelivered('unknown', false);
    const cause = error.cause instanceof Error ? error.cause : error;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const why = error.name === 'TimeoutError' ? 'no answer in time' : cause.message;
    return new NotDelivered(code === '' || why.includes(code) ? why : `${code}: ${why}`, BEFORE.has(code));
  }
}
