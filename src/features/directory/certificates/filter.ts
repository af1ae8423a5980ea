import type { CertificateFilter } from '#client/families/people/certificates.ts';
import { instantsOf, type Bounds } from '#widgets/days.ts';
import { daySlot, oneOfSlot } from '#widgets/filters/slots.ts';
import { serialsOnWire } from '#widgets/people/serial-number.ts';
import { forms, matchSlot, type Match } from '../match.ts';
import { listKind, listSlots, matchArguments, wholeArgument, type ListView } from '../records/list-view.ts';

/** What the list of certificates is filtered by and where in it one is, as it stands in the address. */
export interface CertificateView extends ListView {
  readonly issuer: Match | undefined;
  readonly subject: Match | undefined;
  readonly serialNumber: Match | undefined;
  readonly version: Match | undefined;
  readonly id: Match | undefined;
  readonly scope: 'Organization' | 'Subject' | undefined;
  /** Days of the first and the last instant of its validity. */
  readonly startsFrom: string | undefined;
  readonly startsTo: string | undefined;
  readonly endsFrom: string | undefined;
  readonly endsTo: string | undefined;
}

export type CertificateFilterName =
  | 'q'
  | 'subject'
  | 'issuer'
  | 'ends'
  | 'starts'
  | 'serialNumber'
  | 'version'
  | 'created'
  | 'updated'
  | 'id'
  | 'scope';

export const certificateList = listKind<CertificateView, CertificateFilterName>({
  operations: ['/certificates'],
  slots: {
    ...listSlots,
    issuer: matchSlot('issuer', forms.id),
    subject: matchSlot('subject', forms.id),
    serialNumber: matchSlot('serial', forms.hex),
    version: matchSlot('version', forms.whole),
    id: matchSlot('id', forms.id),
    scope: oneOfSlot('scope', ['Organization', 'Subject']),
    startsFrom: daySlot('starts-from'),
    startsTo: daySlot('starts-to'),
    endsFrom: daySlot('ends-from'),
    endsTo: daySlot('ends-to'),
  },
  fieldsOf: {
    q: ['q'],
    subject: ['subject'],
    issuer: ['issuer'],
    ends: ['endsFrom', 'endsTo'],
    starts: ['startsFrom', 'startsTo'],
    serialNumber: ['serialNumber'],
    version: ['version'],
    created: ['createdFrom', 'createdTo'],
    updated: ['updatedFrom', 'updatedTo'],
    id: ['id'],
    scope: ['scope'],
  },
  argumentOf: {
    q: 'serialNumber',
    subject: 'subject',
    issuer: 'issuer',
    ends: 'notAfter',
    starts: 'notBefore',
    serialNumber: 'serialNumber',
    version: 'version',
    created: 'createdAt',
    updated: 'updatedAt',
    id: '_id',
    scope: 'accessScope',
  },
});

/** What was typed, by what it looks like: the interface finds certificates by id and by serial number, and by no text. */
export function readTypedCertificate(
  q: string,
): { kind: 'id' | 'serial'; match: Match } | 'neither' | undefined {
  if (q === '') return undefined;
  const text = forms.hex.normal(q);
  if (forms.id.allowed.test(text)) return { kind: 'id', match: { how: 'any-of', values: [text] } };
  return text.length >= 4 && forms.hex.allowed.test(text)
    ? { kind: 'serial', match: { how: 'any-of', values: [text] } }
    : 'neither';
}

/** The interface's arguments for a view. */
export function certificateFilterOf(view: CertificateView, bounds: Bounds): CertificateFilter {
  const typed = readTypedCertificate(view.q);
  const found = typed === 'neither' ? undefined : typed;
  const serial = found?.kind === 'serial' ? found.match : view.serialNumber;
  const days = {
    notBefore: instantsOf(view.startsFrom, view.startsTo, bounds),
    notAfter: instantsOf(view.endsFrom, view.endsTo, bounds),
    createdAt: instantsOf(view.createdFrom, view.createdTo, bounds),
    updatedAt: instantsOf(view.updatedFrom, view.updatedTo, bounds),
  };
  return {
    ...matchArguments({
      issuer: view.issuer,
      subject: view.subject,
      serialNumber: serial && withDigits(serial),
      _id: found?.kind === 'id' ? found.match : view.id,
    }),
    ...(view.version ? { version: wholeArgument(view.version) } : {}),
    ...(view.scope ? { accessScope: view.scope } : {}),
    ...Object.fromEntries(Object.entries(days).filter(([, range]) => range !== undefined)),
    sort: { field: view.sort, order: view.order },
  };
}

function withDigits(match: Match): Match {
  return 'values' in match ? { ...match, values: match.values.flatMap(serialsOnWire) } : match;
}
