import { describe, expect, it } from 'vitest';
import type { SignatureRequest, Subject, Witness } from '#contract/resources/resources.ts';
import { causes, findStuck } from './stuck.ts';

const now = new Date('2026-11-20T15:00:00Z');
const ago = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
const ahead = (days: number): string => ago(-days);

const person = (
  id: string,
  certificate: Subject['certificate'] = { notBefore: ago(400), notAfter: ahead(400) },
): Subject => ({
  id,
  commonName: id,
  certificate,
});
const request = (id: string, part: SignatureRequest): SignatureRequest => ({
  id,
  createdAt: ago(1),
  draft: false,
  ...part,
});
const pending = (subject: Subject) => ({ status: 'PENDING', subject });
const signed = (days: number) => ({ status: 'SIGNED', signedAt: ago(days), subject: person('ana') });

const everyone = new Set(['ana', 'luis', 'elsa']);
const causesOf = (requests: SignatureRequest[]) =>
  findStuck({ requests, linked: everyone }, now).map(({ cause, request: of }) => `${cause} ${of?.id}`);
const claimableSince = (days: number, part: Witness = {}): Witness => ({
  id: 'w',
  claimed: false,
  claiming: { id: 'c', createdAt: ago(days) },
  signatureRequest: { id: 'r', name: 'Contrato' },
  initialOwner: person('ana'),
  ...part,
});

