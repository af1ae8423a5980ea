import { answerCursorPage, answerOne } from './answer/answer.ts';
import type { Handlers } from './call.ts';
import type { Service } from './ports.ts';

/** Wallets, tokens and their transfers are public, as they are on a chain. */
export function tokenHandlers(service: Service): Handlers {
  return {
    listWallets: (call) => answerCursorPage(service, call, 'wallet'),
    listEndorsables: (call) => answerCursorPage(service, call, 'endorsable'),
    listEndorseEvents: (call) => answerCursorPage(service, call, 'endorseEvent'),
    readWallet: (call) => answerOne(service, call, 'wallet', (call.params.id ?? '').toLowerCase()),
    // Without leading zeros, as numbers are stored.
    readEndorsable: (call) =>
      answerOne(service, call, 'endorsable', BigInt(call.params.id ?? '0').toString()),
    readEndorseEvent: (call) =>
      answerOne(service, call, 'endorseEvent', (call.params.id ?? '').toLowerCase()),
  };
}
