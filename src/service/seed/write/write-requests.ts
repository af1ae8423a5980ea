import type { SeedRequest } from '../plan/story.ts';
import { insertRows } from '../../storage/tables/bulk.ts';
import type { BulkRow } from '../../storage/tables/bulk.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { normalised } from '../../storage/lists/normalise.ts';
import { derivedId, latest } from './seed-context.ts';
import type { SeedContext } from './seed-context.ts';

/** Documents, and the requests over them. */
export async function writeRequests(demo: SeedContext, tx: Queries): Promise<void> {
  const { requests } = demo.story;
  await insertRows(
    tx,
    'contents',
    requests.map((request) => {
      const { key, size, md5, sha256 } = demo.document(request.key);
      return {
        content_key: key,
        organization_id: demo.organization(request.organization),
        size,
        md5,
        sha256,
        created_at: request.createdAt,
      };
    }),
  );
  // The witness of a request names it, and it its witness: the second name is written when both are there.
  await insertRows(
    tx,
    'signature_requests',
    requests.map((request) => requestRow(demo, request)),
  );
}

function requestRow(demo: SeedContext, request: SeedRequest): BulkRow {
  const answered = request.invites.flatMap(({ answer }) => (answer.status === 'signed' ? [answer.at] : []));
  const { iou } = request;
  return {
    id: request.id,
    organization_id: demo.organization(request.organization),
    name: request.name,
    search_name: normalised(request.name),
    draft: request.draft,
    nom151: request.nom151,
    finalized: request.finalizedAt !== undefined,
    anonymous_key: `anon_${demo.secret.derive(`anonymous/${request.id}`)}`,
    content_id: derivedId(`content-of/${request.id}`, request.createdAt),
    content_kind: request.kind === 'IOU' ? 'IOU' : request.kind.toLowerCase(),
    content_key: demo.document(request.key).key,
    iou_latitude: iou?.latitude ?? null,
    iou_longitude: iou?.longitude ?? null,
    iou_currency: iou?.currency ?? null,
    iou_amount: iou?.amount ?? null,
    iou_debtor_id: iou ? demo.subject(iou.debtor) : null,
    iou_creditor_id: iou ? demo.subject(iou.creditor) : null,
    signed_at: latest(answered) ?? null,
    rejected_at: request.rejectedAt ?? null,
    finalized_at: request.finalizedAt ?? null,
    created_at: request.createdAt,
    updated_at: request.updatedAt,
  };
}
