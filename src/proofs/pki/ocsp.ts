/**
 * Whether an OCSP response shows that a certificate stood at the best signature time (RFC 6960 §3.2, §4.2.2).
 * Six questions, each answered apart: can it be read, is it for this certificate, does its signature hold, may
 * that key answer, what does it say, and when. What it says counts only where the first five hold.
 */
import { equalBytes, toHex } from '../bytes.ts';
import type { Check, CheckId, EvidenceRef, Reason } from '../check.ts';
import { ProofError } from '../errors.ts';
import { hash, sha1, type HashName } from '../hash.ts';
import { instantText, type Instant } from '../instant.ts';
import { check, failed, indeterminate, passed, unreadableFinding, type Finding } from '../judgement.ts';
import type { Policy } from '../policy.ts';
import { sameCertificate, type Certificate } from './certificate.ts';
import { nameText, sameName } from './names.ts';
import {
  readOcspInput,
  type BasicResponse,
  type OcspResponse,
  type SingleResponse,
} from './ocsp-response.ts';
import { oid } from './oids.ts';
import { hashOf } from './signature.ts';
import { signatureMemo, verifySigned, type Moment, type SignatureMemo } from './trust.ts';

export interface OcspInput {
  /** DER, PEM, base64 or hex; undefined: none at hand. */
  readonly response: Uint8Array | string | undefined;
  readonly certificate: Certificate;
  /** Who issued it, from the judged path; undefined: no path was found. */
  readonly issuer: Certificate | undefined;
  readonly moment: Moment;
  readonly policy: Policy;
  /** Where the response came from: `file`, `service`, `case`. */
  readonly origin?: string;
}

/** What the response says, for screens. None of it is more than the checks beside it make of it. */
export interface OcspFacts {
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly producedAt: string;
  readonly thisUpdate: string;
  readonly nextUpdate: string | undefined;
  readonly revokedAt: string | undefined;
  readonly revocationReason: number | undefined;
  readonly responder: string;
  readonly responderFingerprint: string | undefined;
  /** How the responder's own standing is known: it is the issuer, it is exempt (id-pkix-ocsp-nocheck), or it is not. */
  readonly responderStanding: 'issuer' | 'no-check' | 'not-checked' | undefined;
  readonly signatureAlgorithm: string | undefined;
}

export interface OcspResult {
  readonly checks: readonly Check[];
  readonly facts: OcspFacts | undefined;
}

/** Clocks of responders and readers may differ by this much. */
export const clockTolerance = 300_000;

type Question = 'parse' | 'cert' | 'signature' | 'responder' | 'status' | 'time';
const questions: readonly Question[] = ['parse', 'cert', 'signature', 'responder', 'status', 'time'];

/** The six checks `ocsp.*`, always all of them. */
export function checkOcsp(input: OcspInput): OcspResult {
  const { findings, facts, evidence } = judgeOcsp(input);
  return {
    checks: questions.map((question) => {
      const id: CheckId = `ocsp.${question}`;
      return check(input.policy, id, { ...findings[question], evidence });
    }),
    facts,
  };
}

interface Judged {
  readonly findings: Readonly<Record<Question, Finding>>;
  readonly facts: OcspFacts | undefined;
  readonly evidence: readonly EvidenceRef[];
}

function judgeOcsp(input: OcspInput): Judged {
  if (input.response === undefined) {
    const absent = indeterminate('X_EVIDENCE_ABSENT', { code: 'get_ocsp' });
    return { findings: all(absent), facts: undefined, evidence: [] };
  }
  let response: OcspResponse;
  try {
    response = readOcspInput(input.response);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { findings: all(unreadableFinding(error)), facts: undefined, evidence: [] };
  }
  const evidence: EvidenceRef[] = [
    {
      kind: 'ocsp-response',
      sha256: response.fingerprint,
      size: response.size,
      ...(input.origin === undefined ? {} : { origin: input.origin }),
      ...(response.basic === undefined ? {} : { time: instantText(response.basic.producedAt) }),
    },
  ];
  if (response.basic === undefined) {
    const none = indeterminate('TRY_LATER', { code: 'get_ocsp' }, { responseStatus: response.status });
    return { findings: all(none), facts: undefined, evidence };
  }
  return { ...judgeBasic(response.basic, input), evidence };
}

function judgeBasic(basic: BasicResponse, input: OcspInput): Omit<Judged, 'evidence'> {
  const memo = signatureMemo(32);
  const [critical] = basic.unprocessedCritical;
  const parse =
    critical === undefined
      ? passed()
      : indeterminate(
          'X_UNSUPPORTED',
          { code: 'check_elsewhere' },
          { what: `critical extension ${critical}` },
        );
  const { finding: cert, single } = judgeCertificateId(basic, input, memo);
  const { finding: signature, signer, algorithm } = judgeSignature(basic, input, memo);
  const { finding: responder, standing } = judgeResponder(basic, signer, input, memo);
  const ground = [parse, cert, signature, responder].find(({ status }) => status !== 'PASSED');
  const notGrounded = indeterminate(
    ground?.reason?.code ?? 'GENERIC',
    { code: 'get_ocsp' },
    {
      rule: 'what a response says counts once it is shown to be an authorized answer about this certificate',
    },
  );
  const findings = {
    parse,
    cert,
    signature,
    responder,
    status: single === undefined || ground !== undefined ? notGrounded : judgeStatus(single, input),
    time: single === undefined || ground !== undefined ? notGrounded : judgeTime(basic, single, input),
  };
  const shownSingle = single ?? basic.responses[0];
  return {
    findings,
    facts:
      shownSingle === undefined
        ? undefined
        : {
            status: shownSingle.status,
            producedAt: instantText(basic.producedAt),
            thisUpdate: instantText(shownSingle.thisUpdate),
            nextUpdate: textOf(shownSingle.nextUpdate),
            revokedAt: textOf(shownSingle.revokedAt),
            revocationReason: shownSingle.revocationReason,
            responder: responderText(basic),
            responderFingerprint: signer?.fingerprint,
            responderStanding: standing,
            signatureAlgorithm: algorithm,
          },
  };
}

