import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from './project.mjs';
import { run } from './run.mjs';

/** The oldest Node that the packed programs run with. The sources need a newer one, which reads TypeScript. */
const NODE_MAJOR_MIN = 20;
const PROGRAMS = ['candor-verify', 'candor-audit', 'candor-witness'];
const PACKAGE = join(ROOT, 'packages', 'proof');

/**
 * Packs the programs of packages/proof into one file that npm installs: plain JavaScript without dependencies.
 * @param {string} folder where the file and the folder that it is packed from are put
 * @returns {Promise<string>} the path of the file
 */
export async function packProof(folder) {
  const stage = join(folder, 'proof');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  await bundle(stage);
  const { version, license } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'));
  const bin = Object.fromEntries(PROGRAMS.map((name) => [name, `bin/${name}.mjs`]));
  const engines = { node: `>=${NODE_MAJOR_MIN}` };
  const manifest = { name: 'candor-proof', version, license, type: 'module', engines, bin, files: ['bin', 'lib'] };
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(stage, 'LICENSE'), await readFile(join(ROOT, 'LICENSE')));
  await writeFile(join(stage, 'README.md'), README);
  const packed = await run('npm', ['pack', stage, '--pack-destination', folder, '--ignore-scripts', '--offline'], {
    cwd: folder,
    quiet: true,
  });
  if (packed.code !== 0) throw new Error(`npm pack failed:\n${packed.output}`);
  return join(folder, `candor-proof-${version}.tgz`);
}

/** @param {string} stage */
async function bundle(stage) {
  const built = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(PROGRAMS.map((name) => [name, join(PACKAGE, 'bin', `${name}.mjs`)])),
    platform: 'node',
    // A package that is not in the file would be missing at its reader's.
    external: /^node:/,
    transform: { target: `node${NODE_MAJOR_MIN}` },
    plugins: [
      { name: 'older-node', transform: { filter: { id: /[\\/]bin[\\/]candor-\w+\.mjs$/ }, handler: forOlderNode } },
    ],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  await built.write({
    dir: stage,
    format: 'esm',
    entryFileNames: 'bin/[name].mjs',
    chunkFileNames: 'lib/[name].mjs',
  });
  await built.close();
}

/** @param {string} code */
function forOlderNode(code) {
  const parts = code.split(/const NODE_MAJOR_MIN = \d+;/);
  if (parts.length !== 2) throw new Error('A program says once which Node it needs: const NODE_MAJOR_MIN = …;');
  return parts.join(`const NODE_MAJOR_MIN = ${NODE_MAJOR_MIN};`);
}

const README = `# candor-proof

Checks what a Candor site says, on a machine of your own, with Node ${NODE_MAJOR_MIN} alone. It installs nothing else.

- \`candor-verify\`: the receipt of an order, offline
- \`candor-witness\`: cosigns the order log of a site, so that it cannot show two
- \`candor-audit\`: follows all public data of a site and settles every order again

Each says how to use it with \`--help\`. In the folder of this file:

    npx --package ./candor-proof-<version>.tgz candor-verify --key <the site's key> receipt.json
`;
