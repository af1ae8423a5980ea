import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHex } from '#proofs/encoding/bytes.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { sha256 } from '#proofs/encoding/hash.ts';
import { toHex } from '#proofs/encoding/bytes.ts';
import { derInput } from '#proofs/pki/der/der-input.ts';
import { context, document, evidence } from '#proofs/testing/case-material.ts';
import { fallenChecks, heldChecks } from './fallen-checks.ts';
import { tamper, tamperObjects, targetsIn, type TamperTarget } from './tamper.ts';

const targets = targetsIn(evidence, document.length);
const untouched = checkEvidence(evidence, context);

/** As the page does it: a document that was bent is hashed again. */
function bent(target: TamperTarget): Evidence {
  const tampered = tamper(evidence, document, target);
  if (!tampered) throw new Error(`Nothing to bend at ${target.object} ${target.at}`);
  if (target.object !== 'document') return tampered.evidence;
  return { ...tampered.evidence, documentDigest: toHex(sha256(tampered.documentBytes ?? new Uint8Array())) };
}

const fallenWith = (target: TamperTarget): string[] =>
  fallenChecks(untouched, checkEvidence(bent(target), context)).map(
    ({ section, before }) => `${section} ${before.id}`,
  );

/** The bytes of every object that can be bent. */
function bytesAt(of: Evidence, { object, at }: TamperTarget): Uint8Array {
  const { witness, invites = [] } = of;
  const { leftHashes = [], rightHashes = [] } = witness?.external ?? {};
  switch (object) {
    case 'path':
      return readHex(witness?.merkleized?.merkleProof?.[at] ?? '', 'hash');
    case 'range':
      return readHex([...leftHashes, ...rightHashes][at] ?? '', 'hash');
    case 'constancia':
      return derInput(witness?.nom151?.token ?? '', 'token');
    case 'root-constancia':
      return derInput(witness?.merkleized?.token ?? '', 'token');
    case 'signature':
      return readHex(invites[at]?.signature ?? '', 'signature');
    case 'certificate':
      return derInput(invites[at]?.certificate?.pem ?? '', 'certificate');
    case 'ocsp':
      return derInput(invites[at]?.ocspResponse ?? '', 'OCSP response');
    case 'document':
      return new Uint8Array();
  }
}

