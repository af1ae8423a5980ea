/** What each check asks, as a statement that is true when it passes. */
import type { CheckId, Step } from '#proofs/check.ts';
import { m } from '#i18n/messages.ts';

type Statement = (steps: readonly Step[]) => string;

export const questionWords: Readonly<Record<CheckId, Statement>> = {
  'file.hash': () => m.verdicts_q_file_hash(),
  'signature.form': () => m.verdicts_q_signature_form(),
  'signature.rsa': rsaStatement,
  'signature.document': () => m.verdicts_q_signature_document(),
  'signature.witness': () => m.verdicts_q_signature_witness(),
  'certificate.parse': () => m.verdicts_q_certificate_parse(),
  'certificate.fields': () => m.verdicts_q_certificate_fields(),
  'certificate.identity': () => m.verdicts_q_certificate_identity(),
  'certificate.key': () => m.verdicts_q_certificate_key(),
  'certificate.validity': () => m.verdicts_q_certificate_validity(),
  'certificate.usage': () => m.verdicts_q_certificate_usage(),
  'certificate.path': () => m.verdicts_q_certificate_path(),
  'ocsp.parse': () => m.verdicts_q_ocsp_parse(),
  'ocsp.cert': () => m.verdicts_q_ocsp_cert(),
  'ocsp.signature': () => m.verdicts_q_ocsp_signature(),
  'ocsp.responder': () => m.verdicts_q_ocsp_responder(),
  'ocsp.status': () => m.verdicts_q_ocsp_status(),
  'ocsp.time': () => m.verdicts_q_ocsp_time(),
  'nom151.parse': () => m.verdicts_q_nom151_parse(),
  'nom151.granted': () => m.verdicts_q_nom151_granted(),
  'nom151.imprint': () => m.verdicts_q_nom151_imprint(),
  'nom151.signature': () => m.verdicts_q_nom151_signature(),
  'nom151.signer': () => m.verdicts_q_nom151_signer(),
  'nom151.path': () => m.verdicts_q_nom151_path(),
  'nom151.time': () => m.verdicts_q_nom151_time(),
  'merkleized.shape': () => m.verdicts_q_merkleized_shape(),
  'merkleized.root': () => m.verdicts_q_merkleized_root(),
  'merkleized.stamp': () => m.verdicts_q_merkleized_stamp(),
  'merkleized.anchor': () => m.verdicts_q_merkleized_anchor(),
  'external.shape': () => m.verdicts_q_external_shape(),
  'external.root': rangeStatement,
  'external.anchor': () => m.verdicts_q_external_anchor(),
  'external.time': () => m.verdicts_q_external_time(),
  'claim.signature': () => m.verdicts_q_claim_signature(),
  'claim.role': () => m.verdicts_q_claim_role(),
  'claim.owner': () => m.verdicts_q_claim_owner(),
  'token.id': () => m.verdicts_q_token_id(),
  'token.continuity': () => m.verdicts_q_token_continuity(),
  'token.head': () => m.verdicts_q_token_head(),
  'token.first': () => m.verdicts_q_token_first(),
  'token.complete': () => m.verdicts_q_token_complete(),
  'token.order': () => m.verdicts_q_token_order(),
  'token.network': () => m.verdicts_q_token_network(),
  'case.contradictions': () => m.verdicts_q_case_contradictions(),
  'case.times': () => m.verdicts_q_case_times(),
};

/** With the size of the key, where the opened signature tells it: it is as long as the modulus. */
function rsaStatement(steps: readonly Step[]): string {
  const encoded = steps.find(({ kind }) => kind === 'modexp')?.values.encoded;
  return encoded === undefined
    ? m.verdicts_q_signature_rsa()
    : m.verdicts_q_signature_rsa_bits({ bits: String(encoded.length * 4) });
}

const merges: readonly string[] = ['merge-left', 'merge-right', 'bag', 'join-right', 'join-left'];

/** With the number of hashes that were joined, where the steps tell them. */
function rangeStatement(steps: readonly Step[]): string {
  const count = steps.filter(({ kind }) => merges.includes(kind)).length;
  return count === 0 ? m.verdicts_q_external_root() : m.verdicts_q_external_root_levels({ count });
}
