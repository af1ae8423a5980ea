import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check, CheckId } from '../check.ts';
import { standard } from '../policy/policy.ts';
import { flipHex } from '../testing/mutate.ts';
import { hex, leafAt } from '../testing/trees.ts';
import { fuzzRuns, fuzzTimeout } from '../testing/vectors.ts';
import { checkToken, type EventFacts, type TokenFacts } from './token.ts';

const hash = hex(leafAt(1));
const id = BigInt('0x' + hash);
const zero = '0x' + '0'.repeat(40);
const wallet = (i: number): string => '0x' + hex(leafAt(100 + i)).slice(0, 40);

/** n events along wallets 0, 1, 2 …; block b(i) and time t(i) of each. */
function chain(n: number, time = (i: number) => 1000 + i, block = (i: number) => i): EventFacts[] {
  return Array.from({ length: n }, (_, i) => ({
    id: `0x${hex(leafAt(200 + block(i)))}-0x${i.toString(16)}`,
    timestamp: time(i),
    from: i === 0 ? zero : wallet(i - 1),
    to: wallet(i),
    digest: id,
    network: 421614,
  }));
}

function token(events: readonly EventFacts[], change: Partial<TokenFacts> = {}): TokenFacts {
  return {
    id,
    ownerId: events.at(-1)?.to ?? wallet(0),
    network: 421614,
    events,
    complete: true,
    initialOwner: wallet(0),
    ...change,
  };
}

const run = (facts: TokenFacts, of = hash): Check[] => checkToken(standard, of, facts, 'CHAIN');
const one = (facts: TokenFacts, id: CheckId, of = hash): Check =>
  run(facts, of).find((check) => check.id === id)!;
const outcomes = (facts: TokenFacts): string[] =>
  run(facts)
    .filter(({ status }) => status !== 'PASSED')
    .map(({ id, status, reason }) => `${id} ${status} ${reason?.code}`);