describe('Evidence with one bit flipped', () => {
  it('names every kind of object of a whole case, and none that is not there', () => {
    expect(new Set(targets.map(({ object }) => object))).toEqual(new Set(tamperObjects));
    expect(targetsIn({}, undefined)).toEqual([]);
    const reported = evidence.invites?.[0];
    const address = { ...reported, certificate: { pem: 'https://service.example/certificate.pem' } };
    expect(targetsIn({ invites: [address] }, 0).map(({ object }) => object)).toEqual(['signature', 'ocsp']);
    expect(tamper({}, undefined, { object: 'path', at: 0 })).toBeUndefined();
    expect(tamper(evidence, document, { object: 'signature', at: 2 })).toBeUndefined();
  });

  it('differs from the evidence in exactly one bit of the object that was named, where it says', () => {
    fc.assert(
      fc.property(fc.constantFrom(...targets.filter(({ object }) => object !== 'document')), (target) => {
        const tampered = tamper(evidence, document, target);
        if (!tampered) throw new Error('Nothing to bend');
        const [before, after] = [bytesAt(evidence, target), bytesAt(tampered.evidence, target)];
        const changed = [...before.keys()].filter((at) => before[at] !== after[at]);
        expect(after).toHaveLength(before.length);
        expect(changed.map((at) => at + 1)).toEqual([tampered.where.byte]);
        expect((before[changed[0] ?? 0] ?? 0) ^ (after[changed[0] ?? 0] ?? 0)).toBe(1);
        expect(tampered.where).toMatchObject({ ...target, of: before.length });
        // Everything else is what it was.
        const others = targets.filter((one) => one !== target);
        for (const other of others)
          expect(bytesAt(tampered.evidence, other)).toEqual(bytesAt(evidence, other));
      }),
      { numRuns: 60 },
    );
  });

  it('bends a copy of the document and leaves the bytes that were given', () => {
    const before = document.slice();
    const tampered = tamper(evidence, document, { object: 'document', at: 0 });
    expect(document).toEqual(before);
    const after = tampered?.documentBytes ?? new Uint8Array();
    expect([...before.keys()].filter((at) => before[at] !== after[at])).toEqual([
      (tampered?.where.byte ?? 0) - 1,
    ]);
  });

  it('bent twice is the evidence again, and the evidence that was given never changes', () => {
    const before = structuredClone(evidence);
    for (const target of targets) {
      const once = tamper(evidence, document, target);
      const twice = once && tamper(once.evidence, once.documentBytes, target);
      // A second flip may be led to another byte of an object whose values cannot be found any more.
      if (once?.where.byte === twice?.where.byte) expect(twice?.evidence).toEqual(evidence);
    }
    expect(evidence).toEqual(before);
  });

  it('the case holds before, and with each object bent something falls', () => {
    expect(untouched.verdict.conclusion).toBe('TOTAL_PASSED');
    for (const target of targets) expect(fallenWith(target), JSON.stringify(target)).not.toEqual([]);
  });

  it('exactly the checks about the object fall', () => {
    expect(fallenWith({ object: 'document', at: 0 })).toContain('document file.hash');
    expect(fallenWith({ object: 'path', at: 1 })).toEqual(['witness merkleized.root']);
    expect(fallenWith({ object: 'range', at: 0 })).toEqual(['witness external.root']);
    expect(fallenWith({ object: 'constancia', at: 0 })).toEqual(
      expect.arrayContaining(['witness nom151.imprint', 'witness nom151.signature']),
    );
    expect(fallenWith({ object: 'constancia', at: 0 }).every((id) => id.startsWith('witness nom151.'))).toBe(
      true,
    );
    expect(fallenWith({ object: 'root-constancia', at: 0 })).toEqual(['witness merkleized.stamp']);
    expect(fallenWith({ object: 'signature', at: 0 })).toEqual(
      expect.arrayContaining(['invites[0] signature.rsa', 'invites[0] signature.witness']),
    );
    expect(fallenWith({ object: 'certificate', at: 0 })).toEqual(
      expect.arrayContaining(['invites[0] signature.rsa', 'invites[0] certificate.path']),
    );
    expect(fallenWith({ object: 'ocsp', at: 1 })).toEqual(
      expect.arrayContaining(['invites[1] ocsp.cert', 'invites[1] ocsp.signature']),
    );
    // One signature that fell does not touch its sibling.
    for (const object of ['signature', 'certificate', 'ocsp'] as const)
      expect(fallenWith({ object, at: 0 }).filter((id) => id.startsWith('invites[1]'))).toEqual([]);
  });
});

describe('Checks that fell', () => {
  it('a report compared with itself lost nothing, and all that holds is still held', () => {
    expect(fallenChecks(untouched, untouched)).toEqual([]);
    expect(heldChecks(untouched).every(({ check }) => check.status === 'PASSED')).toBe(true);
    expect(heldChecks(untouched).some(({ check }) => check.basis === 'SERVER')).toBe(false);
  });

  it('a section that is gone lost everything that it had', () => {
    const without = { ...untouched, sections: untouched.sections.filter(({ key }) => key !== 'witness') };
    const lost = fallenChecks(untouched, without);
    expect(lost.every(({ section, after }) => section === 'witness' && after === undefined)).toBe(true);
    expect(lost.map(({ before }) => before.id)).toContain('merkleized.root');
  });

  it('what could not be checked and still cannot is no fall; what has failed since is one', () => {
    const [first] = untouched.sections;
    const [check] = first?.checks ?? [];
    if (!first || !check) throw new Error('A report without checks');
    const with_ = (status: 'INDETERMINATE' | 'FAILED' | 'NOT_RUN') => ({
      ...untouched,
      sections: [{ ...first, checks: [{ ...check, status }] }],
    });
    expect(fallenChecks(with_('INDETERMINATE'), with_('NOT_RUN'))).toEqual([]);
    expect(fallenChecks(with_('FAILED'), with_('FAILED'))).toEqual([]);
    expect(fallenChecks(with_('INDETERMINATE'), with_('FAILED'))).toHaveLength(1);
  });
});
