/** The rules over an OCSP response, one for each question (RFC 6960 §3.2, §4.2.2). */
import { equalBytes, toHex } from '../../encoding/bytes.ts';
import type { Reason } from '../../check.ts';
import { hash, sha1, type HashName } from '../../encoding/hash.ts';
import { instantText } from '../../encoding/instant.ts';
import {
  computedText,
  failed,
  indeterminate,
  passed,
  type Computed,
  type Finding,
} from '../../verdict/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import { sameCertificate, type Certificate } from '../certificate/certificate.ts';
import { nameText, sameName } from '../certificate/names.ts';
import type { BasicResponse, SingleResponse } from './ocsp-response.ts';
import { oid } from '../der/oids.ts';
import { hashOf } from '../certificate/signature.ts';
import { clockTolerance, verifySigned, type Moment, type SignatureMemo } from '../path/trust.ts';

export interface OcspInput {
  /** DER, PEM, base64 or hex; undefined: none at hand. */
  readonly response: Uint8Array | string | undefined;
  readonly certificate: Certificate;
  /** Its issuer, from the checked path; undefined: no path was found. */
  readonly issuer: Certificate | undefined;
  readonly moment: Moment;
  readonly policy: Policy;
  /** Where the response came from: `file`, `service`, `case`. */
  readonly origin?: string;
}

/** How the responder's own standing is known: it is the issuer, it is exempt (id-pkix-ocsp-nocheck), or it is not. */
export type ResponderStanding = 'issuer' | 'no-check' | 'not-checked';

/** §4.1.1, §3.2 (1): the hashes of the issuer's name and key are made again, with the hash that the response names. */
export function checkCertificateId(
  basic: BasicResponse,
  input: OcspInput,
  memo: SignatureMemo,
): { readonly finding: Finding; readonly single?: SingleResponse } {
  const { certificate, issuer, policy } = input;
  if (issuer === undefined) {
    return { finding: indeterminate('NO_CERTIFICATE_CHAIN_FOUND', { code: 'add_anchor' }) };
  }
  // Whose key hash is made again must be the one that signed the certificate, whatever the caller thinks.
  const link = verifySigned(certificate, issuer, 'certificate', policy.algorithms, memo);
  if (link.kind !== 'valid') {
    return { finding: indeterminate('NO_CERTIFICATE_CHAIN_FOUND', { code: 'add_anchor' }) };
  }
  const serial = certificate.serialNumber;
  let unknownHash: string | undefined;
  let computed: Computed | undefined;
  const matching: { readonly single: SingleResponse; readonly name: HashName }[] = [];
  for (const single of basic.responses) {
    const name = hashOf(single.id.hash);
    if (name === undefined) {
      unknownHash ??= single.id.hash.id;
      continue;
    }
    const nameHash = hash(name, certificate.issuer.der);
    const keyHash = hash(name, issuer.publicKey.keyBytes);
    computed ??= computedText(idText(nameHash, keyHash, serial));
    const fits =
      equalBytes(single.id.issuerNameHash, nameHash) &&
      equalBytes(single.id.issuerKeyHash, keyHash) &&
      equalBytes(single.id.serialNumber, serial);
    if (fits) matching.push({ single, name });
  }
  // Should a response answer twice about one certificate, the worse answer counts.
  const responders =
    matching.find(({ single }) => single.status === 'revoked') ??
    matching.find(({ single }) => single.status === 'unknown') ??
    matching[0];
  if (responders === undefined) {
    if (unknownHash !== undefined) {
      return {
        finding: indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what: `hash ${unknownHash}` }),
      };
    }
    const [expected = ''] = basic.responses.map(({ id }) =>
      idText(id.issuerNameHash, id.issuerKeyHash, id.serialNumber),
    );
    return {
      finding: failed('X_OCSP_NOT_FOR_CERT', undefined, {
        ...(computed !== undefined && { computed }),
        expected,
      }),
    };
  }
  if (responders.name !== 'SHA-1') return { finding: passed(), single: responders.single };
  if (policy.algorithms.sha1 === 'refuse') {
    const refused = indeterminate(
      'CRYPTO_CONSTRAINTS_FAILURE',
      { code: 'get_ocsp' },
      { what: 'SHA-1 in certID' },
    );
    return { finding: refused, single: responders.single };
  }
  return { finding: passed(weakness(policy, 'certID')), single: responders.single };
}

