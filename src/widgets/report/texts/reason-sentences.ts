/** The sentence of every reason code. Each stands alone: a reader may see it without the question. */
import type { CheckId, Reason, ReasonCode } from '#proofs/check.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { longInstant, type Wording } from './when.ts';
import { faultWords, holderWords, networkWords, placeWords, ruleWords, thingWords } from './rule-words.ts';

/** What a sentence is made of: the reason's parameters, safe to show, and what was asked. */
interface Told {
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

export function toldOf(reason: Reason, wording: Wording, id: CheckId | undefined): Told {
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

type Sentence = (told: Told) => string;

/** Rules of a time-stamp about how it names the certificate of its signer; the others are about who the signer is. */
const aboutNaming: ReadonlySet<string> = new Set([
  'ESSCertID or ESSCertIDv2',
  'the signed certificate hash is that of the signer',
]);

export const reasonSentences: Readonly<Record<ReasonCode, Sentence>> = {
  FORMAT_FAILURE: () => m.verdicts_r_format_failure(),
  HASH_FAILURE: (told) => {
    const of = told.text('of');
    if (of === 'document' || told.id === 'file.hash') return m.verdicts_r_hash_document();
    if (of === 'signature' || told.id === 'signature.witness') return m.verdicts_r_hash_signature();
    if (told.text('documents') !== undefined) return m.verdicts_r_hash_documents();
    return isStamp(told) ? m.verdicts_r_hash_stamp() : m.verdicts_r_hash();
  },
  SIG_CRYPTO_FAILURE: (told) => {
    const certificate = told.name('certificate');
    if (certificate !== undefined) return m.verdicts_r_crypto_certificate({ certificate });
    if (isStamp(told)) return m.verdicts_r_crypto_stamp();
    if (told.group === 'ocsp') return m.verdicts_r_crypto_ocsp();
    return told.group === 'signature' ? m.verdicts_r_crypto_signature() : m.verdicts_r_crypto();
  },
  REVOKED: (told) => {
    if (told.text('revokedAt') === undefined) return m.verdicts_r_revoked_plain();
    const [date, why, certificate] = [told.when('revokedAt'), revocationWhy(told), told.name('certificate')];
    return certificate === undefined
      ? m.verdicts_r_revoked({ date, why })
      : m.verdicts_r_revoked_of({ date, why, certificate });
  },
  REVOKED_NO_POE: (told) => {
    if (told.text('revokedAt') === undefined) return m.verdicts_r_revoked_plain();
    const [date, why, certificate] = [told.when('revokedAt'), revocationWhy(told), told.name('certificate')];
    return certificate === undefined
      ? m.verdicts_r_revoked_no_poe({ date, why })
      : m.verdicts_r_revoked_no_poe_of({ date, why, certificate });
  },
  REVOKED_CA_NO_POE: (told) => {
    const certificate = told.name('certificate');
    if (certificate === undefined) return m.verdicts_r_revoked_plain();
    return m.verdicts_r_revoked_ca_no_poe({
      certificate,
      date: told.when('revokedAt'),
      why: revocationWhy(told),
    });
  },
  EXPIRED: (told) => {
    const certificate = told.name('certificate');
    return certificate === undefined ? m.verdicts_r_expired_plain() : m.verdicts_r_expired({ certificate });
  },
  NOT_YET_VALID: (told) => {
    const certificate = told.name('certificate');
    return certificate === undefined
      ? m.verdicts_r_not_yet_valid_plain()
      : m.verdicts_r_not_yet_valid({ certificate });
  },
  OUT_OF_BOUNDS_NO_POE: (told) => {
    const certificate = told.name('certificate');
    if (certificate !== undefined) return m.verdicts_r_out_of_bounds_of({ certificate });
    if (told.text('genTime') !== undefined) {
      return m.verdicts_r_out_of_bounds_stamp({ expired: told.when('notAfter') });
    }
    if (told.text('notAfter') === undefined) return m.verdicts_r_out_of_bounds();
    return m.verdicts_r_out_of_bounds_ocsp({ date: told.when('thisUpdate'), expired: told.when('notAfter') });
  },
  NO_CERTIFICATE_CHAIN_FOUND: (told) => {
    const issuer = told.name('issuer');
    return issuer === undefined ? m.verdicts_r_no_chain() : m.verdicts_r_no_chain_of({ issuer });
  },
  CHAIN_CONSTRAINTS_FAILURE: (told) => {
    const authorizer = told.text('authorizer');
    if (authorizer !== undefined) return m.verdicts_r_chain_role({ authorizer });
    const certificate = told.name('certificate');
    if (told.id === 'certificate.usage') return m.verdicts_r_chain_purpose();
    return certificate === undefined ? m.verdicts_r_chain() : m.verdicts_r_chain_rule({ certificate });
  },
  CERTIFICATE_CHAIN_GENERAL_FAILURE: () => m.verdicts_r_chain_general(),
  CRYPTO_CONSTRAINTS_FAILURE: (told) => {
    const what = told.text('what');
    if (what !== undefined) return m.verdicts_r_constraints_what({ what: thingWords(what) });
    return told.text('rule') === undefined
      ? m.verdicts_r_constraints_key()
      : m.verdicts_r_constraints_key_bad();
  },
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: () => m.verdicts_r_constraints_no_poe(),
  SIG_CONSTRAINTS_FAILURE: (told) => {
    if (told.group === 'certificate') return m.verdicts_r_sig_constraints_certificate();
    if (!isStamp(told)) return m.verdicts_r_sig_constraints();
    const rule = told.text('rule');
    return rule === undefined || aboutNaming.has(rule)
      ? m.verdicts_r_sig_constraints_stamp()
      : m.verdicts_r_sig_constraints_stamp_signer();
  },
  NO_POE: (told) =>
    told.text('block') === undefined
      ? m.verdicts_r_no_poe()
      : m.verdicts_r_no_poe_block({ date: told.when('block') }),
  TRY_LATER: (told) => {
    const [status, certificate] = [told.text('responseStatus'), told.name('certificate')];
    if (status !== undefined) return m.verdicts_r_try_later_ocsp({ status });
    return certificate === undefined
      ? m.verdicts_r_try_later()
      : m.verdicts_r_try_later_list({ certificate });
  },
  SIGNED_DATA_NOT_FOUND: (told) => {
    const what = told.text('what');
    return what === undefined ? m.verdicts_r_data_not_found() : m.verdicts_r_data_not_found_what({ what });
  },
  NO_SIGNING_CERTIFICATE_FOUND: (told) => {
    const responder = told.name('responder');
    return responder === undefined
      ? m.verdicts_r_no_signing_certificate()
      : m.verdicts_r_no_signing_certificate_of({ responder });
  },
  TIMESTAMP_ORDER_FAILURE: (told) => {
    if (told.text('genTime') !== undefined) {
      return m.verdicts_r_order_stamp({ first: told.when('genTime'), second: told.when('now') });
    }
    if (told.text('thisUpdate') === undefined) return m.verdicts_r_order();
    return m.verdicts_r_order_ocsp({ first: told.when('thisUpdate'), second: told.when('bestTime') });
  },
  GENERIC: () => m.verdicts_r_generic(),
  X_UNREADABLE: (told) => {
    const [subject, rpc] = [told.text('subject'), told.text('rpc')];
    if (subject !== undefined) return m.verdicts_r_unreadable_of({ subject });
    return rpc === undefined ? m.verdicts_r_unreadable() : m.verdicts_r_unreadable_rpc({ rpc });
  },
  X_TOO_LARGE: (told) => {
    const subject = told.text('subject');
    return subject === undefined ? m.verdicts_r_too_large_paths() : m.verdicts_r_too_large_of({ subject });
  },
  X_UNSUPPORTED: (told) => {
    const [authorizer, what] = [told.text('authorizer'), told.text('what') ?? told.text('subject')];
    if (authorizer !== undefined) return m.verdicts_r_unsupported_contract({ authorizer });
    return what === undefined
      ? m.verdicts_r_unsupported()
      : m.verdicts_r_unsupported_what({ what: thingWords(what) });
  },
  X_EVIDENCE_ABSENT: (told) => {
    if (told.text('tried') !== undefined) return m.verdicts_r_absent_position();
    if (told.text('what') === 'signature') return m.verdicts_r_absent_signature();
    if (told.group === 'certificate') return m.verdicts_r_absent_certificate();
    if (told.group === 'ocsp') return m.verdicts_r_absent_ocsp();
    if (told.id === 'claim.owner') return m.verdicts_r_absent_owner();
    if (told.group === 'claim') return m.verdicts_r_absent_claim();
    if (told.id === 'token.id') return m.verdicts_r_absent_witness();
    if (told.text('what') === 'initialOwner') return m.verdicts_r_absent_first();
    return told.group === 'token' ? m.verdicts_r_absent_events() : m.verdicts_r_absent();
  },
  X_PROOF_RECIPE_UNKNOWN: () => m.verdicts_r_recipe_unknown(),
  X_PROOF_ROOT_MISMATCH: (told) =>
    told.group === 'external' ? m.verdicts_r_root_external() : m.verdicts_r_root_merkle(),
  X_PROOF_BAD_SHAPE: (told) =>
    told.group === 'external' ? m.verdicts_r_shape_external() : m.verdicts_r_shape_merkle(),
  X_ANCHOR_PENDING: (told) => {
    const rpc = told.text('rpc');
    return rpc === undefined ? m.verdicts_r_anchor_pending() : m.verdicts_r_anchor_pending_rpc({ rpc });
  },
  X_ANCHOR_NOT_FINAL: () => m.verdicts_r_anchor_not_final(),
  X_ANCHOR_NOT_CHECKED: (told) => {
    const [needed, network] = [told.text('needed'), told.text('network')];
    if (needed !== undefined) {
      return m.verdicts_r_anchor_needs({ needed, answered: told.text('answered') ?? '0' });
    }
    if (told.id === 'claim.role') return m.verdicts_r_anchor_no_role();
    if (network !== undefined)
      return m.verdicts_r_anchor_not_checked_network({ network: networkWords(network) });
    return told.id === 'external.anchor'
      ? m.verdicts_r_anchor_no_contract()
      : m.verdicts_r_anchor_not_checked();
  },
  X_ANCHOR_ROOT_ABSENT: (told) =>
    told.group === 'external'
      ? m.verdicts_r_anchor_absent_contract()
      : m.verdicts_r_anchor_absent_transaction(),
  X_RPC_CHAIN_MISMATCH: (told) =>
    m.verdicts_r_rpc_chain({
      rpc: told.text('rpc') ?? 'RPC',
      network: networkWords(told.text('network') ?? '—'),
    }),
  X_RPC_DISAGREE: () => m.verdicts_r_rpc_disagree(),
  X_RPC_UNREACHABLE: (told) =>
    m.verdicts_r_rpc_unreachable({
      rpc: told.text('rpc') ?? 'RPC',
      why: faultWords(told.text('why') ?? 'no answer'),
    }),
  X_STAMP_IMPRINT_MISMATCH: () => m.verdicts_r_stamp_imprint(),
  X_STAMP_NOT_GRANTED: (told) => m.verdicts_r_stamp_not_granted({ status: told.text('status') ?? '—' }),
  X_STAMP_PROFILE_UNKNOWN: (told) => m.verdicts_r_stamp_profile({ policy: told.text('policy') ?? '—' }),
  X_STAMP_ABSENT: () => m.verdicts_r_stamp_absent(),
  X_OCSP_NOT_FOR_CERT: () => m.verdicts_r_ocsp_not_for_cert(),
  X_OCSP_RESPONDER_UNAUTHORIZED: (told) =>
    m.verdicts_r_ocsp_unauthorized({ responder: told.name('responder') ?? 'OCSP' }),
  X_OCSP_STALE: (told) => {
    const days = told.number('days');
    return days === undefined || days <= 0
      ? m.verdicts_r_ocsp_stale_next()
      : m.verdicts_r_ocsp_stale({ days: String(days) });
  },
  X_OCSP_UNKNOWN: () => m.verdicts_r_ocsp_unknown(),
  X_CERT_FIELD_CONFLICT: (told) =>
    m.verdicts_r_cert_conflict({ count: told.number('fields') ?? 1, field: told.text('field') ?? '—' }),
  X_CLAIM_SIGNER_MISMATCH: () => m.verdicts_r_claim_signer(),
  X_CLAIM_OWNER_MISMATCH: () => m.verdicts_r_claim_owner(),
  X_CLAIM_CONTRACT_UNKNOWN: (told) =>
    m.verdicts_r_claim_contract({ network: networkWords(told.text('network') ?? '—') }),
  X_TOKEN_NOT_DOCUMENT: () => m.verdicts_r_token_not_document(),
  X_ENDORSE_GAP: () => m.verdicts_r_endorse_gap(),
  X_ENDORSE_HEAD_MISMATCH: () => m.verdicts_r_endorse_head(),
  X_ENDORSE_FIRST_OWNER: (told) =>
    told.text('from') === undefined ? m.verdicts_r_endorse_first() : m.verdicts_r_endorse_first_from(),
  X_ENDORSE_INCOMPLETE: (told) =>
    told.text('repeated') === undefined ? m.verdicts_r_endorse_incomplete() : m.verdicts_r_endorse_repeated(),
  X_ENDORSE_MIXED_NETWORKS: (told) =>
    m.verdicts_r_endorse_networks({
      networks: (told.text('networks') ?? '—').split(', ').map(networkWords).join(', '),
    }),
  X_ENDORSE_ORDER: (told) =>
    told.text('why') === undefined ? m.verdicts_r_endorse_order() : m.verdicts_r_endorse_order_bad(),
  X_ENDORSE_NOT_FINAL: (told) => m.verdicts_r_endorse_not_final({ count: told.number('count') ?? 1 }),
  X_SERVER_CONTRADICTION: (told) =>
    m.verdicts_r_contradiction({
      count: told.number('count') ?? 1,
      what: contradictionWords(told.text('first') ?? '—'),
    }),
  X_SERVER_WORD: () => m.verdicts_r_server_word(),
  X_TIME_CONFLICT: (told) => {
    const seconds = told.number('seconds');
    if (seconds !== undefined) return m.verdicts_r_time_apart({ count: Math.round(seconds) });
    const first = told.text('first');
    if (first === undefined) return m.verdicts_r_time_conflict_plain();
    return m.verdicts_r_time_conflict({
      what: conflictWords(first),
      told: told.when('told'),
      expected: told.when('expected'),
    });
  },
  X_WEAK_ALGORITHM: (told) =>
    m.verdicts_r_weak({ what: told.text('what') ?? '—', where: placeWords(told.text('where') ?? '—') }),
  X_UNUSUAL_EXPONENT: (told) => m.verdicts_r_exponent({ exponent: told.text('exponent') ?? '—' }),
};

function isStamp({ group, id }: Told): boolean {
  return group === 'nom151' || id === 'merkleized.stamp';
}

/** RFC 5280 §5.3.1; a reason of 0 says nothing and is left out. */
function revocationWhy(told: Told): string {
  const number = told.number('reason');
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
