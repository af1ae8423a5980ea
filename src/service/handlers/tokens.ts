import { cursorPage } from '../storage/cursor-list.ts';
import type { CursorArguments } from '../storage/cursor-list.ts';
import { answerOne, presentation } from './answer/answer.ts';
import type { CallContext } from './answer/answer.ts';
import type { Handlers } from './call.ts';
import type { Service } from './ports.ts';
import { present } from './answer/present.ts';
import { collections } from './answer/shapes.ts';

/** Wallets, tokens and their transfers are public, as they are on a chain. */
export function tokenHandlers(service: Service): Handlers {
  return {
    listWallets: (call) => answerCursorPage(service, call, call.query, 'wallet'),
    listEndorsables: (call) => answerCursorPage(service, call, call.query, 'endorsable'),
    listEndorseEvents: (call) => answerCursorPage(service, call, call.query, 'endorseEvent'),
    readWallet: (call) => answerOne(service, call, 'wallet', (call.params.id ?? '').toLowerCase()),
    // Without leading zeros, as numbers are kept.
    readEndorsable: (call) =>
      answerOne(service, call, 'endorsable', BigInt(call.params.id ?? '0').toString()),
    readEndorseEvent: (call) =>
      answerOne(service, call, 'endorseEvent', (call.params.id ?? '').toLowerCase()),
  };
}

async function answerCursorPage(
  service: Service,
  call: CallContext,
  query: CursorArguments,
  kind: 'wallet' | 'endorsable' | 'endorseEvent',
): Promise<unknown> {
  const page = await cursorPage<{ id: string }>(service.database, collections[kind], query);
  const ids = page.items.map(({ id }) => id);
  return {
    ...page,
    items: await present(service.database, presentation(service, call), kind, ids, ['items']),
  };
}
