import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { baseUrl, clientOf, fakeFetch, json, type RecordedRequest } from '#client/testing/answers.ts';
import { sendPlan } from '../testing/send-plan.ts';
import { beginSend, createAgain, tookPlace, type SendHost } from './send-job.ts';
import type { SendJob } from './send-record.ts';
import { runSend } from './run-send.ts';

const at = '2026-03-01T12:00:00.000Z';
const now = Date.parse(at);

/** What a service may answer to a create that it carried out, or did not. */
interface Answer {
  readonly carriedOut: boolean;
  readonly how: 'answered' | 'cut' | 'busy' | 'not-json' | 'null' | 'list' | 'text';
  readonly wrapper: string | undefined;
  readonly id: 'text' | 'number' | 'null' | 'absent';
}

/** How a service tells of a request: every field but the id differs from what was sent, or is not there. */
interface Telling {
  readonly content: unknown;
  readonly organization: unknown;
  readonly invites: unknown;
  readonly draft: unknown;
  readonly createdAt: 'reported' | 'absent' | 'null' | 'number';
  readonly name: 'reported' | 'absent' | 'object';
  readonly others: Readonly<Record<string, unknown>>;
}

/** What a list does to its rows. */
interface Listing {
  readonly reversed: boolean;
  readonly twice: boolean;
  readonly without: boolean;
  readonly offered: boolean;
  readonly others: number;
  /** Rows of others have the same name. */
  readonly alike: boolean;
}

const odd = fc.constantFrom<unknown>(undefined, null, 7, true, 'text', [], {}, { id: 'x' }, [null]);
const content = fc.oneof(
  odd,
  fc.constantFrom<unknown>(
    { pdf: 'https://store.example/a.pdf?signature=x' },
    { id: 'c1', raw: 'the text itself' },
    { PDFContent: { pdf: 'another' } },
    { pdf: 'org/another/upload.pdf/7' },
    { rawText: null, json: 3 },
  ),
);
const telling: fc.Arbitrary<Telling> = fc.record({
  content,
  organization: odd,
  invites: odd,
  draft: fc.constantFrom<unknown>(true, undefined, null, 'yes'),
  createdAt: fc.constantFrom('reported', 'absent', 'null', 'number'),
  name: fc.constantFrom('reported', 'reported', 'reported', 'absent', 'object'),
  others: fc.dictionary(fc.constantFrom('signed', 'witness', 'nom151', 'finalized', 'unheardOf'), odd),
});
const answer: fc.Arbitrary<Answer> = fc.record({
  carriedOut: fc.boolean(),
  how: fc.constantFrom('answered', 'answered', 'answered', 'cut', 'busy', 'not-json', 'null', 'list', 'text'),
  wrapper: fc.constantFrom(undefined, undefined, 'data', 'signatureRequest', 'createSignatureRequest', 'box'),
  id: fc.constantFrom('text', 'text', 'number', 'null', 'absent'),
});
const listing: fc.Arbitrary<Listing> = fc.record({
  reversed: fc.boolean(),
  twice: fc.boolean(),
  without: fc.boolean(),
  offered: fc.boolean(),
  others: fc.nat({ max: 3 }),
  alike: fc.boolean(),
});

/** Whether the id of what was made stands where it can be read. */
const isReadable = ({ how, id, wrapper, carriedOut }: Answer): boolean =>
  carriedOut && how === 'answered' && id === 'text' && wrapper !== 'box';

