/** The sentence of every reason code. Each stands alone: a reader may see it without the question. */
import type { CheckId, Reason, ReasonCode } from '#proofs/check.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { longInstant, type Wording } from './when.ts';
import { faultWords, holderWords, networkWords, placeWords, ruleWords, thingWords } from './rule-words.ts';

/** What a sentence is made of: the reason's parameters, safe to show, and what was queried. */
interface ReasonFacts {
  /** Undefined where the reason does not carry it; shown with hidden characters escaped. */
  text(key: string): string | undefined;
  /** Whom a certificate names, by its common name where it has one. */
  name(key: 'certificate' | 'issuer' | 'responder'): string | undefined;
  number(key: string): number | undefined;
  /** An instant in the reader's words, or what stands in its place. */
  when(key: string): string;
  /** First word of the check's id, `nom151`; empty where the check is not known. */
  readonly group: string;
  readonly id: CheckId | undefined;
}

export function reasonFacts(reason: Reason, wording: Wording, id: CheckId | undefined): ReasonFacts {
  const value = (key: string): string | number | undefined =>
    reason.detail !== undefined && Object.hasOwn(reason.detail, key) ? reason.detail[key] : undefined;
  const text = (key: string): string | undefined => {
    const found = value(key);
    return found === undefined || found === '' ? undefined : shown(String(found));
  };
  return {
    text,
    name: (key) => {
      const name = text(key);
      return name === undefined ? undefined : holderWords(name);
    },
    number: (key) => {
      const number = Number(value(key) ?? Number.NaN);
      return Number.isFinite(number) ? number : undefined;
    },
    when: (key) => longInstant(text(key) ?? '—', wording),
    group: id?.slice(0, id.indexOf('.')) ?? '',
    id,
  };
}

type Sentence = (facts: ReasonFacts) => string;

/** Rules of a time-stamp about how it names the certificate of its signer; the others are about who the signer is. */
const aboutNaming: ReadonlySet<string> = new Set([
  'ESSCertID or ESSCertIDv2',
  'the signed certificate hash is that of the signer',
]);

