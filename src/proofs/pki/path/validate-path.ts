/**
 * Validation of one path (RFC 5280 §6.1): from a pinned anchor down to the certificate in question, at a given
 * time. Nothing is looked up and nothing is assumed: a rule that is broken is a FAILED fault, a rule that cannot
 * be applied is an INDETERMINATE one, and the path holds only without any fault.
 */
import type { Certificate } from '../certificate/certificate.ts';
import { isSelfIssued } from '../certificate/certificate.ts';
import { addConstraints, initialNames, checkNames, type NameState } from './name-constraints.ts';
import { nameText, sameName } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';
import {
  applyMappings,
  applyPolicies,
  concludePolicies,
  countDown,
  initialPolicies,
  type PolicyState,
} from './certificate-policies.ts';
import {
  pathIssue,
  signatureIssue,
  verifySigned,
  type PathIssue,
  type Moment,
  type PathInput,
  type SignatureMemo,
  type TrustAnchor,
} from './trust.ts';

/** A path: the certificate issued by the anchor first, the one in question last. */
export interface CandidatePath {
  readonly anchor: TrustAnchor;
  readonly certificates: readonly Certificate[];
}

/** Answers whether a certificate of the path was revoked, given who issued it. */
export type RevocationCheck = (certificate: Certificate, issuer: Certificate) => PathIssue | undefined;

interface State {
  readonly names: NameState;
  readonly policies: PolicyState;
  /** max_path_length; Infinity until a certificate limits it. */
  pathLength: number;
}

/** Every fault of the path, in the order in which its certificates are checked. */
export function validatePath(
  path: CandidatePath,
  input: PathInput,
  memo: SignatureMemo,
  checkRevocation: RevocationCheck,
): PathIssue[] {
  const { anchor, certificates } = path;
  const issues: PathIssue[] = [
    ...dateIssues(anchor.certificate, input.moment),
    ...anchorIssues(anchor.certificate),
  ];
  const limit = anchor.certificate.extensions.basicConstraints?.pathLength;
  const state: State = {
    names: initialNames(),
    policies: initialPolicies(input.policies ?? {}),
    pathLength: limit ?? Infinity,
  };
  // RFC 5937 §3.2: what the anchor's own certificate constrains holds below it.
  addConstraints(state.names, anchor.certificate.extensions.nameConstraints);
  let issuer = anchor.certificate;
  certificates.forEach((certificate, index) => {
    const last = index === certificates.length - 1;
    issues.push(...processCertificate(certificate, issuer, last, state, input, memo, checkRevocation));
    issues.push(
      ...(last ? concludeWith(certificate, state, input) : prepareForNext(certificate, state, input)),
    );
    issuer = certificate;
  });
  return issues;
}

/**
 * A reader may pin any certificate; only one of an authority can issue others (RFC 5937 §3.2). Certificates before
 * version 3 cannot say that they are one, and old roots are.
 */
function anchorIssues(certificate: Certificate): PathIssue[] {
  const { basicConstraints, keyUsage } = certificate.extensions;
  const authority = certificate.version < 3 || basicConstraints?.ca === true;
  if (authority && keyUsage?.has('keyCertSign') !== false) return [];
  return [constraint(certificate, 'the anchor is an authority that may sign certificates')];
}

/** RFC 5280 §6.1.3. */
function processCertificate(
  certificate: Certificate,
  issuer: Certificate,
  last: boolean,
  state: State,
  input: PathInput,
  memo: SignatureMemo,
  checkRevocation: RevocationCheck,
): PathIssue[] {
  const subject = nameText(certificate.subject);
  const issues: PathIssue[] = [];
  const signature = verifySigned(certificate, issuer, 'certificate', input.algorithms, memo);
  const bad = signatureIssue(signature, subject);
  if (bad !== undefined) issues.push(bad);
  issues.push(...dateIssues(certificate, input.moment));
  const revoked = checkRevocation(certificate, issuer);
  if (revoked !== undefined) issues.push(revoked);
  if (!sameName(certificate.issuer, issuer.subject)) {
    issues.push(constraint(certificate, 'the issuer is the subject of the certificate above'));
  }
  const selfIssued = isSelfIssued(certificate);
  if (!selfIssued || last) issues.push(...nameIssues(certificate, state.names));
  const anyCounts = state.policies.any > 0 || (!last && selfIssued);
  if (!applyPolicies(state.policies, certificate, anyCounts)) {
    issues.push(constraint(certificate, 'an explicit policy is required and none is left'));
  }
  // RFC 5280 §6.1.4 (o), §6.1.5 (f): critical extensions that are not processed.
  for (const id of certificate.extensions.unprocessedCritical) {
    issues.push(
      pathIssue('INDETERMINATE', 'X_UNSUPPORTED', { certificate: subject, what: `critical extension ${id}` }),
    );
  }
  return issues;
}

