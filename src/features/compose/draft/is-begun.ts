import type { Draft } from '#jobs/drafts/draft-shape.ts';

/** Whether anything was written in a draft: only then there is something to find again, or to discard. */
export function isBegun(draft: Draft): boolean {
  return (
    draft.name !== '' ||
    draft.file !== undefined ||
    draft.text !== '' ||
    draft.signers.length > 0 ||
    draft.iou !== undefined
  );
}
