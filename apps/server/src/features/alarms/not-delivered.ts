/** Errors before anything was said: the other side has nothing. */
const BEFORE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EDNS']);

/** As the table has it. */
const WHY_MAX = 300;

/** Why a message did not go out. `isSure`: the other side does not have it; else it may have. */
export class NotDelivered extends Error {
  readonly isSure: boolean;

  constructor(why: string, isSure: boolean) {
    super(plain(why));
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

/** One line that says something: names in certificates come from the other side. */
function plain(why: string): string {
  const text = why.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ').trim();
  return text === '' ? 'unknown' : [...text].slice(0, WHY_MAX).join('');
}
