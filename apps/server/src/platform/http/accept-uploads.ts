import type { Readable } from 'node:stream';
import type { HttpApp, HttpRequest } from './http-app.ts';
import { TooMany } from './http-app.ts';
import { readUpload } from './read-upload.ts';
import type { UploadShape } from './read-upload.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes a multipart form of this shape. Its parts are the body that the route's schema checks. */
    upload?: UploadShape;
  }
}

export interface UploadBounds {
  /** Forms that are read or worked on at once. */
  readonly runningMax: number;
  readonly ofOneOwnerMax: number;
  /** Of all these forms together. */
  readonly bytesMax: number;
}

const BOUNDS: UploadBounds = { runningMax: 48, ofOneOwnerMax: 2, bytesMax: 96 * 1024 * 1024 };
const BUSY_RETRY_SEC = 2;

/**
 * Lets routes that declare `upload` take multipart forms; all others refuse them. A form is in memory until its answer is
 * sent, so the process bounds how many forms there are and how large they are together. A sender who is slow holds only
 * what has come, and no longer than readUpload allows.
 * @param ownerOf whom a request counts for; the session has been checked by then
 */
export function acceptUploads(app: HttpApp, ownerOf: (request: HttpRequest) => string, bounds = BOUNDS): void {
  const room = createRoom(bounds);
  const places = new WeakMap<HttpRequest, Place>();
  app.addHook('onRoute', (route) => {
    if (route.config?.upload === undefined) return;
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      async (request, reply) => {
        const place = room.enter(ownerOf(request));
        places.set(request, place);
        reply.raw.once('close', place.leave);
      },
    ];
  });
  app.addContentTypeParser('multipart/form-data', async (request: HttpRequest, payload: Readable) => {
    const shape = request.routeOptions.config.upload;
    const place = places.get(request);
    if (shape === undefined || place === undefined)
      throw Object.assign(new Error('this route takes no form'), { statusCode: 415 });
    // Not the raw message: a signed call is hashed on its way here (app/require-signatures.ts).
    return await readUpload({ headers: request.raw.headers, body: payload }, shape, { onBytes: place.take });
  });
}

interface Place {
  /** @throws TooMany when all forms together are too large */
  take: (bytes: number) => void;
  leave: () => void;
}

/** Counts the forms that are worked on, and their bytes. */
export function createRoom({ runningMax, ofOneOwnerMax, bytesMax }: UploadBounds) {
  const owners = new Map<string, number>();
  let running = 0;
  let bytes = 0;
  return {
    enter: (owner: string): Place => {
      const ofOwner = owners.get(owner) ?? 0;
      if (running >= runningMax || ofOwner >= ofOneOwnerMax) throw new TooMany(BUSY_RETRY_SEC);
      running += 1;
      owners.set(owner, ofOwner + 1);
      let held = 0;
      let isInside = true;
      return {
        take: (more) => {
          if (bytes + more > bytesMax) throw new TooMany(BUSY_RETRY_SEC);
          if (!isInside) return;
          bytes += more;
          held += more;
        },
        leave: () => {
          if (!isInside) return;
          isInside = false;
          running -= 1;
          bytes -= held;
          const left = (owners.get(owner) ?? 1) - 1;
          if (left === 0) owners.delete(owner);
          else owners.set(owner, left);
        },
      };
    },
  };
}
