/** Names of what stands in a certificate; a name without words is shown as the standard writes it. */
import { m } from '#i18n/messages.ts';

const usages: Readonly<Record<string, () => string>> = {
  digitalSignature: () => m.verdicts_usage_digital_signature(),
  contentCommitment: () => m.verdicts_usage_content_commitment(),
  keyEncipherment: () => m.verdicts_usage_key_encipherment(),
  dataEncipherment: () => m.verdicts_usage_data_encipherment(),
  keyAgreement: () => m.verdicts_usage_key_agreement(),
  keyCertSign: () => m.verdicts_usage_cert_sign(),
  cRLSign: () => m.verdicts_usage_crl_sign(),
  encipherOnly: () => m.verdicts_usage_encipher_only(),
  decipherOnly: () => m.verdicts_usage_decipher_only(),
};

const purposes: Readonly<Record<string, () => string>> = {
  any: () => m.verdicts_purpose_any(),
  serverAuth: () => m.verdicts_purpose_server(),
  clientAuth: () => m.verdicts_purpose_client(),
  codeSigning: () => m.verdicts_purpose_code(),
  emailProtection: () => m.verdicts_purpose_email(),
  timeStamping: () => m.verdicts_purpose_time_stamping(),
  OCSPSigning: () => m.verdicts_purpose_ocsp(),
};

const extensions: Readonly<Record<string, () => string>> = {
  keyUsage: () => m.verdicts_ext_key_usage(),
  extendedKeyUsage: () => m.verdicts_ext_extended_key_usage(),
  basicConstraints: () => m.verdicts_ext_basic_constraints(),
  subjectKeyIdentifier: () => m.verdicts_ext_subject_key_identifier(),
  authorityKeyIdentifier: () => m.verdicts_ext_authority_key_identifier(),
  subjectAltName: () => m.verdicts_ext_subject_alt_name(),
  nameConstraints: () => m.verdicts_ext_name_constraints(),
  certificatePolicies: () => m.verdicts_ext_certificate_policies(),
  crlDistributionPoints: () => m.verdicts_ext_crl_distribution_points(),
  authorityInfoAccess: () => m.verdicts_ext_authority_info_access(),
  ocspNoCheck: () => m.verdicts_ext_ocsp_no_check(),
  netscapeCertType: () => m.verdicts_ext_netscape_cert_type(),
};

export const usageWords = (name: string): string => said(usages, name);
export const purposeWords = (name: string): string => said(purposes, name);
export const extensionWords = (name: string): string => said(extensions, name);

function said(words: Readonly<Record<string, () => string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name]?.() ?? name) : name;
}