describe('what is stuck', () => {
  it.each([
    ['a draft with invites', { draft: true, invites: [pending(person('ana'))] }, 'draft'],
    ['a draft of whose invites only the number is reported', { draft: true, pending: 2 }, 'draft'],
    [
      'what all have signed and the service has not closed',
      { finalized: false, invites: [signed(1), signed(2)] },
      'unfinalized',
    ],
    ['what was sent to nobody', { invites: [], signed: 0, pending: 0, rejected: 0 }, 'unsigned'],
    ['what was sent to nobody, by the numbers alone', { signed: 0, pending: 0, rejected: 0 }, 'unsigned'],
    ['a draft for somebody without a link', { draft: true, invites: [pending(person('eva'))] }, 'unlinked'],
    [
      'a rejection',
      { rejectedAt: ago(1), invites: [{ status: 'REJECTED', subject: person('ana') }] },
      'rejected',
    ],
    [
      'a rejection beside a signature',
      { finalized: true, invites: [signed(2), { status: 'REJECTED' }] },
      'rejected',
    ],
    ['signatures without a witness', { finalized: true, invites: [signed(1)] }, 'unwitnessed'],
    [
      'a witness that no strategy processed',
      { invites: [signed(1)], witness: { id: 'w', timestampedAt: null } },
      'unwitnessed',
    ],
    ['silence for three days', { createdAt: ago(3), invites: [pending(person('luis'))] }, 'unanswered'],
    [
      'a pending signer with a revoked certificate',
      { invites: [pending(person('luis', { revoked: true }))] },
      'certificate',
    ],
    [
      'a pending signer whose certificate expires',
      { invites: [pending(person('luis', { notBefore: ago(300), notAfter: ahead(5) }))] },
      'certificate',
    ],
  ])('finds %s', (_, part, cause) => {
    expect(causesOf([request('r', part)])).toEqual([`${cause} r`]);
  });

  it.each([
    ['a request sent yesterday', { invites: [pending(person('luis'))] }],
    ['a request signed a minute ago', { finalized: true, invites: [signed(1 / 1440)] }],
    ['a request signed a minute ago and not closed yet', { finalized: false, invites: [signed(1 / 1440)] }],
    ['a draft without signers', { draft: true, invites: [] }],
    ['a draft of whose signers nothing is reported', { draft: true }],
    ['a witnessed request', { finalized: true, invites: [signed(3)], witness: { timestampedAt: ago(2) } }],
    ['a request sent to nobody a minute ago', { createdAt: ago(30), updatedAt: ago(1 / 1440), invites: [] }],
    ['a request of whose signers nothing is reported', { createdAt: ago(30) }],
    ['half signed, since yesterday', { invites: [signed(1), pending(person('luis'))] }],
    ['a stub', { createdAt: null }],
    ['a witness of which only the id came', { invites: [signed(1)], witness: { id: 'w' } }],
  ])('reports nothing on %s', (_, part) => {
    expect(causesOf([request('r', part)])).toEqual([]);
  });

  it('SR-15 names what was sent to nobody since when, and nobody whom it waits for', () => {
    const sent = request('r', { updatedAt: ago(0.5), invites: [] });
    expect(findStuck({ requests: [sent] }, now)).toMatchObject([
      { cause: 'unsigned', since: ago(0.5), people: [] },
    ]);
  });

  it('dates a rejection by the first one, whatever their order', () => {
    const rejected = (id: string, days: number) => ({
      status: 'REJECTED',
      rejectedAt: ago(days),
      subject: person(id),
    });
    const [found] = findStuck(
      { requests: [request('1', { invites: [rejected('ana', 1), rejected('luis', 4)] })], linked: everyone },
      now,
    );
    expect(found?.since).toBe(ago(4));
    expect(found?.people.map(({ id }) => id)).toEqual(['ana', 'luis']);
  });

  it('puts refusals first and the oldest of a cause before the younger', () => {
    const requests = [
      request('new-draft', { draft: true, pending: 1, updatedAt: ago(1) }),
      request('old-draft', { draft: true, pending: 1, updatedAt: ago(9) }),
      request('refused', { rejectedAt: ago(1) }),
    ];
    expect(causesOf(requests)).toEqual(['rejected refused', 'draft old-draft', 'draft new-draft']);
  });

  it('lists a rejected request no more once it was sent again, and still while that is a draft', () => {
    const refused = request('old', { rejectedAt: ago(1) });
    const corrected = new Map([['old', 'new']]);
    const found = (replacement: SignatureRequest) =>
      findStuck({ requests: [refused, request('new', replacement)], corrected }, now).map(
        ({ request: of }) => of?.id,
      );
    expect(found({ invites: [pending(person('ana'))] })).toEqual([]);
    expect(found({ draft: true, invites: [] })).toEqual(['old']);
    expect(findStuck({ requests: [refused], corrected }, now)).toEqual([]);
    expect(findStuck({ requests: [refused], corrected: new Map([['other', 'new']]) }, now)).toHaveLength(1);
  });

  it('does not guess about links where the service does not tell', () => {
    const draft = request('r', { draft: true, invites: [pending(person('eva'))] });
    expect(findStuck({ requests: [draft] }, now).map(({ cause }) => cause)).toEqual(['draft']);
  });

  it('WN-3 finds what may be claimed and is not, with its document and whoever may', () => {
    const [found, ...others] = findStuck({ requests: [], witnesses: [claimableSince(3)] }, now);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: 'claimable w', cause: 'claimable', since: ago(3) });
    expect(found?.request?.name).toBe('Contrato');
    expect(found?.people.map(({ id }) => id)).toEqual(['ana']);
  });

  it.each([
    ['nobody may claim', { claiming: null }],
    ['it was claimed', { claimed: true }],
    ['it has a token', { endorsable: { id: '1' } }],
    ['only the id came', { claiming: undefined, claimed: undefined }],
  ])('reports no claim where %s', (_, part) => {
    expect(findStuck({ requests: [], witnesses: [claimableSince(3, part)] }, now)).toEqual([]);
  });

  it('stays the same row when more is read and it turns out to be of another cause', () => {
    const draft = request('1', { draft: true, invites: [pending(person('eva'))] });
    const [early] = findStuck({ requests: [draft] }, now);
    const [late] = findStuck({ requests: [draft], linked: everyone }, now);
    expect([early?.cause, late?.cause]).toEqual(['draft', 'unlinked']);
    expect(late?.id).toBe(early?.id);
  });

  it('has a fixture for every cause', () => {
    const all = [
      request('1', { rejectedAt: ago(1) }),
      request('2', { finalized: false, invites: [signed(1)] }),
      request('3', { finalized: true, invites: [signed(1)] }),
      request('4', { createdAt: ago(3), invites: [pending(person('luis'))] }),
      request('5', { invites: [pending(person('luis', { revoked: true }))] }),
      request('6', { draft: true, invites: [pending(person('eva'))] }),
      request('7', { draft: true, invites: [pending(person('ana'))] }),
      request('8', { invites: [] }),
    ];
    const found = findStuck({ requests: all, witnesses: [claimableSince(1)], linked: everyone }, now);
    expect(found.map(({ cause }) => cause)).toEqual(causes);
  });
});