export const reasonSentences: Readonly<Record<ReasonCode, Sentence>> = {
  FORMAT_FAILURE: () => m.verdicts_r_format_failure(),
  HASH_FAILURE: (facts) => {
    const of = facts.text('of');
    if (of === 'document' || facts.id === 'file.hash') return m.verdicts_r_hash_document();
    if (of === 'signature' || facts.id === 'signature.witness') return m.verdicts_r_hash_signature();
    if (facts.text('documents') !== undefined) return m.verdicts_r_hash_documents();
    return isStamp(facts) ? m.verdicts_r_hash_stamp() : m.verdicts_r_hash();
  },
  SIG_CRYPTO_FAILURE: (facts) => {
    const certificate = facts.name('certificate');
    if (certificate !== undefined) return m.verdicts_r_crypto_certificate({ certificate });
    if (isStamp(facts)) return m.verdicts_r_crypto_stamp();
    if (facts.group === 'ocsp') return m.verdicts_r_crypto_ocsp();
    return facts.group === 'signature' ? m.verdicts_r_crypto_signature() : m.verdicts_r_crypto();
  },
  REVOKED: (facts) => {
    if (facts.text('revokedAt') === undefined) return m.verdicts_r_revoked_plain();
    const [date, why, certificate] = [
      facts.when('revokedAt'),
      revocationWhy(facts),
      facts.name('certificate'),
    ];
    return certificate === undefined
      ? m.verdicts_r_revoked({ date, why })
      : m.verdicts_r_revoked_of({ date, why, certificate });
  },
  REVOKED_NO_POE: (facts) => {
    if (facts.text('revokedAt') === undefined) return m.verdicts_r_revoked_plain();
    const [date, why, certificate] = [
      facts.when('revokedAt'),
      revocationWhy(facts),
      facts.name('certificate'),
    ];
    return certificate === undefined
      ? m.verdicts_r_revoked_no_poe({ date, why })
      : m.verdicts_r_revoked_no_poe_of({ date, why, certificate });
  },
  REVOKED_CA_NO_POE: (facts) => {
    const certificate = facts.name('certificate');
    if (certificate === undefined) return m.verdicts_r_revoked_plain();
    return m.verdicts_r_revoked_ca_no_poe({
      certificate,
      date: facts.when('revokedAt'),
      why: revocationWhy(facts),
    });
  },
  EXPIRED: (facts) => {
    const certificate = facts.name('certificate');
    return certificate === undefined ? m.verdicts_r_expired_plain() : m.verdicts_r_expired({ certificate });
  },
  NOT_YET_VALID: (facts) => {
    const certificate = facts.name('certificate');
    return certificate === undefined
      ? m.verdicts_r_not_yet_valid_plain()
      : m.verdicts_r_not_yet_valid({ certificate });
  },
  OUT_OF_BOUNDS_NO_POE: (facts) => {
    const certificate = facts.name('certificate');
    if (certificate !== undefined) return m.verdicts_r_out_of_bounds_of({ certificate });
    if (facts.text('genTime') !== undefined) {
      return m.verdicts_r_out_of_bounds_stamp({ expired: facts.when('notAfter') });
    }
    if (facts.text('notAfter') === undefined) return m.verdicts_r_out_of_bounds();
    return m.verdicts_r_out_of_bounds_ocsp({
      date: facts.when('thisUpdate'),
      expired: facts.when('notAfter'),
    });
  },
  NO_CERTIFICATE_CHAIN_FOUND: (facts) => {
    const issuer = facts.name('issuer');
    // Trusting an issuer for signers is not trusting it for time-stamps.
    if (isStamp(facts))
      return issuer === undefined
        ? m.verdicts_r_no_stamp_chain()
        : m.verdicts_r_no_stamp_chain_of({ issuer });
    return issuer === undefined ? m.verdicts_r_no_chain() : m.verdicts_r_no_chain_of({ issuer });
  },
  CHAIN_CONSTRAINTS_FAILURE: (facts) => {
    const authorizer = facts.text('authorizer');
    if (authorizer !== undefined) return m.verdicts_r_chain_role({ authorizer });
    const certificate = facts.name('certificate');
    if (facts.id === 'certificate.usage') return m.verdicts_r_chain_purpose();
    return certificate === undefined ? m.verdicts_r_chain() : m.verdicts_r_chain_rule({ certificate });
  },
  CERTIFICATE_CHAIN_GENERAL_FAILURE: () => m.verdicts_r_chain_general(),
  CRYPTO_CONSTRAINTS_FAILURE: (facts) => {
    const what = facts.text('what');
    if (what !== undefined) return m.verdicts_r_constraints_what({ what: thingWords(what) });
    return facts.text('rule') === undefined
      ? m.verdicts_r_constraints_key()
      : m.verdicts_r_constraints_key_bad();
  },
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: () => m.verdicts_r_constraints_no_poe(),
  SIG_CONSTRAINTS_FAILURE: (facts) => {
    if (facts.group === 'certificate') return m.verdicts_r_sig_constraints_certificate();
    if (!isStamp(facts)) return m.verdicts_r_sig_constraints();
    const rule = facts.text('rule');
    return rule === undefined || aboutNaming.has(rule)
      ? m.verdicts_r_sig_constraints_stamp()
      : m.verdicts_r_sig_constraints_stamp_signer();
  },
  NO_POE: (facts) =>
    facts.text('block') === undefined
      ? m.verdicts_r_no_poe()
      : m.verdicts_r_no_poe_block({ date: facts.when('block') }),
  TRY_LATER: (facts) => {
    const [status, certificate] = [facts.text('responseStatus'), facts.name('certificate')];
    if (status !== undefined) return m.verdicts_r_try_later_ocsp({ status });
    return certificate === undefined
      ? m.verdicts_r_try_later()
      : m.verdicts_r_try_later_list({ certificate });
  },
  SIGNED_DATA_NOT_FOUND: (facts) => {
    // The document is at hand, and what the key makes of the signature is not its hash.
    if (facts.id === 'signature.document') return m.verdicts_r_signed_another();
    const what = facts.text('what');
    return what === undefined ? m.verdicts_r_data_not_found() : m.verdicts_r_data_not_found_what({ what });
  },
  NO_SIGNING_CERTIFICATE_FOUND: (facts) => {
    const responder = facts.name('responder');
    return responder === undefined
      ? m.verdicts_r_no_signing_certificate()
      : m.verdicts_r_no_signing_certificate_of({ responder });
  },
  TIMESTAMP_ORDER_FAILURE: (facts) => {
    if (facts.text('genTime') !== undefined) {
      return m.verdicts_r_order_stamp({ first: facts.when('genTime'), second: facts.when('now') });
    }
    if (facts.text('thisUpdate') === undefined) return m.verdicts_r_order();
    return m.verdicts_r_order_ocsp({ first: facts.when('thisUpdate'), second: facts.when('bestTime') });
  },
  GENERIC: () => m.verdicts_r_generic(),
  X_UNREADABLE: (facts) => {
    const [subject, rpc] = [facts.text('subject'), facts.text('rpc')];
    if (subject !== undefined) return m.verdicts_r_unreadable_of({ subject });
    return rpc === undefined ? m.verdicts_r_unreadable() : m.verdicts_r_unreadable_rpc({ rpc });
  },
  X_TOO_LARGE: (facts) => {
    const subject = facts.text('subject');
    if (facts.text('responses') !== undefined) return m.verdicts_r_too_large_responses();
    return subject === undefined ? m.verdicts_r_too_large_paths() : m.verdicts_r_too_large_of({ subject });
  },
  X_UNSUPPORTED: (facts) => {
    const [authorizer, what] = [facts.text('authorizer'), facts.text('what') ?? facts.text('subject')];
    if (authorizer !== undefined) return m.verdicts_r_unsupported_contract({ authorizer });
    return what === undefined
      ? m.verdicts_r_unsupported()
      : m.verdicts_r_unsupported_what({ what: thingWords(what) });
  },
  X_EVIDENCE_ABSENT: (facts) => {
    if (facts.text('tried') !== undefined) return m.verdicts_r_absent_position();
    if (facts.text('what') === 'signature') return m.verdicts_r_absent_signature();
    if (facts.text('what') === 'request') return m.verdicts_r_absent_request();
    if (facts.text('what') === 'subject') return m.verdicts_r_absent();
    if (facts.group === 'certificate') return m.verdicts_r_absent_certificate();
    if (facts.group === 'ocsp') return m.verdicts_r_absent_ocsp();
    if (facts.id === 'claim.owner') return m.verdicts_r_absent_owner();
    if (facts.group === 'claim') return m.verdicts_r_absent_claim();
    if (facts.id === 'token.id') return m.verdicts_r_absent_witness();
    if (facts.text('what') === 'initialOwner') return m.verdicts_r_absent_first();
    return facts.group === 'token' ? m.verdicts_r_absent_events() : m.verdicts_r_absent();
  },
  X_PROOF_RECIPE_UNKNOWN: () => m.verdicts_r_recipe_unknown(),
  X_PROOF_ROOT_MISMATCH: (facts) =>
    facts.group === 'external' ? m.verdicts_r_root_external() : m.verdicts_r_root_merkle(),
  X_PROOF_BAD_SHAPE: (facts) =>
    facts.group === 'external' ? m.verdicts_r_shape_external() : m.verdicts_r_shape_merkle(),
  X_ANCHOR_PENDING: (facts) => {
    const rpc = facts.text('rpc');
    return rpc === undefined ? m.verdicts_r_anchor_pending() : m.verdicts_r_anchor_pending_rpc({ rpc });
  },
  X_ANCHOR_NOT_FINAL: () => m.verdicts_r_anchor_not_final(),
  X_ANCHOR_NOT_CHECKED: (facts) => {
    const [needed, network] = [facts.text('needed'), facts.text('network')];
    if (needed !== undefined) {
      return m.verdicts_r_anchor_needs({ needed, answered: facts.text('answered') ?? '0' });
    }
    if (facts.id === 'claim.role') return m.verdicts_r_anchor_no_role();
    if (network !== undefined)
      return m.verdicts_r_anchor_not_checked_network({ network: networkWords(network) });
    return facts.id === 'external.anchor'
      ? m.verdicts_r_anchor_no_contract()
      : m.verdicts_r_anchor_not_checked();
  },
  X_ANCHOR_ROOT_ABSENT: (facts) =>
    facts.group === 'external'
      ? m.verdicts_r_anchor_absent_contract()
      : m.verdicts_r_anchor_absent_transaction(),
  X_RPC_CHAIN_MISMATCH: (facts) =>
    m.verdicts_r_rpc_chain({
      rpc: facts.text('rpc') ?? 'RPC',
      network: networkWords(facts.text('network') ?? '—'),
    }),
  X_RPC_DISAGREE: () => m.verdicts_r_rpc_disagree(),
  X_RPC_UNREACHABLE: (facts) =>
    m.verdicts_r_rpc_unreachable({
      rpc: facts.text('rpc') ?? 'RPC',
      why: faultWords(facts.text('why') ?? 'no answer'),
    }),
  X_STAMP_IMPRINT_MISMATCH: () => m.verdicts_r_stamp_imprint(),
  X_STAMP_NOT_GRANTED: (facts) => m.verdicts_r_stamp_not_granted({ status: facts.text('status') ?? '—' }),
  X_STAMP_PROFILE_UNKNOWN: () => m.verdicts_r_stamp_profile(),
  X_STAMP_ABSENT: () => m.verdicts_r_stamp_absent(),
  X_OCSP_NOT_FOR_CERT: () => m.verdicts_r_ocsp_not_for_cert(),
  X_OCSP_RESPONDER_UNAUTHORIZED: (facts) =>
    m.verdicts_r_ocsp_unauthorized({ responder: facts.name('responder') ?? 'OCSP' }),
  X_OCSP_STALE: (facts) => {
    const days = facts.number('days');
    if (facts.text('against') === 'now') return m.verdicts_r_ocsp_stale_now();
    if (days === undefined || days < 1) return m.verdicts_r_ocsp_stale_next();
    return m.verdicts_r_ocsp_stale({ count: Math.floor(days) });
  },
  X_OCSP_UNKNOWN: () => m.verdicts_r_ocsp_unknown(),
  X_CERT_FIELD_CONFLICT: (facts) =>
    m.verdicts_r_cert_conflict({ count: facts.number('fields') ?? 1, field: facts.text('field') ?? '—' }),
  X_CLAIM_SIGNER_MISMATCH: () => m.verdicts_r_claim_signer(),
  X_CLAIM_OWNER_MISMATCH: () => m.verdicts_r_claim_owner(),
  X_CLAIM_CONTRACT_UNKNOWN: (facts) =>
    m.verdicts_r_claim_contract({ network: networkWords(facts.text('network') ?? '—') }),
  X_TOKEN_NOT_DOCUMENT: () => m.verdicts_r_token_not_document(),
  X_ENDORSE_GAP: () => m.verdicts_r_endorse_gap(),
  X_ENDORSE_HEAD_MISMATCH: () => m.verdicts_r_endorse_head(),
  X_ENDORSE_FIRST_OWNER: (facts) =>
    facts.text('from') === undefined ? m.verdicts_r_endorse_first() : m.verdicts_r_endorse_first_from(),
  X_ENDORSE_INCOMPLETE: (facts) =>
    facts.text('repeated') === undefined
      ? m.verdicts_r_endorse_incomplete()
      : m.verdicts_r_endorse_repeated(),
  X_ENDORSE_MIXED_NETWORKS: (facts) =>
    m.verdicts_r_endorse_networks({
      networks: (facts.text('networks') ?? '—').split(', ').map(networkWords).join(', '),
    }),
  X_ENDORSE_ORDER: (facts) =>
    facts.text('why') === undefined ? m.verdicts_r_endorse_order() : m.verdicts_r_endorse_order_bad(),
  X_ENDORSE_NOT_FINAL: (facts) => m.verdicts_r_endorse_not_final({ count: facts.number('count') ?? 1 }),
  X_SERVER_CONTRADICTION: (facts) =>
    m.verdicts_r_contradiction({
      count: facts.number('count') ?? 1,
      what: contradictionWords(facts.text('first') ?? '—'),
    }),
  X_SERVER_WORD: () => m.verdicts_r_server_word(),
  X_TIME_CONFLICT: (reported) => {
    const seconds = reported.number('seconds');
    if (seconds !== undefined) return m.verdicts_r_time_apart({ count: Math.round(seconds) });
    const first = reported.text('first');
    if (first === undefined) return m.verdicts_r_time_conflict_plain();
    return m.verdicts_r_time_conflict({
      what: conflictWords(first),
      reported: reported.when('reported'),
      expected: reported.when('expected'),
    });
  },
  X_WEAK_ALGORITHM: (reported) =>
    m.verdicts_r_weak({
      what: reported.text('what') ?? '—',
      where: placeWords(reported.text('where') ?? '—'),
    }),
  X_UNUSUAL_EXPONENT: (reported) => m.verdicts_r_exponent({ exponent: reported.text('exponent') ?? '—' }),
};