/** §4.1.1, §3.2 (1): the hashes of the issuer's name and key are made again, with the hash that the response names. */
function judgeCertificateId(
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
  let computed: string | undefined;
  const matching: { readonly single: SingleResponse; readonly name: HashName }[] = [];
  for (const single of basic.responses) {
    const name = hashOf(single.id.hash);
    if (name === undefined) {
      unknownHash ??= single.id.hash.id;
      continue;
    }
    const nameHash = hash(name, certificate.issuer.der);
    const keyHash = hash(name, issuer.publicKey.keyBytes);
    computed ??= idText(nameHash, keyHash, serial);
    const fits =
      equalBytes(single.id.issuerNameHash, nameHash) &&
      equalBytes(single.id.issuerKeyHash, keyHash) &&
      equalBytes(single.id.serialNumber, serial);
    if (fits) matching.push({ single, name });
  }
  // Should a response answer twice about one certificate, the worse answer counts.
  const found =
    matching.find(({ single }) => single.status === 'revoked') ??
    matching.find(({ single }) => single.status === 'unknown') ??
    matching[0];
  if (found === undefined) {
    if (unknownHash !== undefined) {
      return {
        finding: indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what: `hash ${unknownHash}` }),
      };
    }
    const first = basic.responses[0];
    return {
      finding: failed('X_OCSP_NOT_FOR_CERT', undefined, {
        ...(computed === undefined ? {} : { computed }),
        ...(first === undefined
          ? {}
          : { expected: idText(first.id.issuerNameHash, first.id.issuerKeyHash, first.id.serialNumber) }),
      }),
    };
  }
  if (found.name !== 'SHA-1') return { finding: passed(), single: found.single };
  if (policy.algorithms.sha1 === 'refuse') {
    const refused = indeterminate(
      'CRYPTO_CONSTRAINTS_FAILURE',
      { code: 'get_ocsp' },
      { what: 'SHA-1 in certID' },
    );
    return { finding: refused, single: found.single };
  }
  return { finding: passed(weakness(policy, 'certID')), single: found.single };
}

/** §4.2.2.3, §3.2 (2): the key named by the responder id signed the response. */
function judgeSignature(
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
function judgeResponder(
  basic: BasicResponse,
  signer: Certificate | undefined,
  input: OcspInput,
  memo: SignatureMemo,
): { readonly finding: Finding; readonly standing?: NonNullable<OcspFacts['responderStanding']> } {
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
  // §4.2.2.2.1: without nocheck the standing of the responder is left to policy; it is told, not assumed.
  return {
    finding: passed(link.weak ? weakness(policy, 'certificate of the responder') : {}),
    standing: ocspNoCheck ? 'no-check' : 'not-checked',
  };
}

function judgeStatus(single: SingleResponse, { moment }: OcspInput): Finding {
  if (single.status === 'good') return passed();
  if (single.status === 'unknown' || single.revokedAt === undefined) {
    return indeterminate('X_OCSP_UNKNOWN', { code: 'get_ocsp' });
  }
  const detail = { revokedAt: instantText(single.revokedAt), reason: single.revocationReason ?? 0 };
  if (!moment.proven) return indeterminate('REVOKED_NO_POE', { code: 'prove_time' }, detail);
  // Revoked only after a proof of existence: at that time the certificate stood (EN 319 102-1 §5.6.2.4).
  if (single.revokedAt > moment.at)
    return passed({ expected: instantText(moment.at), computed: detail.revokedAt });
  return failed('REVOKED', detail);
}

/** §2.4, §3.2 (5) and (6), against the best signature time; the reader's own time only bounds the future. */
function judgeTime(basic: BasicResponse, single: SingleResponse, input: OcspInput): Finding {
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
    return indeterminate('X_OCSP_STALE', next, { ...times, days });
  }
  // §4.4.4: after the expiry a responder may have forgotten, unless it says from when on it remembers.
  if (thisUpdate > certificate.notAfter && (archiveCutoff ?? Infinity) > certificate.notAfter) {
    return indeterminate('OUT_OF_BOUNDS_NO_POE', next, {
      ...times,
      notAfter: instantText(certificate.notAfter),
    });
  }
  return passed({ expected: times.bestTime, computed: times.thisUpdate });
}

/** §4.2.1: by name, or by SHA-1 of the key bits, which is a name here and no protection. */
function isNamed({ responder }: BasicResponse, certificate: Certificate): boolean {
  return responder.by === 'name'
    ? sameName(responder.name, certificate.subject)
    : equalBytes(responder.keyHash, sha1(certificate.publicKey.keyBytes));
}

function responderText({ responder }: BasicResponse): string {
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

function textOf(instant: Instant | undefined): string | undefined {
  return instant === undefined ? undefined : instantText(instant);
}

function all(finding: Finding): Record<Question, Finding> {
  return {
    parse: finding,
    cert: finding,
    signature: finding,
    responder: finding,
    status: finding,
    time: finding,
  };
}
