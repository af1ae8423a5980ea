import { describe, expect, it } from 'vitest';
import type { Capabilities } from './capabilities.ts';
import { offersWrite } from './offers-write.ts';

const found = (part: Partial<Capabilities>): Capabilities => ({
  absent: [],
  present: ['listWitnesses'],
  foundAt: '2026-11-20T10:00:00Z',
  ...part,
});

describe('whether a write is offered that was never tried', () => {
  it('is offered while nothing says otherwise', () => {
    expect(offersWrite(undefined, 'scheduleGroupedCertification')).toBe(true);
    expect(offersWrite(found({}), 'scheduleGroupedCertification')).toBe(true);
    const some = found({ present: ['listWitnesses', 'listInvites'], absent: ['listCertificates'] });
    expect(offersWrite(some, 'scheduleGroupedCertification')).toBe(true);
  });

  it('is not offered where the service has none of the published reads; what is documented still is', () => {
    const documented = found({ absent: ['listSignatureRequests', 'listInvites', 'listOrganizations'] });
    expect(offersWrite(documented, 'scheduleGroupedCertification')).toBe(false);
    expect(offersWrite(documented, 'certifyWitness')).toBe(true);
  });

  it('what answered is there, and what was not found is not', () => {
    const answered = found({ present: ['createWitness'], absent: ['listInvites'] });
    expect(offersWrite(answered, 'createWitness')).toBe(true);
    expect(offersWrite(found({ absent: ['createWitness'] }), 'createWitness')).toBe(false);
  });
});