describe('endorsement chain', () => {
  it('a chain read from logs passes every check, in whatever order its events come', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.infiniteStream(fc.nat()), (n, seeds) => {
        const shuffled = chain(n)
          .map((event) => ({ event, key: seeds.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(outcomes(token(shuffled, { ownerId: wallet(n - 1) }))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('the same chain as the service tells it is consistent, and no more than that', () => {
    const checks = checkToken(standard, hash, token(chain(3)));
    for (const check of checks) {
      if (check.id === 'token.id') expect(check).toMatchObject({ status: 'PASSED', basis: 'RECOMPUTED' });
      else
        expect(check).toMatchObject({
          status: 'INDETERMINATE',
          basis: 'SERVER',
          reason: { code: 'X_SERVER_WORD' },
        });
    }
  });

  it('the token is the number of the hash: one flipped bit and it is not', () => {
    for (let byte = 0; byte < 32; byte++) {
      expect(one(token(chain(2)), 'token.id', flipHex(hash, byte))).toMatchObject({
        status: 'FAILED',
        reason: { code: 'X_TOKEN_NOT_DOCUMENT', detail: { of: 'token' } },
      });
    }
    const events = chain(2);
    const lie = [events[0]!, { ...events[1]!, digest: id + 1n }];
    expect(one(token(lie), 'token.id')).toMatchObject({
      status: 'FAILED',
      reason: { detail: { of: `event ${events[1]!.id}` } },
      expected: (id + 1n).toString(),
      computed: id.toString(),
    });
    expect(one(token(events), 'token.id')).toMatchObject({
      expected: id.toString(),
      computed: id.toString(),
    });
    expect(one(token(chain(1), { id: id.toString() }), 'token.id').status).toBe('PASSED');
    expect(one(token(chain(1), { id: '0x1' }), 'token.id').status).toBe('INDETERMINATE');
  });

  it('a missing link is a gap; a wrong end or beginning is said apart', () => {
    const events = chain(4);
    expect(outcomes(token(events.toSpliced(1, 1)))).toEqual(['token.continuity FAILED X_ENDORSE_GAP']);
    expect(outcomes(token(events, { ownerId: wallet(0) }))).toEqual([
      'token.head FAILED X_ENDORSE_HEAD_MISMATCH',
    ]);
    expect(outcomes(token(events, { initialOwner: wallet(1) }))).toEqual([
      'token.first FAILED X_ENDORSE_FIRST_OWNER',
    ]);
    expect(outcomes(token(events.slice(1)))).toEqual(['token.first FAILED X_ENDORSE_FIRST_OWNER']);
  });

  it('an owner by events later than the last final block is neither true nor false until they are final', () => {
    const whole = chain(5);
    const final = (n: number, later: readonly EventFacts[], complete = true) =>
      token(whole.slice(0, n), { ownerId: wallet(4), later: { events: later, complete } });
    const wait = 'INDETERMINATE X_ENDORSE_NOT_FINAL';
    expect(outcomes(final(5, []))).toEqual([]);
    expect(outcomes(final(4, whole.slice(4)))).toEqual([`token.head ${wait}`, `token.complete ${wait}`]);
    expect(one(final(3, whole.slice(3)), 'token.head')).toMatchObject({
      basis: 'CHAIN',
      reason: { code: 'X_ENDORSE_NOT_FINAL', detail: { count: 2 } },
      next: { code: 'wait_until_final' },
      expected: wallet(4),
      computed: wallet(2),
    });
    // No event is reported at all: there is nothing to wait for.
    expect(one(final(0, []), 'token.order').reason?.code).toBe('X_EVIDENCE_ABSENT');
    // Nothing is final yet: nothing is said of any of it.
    expect(outcomes(final(0, whole))).toEqual(
      ['continuity', 'head', 'first', 'complete', 'order', 'network'].map((id) => `token.${id} ${wait}`),
    );
  });

  it('later events that do not lead to the owner excuse nothing', () => {
    const whole = chain(5);
    const head = (later: readonly EventFacts[], change: Partial<TokenFacts> = {}) =>
      one(
        token(whole.slice(0, 3), { ownerId: wallet(4), later: { events: later, complete: true }, ...change }),
        'token.head',
      );
    const mismatch = { status: 'FAILED', basis: 'CHAIN', reason: { code: 'X_ENDORSE_HEAD_MISMATCH' } };
    expect(head([])).toMatchObject(mismatch);
    expect(head(whole.slice(4))).toMatchObject(mismatch);
    expect(head(whole.slice(3, 4))).toMatchObject(mismatch);
    expect(head(whole.slice(3), { ownerId: wallet(9) })).toMatchObject(mismatch);
    for (const end of ['from', 'to'] as const) {
      for (const at of [3, 4]) {
        const bent = whole.with(at, { ...whole[at]!, [end]: flipHex(whole[at]![end], 7) });
        expect(head(bent.slice(3)), `${end} of ${at}`).toMatchObject(mismatch);
      }
    }
    // An event that cannot be read is no excuse and no lie.
    expect(head([{ ...whole[3]!, from: '0x1' }, whole[4]!]).status).toBe('INDETERMINATE');
    // Whoever owned it when the last block became final is the owner reported: true, whatever comes later.
    expect(head(whole.slice(3), { ownerId: wallet(2) }).status).toBe('PASSED');
  });

  it('where pages of the later events were not read, another owner is not called false', () => {
    const whole = chain(3);
    const partly = (later: readonly EventFacts[], ownerId: string) =>
      one(token(whole.slice(0, 2), { ownerId, later: { events: later, complete: false } }), 'token.head');
    expect(partly([], wallet(8))).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_ENDORSE_INCOMPLETE' },
      next: { code: 'read_every_page' },
      expected: wallet(8),
      computed: wallet(1),
    });
    expect(partly(whole.slice(2), wallet(2)).reason?.code).toBe('X_ENDORSE_NOT_FINAL');
    expect(partly([], wallet(1)).status).toBe('PASSED');
  });

  it('blocks of one second follow their heights where these are reported, even where another order would link', () => {
    const swapped = chain(3, () => 1000).map((event, at) => ({ ...event, block: [10n, 12n, 11n][at]! }));
    expect(outcomes(token(swapped))).toContain('token.continuity FAILED X_ENDORSE_GAP');
    const inOrder = swapped.map((event, at) => ({ ...event, block: BigInt(10 + at) }));
    expect(outcomes(token(inOrder))).toEqual([]);
    // Heights of some only are no order of all: the links decide.
    const partly = swapped.map(({ block, ...event }, at) => (at === 1 ? event : { ...event, block }));
    expect(outcomes(token(partly)).some((one) => one.startsWith('token.continuity FAILED'))).toBe(false);
  });

  it('one flipped bit in any address is never PASSED', () => {
    const events = chain(3);
    for (const at of events.keys()) {
      for (const end of ['from', 'to'] as const) {
        const lie = events.with(at, { ...events[at]!, [end]: flipHex(events[at]![end], 7) });
        expect(outcomes(token(lie, { ownerId: wallet(2) })).length).toBeGreaterThan(0);
      }
    }
  });

  it('without events, initial owner or every page it could not be checked', () => {
    expect(outcomes(token([]))).toEqual(
      ['continuity', 'head', 'first', 'complete', 'order', 'network'].map(
        (name) => `token.${name} INDETERMINATE X_EVIDENCE_ABSENT`,
      ),
    );
    // Nor is an empty list consistent as the service reports it.
    expect(
      checkToken(standard, hash, token([])).filter(({ reason }) => reason?.code === 'X_SERVER_WORD'),
    ).toEqual([]);
    const { initialOwner: _, ...unowned } = token(chain(2));
    expect(outcomes(unowned)).toEqual(['token.first INDETERMINATE X_EVIDENCE_ABSENT']);
    expect(outcomes(token(chain(2), { complete: false }))).toEqual([
      'token.complete INDETERMINATE X_ENDORSE_INCOMPLETE',
    ]);
    const twice = [...chain(2), chain(2)[1]!];
    expect(one(token(twice, { ownerId: wallet(1) }), 'token.complete').reason?.code).toBe(
      'X_ENDORSE_INCOMPLETE',
    );
  });

  it('several networks are several chains', () => {
    const events = chain(3);
    const mixed = token(events.with(1, { ...events[1]!, network: 1 }));
    expect(one(mixed, 'token.network').reason?.code).toBe('X_ENDORSE_MIXED_NETWORKS');
    expect(one(mixed, 'token.continuity').status).toBe('INDETERMINATE');
    expect(outcomes(token(chain(2), { network: 1 })).length).toBeGreaterThan(0);
  });

  it('within a block the log index orders; ids of blocks do not', () => {
    const inOneBlock = chain(
      12,
      () => 5000,
      () => 0,
    );
    expect(outcomes(token(inOneBlock.toReversed(), { ownerId: wallet(11) }))).toEqual([]);
  });

  it('blocks of one second are put in the order in which they link', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.infiniteStream(fc.nat()), (n, seeds) => {
        const events = chain(n, () => 5000)
          .map((event) => ({ event, key: seeds.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(outcomes(token(events, { ownerId: wallet(n - 1) }))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('blocks of one second that link in no order leave the order open', () => {
    const events = chain(3, () => 5000);
    expect(outcomes(token(events.toSpliced(1, 1), { ownerId: wallet(2) }))).toEqual([
      'token.continuity INDETERMINATE X_ENDORSE_ORDER',
    ]);
  });

  it('heights order blocks of one second, and times that go back against them FAILED', () => {
    const high = chain(4, () => 5000).map((event, i) => ({ ...event, block: BigInt(10 + i) }));
    expect(outcomes(token(high.toReversed(), { ownerId: wallet(3) }))).toEqual([]);
    const backwards = chain(3, (i) => 5000 - i).map((event, i) => ({ ...event, block: 10 + i }));
    expect(one(token(backwards, { ownerId: wallet(2) }), 'token.order')).toMatchObject({
      status: 'FAILED',
      reason: { code: 'X_ENDORSE_ORDER' },
    });
    const gap = high.toSpliced(1, 1);
    expect(one(token(gap, { ownerId: wallet(3) }), 'token.continuity').reason?.code).toBe('X_ENDORSE_GAP');
  });

  it('one block has one time', () => {
    const events = chain(
      2,
      (i) => 5000 + i,
      () => 0,
    );
    expect(one(token(events), 'token.order')).toMatchObject({
      status: 'FAILED',
      reason: { code: 'X_ENDORSE_ORDER' },
    });
  });

  it('says what was expected and what was found, and what to do', () => {
    const events = chain(4);
    const reason = (facts: TokenFacts, id: CheckId) => {
      const { reason, expected, computed, next } = one(facts, id);
      return {
        ...reason,
        ...(expected !== undefined && { expected, computed }),
        ...(next && { next: next.code }),
      };
    };
    expect(reason(token(events.toSpliced(1, 1)), 'token.continuity')).toEqual({
      code: 'X_ENDORSE_GAP',
      detail: { event: events[2]!.id, expected: wallet(0), from: wallet(1) },
      expected: wallet(0),
      computed: wallet(1),
    });
    expect(one(token(events.toSpliced(1, 1)), 'token.continuity').steps).toHaveLength(1);
    expect(reason(token(events, { ownerId: wallet(0) }), 'token.head')).toEqual({
      code: 'X_ENDORSE_HEAD_MISMATCH',
      detail: { owner: wallet(0), last: wallet(3) },
      expected: wallet(0),
      computed: wallet(3),
    });
    expect(reason(token(events.slice(1)), 'token.first')).toEqual({
      code: 'X_ENDORSE_FIRST_OWNER',
      detail: { from: wallet(0) },
      expected: zero,
      computed: wallet(0),
    });
    expect(reason(token(events, { initialOwner: wallet(1) }), 'token.first')).toEqual({
      code: 'X_ENDORSE_FIRST_OWNER',
      detail: { owner: wallet(1), first: wallet(0) },
      expected: wallet(1),
      computed: wallet(0),
    });
    const { initialOwner: _, ...unowned } = token(events);
    expect(reason(unowned, 'token.first')).toEqual({
      code: 'X_EVIDENCE_ABSENT',
      detail: { what: 'initialOwner' },
      next: 'get_initial_owner',
    });
    const absent = { code: 'X_EVIDENCE_ABSENT' };
    const readLogs = { complete: true, later: { events: [], complete: true } };
    for (const id of ['token.continuity', 'token.network'] as const) {
      expect(reason(token([], { complete: false }), id)).toEqual({ ...absent, next: 'read_every_page' });
      expect(reason(token([]), id)).toEqual({ ...absent, next: 'read_logs' });
      expect(reason(token([], readLogs), id)).toEqual({ ...absent, next: 'ask_another_rpc' });
    }
    const repeated = token([...events, events[3]!, { ...events[3]!, id: events[3]!.id.toUpperCase() }]);
    expect(reason(repeated, 'token.complete')).toEqual({
      code: 'X_ENDORSE_INCOMPLETE',
      detail: { repeated: 2 },
      next: 'read_again',
    });
    expect(reason(token(events, { complete: false }), 'token.complete')).toEqual({
      code: 'X_ENDORSE_INCOMPLETE',
      next: 'read_every_page',
    });
    const mixed = token(events.with(1, { ...events[1]!, network: 1 }));
    expect(reason(mixed, 'token.network')).toEqual({
      code: 'X_ENDORSE_MIXED_NETWORKS',
      detail: { networks: '421614, 1' },
      next: 'read_each_network',
    });
    // Each network is reported, by the service or by a node: nothing is computed.
    expect(one(token(events), 'token.network')).not.toHaveProperty('computed');
    const lost = chain(3, () => 5000).toSpliced(1, 1);
    expect(reason(token(lost, { ownerId: wallet(2) }), 'token.continuity')).toMatchObject({
      code: 'X_ENDORSE_ORDER',
      next: 'read_logs',
    });
  });

  it('times go before links, links before log indexes of other blocks', () => {
    const [first, second] = chain(2) as [EventFacts, EventFacts];
    const backwards = [
      { ...first, timestamp: 1001 },
      { ...second, timestamp: 1000 },
    ];
    expect(outcomes(token(backwards, { ownerId: wallet(1) }))).toContain(
      'token.continuity FAILED X_ENDORSE_GAP',
    );
    const later = { ...first, timestamp: 5000, id: `0x${hex(leafAt(200))}-0x5` };
    const sooner = { ...second, timestamp: 5000, id: `0x${hex(leafAt(201))}-0x1` };
    expect(outcomes(token([sooner, later], { ownerId: wallet(1) }))).toEqual([]);
    // What came before says with which block a second begins: here 4 owns when it does.
    const tied = chain(7, (i) => (i < 5 ? i : 5000));
    expect(outcomes(token([...tied.slice(0, 5), tied[6]!, tied[5]!], { ownerId: wallet(6) }))).toEqual([]);
    const same = { id: `0x${hex(leafAt(200))}-0x2` };
    const inBlock = chain(
      3,
      () => 5000,
      () => 0,
    ).toSpliced(1, 1);
    expect(outcomes(token([inBlock[0]!, { ...inBlock[1]!, ...same }], { ownerId: wallet(2) }))).toEqual([
      'token.continuity FAILED X_ENDORSE_GAP',
    ]);
  });

  it('heights count where every block of a second has one; equal heights are in order', () => {
    const [first, second] = chain(2, () => 5000) as [EventFacts, EventFacts];
    expect(outcomes(token([second, { ...first, block: 10 }], { ownerId: wallet(1) }))).toEqual([]);
    const level = chain(3, (i) => 5000 + i).map((event, i) => ({ ...event, block: [10, 10, 11][i]! }));
    expect(outcomes(token(level))).toEqual([]);
    const gone = level.map((event, i) => (i === 1 ? chain(3, (n) => 5000 + n)[1]! : event));
    expect(outcomes(token(gone))).toEqual([]);
    const [a, , c] = level as [EventFacts, EventFacts, EventFacts];
    const back = token([a, gone[1]!, { ...c, block: 9 }]);
    expect(one(back, 'token.order').reason?.detail).toEqual({
      event: c.id,
      why: 'a later time in an earlier block',
    });
  });

  it('an id tells its block and log index in one form, and otherwise is a block of its own', () => {
    const block = hex(leafAt(200));
    const sameBlock = (first: string, second: string): boolean => {
      const [a, b] = chain(2) as [EventFacts, EventFacts];
      const order = one(
        token([
          { ...a, id: first },
          { ...b, id: second },
        ]),
        'token.order',
      );
      expect(['PASSED', 'FAILED']).toContain(order.status);
      if (order.status === 'FAILED')
        expect(order.reason?.detail).toEqual({ event: second, why: 'one block, two times' });
      return order.status === 'FAILED';
    };
    const reported = `0x${block}-0x1`;
    for (const other of [`${block}-2`, `0x${block.toUpperCase()}-0x2`, `${block}-0x12345678`])
      expect([other, sameBlock(reported, other)]).toEqual([other, true]);
    for (const other of [
      `z0x${block}-0x2`,
      `0x${block}-0x2z`,
      `0x${block}-0x123456789`,
      `0x${block}-`,
      `0x${block}-0xz`,
      `0x${block.slice(1)}-0x2`,
      `0x${block}`,
    ])
      expect([other, sameBlock(reported, other)]).toEqual([other, false]);
    expect(sameBlock('any', 'ANY')).toBe(true);
    const many = chain(
      17,
      () => 5000,
      () => 0,
    );
    expect(outcomes(token(many.toReversed(), { ownerId: wallet(16) }))).toEqual([]);
  });

  it('bounds: length of an id, seconds, steps, blocks of one second, events', () => {
    const [event] = chain(1) as [EventFacts];
    const code = (change: Partial<EventFacts>) =>
      one(token([{ ...event, ...change }]), 'token.continuity').reason?.code;
    expect([code({ id: 'x'.repeat(200) }), code({ id: 'x'.repeat(201) })]).toEqual([
      undefined,
      'X_TOO_LARGE',
    ]);
    expect([code({ timestamp: 0 }), code({ timestamp: -1 }), code({ timestamp: 1.5 })]).toEqual([
      undefined,
      'X_UNREADABLE',
      'X_UNREADABLE',
    ]);
    expect(one(token(chain(1001)), 'token.continuity').steps).toHaveLength(1000);
    const tied = (n: number) => chain(n, () => 5000).toReversed();
    expect(outcomes(token(tied(1000), { ownerId: wallet(999) }))).toEqual([]);
    expect(one(token(tied(1001), { ownerId: wallet(1000) }), 'token.continuity').reason?.code).toBe(
      'X_ENDORSE_ORDER',
    );
    const crowd = Array<EventFacts>(100_001).fill(event);
    expect(one(token(crowd), 'token.order').reason?.code).toBe('X_TOO_LARGE');
  });

  it('steps show every link', () => {
    const { steps } = one(token(chain(3)), 'token.continuity');
    expect(steps!.map(({ values }) => values.to)).toEqual([wallet(0), wallet(1), wallet(2)]);
  });

  it(
    'events of any shape end in checks',
    () => {
      const text = fc.oneof(fc.string(), fc.constant(wallet(0)), fc.constant(zero));
      const event = fc.record({
        id: fc.oneof(fc.string(), fc.constant(chain(1)[0]!.id)),
        timestamp: fc.oneof(fc.integer(), fc.double()),
        from: text,
        to: text,
        digest: fc.oneof(fc.bigInt(), fc.string()),
        network: fc.integer(),
      });
      fc.assert(
        fc.property(fc.array(event, { maxLength: 6 }), text, (events, ownerId) => {
          expect(run(token(events, { ownerId }))).toHaveLength(7);
        }),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );
});
