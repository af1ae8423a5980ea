import type { Certificate } from '#proofs/pki/certificate/certificate.ts';
import { attributeTexts } from '#proofs/pki/certificate/names.ts';
import { oid } from '#proofs/pki/der/oids.ts';
import { allChecks, type Report } from '#proofs/verdict/report.ts';

/**
 * Whether a path of the report ends at an anchor of test authorities. What a certificate says of itself decides: the
 * mail of its subject is under a name that is reserved for tests and examples (RFC 2606 §2), which nobody can own.
 *
 * @param anchors the anchors by which it was checked
 */
export function usesTestAuthority(
  report: Report,
  anchors: readonly { readonly certificate: Certificate }[],
): boolean {
  const reached = new Set(
    allChecks(report).flatMap(({ steps = [] }) =>
      steps.filter(({ kind }) => kind === 'anchor').map(({ values }) => values.sha256),
    ),
  );
  return anchors.some(
    ({ certificate }) => reached.has(certificate.fingerprint) && isTestAuthority(certificate),
  );
}

const isTestAuthority = ({ subject }: Certificate): boolean =>
  attributeTexts(subject, oid.emailAddress).some((mail) => /\.(?:example|invalid|test)$/i.test(mail));
