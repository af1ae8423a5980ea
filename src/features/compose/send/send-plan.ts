import type { SendPlan } from '#jobs/send/send-record.ts';
import { agreementOf } from '../iou/iou-check.ts';
import { iouOf, sentAmount, type Parties } from '../iou/iou.ts';
import type { ComposedDocument, Composer } from '../use-composer.ts';

/** What is sent: as it stands in the form now. Two documents of one name are distinguished by the draft's id. */
export function planOf(
  { draft }: Composer,
  { file, kind }: ComposedDocument,
  { md5, sha256 }: Readonly<Record<'md5' | 'sha256', string>>,
  organizationId: string,
  {
    invitable,
    unlinked,
  }: Readonly<Record<'invitable' | 'unlinked', readonly { id: string; name: string }[]>>,
  parties: Parties,
): SendPlan {
  const iou = draft.kind === 'iou' ? iouOf(draft) : undefined;
  const disagreement = iou && agreementOf(iou, parties).reason;
  return {
    name: draft.name.trim(),
    organizationId,
    kind,
    // The draft's id keeps two documents of one name apart; the service keeps versions besides.
    filePath: `${draft.id}/${file.name}`,
    md5,
    sha256,
    size: file.size,
    nom151: draft.nom151,
    keepAsDraft: draft.keepAsDraft,
    signers: invitable.map(({ id, name }) => ({ id, name })),
    ...(unlinked.length > 0 ? { unlinked: unlinked.map(({ id, name }) => ({ id, name })) } : {}),
    ...(draft.corrects ? { corrects: { id: draft.corrects.id, name: draft.corrects.name } } : {}),
    ...(iou
      ? {
          iou: {
            latitude: iou.latitude.trim(),
            longitude: iou.longitude.trim(),
            currency: iou.currency,
            amount: sentAmount(iou.amount, iou.currency) ?? iou.amount,
            debtor: iou.debtor ?? '',
            creditor: iou.creditor ?? '',
          },
        }
      : {}),
    ...(disagreement === undefined ? {} : { disagreement }),
  };
}
