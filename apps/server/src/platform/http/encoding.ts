/*
 * Compressed answers. Only what is the same for everyone is compressed: its length tells an eavesdropper nothing about a
 * member, and it is compressed once for all callers. Requests are never decompressed.
 */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { header } from './http-app.ts';
import type { HttpRequest } from './http-app.ts';

export type Encoding = 'br' | 'gzip';

/** Shorter texts fit in one packet anyway. */
const WORTH_BYTES = 1_000;

export async function gzipped(text: Buffer): Promise<Buffer | undefined> {
  return text.length < WORTH_BYTES ? undefined : await promisify(gzip)(text);
}

/** The strongest Brotli: about 30 times the work of gzip, for texts that seldom change. */
export async function brotlied(text: Buffer): Promise<Buffer | undefined> {
  if (text.length < WORTH_BYTES) return undefined;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return await promisify(brotliCompress)(text, { params });
}

/** The bytes of one text, plain and in the encodings that were made of it. */
export interface Encoded {
  readonly plain: Buffer;
  readonly gzip?: Buffer | undefined;
  readonly br?: Buffer | undefined;
  /** Names the plain bytes, without quotes. */
  readonly tag: string;
}

/**
 * Sends a text in the encoding that the caller prefers, with a tag for exactly these bytes, or a 304 to a caller that
 * has them. The caller of this function has set the content type.
 */
export async function sendEncoded(request: HttpRequest, reply: FastifyReply, text: Encoded): Promise<FastifyReply> {
  const made = (['br', 'gzip'] as const).filter((encoding) => text[encoding] !== undefined);
  if (made.length > 0) varyByEncoding(reply);
  const chosen = preferred(request, made);
  const etag = `"${text.tag}${chosen === undefined ? '' : `-${chosen}`}"`;
  reply.header('etag', etag);
  if (isKnown(header(request, 'if-none-match'), etag))
    return await reply.removeHeader('content-type').status(304).send();
  if (chosen !== undefined) reply.header('content-encoding', chosen);
  return await reply.send((chosen && text[chosen]) ?? text.plain);
}

function preferred(request: HttpRequest, made: readonly Encoding[]): Encoding | undefined {
  const chosen = negotiate(header(request, 'accept-encoding') ?? '', [...made]);
  return made.find((encoding) => encoding === chosen);
}

function varyByEncoding(reply: FastifyReply): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding`);
}

/** If-None-Match holds one or more tags; a proxy may have made them weak. */
function isKnown(tags: string | undefined, etag: string): boolean {
  if (tags === undefined || tags.length > 2_000) return false;
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
