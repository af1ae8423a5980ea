/**
 * Whether a time-stamp shows that a digest existed at a time (RFC 3161, RFC 5652, RFC 5035, RFC 5816): the form
 * in which NOM-151 conservation certificates come. Seven questions, each answered apart; the time counts only
 * where the others hold. Only the digest is needed, never the document.
 */
import { equalBytes, toHex } from '../bytes.ts';
import type { Check, CheckId, EvidenceRef } from '../check.ts';
import { ProofError } from '../errors.ts';
import { digestLength, hash, type HashName } from '../hash.ts';
import { instantText, type Instant } from '../instant.ts';
import {
  check,
  failed,
  indeterminate,
  notApplicable,
  passed,
  unreadableFinding,
  type Finding,
} from '../judgement.ts';
import type { Policy } from '../policy.ts';
import { tags } from './der.ts';
import type { Certificate } from './certificate.ts';
import { nameText, sameName } from './names.ts';
import { clockTolerance } from './ocsp.ts';
import { oid } from './oids.ts';
import { judgePath, type PathResult } from './path.ts';
import { pathFinding } from './path-check.ts';
import { hashOf, verifySignature } from './signature.ts';
import { builtInStampTrust, policyCounts, type StampTrust } from './stamp-profiles.ts';
import { readTimeStampInput, type SignerHash, type TimeStamp, type TimeStampToken } from './time-stamp.ts';
import type { Crl } from './crl.ts';
import type { TrustAnchor } from './trust.ts';

/** Known digests of the data that should be stamped, by hash; the token says which of them it needs. */
export type Digests = Readonly<Partial<Record<HashName, Uint8Array>>>;

export interface StampInput {
  /** DER, PEM, base64 or hex of a response or bare token; undefined: none at hand. */
  readonly stamp: Uint8Array | string | undefined;
  readonly digests: Digests;
  /** Certificates at hand beside those in the token. */
  readonly others?: readonly Certificate[];
  readonly crls?: readonly Crl[];
  /** Profiles with their anchors; the shipped root of NOM-151 unless said otherwise. */
  readonly trust?: readonly StampTrust[];
  /** When the judgement is made. */
  readonly now: Instant;
  readonly policy: Policy;
  readonly origin?: string;
}

/** What the token says, for screens. None of it is more than the checks beside it make of it. */
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
}

type Question = 'parse' | 'granted' | 'imprint' | 'signature' | 'signer' | 'path' | 'time';
type Findings = Readonly<Record<Question, Finding>>;

const questions: readonly Question[] = ['parse', 'granted', 'imprint', 'signature', 'signer', 'path', 'time'];

/** The seven checks `nom151.*`, always all of them. `nom151.granted` is NOT_APPLICABLE for a bare token. */
export function checkStamp(input: StampInput): StampResult {
  const { findings, facts, evidence, provenTime } = judgeStamp(input);
  return {
    checks: questions.map((question) => {
      const id: CheckId = `nom151.${question}`;
      const finding = findings[question];
      return check(input.policy, id, { ...finding, evidence: [...evidence, ...(finding.evidence ?? [])] });
    }),
    facts,
    provenTime,
  };
}

/** One check over a time-stamp of something else, as `merkleized.stamp`: the first question that does not pass. */
export function checkStampAs(
  id: CheckId,
  input: StampInput,
): {
  readonly check: Check;
  readonly facts: StampFacts | undefined;
  readonly provenTime: Instant | undefined;
} {
  const { findings, facts, evidence, provenTime } = judgeStamp(input);
  const open = questions
    .map((question) => findings[question])
    .filter(({ status }) => status !== 'PASSED' && status !== 'NOT_APPLICABLE');
  const worst = open.find(({ status }) => status === 'FAILED') ?? open[0] ?? findings.time;
  const warnings = questions.flatMap((question) => findings[question].warnings ?? []);
  const finding = { ...worst, ...(warnings.length === 0 ? {} : { warnings }), evidence };
  return { check: check(input.policy, id, finding), facts, provenTime };
}

interface Judged {
  readonly findings: Findings;
  readonly facts: StampFacts | undefined;
  readonly evidence: readonly EvidenceRef[];
  readonly provenTime: Instant | undefined;
}

function judgeStamp(input: StampInput): Judged {
  const nothing = { facts: undefined, evidence: [], provenTime: undefined };
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
  return { ...judgeToken(token, status === undefined ? notApplicable : passed(), input), evidence };
}

