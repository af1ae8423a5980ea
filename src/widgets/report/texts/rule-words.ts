/**
 * The fixed phrases in which the proofs name a broken rule, an unsupported thing or a fault of a node, in the
 * reader's words. They are written in one language there, because a report is data; what has no words here is
 * shown as it is.
 */
import { knownNetwork } from '../../network-name.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';

type Say = (found: readonly string[]) => string;
type Phrase = readonly [pattern: RegExp, say: Say];

const exact = (text: string, say: () => string): Phrase => [
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  say,
];

const rules: readonly Phrase[] = [
  [
    /^the signature has (\d+) bytes, as the modulus$/,
    ([count = '']) => m.verdicts_rule_signature_length({ count }),
  ],
  exact('0 < s < n', () => m.verdicts_rule_signature_range()),
  exact('the digest has the length of its hash', () => m.verdicts_rule_digest_length()),
  exact('the modulus has room for eight bytes of padding', () => m.verdicts_rule_padding_space()),
  exact('s^e mod n is the encoding of the digest', () => m.verdicts_rule_rsa_encoding()),
  [
    /^the modulus has (\d+) to (\d+) bits$/,
    ([min = '', max = '']) => m.verdicts_rule_modulus_bits({ min, max }),
  ],
  exact('the exponent has at most 256 bits', () => m.verdicts_rule_exponent_bits()),
  exact('the modulus is odd', () => m.verdicts_rule_modulus_odd()),
  exact('the exponent is odd, from 3, below 2^256', () => m.verdicts_rule_exponent_odd()),
  exact('the ECDSA signature holds', () => m.verdicts_rule_ecdsa()),
  exact('the algorithm is one of the key', () => m.verdicts_rule_algorithm_key()),
  exact('the certificate is not one of an authority', () => m.verdicts_rule_not_authority()),
  exact('keyUsage allows signatures', () => m.verdicts_rule_key_usage()),
  exact('leafIndex is below the size of the tree', () => m.verdicts_rule_leaf_below()),
  exact('a tree has at most 2^64 leaves', () => m.verdicts_rule_tree_leaves()),
  [
    /^rightHashes has (\d+) items in a tree of (\d+) leaves$/,
    ([count = '', size = '']) => m.verdicts_rule_right_hashes({ count, size }),
  ],
  exact('the path reaches targetRootHash', () => m.verdicts_rule_path_reaches()),
  exact('the block is not later than the validation time', () => m.verdicts_rule_block_time()),
  exact('the key of the signer is for signatures', () => m.verdicts_rule_signer_key()),
  exact('the time-stamp is not by a signer of what it dates', () => m.verdicts_rule_stamp_own_key()),
  exact('the signer is not an authority of certificates', () => m.verdicts_rule_stamp_not_authority()),
  exact('the certificate of the signer is for time-stamps', () => m.verdicts_rule_stamp_purpose()),
  exact('extendedKeyUsage allows signatures of documents', () => m.verdicts_rule_signing_purpose()),
  exact('every signature is over one document', () => m.verdicts_rule_one_document()),
  exact('the signed certificate hash is that of the signer', () => m.verdicts_rule_signer_hash()),
  exact('the signed content type is that of the content', () => m.verdicts_rule_content_type()),
  exact('the signed message digest is that of the content', () => m.verdicts_rule_message_digest()),
  exact('the time counts once the token is shown to hold', () => m.verdicts_rule_token_holds()),
  exact(
    'what a response says counts once it is shown to be an authorized answer about this certificate',
    () => m.verdicts_rule_ocsp_ground(),
  ),
  [/^an imprint of (\d+) bytes$/, ([count = '']) => m.verdicts_rule_imprint_length({ count })],
  exact('ESSCertID or ESSCertIDv2', () => m.verdicts_rule_esscertid()),
  exact('a profile knows the policy', () => m.verdicts_rule_profile_policy()),
  exact('the signer is certified for time stamping alone', () => m.verdicts_rule_profile_alone()),
  exact('the responder is the issuer, or its certificate is in the response', () =>
    m.verdicts_rule_responder_present(),
  ),
  exact('the issuer was valid at producedAt', () => m.verdicts_rule_issuer_valid()),
  exact('the responder is certified by the issuer itself', () => m.verdicts_rule_responder_by_issuer()),
  exact('the issuer signed the certificate of the responder', () => m.verdicts_rule_responder_signed()),
  exact('the certificate of the responder is for OCSPSigning', () => m.verdicts_rule_responder_purpose()),
  exact('the key of the responder is for signatures', () => m.verdicts_rule_responder_key()),
  exact('the certificate of the responder was valid at producedAt', () => m.verdicts_rule_responder_valid()),
  exact('the anchor is an authority that may sign certificates', () => m.verdicts_rule_anchor_authority()),
  exact('the issuer is the subject of the certificate above', () => m.verdicts_rule_issuer_above()),
  exact('an explicit policy is required and none is left', () => m.verdicts_rule_explicit_policy()),
  exact('anyPolicy is never mapped', () => m.verdicts_rule_any_policy()),
  exact('basicConstraints says that it is an authority', () => m.verdicts_rule_basic_constraints()),
  exact('the path is no longer than pathLen allows', () => m.verdicts_rule_path_length()),
  exact('keyUsage has keyCertSign', () => m.verdicts_rule_key_cert_sign()),
  exact('a critical extendedKeyUsage includes the purpose', () => m.verdicts_rule_purpose()),
  exact('an accepted policy is left at the end', () => m.verdicts_rule_policy_left()),
  [
    /^names of form (\S+) keep to the (permitted|excluded) subtrees$/,
    ([form = '', rule]) =>
      m.verdicts_rule_names_within({
        form,
        rule: rule === 'permitted' ? m.verdicts_rule_names_permitted() : m.verdicts_rule_names_excluded(),
      }),
  ],
  exact('a list is signed by a key that may sign it', () => m.verdicts_rule_list_signer()),
  exact('a list is current at the time', () => m.verdicts_rule_list_current()),
  exact('a list was issued before the certificate expired', () => m.verdicts_rule_list_before_expiry()),
  exact('a list has no critical extension that is not processed', () => m.verdicts_rule_list_critical()),
  exact('a list of the issuer is at hand', () => m.verdicts_rule_list_at_hand()),
  exact('the lists cover every reason', () => m.verdicts_rule_list_reasons()),
  exact('the list that a delta list continues is at hand', () => m.verdicts_rule_list_base()),
  exact('a delta list is at hand', () => m.verdicts_rule_list_delta()),
  exact('a hold was lifted before the time', () => m.verdicts_rule_list_hold()),
  exact('one block, two times', () => m.verdicts_rule_one_block()),
  exact('a later time in an earlier block', () => m.verdicts_rule_later_block()),
  exact('the transaction was reverted', () => m.verdicts_rule_reverted()),
];

