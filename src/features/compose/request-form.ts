import { z } from 'zod/mini';
import type { Draft, IouFields } from '#jobs/drafts/draft-shape.ts';
import { Name } from '#contract/operations/inputs.ts';
import { isDay } from '#widgets/days.ts';
import { OptionalDay } from '#widgets/forms/day.ts';
import { trimmed } from '#widgets/forms/trimmed.ts';
import { m } from '#i18n/messages.ts';
import { agreementOf } from './iou/iou-check.ts';
import { decimalsOf, iouOf, isDegrees, isPercent, sentAmount, type Parties } from './iou/iou.ts';

/** What the form of a request holds: everything of a draft that is typed or chosen. */
export interface RequestFields extends Pick<
  Draft,
  'kind' | 'name' | 'text' | 'file' | 'signers' | 'nom151' | 'keepAsDraft'
> {
  readonly iou: Required<IouFields>;
}

export function fieldsOf(draft: Draft): RequestFields {
  const { kind, name, text, file, signers, nom151, keepAsDraft } = draft;
  return { kind, name, text, file, signers, nom151, keepAsDraft, iou: iouOf(draft) };
}

/** What the rules need besides the fields. */
export interface RequestFacts {
  /** There are bytes of the chosen file, and they are of a kind that can be sent. */
  readonly hasDocument: boolean;
  /** The document could not be read to its end. */
  readonly isUnreadable: boolean;
  /** How many of the signers can be invited. */
  readonly invitable: number;
  readonly parties: Parties;
}

/** Everything that keeps a request from being sent, each as an issue of its field. */
export const requestForm = (facts: RequestFacts): z.ZodMiniType<RequestFields, RequestFields> =>
  z
    .discriminatedUnion('kind', [
      z.object({ ...fields, kind: z.literal('file') }),
      z.object({
        ...fields,
        kind: z.literal('text'),
        text: z.string().check(z.regex(/\S/, { error: () => m.compose_text_missing() })),
      }),
      z.object({ ...fields, kind: z.literal('iou'), iou: iouForm(facts.parties) }),
    ])
    .check(({ value, issues }) => {
      const add = (path: string[], message: string) =>
        issues.push({ code: 'custom', input: value, path, message });
      if (value.kind === 'file' && !facts.hasDocument) add(['file'], m.compose_file_missing());
      if (facts.hasDocument && facts.isUnreadable) add(documentPath[value.kind], m.compose_hash_failed());
      if (facts.invitable === 0 && !value.keepAsDraft) add(['signers'], m.compose_signers_missing());
    });

const documentPath = { file: ['file'], text: ['text'], iou: ['iou', 'text'] };

const degrees = (most: number, error: () => string) =>
  z.string().check(z.refine((typed) => isDegrees(typed, most), { error }));
const Percent = z.string().check(z.refine(isPercent, { error: () => m.compose_iou_percent_bad() }));
const Party = z
  .custom<string | undefined>()
  .check(z.refine(Boolean, { error: () => m.compose_iou_party_missing() }));

const anyIou = {
  amount: z.string(),
  currency: z.string(),
  debtor: z.custom<string | undefined>(),
  creditor: z.custom<string | undefined>(),
  latitude: z.string(),
  longitude: z.string(),
  place: z.string(),
  signedOn: z.string(),
  dueOn: z.string(),
  interest: z.string(),
  lateInterest: z.string(),
  text: z.string(),
  written: z.string(),
  reason: z.custom<IouFields['reason']>(),
};

const iouForm = (parties: Parties) =>
  z
    .object({
      ...anyIou,
      debtor: Party,
      creditor: Party,
      signedOn: OptionalDay,
      dueOn: OptionalDay,
      latitude: degrees(90, () => m.compose_iou_latitude_bad()),
      longitude: degrees(180, () => m.compose_iou_longitude_bad()),
      interest: Percent,
      lateInterest: Percent,
      text: z.string().check(z.regex(/\S/, { error: () => m.compose_text_missing() })),
    })
    .check(({ value, issues }) => {
      const add = (field: keyof IouFields, message: string) =>
        issues.push({ code: 'custom', input: value, path: [field], message });
      const { amount, currency, debtor, creditor, signedOn, dueOn, text } = value;
      if (!sentAmount(amount, currency)) add('amount', amountRule(decimalsOf(currency)));
      if (creditor && creditor === debtor) add('creditor', m.compose_iou_same_party());
      if (isDay(signedOn) && isDay(dueOn) && dueOn < signedOn) add('dueOn', m.compose_iou_due_rule());
      if (text.trim() && !agreementOf(value, parties).settled) add('reason', m.compose_iou_mismatch());
    });

const fields = {
  name: trimmed(Name),
  text: z.string(),
  file: z.custom<Draft['file']>(),
  signers: z.custom<Draft['signers']>(),
  nom151: z.boolean(),
  keepAsDraft: z.boolean(),
  iou: z.object(anyIou),
};

const amountRule = (decimals: number): string =>
  decimals === 0 ? m.compose_iou_amount_whole() : m.compose_iou_amount_bad({ decimals });