/** §4.2.2.3, §3.2 (2): the key named by the responder id signed the response. */
export function checkResponseSignature(
  basic: BasicResponse,
  input: OcspInput,
  memo: SignatureMemo,
): { readonly finding: Finding; readonly signer?: Certificate; readonly algorithm?: string } {
  const candidates = [...(input.issuer === undefined ? [] : [input.issuer]), ...basic.certificates].filter(
    (one) => isNamed(basic, one),
  );
  let finding: Finding = indeterminate(
    'NO_SIGNING_CERTIFICATE_FOUND',
    { code: 'get_ocsp' },
    { responder: responderText(basic) },
  );
  for (const signer of candidates) {
    const result = verifySigned(basic, signer, 'ocsp', input.policy.algorithms, memo);
    switch (result.kind) {
      case 'valid':
        return {
          finding: passed(result.weak ? weakness(input.policy, 'signature') : {}),
          signer,
          algorithm: result.algorithm,
        };
      case 'invalid':
        finding = failed('SIG_CRYPTO_FAILURE', { rule: result.rule });
        break;
      case 'refused':
        finding = indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_ocsp' }, { what: result.what });
        break;
      case 'unsupported':
        finding = indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what: result.what });
        break;
    }
  }
  return { finding };
}

/**
 * §4.2.2.2: the issuer itself, or a certificate that the issuer issued directly, for this purpose. A responder
 * that the reader trusts by configuration (the first choice of the standard) is not offered.
 */
export function checkResponder(
  basic: BasicResponse,
  signer: Certificate | undefined,
  input: OcspInput,
  memo: SignatureMemo,
): { readonly finding: Finding; readonly standing?: ResponderStanding } {
  const { issuer, policy } = input;
  const unauthorized = (rule: string): { readonly finding: Finding } => ({
    finding: failed('X_OCSP_RESPONDER_UNAUTHORIZED', { responder: responderText(basic), rule }),
  });
  if (issuer === undefined)
    return { finding: indeterminate('NO_CERTIFICATE_CHAIN_FOUND', { code: 'add_anchor' }) };
  if (signer === undefined) {
    const named = isNamed(basic, issuer) || basic.certificates.some((one) => isNamed(basic, one));
    if (!named) return unauthorized('the responder is the issuer, or its certificate is in the response');
    return { finding: indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'get_ocsp' }) };
  }
  const during = basic.producedAt >= signer.notBefore && basic.producedAt < signer.notAfter + 1000;
  if (sameCertificate(signer, issuer)) {
    return during
      ? { finding: passed(), standing: 'issuer' }
      : unauthorized('the issuer was valid at producedAt');
  }
  if (!sameName(signer.issuer, issuer.subject))
    return unauthorized('the responder is certified by the issuer itself');
  const link = verifySigned(signer, issuer, 'ocsp', policy.algorithms, memo);
  if (link.kind === 'invalid') return unauthorized('the issuer signed the certificate of the responder');
  if (link.kind !== 'valid') {
    const code = link.kind === 'refused' ? 'CRYPTO_CONSTRAINTS_FAILURE' : 'X_UNSUPPORTED';
    return { finding: indeterminate(code, { code: 'get_ocsp' }, { what: link.what }) };
  }
  const { extendedKeyUsage, keyUsage, unprocessedCritical, ocspNoCheck } = signer.extensions;
  // anyExtendedKeyUsage does not count: the purpose must be named (§4.2.2.2).
  if (extendedKeyUsage?.purposes.includes(oid.ocspSigning) !== true) {
    return unauthorized('the certificate of the responder is for OCSPSigning');
  }
  // RFC 5280 §4.2.1.12: both usages hold together.
  if (keyUsage !== undefined && !keyUsage.has('digitalSignature') && !keyUsage.has('contentCommitment')) {
    return unauthorized('the key of the responder is for signatures');
  }
  if (!during) return unauthorized('the certificate of the responder was valid at producedAt');
  const [critical] = unprocessedCritical;
  if (critical !== undefined) {
    const what = `critical extension ${critical}`;
    return { finding: indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what }) };
  }
  // §4.2.2.2.1: without nocheck the standing of the responder is left to policy; it is reported, not assumed.
  return {
    finding: passed(link.weak ? weakness(policy, 'certificate of the responder') : {}),
    standing: ocspNoCheck ? 'no-check' : 'not-checked',
  };
}

