import type { CertificateFacts } from '#proofs/pki/certificate/certificate.ts';
import type { Certificate, Subject } from '#contract/resources/resources.ts';

/** Something that the service says of a certificate and that its bytes do not. */
export type Difference = 'hash' | 'serial' | 'from' | 'until' | 'rfc' | 'curp';

/** Where what the service says is not what stands in the bytes. What either leaves out is no difference. */
export function differences(
  certificate: Certificate,
  subject: Subject,
  facts: Pick<CertificateFacts, 'fingerprint' | 'serialNumberHex' | 'notBefore' | 'notAfter' | 'identity'>,
): readonly Difference[] {
  const { identity } = facts;
  const pairs: readonly (readonly [Difference, string | null | undefined, string | undefined, Compare])[] = [
    ['hash', certificate.hash, facts.fingerprint, hex],
    ['serial', certificate.serialNumber, facts.serialNumberHex, hex],
    ['from', certificate.notBefore, facts.notBefore, instant],
    ['until', certificate.notAfter, facts.notAfter, instant],
    ['rfc', subject.RFC, identity.rfc, text],
    ['curp', subject.serialNumber, identity.curp, text],
  ];
  return pairs.flatMap(([name, reported, read, form]) =>
    reported && read && form(reported) !== form(read) ? [name] : [],
  );
}

type Compare = (value: string) => string;

/** Leading zeros are a matter of writing. */
const hex: Compare = (value) =>
  value
    .toLowerCase()
    .replace(/^0x|[:\s]/g, '')
    .replace(/^0+/, '');
/** A certificate has whole seconds. */
const instant: Compare = (value) => String(Math.floor(Date.parse(value) / 1000));
const text: Compare = (value) => value.trim().toUpperCase();
