import fc from 'fast-check';
import type { SignatureRequest, SignatureRequestInvite, Witness } from '#contract/resources/resources.ts';

const hex24 = fc.stringMatching(/^[0-9a-f]{24}$/);
const instant = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
  .map((date) => date.toISOString());

const witness: fc.Arbitrary<Witness> = fc.record({
  id: hex24,
  timestampedAt: fc.option(instant, { nil: null }),
});

const invite: fc.Arbitrary<SignatureRequestInvite> = fc.record({
  id: hex24,
  status: fc.constantFrom('PENDING', 'SIGNED', 'WITNESSED', 'REJECTED'),
  createdAt: instant,
  subject: fc.record({ id: hex24 }),
});

/** Requests as the service sends them: answers, tallies and dates agree with each other. */
export const request: fc.Arbitrary<SignatureRequest> = fc
  .record({
    id: hex24,
    draft: fc.boolean(),
    name: fc.string({ maxLength: 30 }),
    createdAt: instant,
    updatedAt: instant,
    invites: fc.array(invite, { maxLength: 4 }),
    witness,
    content: fc.constantFrom({ pdf: 'a' }, { raw: 'b' }, { json: 'c' }, { raw: 'd', debtor: 'e' }),
  })
  .map((made) => {
    const invites = made.draft ? made.invites.map((one) => ({ ...one, status: 'PENDING' })) : made.invites;
    const of = (...statuses: string[]): number =>
      invites.filter(({ status }) => statuses.includes(status ?? '')).length;
    const finalized = !made.draft && invites.length > 0 && of('PENDING') === 0;
    const signed = of('SIGNED', 'WITNESSED');
    return {
      ...made,
      invites,
      finalized,
      signed,
      pending: of('PENDING'),
      rejected: of('REJECTED'),
      rejectedAt: of('REJECTED') > 0 ? made.updatedAt : null,
      witness: finalized && signed > 0 ? made.witness : null,
    };
  });

/** Rows of a list: no id twice. */
export const requests = fc.uniqueArray(request, { maxLength: 12, selector: ({ id }) => id });
