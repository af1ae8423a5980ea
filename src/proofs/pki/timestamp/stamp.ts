/**
 * Whether a time-stamp shows that a digest existed at a time (RFC 3161, RFC 5652, RFC 5035, RFC 5816): the form
 * in which NOM-151 conservation certificates come. Seven questions, each answered apart; the time counts only
 * where the others hold. Only the digest is needed, never the document.
 */
import { toHex } from '../../encoding/bytes.ts';
import type { Check, CheckId, EvidenceRef } from '../../check.ts';
import { ProofError } from '../../errors.ts';
import { instantText, type Instant } from '../../encoding/instant.ts';
import {
  check,
  failed,
  indeterminate,
  notApplicable,
  passed,
  unreadableFinding,
  type Finding,
} from '../../verdict/finding.ts';
import { nameText } from '../certificate/names.ts';
import { stampAuthority, type StampAuthority } from './stamp-authority.ts';
import { pathFinding } from '../path/check-path.ts';
import { hashOf } from '../certificate/signature.ts';
import { builtInStampTrust, policyCounts } from './stamp-profiles.ts';
import { revokedSigner } from './stamp-revocation.ts';
import { checkStampSigner } from './stamp-signer-rules.ts';
import {
  findSigner,
  checkImprint,
  checkTokenSignature,
  checkSignerPath,
  checkStampTime,
  type StampInput,
} from './stamp-rules.ts';
import { readTimeStampInput, type TimeStamp, type TimeStampToken } from './time-stamp.ts';

export type { Digests, StampInput } from './stamp-rules.ts';

/** The facts of the token for screens. They prove nothing beyond the checks beside them. */
export interface StampFacts {
  readonly genTime: string;
  readonly accuracyMilliseconds: number | undefined;
  readonly policy: string;
  readonly serialNumberHex: string;
  readonly imprintAlgorithm: string;
  readonly imprint: string;
  readonly tsa: string | undefined;
  readonly signer: string | undefined;
  readonly signerFingerprint: string | undefined;
  readonly anchor: string | undefined;
  readonly profile: string | undefined;
}

export interface StampResult {
  readonly checks: readonly Check[];
  readonly facts: StampFacts | undefined;
  /** The latest moment that the token allows (genTime and accuracy), when every check passed; else undefined. */
  readonly provenTime: Instant | undefined;
  /** The authority that made the token, where the time is proven. */
  readonly stampedBy: StampAuthority | undefined;
  /** SHA-256 of the token itself, whatever it came in. */
  readonly tokenDigest: string | undefined;
}

type Question = 'parse' | 'granted' | 'imprint' | 'signature' | 'signer' | 'path' | 'time';
type Findings = Readonly<Record<Question, Finding>>;

const questions: readonly Question[] = ['parse', 'granted', 'imprint', 'signature', 'signer', 'path', 'time'];

/** The seven checks `nom151.*`, always all of them. `nom151.granted` is NOT_APPLICABLE for a bare token. */
export function checkStamp(input: StampInput): StampResult {
  const { findings, evidence, ...reported } = verifyStamp(input);
  return {
    checks: questions.map((question) => {
      const id: CheckId = `nom151.${question}`;
      const finding = findings[question];
      return check(input.policy, id, { ...finding, evidence: [...evidence, ...(finding.evidence ?? [])] });
    }),
    ...reported,
  };
}

/** One check over a time-stamp of something else, as `merkleized.stamp`: the first question that does not pass. */
export function checkStampAs(
  id: CheckId,
  input: StampInput,
): Omit<StampResult, 'checks'> & { readonly check: Check } {
  const { findings, evidence, ...reported } = verifyStamp(input);
  const open = questions
    .map((question) => findings[question])
    .filter(({ status }) => status !== 'PASSED' && status !== 'NOT_APPLICABLE');
  const worst = open.find(({ status }) => status === 'FAILED') ?? open[0] ?? findings.time;
  const warnings = questions.flatMap((question) => findings[question].warnings ?? []);
  // A pinned anchor brings its profile along: where the path names the one to pin, that says more.
  const { next: pin } = findings.path;
  const finding: Finding = {
    ...worst,
    ...(worst.next?.code === 'add_profile' && pin?.code === 'trust_stamp_anchor' && { next: pin }),
    ...(warnings.length === 0 ? {} : { warnings }),
    evidence,
  };
  return { check: check(input.policy, id, finding), ...reported };
}

interface StampOutcome extends Omit<StampResult, 'checks'> {
  readonly findings: Findings;
  readonly evidence: readonly EvidenceRef[];
}

