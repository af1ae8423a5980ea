/**
 * Building of paths among the certificates at hand (RFC 4158) and the verification over them. Paths are tried until
 * one holds; depth, number of paths and of signatures are bounded. A path that only a certificate nobody pinned
 * could anchor is not a path: its name and fingerprint are reported, so that the reader can decide.
 */
import { equalBytes } from '../../encoding/bytes.ts';
import type { NextAction, Reason } from '../../check.ts';
import { sha1 } from '../../encoding/hash.ts';
import { isSelfIssued, sameCertificate, type Certificate } from '../certificate/certificate.ts';
import type { Crl } from '../crl/crl.ts';
import { concerns, keepsOwnLists } from '../crl/crl-scope.ts';
import { nameText, sameName } from '../certificate/names.ts';
import { revocationByLists } from '../crl/revocation.ts';
import {
  pathIssue,
  signatureMemo,
  verifySigned,
  worst,
  type PathIssue,
  type PathInput,
  type SignatureMemo,
  type TrustAnchor,
} from './trust.ts';
import { dateIssues, validatePath, type CandidatePath } from './validate-path.ts';

export interface PathResult {
  readonly status: 'PASSED' | 'FAILED' | 'INDETERMINATE';
  readonly reason?: Reason;
  readonly next?: NextAction;
  /** The path that the answer is about, the certificate in question first; it ends below the anchor. */
  readonly certificates: readonly Certificate[];
  readonly anchor?: TrustAnchor;
  /** Whether every certificate below the anchor was shown by lists not to be revoked. */
  readonly revocationChecked: boolean;
}

const pathBounds = {
  certificates: 12,
  paths: 64,
  visits: 2000,
  signatures: 100,
  others: 256,
  lists: 64,
} as const;

/** Checks whether `input.certificate` leads to a pinned anchor. Never throws for certificates that were read. */
export function verifyPath(input: PathInput): PathResult {
  const memo: Memo = { ...signatureMemo(pathBounds.signatures), vouched: new Map() };
  const lists = input.crls?.length ?? 0;
  if (input.others.length > pathBounds.others || lists > pathBounds.lists) {
    return undecided(
      input,
      pathIssue('INDETERMINATE', 'X_TOO_LARGE', { certificates: input.others.length, lists }),
    );
  }
  return verifyCandidates(input, memo);
}

/** Results that one verification computes only once: signatures, and whether the signer of a list leads to an anchor. */
interface Memo extends SignatureMemo {
  readonly vouched: Map<string, boolean>;
}

function verifyCandidates(input: PathInput, memo: Memo): PathResult {
  const pinned = input.anchors.find(({ certificate }) => sameCertificate(certificate, input.certificate));
  if (pinned !== undefined) return verifyPinned(pinned, input);
  const search = findPaths(input, memo);
  let answer: { readonly issue: PathIssue; readonly path: CandidatePath } | undefined;
  for (const path of search.paths) {
    const revocation = createRevocationCheck(path, input, memo);
    const found = worst(validatePath(path, input, memo, revocation.validate));
    if (found === undefined) {
      return {
        status: 'PASSED',
        certificates: [...path.certificates].reverse(),
        anchor: path.anchor,
        revocationChecked: revocation.allGood(),
      };
    }
    // Among paths that do not hold, one that only could not be checked might: it decides.
    if (answer === undefined || (answer.issue.status === 'FAILED' && found.status === 'INDETERMINATE')) {
      answer = { issue: found, path };
    }
  }
  // Of paths that were not even tried nothing is known, whatever is wrong with the others.
  if (search.cut)
    return undecided(input, pathIssue('INDETERMINATE', 'X_TOO_LARGE', { paths: search.paths.length }));
  if (answer !== undefined) {
    return { ...undecided(input, answer.issue), ...placed(answer.path), status: answer.issue.status };
  }
  return withoutPath(input, search);
}

function verifyPinned(anchor: TrustAnchor, input: PathInput): PathResult {
  const found = worst(dateIssues(anchor.certificate, input.moment));
  const common = { certificates: [], anchor, revocationChecked: false };
  return found === undefined
    ? { status: 'PASSED', ...common }
    : { status: found.status, reason: found.reason, ...common };
}

interface Search {
  readonly paths: readonly CandidatePath[];
  /** Why links that the names suggest were not followed. */
  readonly issues: readonly PathIssue[];
  /** Self-issued certificates at hand, not pinned, at which a path would end. */
  readonly ends: readonly Certificate[];
  /** There are more paths, or more ways to look for them, than are tried. */
  readonly cut: boolean;
}

/** The certificates below a link, the uppermost first. */
type Below = readonly [Certificate, ...Certificate[]];

