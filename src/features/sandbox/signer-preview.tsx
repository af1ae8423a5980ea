import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { content } from '#api/families/content.ts';
import { sandbox } from '#api/families/sandbox.ts';
import { contentKeyOf } from '#api/reading.ts';
import { useHost } from '#api/session-context.tsx';
import type { SignatureRequest } from '#contract/resources.ts';
import { contentKind } from '#contract/kinds.ts';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';
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
  if (bytes.isError)
    return (
      <QueryFailure
        error={bytes.error}
        what={m.sandbox_what_document()}
        onRetry={() => void bytes.refetch()}
        retrying={bytes.isFetching}
      />
    );
  return (
    <Suspense fallback={<LoadingRows kind="list" count={3} />}>
      {key !== undefined && !bytes.data ? (
        <LoadingRows kind="list" count={3} />
      ) : (
        <DocumentPreview file={bytes.data} kind={kind} />
      )}
    </Suspense>
  );
}