function hostile(answers: readonly Answer[], tells: Telling, lists: Listing) {
  const made: string[] = [];
  const sent: Answer[] = [];
  const row = (id: unknown): Record<string, unknown> => ({
    ...tells.others,
    ...(id === undefined ? {} : { id }),
    content: tells.content,
    organization: tells.organization,
    invites: tells.invites,
    draft: tells.draft,
    ...(tells.name === 'absent' ? {} : { name: tells.name === 'reported' ? sendPlan.name : { es: 'x' } }),
    ...{ reported: { createdAt: at }, absent: {}, null: { createdAt: null }, number: { createdAt: now } }[
      tells.createdAt
    ],
  });
  const create = (): Response => {
    const one = answers[sent.length] ?? answers[0];
    if (!one) throw new TypeError('cut');
    sent.push(one);
    const id = `r${made.length}`;
    if (one.carriedOut) made.push(id);
    if (one.how === 'cut') throw new TypeError('cut');
    if (one.how === 'busy') return json({ message: 'busy' }, 503);
    if (one.how === 'not-json') return new Response('{"id"', { status: 200 });
    if (one.how === 'null') return json(null);
    if (one.how === 'text') return json('done');
    const request = row({ text: id, number: 7, null: null, absent: undefined }[one.id]);
    if (one.how === 'list') return json([request]);
    return json(one.wrapper === undefined ? request : { [one.wrapper]: request });
  };
  const respond = ({ method, url, body }: RecordedRequest): Response => {
    const path = url.pathname.replace('/rest/v1', '');
    if (path === '/sign-file-url') return json({ url: 'https://service.example/up', key: 'org/x.pdf/1' });
    if (path === '/up') return json({});
    if (method === 'POST' && path === '/signature-request') {
      const { input } = body as { input: { content: Record<string, unknown> } };
      expect(Object.keys(input.content)).toEqual(['pdf']);
      return create();
    }
    if (path === '/signature-requests' && lists.offered) {
      const { page } = JSON.parse(url.searchParams.get('pagination') ?? '') as { page: number };
      const others = Array.from({ length: lists.others }, (_, n) => ({
        ...row(`o${n}`),
        ...(lists.alike ? {} : { name: 'Otro' }),
      }));
      const own = lists.without ? [] : made.map(row);
      const rows = [...own, ...others];
      const all = lists.twice ? [...rows, ...rows] : rows;
      return json({ results: page > 1 ? [] : lists.reversed ? all.toReversed() : all });
    }
    return json({ message: 'unknown' }, 404);
  };
  return { made, sent, ...fakeFetch(respond) };
}

describe('A create', () => {
  it('is sent at most twice without a decision, once where an id was readable, and ends as done or asks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 6 }),
        telling,
        listing,
        fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 4 }),
        async (answers, tells, lists, crashes) => {
          const service = hostile(answers, tells, lists);
          const resumed = resuming(service.fetch, crashes);
          const end = await resumed(beginSend('1', 'scope', { ...sendPlan, keepAsDraft: true }));
          const [first] = service.sent;
          expect(service.sent.length).toBeLessThanOrEqual(2);
          if (first && isReadable(first) && crashes.length === 0) {
            expect(service.sent).toHaveLength(1);
            expect(end).toMatchObject({ status: 'done', progress: { requestId: 'r0' } });
          }
          if (end.status === 'done') return;
          expect(end).toMatchObject({ status: 'failed', failure: { step: 'create', kind: 'ambiguous' } });
          // Each decision to make it again sends it once more, and no decision ever needs another create.
          const before = service.sent.length;
          await resumed(createAgain(end));
          expect(service.sent.length).toBeLessThanOrEqual(before + 1);
          const chosen = await resumed(tookPlace(end, 'r0'));
          expect(chosen).toMatchObject({ status: 'done', progress: { requestId: 'r0' } });
          expect(service.sent.length).toBeLessThanOrEqual(before + 1);
        },
      ),
      { numRuns: 400 },
    );
  }, 120_000);
});

/** Resumes until it is done or asks, in tabs that end at some writes. */
function resuming(fetcher: typeof fetch, crashes: readonly number[]) {
  let writes = 0;
  return async (firstJob: SendJob): Promise<SendJob> => {
    let stored = firstJob;
    for (let tabs = 0; tabs < 40; tabs += 1) {
      const tab = { isDead: false };
      const host: SendHost = {
        client: clientOf(fetcher),
        connection: { ...embeddedConnection('https://service.example'), baseUrl },
        fetch: fetcher,
        readFile: () => Promise.resolve(new Blob(['a'])),
        sleep: () => Promise.resolve(),
        now: () => now,
        write: (job) => {
          tab.isDead ||= crashes.includes(writes++);
          if (tab.isDead) return Promise.reject(new Error('the tab is gone'));
          stored = structuredClone(job);
          return Promise.resolve();
        },
      };
      await runSend(stored, host).catch(() => undefined);
      if (!tab.isDead && (stored.status === 'done' || stored.failure?.kind === 'ambiguous')) return stored;
    }
    return stored;
  };
}
