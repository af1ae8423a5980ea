import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isAbsent } from '#client/session/capabilities.ts';
import { content } from '#client/families/requests/content.ts';
import { contentKeyOf } from '#client/queries/reading.ts';
import { useClient } from '#client/session/session-context.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { m } from '#i18n/messages.ts';
import type { PanelProps } from './request-actions.tsx';
import { fileNameOf } from '../file-name.ts';

/** Hands the document over as soon as its bytes are here; says why where they do not come. */
export function DownloadPanel({ request, onDone }: Pick<PanelProps, 'request' | 'onDone'>) {
  const client = useClient();
  const bytes = useQuery(content(client).bytes(contentKeyOf(request) ?? ''));
  const saved = useRef(false);
  useEffect(() => {
    if (!bytes.data || saved.current) return;
    saved.current = true;
    saveBlob(bytes.data, fileNameOf(request));
    onDone();
  }, [bytes.data, request, onDone]);
  return (
    <QueryView
      query={bytes}
      loading={<LoadingRows count={1} />}
      failed={(error) => (
        <WarningStrip action={{ label: m.common_close(), onSelect: onDone }}>
          {isAbsent(error) ? m.requests_document_not_given() : <FailureText error={error} />}
        </WarningStrip>
      )}
    >
      {() => null}
    </QueryView>
  );
}
