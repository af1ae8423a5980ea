import { describe, expect, it } from 'vitest';
import type { Capabilities } from './capabilities.ts';
import { offersWrite } from './offers-write.ts';

const capabilitiesWith = (part: Partial<Capabilities>): Capabilities => ({
  absent: [],
  present: ['listWitnesses'],
  foundAt: '2026-11-20T10:00:00Z',
  ...part,
});

describe('whether a write is offered that was never tried', () => {
  it('is offered while nothing says otherwise', () => {
    expect(offersWrite(undefined, 'scheduleGroupedCertification')).toBe(true);
    expect(offersWrite(capabilitiesWith({}), 'scheduleGroupedCertification')).toBe(true);
    const some = capabilitiesWith({
      present: ['listWitnesses', 'listInvites'],
      absent: ['listCertificates'],
    });
    expect(offersWrite(some, 'scheduleGroupedCertification')).toBe(true);
  });

  it('is not offered where the service has none of the published reads; what is documented still is', () => {
    const documented = capabilitiesWith({
      absent: ['listSignatureRequests', 'listInvites', 'listOrganizations'],
    });
    expect(offersWrite(documented, 'scheduleGroupedCertification')).toBe(false);
    expect(offersWrite(documented, 'certifyWitness')).toBe(true);
  });

  it('an operation that answered is present, and one that was not found is not', () => {
    const answered = capabilitiesWith({ present: ['createWitness'], absent: ['listInvites'] });
    expect(offersWrite(answered, 'createWitness')).toBe(true);
    expect(offersWrite(capabilitiesWith({ absent: ['createWitness'] }), 'createWitness')).toBe(false);
  });
});
