/**
 * `refused`: it cannot be sent like this. `held`: another row cannot, and they go together. `unchecked`: whether it can be sent could not be found out, which is not that
 * it can. `warning`: it can be sent, and this is to be known before. `waiting`: it is still being looked at.
 */
export type Severity = 'refused' | 'held' | 'unchecked' | 'warning' | 'waiting';

/** Every reason that the dry run can give, by how much it weighs. The codes stand in result files: they never change. */
export const severityByCode = {
  'document-empty': 'refused',
  'document-missing': 'refused',
  'document-several': 'refused',
  'document-refused': 'refused',
  'document-reading': 'waiting',
  'document-witnessed': 'warning',
  'name-long': 'refused',
  'signer-none': 'refused',
  'identifier-length': 'refused',
  'identifier-form': 'refused',
  'identifier-date': 'refused',
  'identifier-email': 'refused',
  'subject-looking': 'waiting',
  'subject-unknown': 'refused',
  'subject-several': 'refused',
  'subject-unchecked': 'unchecked',
  'link-none': 'refused',
  'link-unchecked': 'unchecked',
  'certificate-revoked': 'refused',
  'certificate-expired': 'refused',
  'certificate-expiring': 'warning',
  'certificate-not-yet': 'warning',
  'certificate-unchecked': 'unchecked',
  'person-twice': 'refused',
  'row-twice': 'refused',
  'nom151-unreadable': 'refused',
  'nom151-contradiction': 'refused',
  quota: 'warning',
  'quota-unchecked': 'unchecked',
  'begun-before': 'warning',
  'create-in-doubt': 'warning',
  'request-held': 'held',
} as const satisfies Readonly<Record<string, Severity>>;

export type ReasonCode = keyof typeof severityByCode;

/** One reason, with what its words need. */
export interface Reason {
  readonly code: ReasonCode;
  /** Column of the table that it is about. */
  readonly column?: number | undefined;
  /** What is meant: a text of the cell, a person's name. */
  readonly what?: string | undefined;
  /** Number of another row. */
  readonly row?: number | undefined;
  /** How many: days, matches. */
  readonly count?: number | undefined;
}

const order: readonly Severity[] = ['warning', 'unchecked', 'held', 'waiting', 'refused'];

/** The heaviest of some reasons; undefined when there is none. */
export function heaviest(reasons: readonly Reason[]): Severity | undefined {
  let at = -1;
  for (const { code } of reasons) at = Math.max(at, order.indexOf(severityByCode[code]));
  return order[at];
}