function verifyStamp(input: StampInput): StampOutcome {
  const nothing = {
    facts: undefined,
    evidence: [],
    provenTime: undefined,
    stampedBy: undefined,
    tokenDigest: undefined,
  };
  if (input.stamp === undefined) {
    return { ...nothing, findings: all(indeterminate('X_STAMP_ABSENT', { code: 'get_stamp' })) };
  }
  let stamp: TimeStamp;
  try {
    stamp = readTimeStampInput(input.stamp);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { ...nothing, findings: all(unreadableFinding(error)) };
  }
  const { token, status } = stamp;
  const evidence: EvidenceRef[] = [
    {
      kind: 'time-stamp',
      sha256: stamp.fingerprint,
      size: stamp.size,
      ...(input.origin === undefined ? {} : { origin: input.origin }),
      ...(token === undefined ? {} : { time: instantText(token.info.genTime) }),
    },
  ];
  if (token === undefined) {
    const none = indeterminate('X_STAMP_ABSENT', { code: 'get_stamp' });
    const granted = failed('X_STAMP_NOT_GRANTED', { status: status ?? 'none' });
    return { ...nothing, findings: { ...all(none), parse: passed(), granted }, evidence };
  }
  return { ...checkToken(token, status === undefined ? notApplicable : passed(), input), evidence };
}

function checkToken(
  token: TimeStampToken,
  granted: Finding,
  input: StampInput,
): Omit<StampOutcome, 'evidence'> {
  const { info } = token;
  const [critical] = info.unprocessedCritical;
  const parse =
    critical === undefined
      ? passed()
      : indeterminate(
          'X_UNSUPPORTED',
          { code: 'check_elsewhere' },
          { what: `critical extension ${critical}` },
        );
  const imprint = checkImprint(token, input);
  const certificate = findSigner(token, input);
  const signature = checkTokenSignature(token, certificate, input.policy);
  const trust = input.trust ?? builtInStampTrust();
  const entries = trust.filter(({ profile }) => policyCounts(profile, info.policy));
  // A policy that no profile knows does not hide whether the signer leads to an anchor.
  const anchors = (entries.length === 0 ? trust : entries).flatMap((entry) => entry.anchors);
  const path = certificate === undefined ? undefined : checkSignerPath(token, certificate, anchors, input);
  const anchored = entries.filter((entry) =>
    entry.anchors.some((one) => one.certificate.fingerprint === path?.anchor?.certificate.fingerprint),
  );
  const signer = checkStampSigner(token, certificate, anchored.length === 0 ? entries : anchored, input);
  const revoked =
    certificate === undefined || path === undefined
      ? undefined
      : revokedSigner(token, certificate, path, input);
  const ground = [parse, granted, imprint, signature, signer].every(
    ({ status }) => status === 'PASSED' || status === 'NOT_APPLICABLE',
  );
  const grounded = ground && revoked === undefined && path?.status === 'PASSED';
  const authorities = path?.certificates.slice(1) ?? [];
  const time = checkStampTime(token, certificate, grounded, input.now, authorities);
  const findings: Findings = {
    parse,
    granted,
    imprint,
    signature,
    signer,
    path:
      path === undefined
        ? indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'add_certificate' })
        : // What is left open about a revocation makes no path better that fails by itself.
          {
            ...pathFinding(path),
            ...(revoked?.status === 'FAILED' || path.status === 'PASSED' ? revoked : {}),
          },
    time,
  };
  return {
    findings,
    facts: {
      genTime: instantText(info.genTime),
      accuracyMilliseconds: info.accuracy,
      policy: info.policy,
      serialNumberHex: toHex(info.serialNumber),
      imprintAlgorithm: hashOf(info.imprintAlgorithm) ?? info.imprintAlgorithm.id,
      imprint: toHex(info.imprint),
      tsa: info.tsa?.form === 'directory' ? nameText(info.tsa.name) : undefined,
      signer: certificate === undefined ? undefined : nameText(certificate.subject),
      signerFingerprint: certificate?.fingerprint,
      anchor: path?.anchor?.title,
      profile: signer.status === 'PASSED' ? anchored[0]?.profile.id : undefined,
    },
    provenTime: time.status === 'PASSED' ? info.genTime + (info.accuracy ?? 0) : undefined,
    tokenDigest: token.digest,
    stampedBy:
      time.status === 'PASSED' && certificate !== undefined && path?.anchor !== undefined
        ? stampAuthority(certificate, path.anchor)
        : undefined,
  };
}

function all(finding: Finding): Record<Question, Finding> {
  return {
    parse: finding,
    granted: finding,
    imprint: finding,
    signature: finding,
    signer: finding,
    path: finding,
    time: finding,
  };
}
