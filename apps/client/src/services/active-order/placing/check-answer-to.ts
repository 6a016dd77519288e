/*
 * Checks the site's answer to an order at once: that it is the order the member sent, on terms no worse than shown, and
 * signed. What does not fit raises an alarm and stays on this device as evidence. Loaded after an order was answered.
 */

import { listCheckpoints } from '@candor/contract/calls/market';
import type { OrderView } from '@candor/contract/trading';
import type { Result } from '@candor/domain/result';
import { checkAnswer } from '@candor/proof/check-answer';
import type { SentOrder } from '@candor/proof/check-answer';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import type { TracedKey } from '@candor/proof/key-rotation';
import { signedRequestHash } from '@candor/proof/order-request';
import { noteOfAcceptance } from '@candor/proof/shared-acceptance';
import { verifyNote } from '@candor/proof/signed-note';
import { call } from '../../api/request.ts';
import { serverNow } from '../../live/server-clock.ts';
import { keepAlarm } from '../../proof/alarms.ts';
import { chooseCrypto } from '../../proof/choose-crypto.ts';
import { tracedKeys } from '../../proof/key-pins.ts';
import type { PinProblem } from '../../proof/key-pins.ts';
import { keepKeys, keptKeys } from '../../proof/kept-proof.ts';
import { noteToLook } from '../../proof/logged-orders.ts';
import type { OrderIntent } from './order-flow.ts';
import { requestOf } from './sign-order.ts';

/**
 * @param arrivedAt when the answer arrived, epoch ms of the site's clock; null if it was asked for again
 * @throws ApiError if the keys of the site are not known here and could not be read
 */
export async function checkAnswerTo(intent: OrderIntent, order: OrderView, arrivedAt: number | null): Promise<void> {
  // Without it the order is not looked up in the order log later. That stops no other check.
  await noteToLook(order, intent.account).catch(() => undefined);
  const { crypto } = await chooseCrypto();
  const keys = await keysFor(order, crypto);
  const acceptance = order.acceptance?.note ?? null;
  const problems = keys.ok
    ? await checkAnswer(
        { ...sentOf(intent, order), ...(await signedBy(intent, crypto)) },
        { order, acceptance, arrivedAt },
        keys.value,
        crypto,
      )
    : [keys.error];
  const [problem] = problems;
  if (problem === undefined) return;
  const { product, acceptedAt: slot, id: orderId } = order;
  const { key, body: sent, signer } = intent;
  const kept = evidence({ sent, key, signer, decidedAt: moment(intent.madeAtMs), problems });
  const served = evidence({ answer: order, arrivedAt: arrivedAt === null ? null : moment(arrivedAt) });
  await keepAlarm({ product, slot, problem, kept, served, orderId });
}

/** What an older version of the app did not store is not checked. */
function sentOf({ body, promised, madeAtMs }: OrderIntent, order: OrderView): SentOrder {
  return {
    product: body.product,
    direction: body.direction,
    durationSec: body.durationSec,
    stake: body.stake,
    wallet: body.wallet,
    termsVersion: body.termsVersion ?? order.termsVersion,
    termsHash: body.termsHash ?? order.termsHash,
    payoutRate: promised?.payoutRate ?? order.payoutRate,
    fee: promised?.fee ?? order.fee,
    entryDelaySec: promised?.entryDelaySec ?? 0,
    decidedAt: madeAtMs,
  };
}

/** What the answer must name of the signature. Nothing for an intent that an older version of the app stored. */
async function signedBy(
  intent: OrderIntent,
  crypto: ProofCrypto,
): Promise<Pick<SentOrder, 'acceptBy' | 'requestHash'>> {
  const { body, signer } = intent;
  const said = requestOf(intent);
  if (body.request === undefined || signer === null || said === null) return {};
  const request = { ...said, publicKey: signer };
  return { acceptBy: said.acceptBy, requestHash: await signedRequestHash(request, body.request.signature, crypto) };
}

/** The keys this device trusts. If none of them signed, the site's are read: it may have changed its key. */
async function keysFor(order: OrderView, crypto: ProofCrypto): Promise<Result<TracedKey[], PinProblem>> {
  const known = await tracedKeys(await keptKeys(), crypto);
  const verified = await verifyNote(noteOfAcceptance(order.acceptance?.note ?? ''), known, crypto);
  if (known.length > 0 && (verified.ok || verified.error !== 'KEY_UNKNOWN')) return { ok: true, value: known };
  const { keys } = await call(listCheckpoints, { query: { product: order.product, limit: 1 } });
  const pins = await keepKeys(keys, serverNow(), crypto);
  return pins.ok ? { ok: true, value: await tracedKeys(pins.value, crypto) } : pins;
}

function evidence(of: object): string {
  return JSON.stringify(of, null, 2);
}

function moment(ms: number): string {
  return new Date(ms).toISOString();
}
