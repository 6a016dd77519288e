import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Shorter files fit in one packet anyway. */
const WORTH_BYTES = 1_000;
const TEXTS = /\.(?:js|css|svg|webmanifest)$/;

/**
 * Writes a Brotli and a gzip file beside each text of the build, both at their strongest: it is done once, and read many
 * times. The server compresses index.html itself, because it writes the site's hosts into it.
 */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'candor-compressed-files',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    // After the service worker, which is also written at the end.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(folder, { recursive: true });
        for (const file of files.filter((name) => TEXTS.test(name))) await compress(join(folder, file));
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  if (text.length < WORTH_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, { params }),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