/** Depth first from the certificate up; a link is followed when the names agree and the signature holds. */
function findPaths(input: PathInput, memo: SignatureMemo): Search {
  const paths: CandidatePath[] = [];
  const issues: PathIssue[] = [];
  const ends: Certificate[] = [];
  let cut = false;
  let visits: number = pathBounds.visits;
  const visit = (below: Below): void => {
    const [top] = below;
    // Certificates of one name and key all issue each other: without a bound their orders would be tried.
    if (visits === 0) {
      cut = true;
      return;
    }
    visits -= 1;
    for (const anchor of input.anchors) {
      if (!sameName(anchor.certificate.subject, top.issuer)) continue;
      if (!linked(top, anchor.certificate, input, memo, issues)) continue;
      if (paths.length === pathBounds.paths) cut = true;
      else paths.push({ anchor, certificates: below });
    }
    if (below.length >= pathBounds.certificates) return;
    for (const issuer of input.others) {
      if (!sameName(issuer.subject, top.issuer)) continue;
      if (below.some((one) => sameCertificate(one, issuer))) continue;
      if (!linked(top, issuer, input, memo, issues)) continue;
      if (isSelfIssued(issuer) && !ends.includes(issuer)) ends.push(issuer);
      visit([issuer, ...below]);
    }
  };
  visit([input.certificate]);
  return { paths, issues: issues, ends, cut };
}

/**
 * Whether this key signed this certificate. A mismatch is a broken rule only where the certificate itself names
 * the key (authority key identifier): authorities use one name with several keys over the years, and the right
 * one may not be at hand. Which key that is says an anchor, or the identifier itself where it is SHA-1 of the key (RFC
 * 5280 §4.2.1.2 (1)); anybody can put the identifier of another key into a certificate that nobody pinned.
 */
function linked(
  certificate: Certificate,
  issuer: Certificate,
  input: PathInput,
  memo: SignatureMemo,
  issues: PathIssue[],
): boolean {
  const result = verifySigned(certificate, issuer, 'certificate', input.algorithms, memo);
  const subject = nameText(certificate.subject);
  switch (result.kind) {
    case 'valid':
      return true;
    case 'invalid': {
      const authorityKeyId = certificate.extensions.authorityKeyIdentifier;
      const subjectKeyId = issuer.extensions.subjectKeyIdentifier;
      const named =
        authorityKeyId !== undefined &&
        subjectKeyId !== undefined &&
        equalBytes(authorityKeyId, subjectKeyId) &&
        (input.anchors.some((anchor) => anchor.certificate === issuer) ||
          equalBytes(subjectKeyId, sha1(issuer.publicKey.keyBytes)));
      if (named) {
        issues.push(pathIssue('FAILED', 'SIG_CRYPTO_FAILURE', { certificate: subject, rule: result.rule }));
      }
      return false;
    }
    case 'refused':
      issues.push(
        pathIssue('INDETERMINATE', 'CRYPTO_CONSTRAINTS_FAILURE', { certificate: subject, what: result.what }),
      );
      return false;
    case 'unsupported':
      issues.push(pathIssue('INDETERMINATE', 'X_UNSUPPORTED', { certificate: subject, what: result.what }));
      return false;
  }
}

function withoutPath(input: PathInput, search: Search): PathResult {
  // A link that could not be checked may be the right one; only then a signature that does not hold is the answer.
  const open = search.issues.find(({ status }) => status === 'INDETERMINATE');
  if (open !== undefined) return undecided(input, open);
  const [broken] = search.issues;
  if (broken !== undefined && search.ends.length === 0) {
    return { ...undecided(input, broken), status: 'FAILED' };
  }
  const [end] = search.ends;
  const missing = pathIssue('INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND', {
    certificate: nameText(input.certificate.subject),
    issuer: nameText(input.certificate.issuer),
  });
  if (end === undefined) return { ...undecided(input, missing), next: { code: 'add_anchor' } };
  return {
    ...undecided(input, missing),
    next: { code: 'trust_anchor', detail: { name: nameText(end.subject), sha256: end.fingerprint } },
  };
}

function undecided(input: PathInput, { reason }: PathIssue): PathResult {
  return { status: 'INDETERMINATE', reason, certificates: [input.certificate], revocationChecked: false };
}

function placed(path: CandidatePath): Pick<PathResult, 'certificates' | 'anchor'> {
  return { certificates: [...path.certificates].reverse(), anchor: path.anchor };
}

