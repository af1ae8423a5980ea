import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { subjects } from '#client/families/people/subjects.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import type { Subject } from '#contract/resources/resources.ts';
import type { Parties, Party } from './iou/iou.ts';

/** The parties of an IOU as the directory knows them. */
export function useParties(iou: Draft['iou']): Parties {
  const client = useClient();
  const read = (id: string | undefined) => ({ ...subjects(client).one(id ?? ''), enabled: id !== undefined });
  const debtor = useQuery(read(iou?.debtor)).data;
  const creditor = useQuery(read(iou?.creditor)).data;
  return useMemo(() => ({ debtor: partyOf(debtor), creditor: partyOf(creditor) }), [debtor, creditor]);
}

const partyOf = (subject: Subject | undefined): Party | undefined =>
  subject?.commonName
    ? {
        name: subject.commonName,
        rfc: firstOf(subject.RFC, rfcForm),
        curp: firstOf(subject.serialNumber, curpForm),
      }
    : undefined;

const rfcForm = /[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}/i;
const curpForm = /[A-Z]{4}\d{6}[A-Z0-9]{8}/i;

/** A certificate of a company may carry its representative's code behind its own: `ABC… / XYZ…`. */
const firstOf = (codes: string | null | undefined, form: RegExp): string | undefined =>
  form.exec(codes ?? '')?.[0].toUpperCase();
