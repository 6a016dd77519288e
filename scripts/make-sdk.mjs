/**
 * `npm run sdk`: writes the OpenAPI documents of both apps into packages/sdk/openapi, as a server of the tests serves them, and
 * the types of the SDK from them. Run it after a change of a call; `npm test` fails while they are old.
 */
import { writeTypes } from '../packages/sdk/generate.mjs';
import { run } from './lib/run.mjs';

const TEST = 'apps/server/src/app/openapi/openapi.test.ts';

const { code } = await run('npx', ['vitest', 'run', '--project', 'server', TEST, '-u']);
await writeTypes();
process.exitCode = code;