function judgeToken(token: TimeStampToken, granted: Finding, input: StampInput): Omit<Judged, 'evidence'> {
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
  const imprint = judgeImprint(token, input);
  const certificate = findSigner(token, input);
  const signature = judgeSignature(token, certificate, input.policy);
  const trust = input.trust ?? builtInStampTrust();
  const entries = trust.filter(({ profile }) => policyCounts(profile, info.policy));
  // A policy that no profile knows does not hide whether the signer leads to an anchor.
  const anchors = (entries.length === 0 ? trust : entries).flatMap((entry) => entry.anchors);
  const path = certificate === undefined ? undefined : judgeSignerPath(token, certificate, anchors, input);
  const anchored = entries.filter((entry) =>
    entry.anchors.some((one) => one.certificate.fingerprint === path?.anchor?.certificate.fingerprint),
  );
  const signer = judgeSigner(token, certificate, anchored.length === 0 ? entries : anchored, input.policy);
  const ground = [parse, granted, imprint, signature, signer].every(
    ({ status }) => status === 'PASSED' || status === 'NOT_APPLICABLE',
  );
  const time = judgeTime(token, ground && path?.status === 'PASSED', input.now);
  const findings: Findings = {
    parse,
    granted,
    imprint,
    signature,
    signer,
    path:
      path === undefined
        ? indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'add_certificate' })
        : pathFinding(path),
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
  };
}

/** §2.4.2: the imprint is the digest, by a hash of the SHA-2 family. */
function judgeImprint({ info }: TimeStampToken, { digests }: StampInput): Finding {
  const name = hashOf(info.imprintAlgorithm);
  if (name === undefined) {
    const what = `imprint by ${info.imprintAlgorithm.id}`;
    return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what });
  }
  if (name === 'SHA-1')
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_stamp' }, { what: name });
  const computed = toHex(info.imprint);
  if (info.imprint.length !== digestLength[name]) {
    return failed(
      'X_STAMP_IMPRINT_MISMATCH',
      { rule: `an imprint of ${digestLength[name]} bytes` },
      { computed },
    );
  }
  const digest = digests[name];
  if (digest === undefined) {
    return indeterminate('SIGNED_DATA_NOT_FOUND', { code: 'add_document' }, { what: name }, { computed });
  }
  const compared = { expected: toHex(digest), computed };
  return equalBytes(digest, info.imprint)
    ? passed(compared)
    : failed('X_STAMP_IMPRINT_MISMATCH', undefined, compared);
}

/** The certificate that the signer id names, among those in the token and those at hand (RFC 5652 §5.3). */
function findSigner({ signedData }: TimeStampToken, { others = [] }: StampInput): Certificate | undefined {
  const { signer } = signedData;
  const named = [...signedData.certificates, ...others].filter((one) =>
    signer.by === 'issuer'
      ? sameName(one.issuer, signer.issuer) && equalBytes(one.serialNumber, signer.serialNumber)
      : one.extensions.subjectKeyIdentifier !== undefined &&
        equalBytes(one.extensions.subjectKeyIdentifier, signer.keyIdentifier),
  );
  return named[0];
}

/** RFC 5652 §5.4, §5.6, §11.1, §11.2: type and digest of the content are signed, and the signature holds. */
function judgeSignature(
  { signedData }: TimeStampToken,
  certificate: Certificate | undefined,
  policy: Policy,
): Finding {
  const { signedAttributes, signedContentType, content, contentType } = signedData;
  const digestName = hashOf(signedData.digestAlgorithm);
  if (digestName === undefined) {
    const what = `digest by ${signedData.digestAlgorithm.id}`;
    return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what });
  }
  if (digestName === 'SHA-1' && policy.algorithms.sha1 !== 'allow') {
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_stamp' }, { what: digestName });
  }
  if (signedContentType !== contentType) {
    return failed('SIG_CRYPTO_FAILURE', { rule: 'the signed content type is that of the content' });
  }
  const digest = signedAttributes.get(oid.messageDigest);
  const compared = {
    expected: digest === undefined ? '' : toHex(digest.content),
    computed: toHex(hash(digestName, content)),
  };
  if (digest?.tag !== tags.octetString || compared.expected !== compared.computed) {
    return failed('HASH_FAILURE', { rule: 'the signed message digest is that of the content' }, compared);
  }
  if (certificate === undefined) {
    return indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'add_certificate' });
  }
  const result = verifySignature(
    signedData.signatureAlgorithm,
    certificate.publicKey.key,
    signedData.signedAttributesDer,
    signedData.signature,
    policy.algorithms,
    'stamp',
    digestName,
  );
  switch (result.kind) {
    case 'valid':
      return passed(compared);
    case 'invalid':
      return failed('SIG_CRYPTO_FAILURE', { rule: result.rule });
    case 'refused':
      return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_stamp' }, { what: result.what });
    case 'unsupported':
      return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what: result.what });
  }
}