/** Checks revocation within one path, and remembers whether every answer was a plain "not revoked". */
function createRevocationCheck(
  path: CandidatePath,
  input: PathInput,
  memo: Memo,
): {
  readonly validate: (certificate: Certificate, issuer: Certificate) => PathIssue | undefined;
  allGood(): boolean;
} {
  const { revocation = 'at-hand', crls = [], moment } = input;
  let good = revocation !== 'none';
  const checkOne = (certificate: Certificate, issuer: Certificate): PathIssue | undefined => {
    if (revocation === 'none') return undefined;
    if (revocation === 'at-hand' && !crls.some((crl) => concerns(crl, certificate))) {
      good = false;
      return undefined;
    }
    const pendingRequests = { certificate, issuer, anchor: path.anchor };
    const status = revocationByLists(certificate, crls, moment, (crl, base = crl) =>
      checkCrlSigner([crl, base], pendingRequests, input, memo),
    );
    if (status.kind === 'good') return undefined;
    good = false;
    const subject = nameText(certificate.subject);
    if (status.kind === 'unknown') {
      return status.unsupported
        ? pathIssue('INDETERMINATE', 'X_UNSUPPORTED', { certificate: subject, what: status.what })
        : pathIssue('INDETERMINATE', 'TRY_LATER', { certificate: subject, rule: status.what });
    }
    const revokedAt = new Date(status.entry.revokedAt).toISOString();
    const detail = { certificate: subject, revokedAt, reason: status.entry.reason ?? 0 };
    // Revoked after the proven time: the signature was made while the certificate stood (EN 319 102-1 §5.6.2.4).
    const later = status.entry.revokedAt > moment.at;
    if (moment.proven && !later) return pathIssue('FAILED', 'REVOKED', detail);
    if (moment.proven && (moment.ownWord !== true || isHarmlessReason(status.entry.reason))) return undefined;
    const last = certificate === path.certificates.at(-1);
    // The date is the word of the key that was lost.
    if (moment.ownWord === true && last) return pathIssue('FAILED', 'REVOKED', detail);
    return pathIssue('INDETERMINATE', last ? 'REVOKED_NO_POE' : 'REVOKED_CA_NO_POE', detail);
  };
  return { validate: checkOne, allGood: () => good };
}

/** affiliationChanged, superseded, cessationOfOperation: the key was not lost (RFC 3161 §4 item 1). */
export function isHarmlessReason(reason: number | undefined): boolean {
  return reason === 3 || reason === 4 || reason === 5;
}

/** The certificate whose revocation is checked, its issuer, and the anchor of its path. */
interface OpenRequests {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
  readonly anchor: TrustAnchor;
}

/**
 * RFC 5280 §6.3.3 (f) to (h): the lists are signed by one key, bound by the issuer in the path or by a certificate of
 * the name of their issuer that leads to the same anchor, and that key may sign lists.
 */
function checkCrlSigner(
  lists: readonly [Crl, Crl],
  pendingRequests: OpenRequests,
  input: PathInput,
  memo: Memo,
): 'valid' | 'invalid' | { readonly unsupported: string } {
  const { certificate, issuer, anchor } = pendingRequests;
  const ownListSigners = keepsOwnLists(certificate) ? [certificate] : [];
  let unsupported: string | undefined;
  for (const signer of [issuer, anchor.certificate, ...ownListSigners, ...input.others]) {
    if (!sameName(signer.subject, lists[0].issuer)) continue;
    const usage = signer.extensions.keyUsage;
    if (usage !== undefined && !usage.has('cRLSign')) continue;
    const results = lists.map((list) => verifySigned(list, signer, 'crl', input.algorithms, memo));
    for (const result of results)
      if (result.kind === 'unsupported' || result.kind === 'refused') unsupported = result.what;
    if (!results.every(({ kind }) => kind === 'valid')) continue;
    if (standsInPath(signer, pendingRequests) || isVouchedFor(signer, anchor, input, memo)) return 'valid';
  }
  return unsupported === undefined ? 'invalid' : { unsupported };
}

/**
 * Whether the path under check vouches for the signer: it is the issuer, or the certificate in question itself where
 * that certificate says that its own subject signs the lists about it. No other list could cover that certificate.
 */
function standsInPath(signer: Certificate, { certificate, issuer }: OpenRequests): boolean {
  return signer === issuer || (sameCertificate(signer, certificate) && keepsOwnLists(certificate));
}

/** Whether the signer of a list leads to the anchor itself, which checks the lists about that signer in turn. */
function isVouchedFor(signer: Certificate, anchor: TrustAnchor, input: PathInput, memo: Memo): boolean {
  const key = `${anchor.certificate.fingerprint} ${signer.fingerprint}`;
  const known = memo.vouched.get(key);
  if (known !== undefined) return known;
  // Until the result is known the signer vouches for no list, least of all one about itself.
  memo.vouched.set(key, false);
  const result = verifyCandidates({ ...input, certificate: signer, anchors: [anchor], policies: {} }, memo);
  const holds = result.status === 'PASSED';
  memo.vouched.set(key, holds);
  return holds;
}