const things: readonly Phrase[] = [
  exact('the network of the anchor', () => m.verdicts_what_network()),
  exact('a key that is not RSA', () => m.verdicts_what_not_rsa()),
  [/^critical extension (\S+)$/, ([id = '']) => m.verdicts_what_critical({ id })],
  exact('more signatures than are verified in one verification', () => m.verdicts_what_many_signatures()),
  [/^imprint by (\S+)$/, ([id = '']) => m.verdicts_what_imprint({ id })],
  [/^digest by (\S+)$/, ([id = '']) => m.verdicts_what_imprint({ id })],
  [/^hash (\S+)$/, ([id = '']) => m.verdicts_what_imprint({ id })],
  [/^certificate hash by (\S*)$/, ([id = '']) => m.verdicts_what_certificate_hash({ id })],
  [/^name constraint of form (\S+)$/, ([id = '']) => m.verdicts_what_name_constraint({ id })],
  [/^SHA-1 in (\S+)$/, ([id = '']) => m.verdicts_what_sha1_in({ id })],
  [/^RSA of (\d+) bits$/, ([id = '']) => m.verdicts_what_rsa_bits({ id })],
  exact('EC with explicit parameters', () => m.verdicts_what_explicit_curve()),
  [/^EC on curve (\S+)$/, ([id = '']) => m.verdicts_what_curve({ id })],
];

const places: readonly Phrase[] = [
  exact('certID', () => m.verdicts_what_where_certid()),
  exact('signature', () => m.verdicts_what_where_signature()),
  exact('certificate of the responder', () => m.verdicts_what_where_responder()),
  exact('ESSCertID', () => m.verdicts_what_where_esscertid()),
];

const faults: readonly Phrase[] = [
  exact('unreachable', () => m.verdicts_what_unreachable()),
  exact('timeout', () => m.verdicts_what_timeout()),
  exact('rate-limit', () => m.verdicts_what_rate_limit()),
  exact('cors', () => m.verdicts_what_cors()),
  exact('no answer', () => m.verdicts_what_no_answer()),
];

/** What should have held. */
export const ruleWords = (text: string): string => said(rules, text);
/** What is not checked, or not counted. */
export const thingWords = (text: string): string => said(things, text);
/** Where a weak algorithm stands. */
export const placeWords = (text: string): string => said(places, text);
/** Why a node gave no answer. */
export const faultWords = (text: string): string => said(faults, text);

/** Whether a rule has words of its own. */
export const knowsRule = (text: string): boolean => rules.some(([pattern]) => pattern.test(text));

function said(phrases: readonly Phrase[], text: string): string {
  for (const [pattern, say] of phrases) {
    const found = pattern.exec(text);
    if (found !== null) return say(found.slice(1).map(shown));
  }
  return shown(text);
}

/**
 * A distinguished name by its common name, where it has one: the whole name of an authority fills lines. A responder
 * that is reported by its key alone is called so.
 */
export function holderWords(name: string): string {
  const key = /^key ([0-9a-f]{40})$/.exec(name)?.[1];
  if (key !== undefined) return m.verdicts_what_key({ id: `${key.slice(0, 8)}…${key.slice(-6)}` });
  const common = [...name.matchAll(/(?:^|, )CN=([^,]+)/g)];
  // With two of them, one may have been written inside another value to be taken for the name.
  return common.length === 1 ? (common[0]?.[1] ?? name) : name;
}

/** A network by the name that people use, or by its number. */
export function networkWords(id: string | number): string {
  return knownNetwork(id) ?? m.verdicts_what_network_other({ id: shown(String(id)) });
}