/** The signed hashes name this certificate (RFC 5035 §5.4.1), and a profile lets it stamp under this policy. */
function judgeSigner(
  token: TimeStampToken,
  certificate: Certificate | undefined,
  entries: readonly StampTrust[],
  policy: Policy,
): Finding {
  if (certificate === undefined) {
    return indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'add_certificate' });
  }
  const binding = judgeSignerHashes(token.signerHashes, certificate, policy);
  if (binding.status !== 'PASSED') return binding;
  const { keyUsage } = certificate.extensions;
  if (keyUsage !== undefined && !keyUsage.has('digitalSignature') && !keyUsage.has('contentCommitment')) {
    return failed('SIG_CONSTRAINTS_FAILURE', { rule: 'the key of the signer is for signatures' });
  }
  const allowed = entries.some(
    ({ profile }) => profile.purpose === 'waived' || isForStampsAlone(certificate),
  );
  if (allowed) return binding;
  const rule =
    entries.length === 0 ? 'a profile knows the policy' : 'the signer is certified for time stamping alone';
  return indeterminate(
    'X_STAMP_PROFILE_UNKNOWN',
    { code: 'add_profile' },
    { policy: token.info.policy, rule },
  );
}

function judgeSignerHashes(hashes: readonly SignerHash[], certificate: Certificate, policy: Policy): Finding {
  // RFC 3161 §2.4.2: the token identifies the certificate of its signer, or another could be put in its place.
  if (hashes.length === 0) {
    return indeterminate(
      'SIG_CONSTRAINTS_FAILURE',
      { code: 'get_stamp' },
      { rule: 'ESSCertID or ESSCertIDv2' },
    );
  }
  let strong = false;
  for (const { version, algorithm, hash: expected, issuerSerial } of hashes) {
    // RFC 5035 §4: the first version is SHA-1, the second SHA-256 unless it names another.
    const name = version === 1 ? 'SHA-1' : algorithm === undefined ? 'SHA-256' : hashOf(algorithm);
    if (name === undefined) {
      const what = `certificate hash by ${algorithm?.id ?? ''}`;
      return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what });
    }
    strong ||= name !== 'SHA-1';
    const compared = { expected: toHex(expected), computed: toHex(hash(name, certificate.der)) };
    const sameSerial =
      issuerSerial === undefined ||
      (equalBytes(issuerSerial.serialNumber, certificate.serialNumber) &&
        issuerSerial.issuer.some(
          (one) => one.form === 'directory' && sameName(one.name, certificate.issuer),
        ));
    if (compared.expected !== compared.computed || !sameSerial) {
      return failed(
        'SIG_CONSTRAINTS_FAILURE',
        { rule: 'the signed certificate hash is that of the signer' },
        compared,
      );
    }
  }
  if (strong || policy.algorithms.sha1 === 'allow') return passed();
  if (policy.algorithms.sha1 === 'refuse') {
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_stamp' }, { what: 'SHA-1 in ESSCertID' });
  }
  return passed({ warnings: [{ code: 'X_WEAK_ALGORITHM', detail: { what: 'SHA-1', where: 'ESSCertID' } }] });
}

/** RFC 3161 §2.3: the extension is critical and names this purpose and no other. */
function isForStampsAlone({ extensions }: Certificate): boolean {
  const usage = extensions.extendedKeyUsage;
  return usage?.critical === true && usage.purposes.length === 1 && usage.purposes[0] === oid.timeStamping;
}

function judgeSignerPath(
  { info, signedData }: TimeStampToken,
  certificate: Certificate,
  anchors: readonly TrustAnchor[],
  { others = [], crls = [], now, policy }: StampInput,
): PathResult {
  return judgePath({
    certificate,
    others: [...signedData.certificates, ...others],
    anchors,
    moment: { at: info.genTime, proven: true, now, ownWord: true },
    algorithms: policy.algorithms,
    crls: [...signedData.crls, ...crls],
    revocation: 'at-hand',
    purpose: oid.timeStamping,
  });
}

function judgeTime({ info }: TimeStampToken, grounded: boolean, now: Instant): Finding {
  const computed = instantText(info.genTime);
  if (!grounded) {
    return indeterminate(
      'NO_POE',
      { code: 'get_stamp' },
      { rule: 'the time counts once the token is shown to hold' },
    );
  }
  if (info.genTime > now + clockTolerance) {
    const times = { genTime: computed, now: instantText(now) };
    return indeterminate('TIMESTAMP_ORDER_FAILURE', { code: 'check_clock' }, times);
  }
  return passed({ computed });
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
