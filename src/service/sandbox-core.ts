import { answerRpc } from './chain/json-rpc.ts';
import { claimToken, passToken } from './handlers/sandbox/endorsing.ts';
import type { Clock } from './handlers/sandbox/clock.ts';
import type { Service } from './handlers/ports.ts';
import { rejectInvite, signInvite } from './handlers/signing/signing.ts';
import type { Sandbox } from './http/ports.ts';
import { publicLog } from './handlers/sandbox/public-log.ts';
import { openLog, openResponder, sandboxAnchors } from './jobs/sandbox-authorities.ts';
import { demoSession, demoStories } from './seed/demo.ts';
import { ServiceError } from './service-error.ts';
import { chainStore } from './storage/tables/chain-store.ts';
import type { Secret } from './storage/secret.ts';

/**
 * The demo as `/sandbox` serves it.
 *
 * @param onClockMoved called after the clock was moved here
 */
export function createSandbox(
  service: Service,
  secret: Secret,
  clock: Clock,
  onClockMoved: () => void,
): Sandbox {
  const { database, ledger } = service;
  return {
    session: () => demoSession(database, secret),
    anchors: () => sandboxAnchors(database, secret),
    stories: () => demoStories(database),
    log: publicLog(database, () => openLog(database, secret)),
    ocsp: openResponder(database, secret, () => service.now()),
    async rpc(body) {
      if (!ledger) throw new ServiceError('not-found', 'This service has no chain.', { rule: 'ST-18' });
      const store = chainStore(database);
      return answerRpc({ chain: ledger.chain, store, now: () => service.now() }, body);
    },
    clock: () => clock.read(),
    async moveClock(to) {
      const moved = await clock.move(to);
      service.wake();
      onClockMoved();
      return moved;
    },
    claim: (id) => claimToken(service, id),
    pass: (id, to) => passToken(service, id, to),
    sign: (id) => signInvite(service, id),
    reject: (id) => rejectInvite(service, id),
  };
}
