import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { content } from '#client/families/requests/content.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { contentKeyOf } from '#client/queries/reading.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { contentKind } from '#contract/resources/kinds.ts';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import type { Signer } from './signer-invites.ts';

const DocumentPreview = lazy(async () => ({
  default: (await import('#widgets/preview/document-preview.tsx')).DocumentPreview,
}));

/** The document as the signer reads it before answering, fetched with the signer's own token. */
export function SignerPreview({ signer, request }: { signer: Signer; request: SignatureRequest }) {
  const { fetch: fetcher, origin } = useHost();
  const client = sandbox(fetcher, origin).clientOf(signer);
  const kind = contentKind(request.content) ?? 'raw';
  const key = contentKeyOf(request);
  const bytes = useQuery({ ...content(client).bytes(key ?? ''), enabled: key !== undefined });
  const loading = <LoadingRows kind="list" count={3} />;
  const preview = (file: Blob | undefined) => <DocumentPreview file={file} kind={kind} />;
  return (
    <Suspense fallback={loading}>
      {key === undefined ? (
        preview(undefined)
      ) : (
        <QueryView query={bytes} what={m.sandbox_what_document()} loading={loading}>
          {preview}
        </QueryView>
      )}
    </Suspense>
  );
}