function isStamp({ group, id }: ReasonFacts): boolean {
  return group === 'nom151' || id === 'merkleized.stamp';
}

/** RFC 5280 §5.3.1; a reason of 0 says nothing and is left out. */
function revocationWhy(facts: ReasonFacts): string {
  const number = facts.number('reason');
  return number === undefined || number === 0
    ? ''
    : m.verdicts_r_revoked_why({ reason: revocationReasonWords(number) });
}

/** The reason of a revocation by its number (RFC 5280 §5.3.1). */
export function revocationReasonWords(reason: number): string {
  switch (reason) {
    case 0:
      return m.verdicts_revocation_unspecified();
    case 1:
      return m.verdicts_revocation_key();
    case 2:
      return m.verdicts_revocation_authority_key();
    case 3:
      return m.verdicts_revocation_affiliation();
    case 4:
      return m.verdicts_revocation_superseded();
    case 5:
      return m.verdicts_revocation_cessation();
    case 6:
      return m.verdicts_revocation_hold();
    case 8:
      return m.verdicts_revocation_removed();
    case 9:
      return m.verdicts_revocation_privilege();
    case 10:
      return m.verdicts_revocation_attribute_key();
    default:
      return String(reason);
  }
}

const contradictions: Readonly<Record<string, () => string>> = {
  witnessed_without_strategy: () => m.verdicts_contradiction_witnessed_without_strategy(),
  timestamped_without_strategy: () => m.verdicts_contradiction_timestamped_without_strategy(),
  claimed_without_token: () => m.verdicts_contradiction_claimed_without_token(),
  claiming_without_owner: () => m.verdicts_contradiction_claiming_without_owner(),
  signed_without_signature: () => m.verdicts_contradiction_signed_without_signature(),
  signature_while_pending: () => m.verdicts_contradiction_signature_while_pending(),
  signature_while_rejected: () => m.verdicts_contradiction_signature_while_rejected(),
  rejected_without_date: () => m.verdicts_contradiction_rejected_without_date(),
  revoked_differs_from_ocsp: () => m.verdicts_contradiction_revoked_differs_from_ocsp(),
};

