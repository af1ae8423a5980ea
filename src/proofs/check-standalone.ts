/** A certificate, an OCSP response or a time-stamp on its own, each a piece that counts. */
import { check, indeterminate, runRule, notApplicable, passed } from './verdict/finding.ts';
import { digestsOf } from './witness/check-existence.ts';
import { certificatesAtHand } from './signature/check-signer.ts';
import type { Check, CheckId } from './check.ts';
import type { Context, Evidence } from './evidence/evidence.ts';
import { optionalMember } from './encoding/fields.ts';
import { instantText } from './encoding/instant.ts';
import { checkCertificate } from './pki/certificate/check-certificate.ts';
import type { Certificate } from './pki/certificate/certificate.ts';
import { oid } from './pki/der/oids.ts';
import { readOcspInput } from './pki/ocsp/ocsp-response.ts';
import { checkOcsp } from './pki/ocsp/ocsp.ts';
import { checkPath } from './pki/path/check-path.ts';
import { checkStamp } from './pki/timestamp/stamp.ts';
import type { TrustAnchor } from './pki/path/trust.ts';
import type { Policy } from './policy/policy.ts';
import { anchorsFor } from './pki/path/anchor-use.ts';
import type { ReportSection } from './verdict/report.ts';
import { stampSurroundings } from './witness/stamp-context.ts';
import { conclude } from './verdict/verdict.ts';

export function checkStandalone(evidence: Evidence, context: Context): ReportSection[] {
  const { policy, now, anchors } = context;
  const sections: ReportSection[] = [];
  const add = (key: string, checks: readonly Check[], more: Partial<ReportSection> = {}): void => {
    sections.push({ key, counts: true, verdict: conclude(checks), ...more, checks });
  };
  const moment = { at: now, proven: false, now };
  let read: Certificate | undefined;
  let issuer: Certificate | undefined;
  if (evidence.certificate !== undefined) {
    const { checks, certificate } = checkCertificate({
      certificate: evidence.certificate,
      moment,
      policy,
      origin: 'file',
    });
    read = certificate;
    if (certificate === undefined) {
      add('certificate', checks);
    } else {
      const others = certificatesAtHand(evidence.certificates ?? []);
      const path = checkPath({
        certificate,
        others,
        anchors: anchorsOf(certificate, anchors),
        moment,
        policy,
      });
      issuer = path.path.certificates[1] ?? path.path.anchor?.certificate;
      add('certificate', [...forItself(certificate, checks, policy), path.check]);
    }
  }
  if (evidence.ocspResponse !== undefined) {
    const response = evidence.ocspResponse;
    add(
      'ocspResponse',
      read === undefined
        ? responseAlone(response, context)
        : checkOcsp({ response, certificate: read, issuer, moment, policy, origin: 'file' }).checks,
    );
  }
  if (evidence.stamp !== undefined) {
    const { checks, provenTime, stampedBy } = checkStamp({
      stamp: evidence.stamp,
      digests: digestsOf(evidence.documentDigest ?? evidence.witness?.hash, evidence.otherDigests),
      ...stampSurroundings(evidence, context),
      origin: 'file',
    });
    add('stamp', checks, {
      ...(provenTime !== undefined && { provenTime: instantText(provenTime) }),
      ...optionalMember('stampedBy', stampedBy),
    });
  }
  return sections;
}

/** A time-stamp authority is held to the anchors of time-stamps, an authority of certificates to either kind. */
function anchorsOf({ extensions }: Certificate, anchors: readonly TrustAnchor[]): readonly TrustAnchor[] {
  if (extensions.basicConstraints?.ca === true) return anchors;
  const stamps = extensions.extendedKeyUsage?.purposes.includes(oid.timeStamping) === true;
  return anchorsFor(stamps ? 'stamping' : 'signing', anchors);
}

/**
 * The usage check for documents does not apply to an authority, a signer of time-stamps or a responder that is checked
 * by itself: each is handed over beside what it signed.
 */
function forItself({ extensions }: Certificate, checks: readonly Check[], policy: Policy): Check[] {
  const { basicConstraints, extendedKeyUsage } = extensions;
  const isServant =
    basicConstraints?.ca === true ||
    (extendedKeyUsage?.purposes ?? ['']).every((one) => one === oid.timeStamping || one === oid.ocspSigning);
  return checks.map((one) =>
    isServant && one.id === 'certificate.usage' ? check(policy, one.id, notApplicable) : one,
  );
}

const needCertificate: readonly CheckId[] = [
  'ocsp.cert',
  'ocsp.signature',
  'ocsp.responder',
  'ocsp.status',
  'ocsp.time',
];

/** Whether it is an answer about a certificate cannot be said without the certificate. */
function responseAlone(response: string | Uint8Array, { policy }: Context): Check[] {
  const parse = runRule(policy, 'ocsp.parse', () => {
    readOcspInput(response);
    return passed();
  });
  const open = indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'get_certificate' });
  return [parse, ...needCertificate.map((id) => check(policy, id, open))];
}
