import { m } from '#i18n/messages.ts';
import { leftOutCode } from '../prepare/bulk-items.ts';
import { severityByCode, type Reason, type ReasonCode } from './reasons.ts';

/** Why a document is refused. */
export function refusalWords(refusal: string): string {
  switch (refusal) {
    case 'empty':
      return m.bulk_refusal_empty();
    case 'kind':
      return m.bulk_refusal_kind();
    case 'path':
      return m.bulk_refusal_path();
    case 'gone':
      return m.bulk_refusal_gone();
    case 'full':
      return m.bulk_refusal_full();
    default:
      return m.bulk_refusal_unreadable();
  }
}

/** A reason in a sentence: what was found, about what, and what it breaks. */
export function reasonWords({ code, what = '', row = 0, count = 0 }: Reason): string {
  switch (code) {
    case 'document-empty':
      return m.bulk_reason_document_empty();
    case 'document-missing':
      return m.bulk_reason_document_missing({ what });
    case 'document-several':
      return m.bulk_reason_document_several({ what, count });
    case 'document-refused':
      return m.bulk_reason_document_refused({ what });
    case 'document-reading':
      return m.bulk_reason_document_reading({ what });
    case 'document-witnessed':
      return m.bulk_reason_document_witnessed({ what });
    case 'name-long':
      return m.bulk_reason_name_long({ most: count });
    case 'signer-none':
      return m.bulk_reason_signer_none();
    case 'identifier-length':
      return m.bulk_reason_identifier_length({ what });
    case 'identifier-form':
      return m.bulk_reason_identifier_form({ what });
    case 'identifier-date':
      return m.bulk_reason_identifier_date({ what });
    case 'identifier-email':
      return m.bulk_reason_identifier_email({ what });
    case 'subject-looking':
      return m.bulk_reason_subject_looking({ what });
    case 'subject-unknown':
      return m.bulk_reason_subject_unknown({ what });
    case 'subject-several':
      return m.bulk_reason_subject_several({ what, count });
    case 'subject-unchecked':
      return m.bulk_reason_subject_unchecked({ what });
    case 'link-none':
      return m.bulk_reason_link_none({ what });
    case 'link-unchecked':
      return m.bulk_reason_link_unchecked({ what });
    case 'certificate-revoked':
      return m.bulk_reason_certificate_revoked({ what });
    case 'certificate-expired':
      return m.bulk_reason_certificate_expired({ what });
    case 'certificate-expiring':
      return m.bulk_reason_certificate_expiring({ what, count });
    case 'certificate-not-yet':
      return m.bulk_reason_certificate_not_yet({ what });
    case 'certificate-unchecked':
      return m.bulk_reason_certificate_unchecked({ what });
    case 'person-twice':
      return m.bulk_reason_person_twice({ what, row });
    case 'row-twice':
      return m.bulk_reason_row_twice({ row });
    case 'nom151-unreadable':
      return m.bulk_reason_nom151_unreadable({ what });
    case 'nom151-contradiction':
      return m.bulk_reason_nom151_contradiction({ row });
    case 'quota':
      return m.bulk_reason_quota({ count });
    case 'quota-unchecked':
      return m.bulk_reason_quota_unchecked();
    case 'begun-before':
      return m.bulk_reason_begun_before({ what });
    case 'create-in-doubt':
      return m.bulk_reason_create_in_doubt();
    case 'request-held':
      return m.bulk_reason_request_held({ row });
  }
}

const isCode = (code: string): code is ReasonCode => code in severityByCode;

/** The same of a code alone, as results keep it: without what it was about. */
export function codeWords(code: string): string {
  if (code === leftOutCode) return m.bulk_code_left_out();
  if (code === 'discarded') return m.bulk_code_discarded();
  if (!isCode(code)) return code;
  switch (code) {
    case 'document-empty':
      return m.bulk_reason_document_empty();
    case 'document-missing':
      return m.bulk_code_document_missing();
    case 'document-several':
      return m.bulk_code_document_several();
    case 'document-refused':
      return m.bulk_code_document_refused();
    case 'signer-none':
      return m.bulk_reason_signer_none();
    case 'identifier-length':
    case 'identifier-form':
    case 'identifier-date':
    case 'identifier-email':
      return m.bulk_code_identifier();
    case 'subject-unknown':
      return m.bulk_code_subject_unknown();
    case 'subject-several':
      return m.bulk_code_subject_several();
    case 'link-none':
      return m.bulk_code_link_none();
    case 'certificate-revoked':
    case 'certificate-expired':
      return m.bulk_code_certificate();
    case 'person-twice':
    case 'row-twice':
      return m.bulk_code_twice();
    case 'nom151-contradiction':
    case 'nom151-unreadable':
      return m.bulk_code_nom151();
    case 'create-in-doubt':
      return m.bulk_reason_create_in_doubt();
    case 'request-held':
      return m.bulk_code_request_held();
    default:
      return code;
  }
}