/** What the service says against itself, by the kind that `case.contradictions` gives. */
export function contradictionWords(kind: string): string {
  return Object.hasOwn(contradictions, kind) ? (contradictions[kind]?.() ?? kind) : shown(kind);
}

const conflicts: Readonly<Record<string, () => string>> = {
  signed_before_created: () => m.verdicts_conflict_signed_before_created(),
  rejected_before_created: () => m.verdicts_conflict_rejected_before_created(),
  signed_in_the_future: () => m.verdicts_conflict_signed_in_the_future(),
  witnessed_before_signed: () => m.verdicts_conflict_witnessed_before_signed(),
  strategy_before_created: () => m.verdicts_conflict_strategy_before_created(),
  strategy_in_the_future: () => m.verdicts_conflict_strategy_in_the_future(),
  timestamped_at_is_not_the_earliest: () => m.verdicts_conflict_timestamped_at_is_not_the_earliest(),
};

/** Which times cannot be true together, by the kind that `case.times` gives. */
export function conflictWords(kind: string): string {
  return Object.hasOwn(conflicts, kind) ? (conflicts[kind]?.() ?? kind) : shown(kind);
}

/** The rule that a reason names, in words; undefined where it names none. */
export function ruleOf(reason: Reason): string | undefined {
  const rule = reason.detail?.rule ?? reason.detail?.why;
  return rule === undefined || rule === '' ? undefined : ruleWords(String(rule));
}