/** RFC 5280 §6.1.4: a certificate that issued the next one. */
function prepareForNext(certificate: Certificate, state: State, input: PathInput): PathIssue[] {
  const { extensions } = certificate;
  const issues: PathIssue[] = [];
  if (!applyMappings(state.policies, certificate)) {
    issues.push(constraint(certificate, 'anyPolicy is never mapped'));
  }
  addConstraints(state.names, extensions.nameConstraints);
  const selfIssued = isSelfIssued(certificate);
  countDown(state.policies, certificate, selfIssued);
  // (k): an authority says that it is one; certificates before version 3 cannot.
  if (extensions.basicConstraints?.ca !== true) {
    issues.push(constraint(certificate, 'basicConstraints says that it is an authority'));
  }
  // (l), (m)
  if (!selfIssued) {
    if (state.pathLength <= 0)
      issues.push(constraint(certificate, 'the path is no longer than pathLen allows'));
    state.pathLength -= 1;
  }
  state.pathLength = Math.min(state.pathLength, extensions.basicConstraints?.pathLength ?? Infinity);
  // (n)
  if (extensions.keyUsage !== undefined && !extensions.keyUsage.has('keyCertSign')) {
    issues.push(constraint(certificate, 'keyUsage has keyCertSign'));
  }
  const { extendedKeyUsage } = extensions;
  if (extendedKeyUsage?.critical === true && input.purposes !== undefined) {
    const accepted = [...input.purposes, oid.anyExtendedKeyUsage];
    if (!extendedKeyUsage.purposes.some((one) => accepted.includes(one))) {
      issues.push(constraint(certificate, 'a critical extendedKeyUsage includes the purpose'));
    }
  }
  return issues;
}

/** RFC 5280 §6.1.5: the certificate in question. */
function concludeWith(certificate: Certificate, state: State, input: PathInput): PathIssue[] {
  if (concludePolicies(state.policies, certificate, input.policies ?? {})) return [];
  return [constraint(certificate, 'an accepted policy is left at the end')];
}

function nameIssues(certificate: Certificate, names: NameState): PathIssue[] {
  const verdict = checkNames(names, certificate);
  const subject = nameText(certificate.subject);
  switch (verdict.kind) {
    case 'inside':
      return [];
    case 'outside':
      return [constraint(certificate, `names of form ${verdict.form} keep to the ${verdict.rule} subtrees`)];
    case 'unsupported':
      return [
        pathIssue('INDETERMINATE', 'X_UNSUPPORTED', {
          certificate: subject,
          what: `name constraint of form ${verdict.form}`,
        }),
      ];
  }
}

/** RFC 5280 §6.1.3 (a)(2); both ends belong to the validity (§4.1.2.5). */
export function dateIssues(certificate: Certificate, { at, proven }: Moment): PathIssue[] {
  const subject = nameText(certificate.subject);
  // A certificate is valid through its last second, and instants here carry milliseconds.
  const early = at < certificate.notBefore;
  const late = at >= certificate.notAfter + 1000;
  if (!early && !late) return [];
  if (!proven) return [pathIssue('INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE', { certificate: subject })];
  return [pathIssue('FAILED', early ? 'NOT_YET_VALID' : 'EXPIRED', { certificate: subject })];
}

function constraint(certificate: Certificate, rule: string): PathIssue {
  return pathIssue('FAILED', 'CHAIN_CONSTRAINTS_FAILURE', {
    certificate: nameText(certificate.subject),
    rule,
  });
}