export function checkStatus(single: SingleResponse, { moment }: OcspInput): Finding {
  if (single.status === 'good') return passed();
  if (single.status === 'unknown' || single.revokedAt === undefined) {
    return indeterminate('X_OCSP_UNKNOWN', { code: 'get_ocsp' });
  }
  const detail = { revokedAt: instantText(single.revokedAt), reason: single.revocationReason ?? 0 };
  if (!moment.proven) return indeterminate('REVOKED_NO_POE', { code: 'prove_time' }, detail);
  // Revoked only after a proof of existence: at that time the certificate stood (EN 319 102-1 §5.6.2.4).
  if (single.revokedAt > moment.at)
    return passed({ expected: instantText(moment.at), computed: computedText(detail.revokedAt) });
  return failed('REVOKED', detail);
}

/** §2.4, §3.2 (5) and (6), against the best signature time; the reader's own time only bounds the future. */
export function checkResponseTime(basic: BasicResponse, single: SingleResponse, input: OcspInput): Finding {
  const { thisUpdate, nextUpdate, archiveCutoff } = single;
  const { certificate, moment, policy } = input;
  const next = { code: 'get_ocsp' };
  const times = { thisUpdate: instantText(thisUpdate), bestTime: instantText(moment.at) };
  const inOrder = thisUpdate <= basic.producedAt + clockTolerance && (nextUpdate ?? Infinity) >= thisUpdate;
  const fromFuture = Math.max(thisUpdate, basic.producedAt) > moment.now + clockTolerance;
  if (!inOrder || fromFuture) return indeterminate('TIMESTAMP_ORDER_FAILURE', next, times);
  const age = moment.at - thisUpdate;
  const { maxAgeSeconds } = policy.revocation;
  const tooOld = maxAgeSeconds !== null && age > maxAgeSeconds * 1000;
  if (tooOld || (nextUpdate !== undefined && moment.at > nextUpdate)) {
    const days = Math.round((age / 86_400_000) * 10) / 10;
    // Where nothing proves when it was signed, the response is compared with now: of the signature's time it says nothing.
    const against = moment.proven ? {} : { against: 'now' };
    return indeterminate('X_OCSP_STALE', next, { ...times, days, ...against });
  }
  // §4.4.4: after the expiry a responder may have forgotten, unless it says from when on it remembers.
  if (thisUpdate > certificate.notAfter && (archiveCutoff ?? Infinity) > certificate.notAfter) {
    return indeterminate('OUT_OF_BOUNDS_NO_POE', next, {
      ...times,
      notAfter: instantText(certificate.notAfter),
    });
  }
  return passed({ expected: times.bestTime, computed: computedText(times.thisUpdate) });
}

/** §4.2.1: by name, or by SHA-1 of the key bits, which is a name here and no protection. */
function isNamed({ responder }: BasicResponse, certificate: Certificate): boolean {
  return responder.by === 'name'
    ? sameName(responder.name, certificate.subject)
    : equalBytes(responder.keyHash, sha1(certificate.publicKey.keyBytes));
}

export function responderText({ responder }: BasicResponse): string {
  return responder.by === 'name' ? nameText(responder.name) : `key ${toHex(responder.keyHash)}`;
}

/** SHA-1 where the policy lets it pass: said, unless the policy is one for known answers. */
function weakness(policy: Policy, where: string): Pick<Finding, 'warnings'> {
  const warnings: Reason[] = [{ code: 'X_WEAK_ALGORITHM', detail: { what: 'SHA-1', where } }];
  return policy.algorithms.sha1 === 'warn' ? { warnings } : {};
}

function idText(nameHash: Uint8Array, keyHash: Uint8Array, serial: Uint8Array): string {
  return `${toHex(nameHash)} ${toHex(keyHash)} ${toHex(serial)}`;
}
