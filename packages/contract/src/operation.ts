import type * as z from 'zod/mini';
import type { ErrorKey } from './error-keys.ts';
import type { PuzzleForm } from './puzzle.ts';

/*
 * A call is declared once: who may call it at which address, with what, and what comes back. The server's route, the calls of
 * both apps, signatures, the OpenAPI documents and the generated client are all made from the declaration. Declarations are in
 * calls/, one file for an area. They are plain values: nothing is registered when a module is loaded, so a client's build keeps
 * only the calls that it makes, and of each only what it needs (scripts/lib/vite-calls.ts).
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a call costs the server. The points and budgets of each are in the server's platform/http/route-cost.ts. */
export type Cost =
  | 'memory'
  | 'live'
  | 'health'
  | 'lookup'
  | 'list'
  | 'receipt'
  | 'change'
  | 'upload'
  | 'form'
  | 'step'
  | 'picture'
  | 'solvedPicture'
  | 'password'
  | 'knownPassword';

type Schema = z.ZodMiniType;

/** Who may call. What is not named for a caller cannot be declared for it. */
type Access =
  /** `puzzle`: the form of the puzzle that strangers solve first. */
  | {
      caller: 'public';
      puzzle?: PuzzleForm;
      permission?: never;
      signed?: never;
      confirmed?: never;
      stages?: never;
    }
  | { caller: 'member'; permission?: string; puzzle?: never; signed?: never; confirmed?: never; stages?: never }
  /**
   * A call that a thief with a stolen token could use against the member: the device that logged in signs it. `confirmed`: the
   * member confirms that it is them, always or if they have a second factor.
   */
  | {
      caller: 'member';
      signed: true;
      confirmed?: 'always' | 'with factor';
      permission?: never;
      puzzle?: never;
      stages?: never;
    }
  /** `stages`: how far the operator's login has come; undefined: only a complete one may call. */
  | {
      caller: 'operator';
      permission?: string;
      stages?: readonly ('code' | 'setup' | 'full')[];
      puzzle?: never;
      signed?: never;
      confirmed?: never;
    };

/** What comes back. */
type Sent =
  /** `data` of the envelope. */
  | { answer: Schema; whole?: never; sends?: never }
  /** The whole envelope, for a call that returns more than `data`. */
  | { answer: Schema; whole: true; sends?: never }
  /** No envelope but a file; a refusal is an envelope all the same. */
  | { sends: 'picture' | 'text' | 'bytes' | 'page'; answer?: never; whole?: never };

export type Operation = Access &
  Sent & {
    /** The name of the call in the OpenAPI document and in generated clients. */
    id: string;
    method: Method;
    /** Names in braces are those of `params`. */
    path: `/${string}`;
    params?: Schema;
    query?: Schema;
    body?: Schema;
    /**
     * The body comes as a multipart form of this shape; its fields and files are those of `body`. `orJson`: a call without files
     * may send JSON.
     */
    upload?: { readonly files: number; readonly fields: number; readonly fileBytes: number; readonly orJson?: true };
    cost: Cost;
    /** The call carries an Idempotency-Key, and is refused without one; `optional`: it may carry one. */
    idempotent?: true | 'optional';
    /** What it may refuse, beside what follows from the rest of the declaration (`refusalsOf`). */
    refusals: readonly ErrorKey[];
    tag: string;
    summary: string;
  };

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type NamesOf<O> = O extends { params: infer P extends Schema } ? keyof z.input<P> : never;

/** What a type alone cannot say of a declaration: that it agrees with itself. */
type Sound<O extends Operation> = (O['method'] extends 'GET'
  ? { body?: never; upload?: never; idempotent?: never }
  : unknown) &
  (IsSame<NamesOf<O>, NamesIn<O['path']>> extends true
    ? unknown
    : { params: ['the schema of params names exactly what the path names', NamesIn<O['path']>] }) & {
    [Name in Exclude<keyof O, keyof Operation | 'puzzle' | 'permission' | 'signed' | 'confirmed' | 'stages'>]: never;
  };

/** Declares a call. It returns what it was given; its type refuses a declaration that contradicts itself. */
export function operation<const O extends Operation>(declared: O & Sound<O>): O {
  return declared;
}

/** What a caller gives for the names in the path. */
export type ParamsOf<O> = O extends { params: infer P extends Schema } ? z.input<P> : undefined;

/** What a caller gives as the query: words as they are declared, a number where the server reads one, undefined for nothing. */
export type QueryOf<O> = O extends { query: infer Q extends Schema } ? Words<z.input<Q>, z.output<Q>> : undefined;

type Words<Sent, Read> = {
  [Word in keyof Sent]: Sent[Word] | (Word extends keyof Read ? Extract<Read[Word], number> : never) | undefined;
};

export type BodyOf<O> = O extends { body: infer B extends Schema } ? Sendable<z.input<B>> : undefined;

/** Nobody changes what is sent, so a list that nobody may change can be sent too. */
type Sendable<T> = T extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Sendable<T[Name]> }
    : T;

/** What a caller gets. */
export type AnswerOf<O> = O extends { answer: infer A extends Schema } ? z.output<A> : undefined;

/** The path of one call, without its query. */
export function pathOf<O extends Pick<Operation, 'path' | 'params'>>(
  { path }: O,
  ...[params]: NamesOf<O> extends never ? [] : [params: ParamsOf<O>]
): string {
  return fillPath(path, params);
}

/** The id in a path that the server gave, if it is one of this call; null for any other text. */
export function idIn({ path }: { readonly path: `${string}/{id}` }, given: string): string | null {
  const start = path.slice(0, -'{id}'.length);
  return given.startsWith(start) ? given.slice(start.length) : null;
}

/** Each value becomes one segment. */
export function fillPath(path: string, params: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}
