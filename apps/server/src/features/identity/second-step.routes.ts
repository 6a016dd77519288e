import * as calls from '@candor/contract/calls/identity';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { AddressLimit } from '../../platform/http/rate-limit.ts';
import { readDeviceKey } from '../../services/device-keys/device-key.ts';
import { passkeySite } from '../../services/member-factors/passkey-site.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { finishLogin, secondStepOptions } from './second-step.ts';
import type { SecondStepDeps } from './second-step.ts';

interface SecondStepRouteDeps extends Omit<SecondStepDeps, 'sealKey'> {
  config: { hosts: readonly string[] };
  secrets: Pick<Secrets, 'seal'>;
}

/** The second step of a login. Its calls are limited together with those of the first. */
export function secondStepRoutes(app: HttpApp, deps: SecondStepRouteDeps, limit: AddressLimit): void {
  serve(app, secondStepParts(deps, limit), [
    on(calls.readLoginFactorOptions, readLoginFactorOptions),
    on(calls.logInWithFactor, logInWithFactor),
  ]);
}

function secondStepParts(deps: SecondStepRouteDeps, limit: AddressLimit) {
  const { hosts } = deps.config;
  return { ...deps, hosts, limit };
}

type SecondStepParts = ReturnType<typeof secondStepParts>;

async function readLoginFactorOptions(
  { body, request }: Call<typeof calls.readLoginFactorOptions>,
  deps: SecondStepParts,
): Promise<Answered<typeof calls.readLoginFactorOptions>> {
  const { hosts, limit } = deps;
  await limit.take(request.ip);
  const page = passkeySite(request, hosts);
  if (page === undefined) throw new Refused('PASSKEY_UNAVAILABLE');
  const options = await secondStepOptions(deps, { ...body, address: request.ip, page });
  if (options === undefined) throw new Refused('FACTOR_CHALLENGE_EXPIRED');
  return { options };
}

async function logInWithFactor(
  { body, request }: Call<typeof calls.logInWithFactor>,
  deps: SecondStepParts,
): Promise<Answered<typeof calls.logInWithFactor>> {
  const { hosts, limit } = deps;
  await limit.take(request.ip);
  const answer = await finishLogin(
    { ...deps, sealKey: deps.secrets.seal },
    {
      ...body,
      deviceKey: readDeviceKey(body.deviceKey),
      userAgent: header(request, 'user-agent') ?? '',
      address: request.ip,
      page: passkeySite(request, hosts),
    },
  );
  if (answer.ok) return answer.value;
  const { key, ...more } = answer.error;
  throw new Refused(key, { ...(key === 'FACTOR_CODE_WRONG' ? { fields: { code: key } } : {}), ...more });
}
