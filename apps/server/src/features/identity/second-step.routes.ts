import { envelopeOf } from '@candor/contract/envelope';
import { assertionOptionsView, secondStepBody, secondStepOptionsBody } from '@candor/contract/factors';
import { tokenView } from '@candor/contract/identity';
import { PATHS } from '@candor/contract/routes';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { AddressLimit } from '../../platform/http/rate-limit.ts';
import { publicRoute } from '../../platform/http/route-cost.ts';
import { readDeviceKey } from '../../services/device-keys/device-key.ts';
import { passkeySite } from '../../services/member-factors/passkey-site.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { finishLogin, secondStepOptions } from './second-step.ts';
import type { SecondStepDeps } from './second-step.ts';

interface SecondStepRouteDeps extends Omit<SecondStepDeps, 'sealKey'> {
  config: { hosts: readonly string[] };
  secrets: Pick<Secrets, 'seal'>;
}

const TAGS = ['identity'];

/** The second step of a login. Its calls are limited together with those of the first. */
export function secondStepRoutes(app: HttpApp, deps: SecondStepRouteDeps, limit: AddressLimit): void {
  const { hosts } = deps.config;
  app.post(
    PATHS.loginFactorOptions,
    {
      config: publicRoute('step'),
      schema: { tags: TAGS, body: secondStepOptionsBody, response: { 200: envelopeOf(assertionOptionsView) } },
    },
    async (request) => {
      await limit.take(request.ip);
      const page = passkeySite(request, hosts);
      if (page === undefined) throw new Refused('PASSKEY_UNAVAILABLE');
      const options = await secondStepOptions(deps, { ...request.body, address: request.ip, page });
      if (options === undefined) throw new Refused('FACTOR_CHALLENGE_EXPIRED');
      return ok({ options });
    },
  );

  app.post(
    PATHS.loginFactor,
    {
      config: publicRoute('step'),
      schema: { tags: TAGS, body: secondStepBody, response: { 200: envelopeOf(tokenView) } },
    },
    async (request) => {
      await limit.take(request.ip);
      const answer = await finishLogin(
        { ...deps, sealKey: deps.secrets.seal },
        {
          ...request.body,
          deviceKey: readDeviceKey(request.body.deviceKey),
          userAgent: header(request, 'user-agent') ?? '',
          address: request.ip,
          page: passkeySite(request, hosts),
        },
      );
      if (answer.ok) return ok(answer.value);
      const { key, ...more } = answer.error;
      throw new Refused(key, { ...(key === 'FACTOR_CODE_WRONG' ? { fields: { code: key } } : {}), ...more });
    },
  );
}
