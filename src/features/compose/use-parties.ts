import { useQuery } from '@tanstack/react-query';
import { subjects } from '#api/families/subjects.ts';
import { useClient } from '#api/session-context.tsx';
import type { Party } from './iou.ts';
import type { Composer } from './use-composer.ts';

export interface Parties {
  readonly debtor: Party | undefined;
  readonly creditor: Party | undefined;
}

/** The parties of an IOU as the directory knows them. */
export function useParties(iou: Composer['draft']['iou']): {
  debtor: Party | undefined;
  creditor: Party | undefined;
} {
  const client = useClient();
  const read = (id: string | undefined) => ({ ...subjects(client).one(id ?? ''), enabled: id !== undefined });
  const debtor = useQuery(read(iou?.debtor)).data;
  const creditor = useQuery(read(iou?.creditor)).data;
  const party = (subject: typeof debtor): Party | undefined =>
    subject?.commonName ? { name: subject.commonName, rfc: subject.RFC?.split(' ')[0] } : undefined;
  return { debtor: party(debtor), creditor: party(creditor) };
}
