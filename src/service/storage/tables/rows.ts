import type { KeyScope } from '#contract/operations/key-scopes.ts';
// Rows as the tables have them (migrations/0001-tables.sql).

import type { ProofRow } from './merkle-proofs.ts';
import type { ContentKind, InviteStatus } from '#contract/resources/kinds.ts';
import type { Conservation } from '#contract/resources/organization.ts';

interface Dated {
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface OrganizationRow extends Dated {
  readonly id: string;
  readonly name: string;
  readonly logo: string | null;
  readonly email_address: string | null;
  readonly quota_id: string;
  readonly quota_api: boolean;
  readonly quota_nom151: number;
  readonly quota_grouped_nom151: number;
  readonly conservation: Conservation;
}

export interface SubjectRow extends Dated {
  readonly id: string;
  readonly common_name: string;
  readonly serial_number: string;
  readonly rfc: string;
  readonly evm_address: string;
  readonly country: string | null;
  readonly email_address: string | null;
  readonly push_notification_token: string | null;
  /** Joined: the newest certificate, the wallet where there is one, and the invite to the service's own terms. */
  readonly certificate_id: string | null;
  readonly wallet_id: string | null;
  readonly terms_invite_id: string | null;
}

export interface CertificateRow extends Dated {
  readonly id: string;
  readonly subject_id: string;
  readonly issuer_id: string;
  readonly serial_number: string;
  readonly not_before: Date;
  readonly not_after: Date;
  readonly exponent: string;
  readonly modulus: string;
  readonly version: number;
  readonly hash: string;
  readonly certificate_pem: string;
  readonly revoked_at: Date | null;
}

export interface IssuerRow extends Dated {
  readonly id: string;
  readonly hash: string;
  readonly common_name: string;
  readonly exponent: string;
  readonly modulus: string;
  readonly certificate_pem: string;
  readonly rfc: string | null;
  readonly organization: string | null;
  readonly organizational_unit_name: string | null;
  readonly email_address: string | null;
  readonly street_address: string | null;
  readonly postal_code: number | null;
  readonly country: string | null;
  readonly state_or_province_name: string | null;
  readonly locality_name: string | null;
}

/** A link or a membership. */
export interface JoinRow extends Dated {
  readonly id: string;
  readonly organization_id: string;
  readonly subject_id: string;
}

export interface ApiKeyRow extends Dated {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly scopes: readonly KeyScope[] | null;
  readonly last_used_at: Date | null;
}

export interface SignatureRequestRow extends Dated {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly draft: boolean;
  readonly nom151: boolean;
  readonly finalized: boolean;
  readonly anonymous_key: string;
  readonly content_id: string;
  readonly content_kind: ContentKind;
  readonly content_key: string;
  /** Decimal text. */
  readonly iou_latitude: string | null;
  readonly iou_longitude: string | null;
  readonly iou_currency: string | null;
  readonly iou_amount: string | null;
  readonly iou_debtor_id: string | null;
  readonly iou_creditor_id: string | null;
  readonly witness_id: string | null;
  readonly signed_at: Date | null;
  readonly rejected_at: Date | null;
  readonly finalized_at: Date | null;
  /** Joined: how many invites stand how. */
  readonly signed: number;
  readonly pending: number;
  readonly rejected: number;
}

export interface InviteRow extends Dated {
  readonly id: string;
  readonly signature_request_id: string;
  readonly subject_id: string;
  readonly status: InviteStatus;
  readonly certificate_id: string | null;
  readonly signature: string | null;
  readonly ocsp_response: string | null;
  readonly witness_id: string | null;
  readonly signed_at: Date | null;
  readonly rejected_at: Date | null;
}

export interface WitnessRow extends Dated, ProofRow {
  readonly id: string;
  readonly organization_id: string;
  readonly kind: 'document' | 'signature' | 'interface';
  readonly algorithm: string;
  readonly signature_request_id: string | null;
  readonly waiting: Conservation | null;
  readonly waiting_nom151: boolean;
  readonly initial_owner_id: string | null;
  readonly claimed: boolean;
  readonly nom151_provider: string | null;
  readonly nom151_created_at: Date | null;
  readonly nom151_updated_at: Date | null;
  readonly merkle_nom151_provider: string | null;
  readonly merkle_algorithm: string | null;
  readonly merkle_created_at: Date | null;
  readonly merkle_updated_at: Date | null;
  readonly external_leaf_index: number | null;
  readonly external_left_hashes: readonly string[] | null;
  readonly external_right_hashes: readonly string[] | null;
  readonly external_root: string | null;
  readonly external_timestamp: Date | null;
  readonly external_created_at: Date | null;
  readonly external_updated_at: Date | null;
  readonly timestamped_at: Date | null;
  /** Joined: the batch, the claim and the token. */
  readonly tx_hash: string | null;
  readonly network: number | null;
  readonly claim_id: string | null;
  readonly claim_authorizer: string | null;
  readonly claim_signature: string | null;
  readonly claim_claimer: string | null;
  readonly claim_network: number | null;
  readonly claim_created_at: Date | null;
  readonly claim_updated_at: Date | null;
  readonly endorsable_id: string | null;
}

export interface WalletRow {
  readonly id: string;
  /** Joined. */
  readonly subject_id: string | null;
}

export interface EndorsableRow {
  /** Decimal text. */
  readonly id: string;
  readonly owner_id: string;
  readonly timestamp: number;
  readonly network: number;
  readonly witness_id: string | null;
}

export interface EndorseEventRow {
  readonly id: string;
  readonly timestamp: number;
  readonly from_id: string;
  readonly to_id: string;
  /** Decimal text. */
  readonly digest: string;
  readonly network: number;
}
