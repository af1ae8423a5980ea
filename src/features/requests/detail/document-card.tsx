import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { isAbsent } from '#client/session/capabilities.ts';
import { content } from '#client/families/requests/content.ts';
import { contentKeyOf } from '#client/queries/reading.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { SignatureRequest, Subject } from '#contract/resources/resources.ts';
import { contentKind } from '#contract/resources/kinds.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FailedLine } from '#ui/feedback/failed-line.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { Link } from '#ui/actions/link.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { m } from '#i18n/messages.ts';
import { fileNameOf } from '../file-name.ts';
import { LoadingBytes, LoadingCheck, LoadingPreview } from './loading-request.tsx';
import type { Names } from '../standing.ts';
import css from './document-card.module.css';

const DocumentCheck = lazy(async () => ({ default: (await import('./document-check.tsx')).DocumentCheck }));

const DocumentPreview = lazy(async () => ({
  default: (await import('#widgets/preview/document-preview.tsx')).DocumentPreview,
}));

/** The document: what it is, what its bytes hash to, and what it looks like. */
export function DocumentCard({
  request,
  people,
  kindLine,
  sharedKey,
}: {
  request: SignatureRequest;
  people: Names;
  kindLine: string;
  /** From a shared link. */
  sharedKey: string | undefined;
}) {
  const client = useClient();
  const format = useFormat();
  const key = contentKeyOf(request);
  const bytes = useQuery({
    ...content(client).bytes(key ?? '', () => sharedKey),
    enabled: key !== undefined,
  });
  const kind = contentKind(request.content);
  return (
    <Card
      flush
      title={m.requests_column_document()}
      note={
        (bytes.data ?? bytes.isLoading) && (
          <Button
            disabled={!bytes.data}
            icon={<DownloadIcon aria-hidden="true" />}
            onClick={() => bytes.data && saveBlob(bytes.data, fileNameOf(request))}
          >
            {m.requests_download()}
          </Button>
        )
      }
    >
      <div className={css.content}>
        <div className="facts">
          <Facts
            facts={[
              {
                label: m.requests_content_label(),
                value: bytes.data ? `${kindLine}, ${format.bytes(bytes.data.size)}` : kindLine,
              },
              ...(kind === 'IOU' ? iouFacts(request.content, people) : []),
            ]}
          />
        </div>
        {key === undefined ? (
          <p className={css.words}>{m.requests_document_no_key()}</p>
        ) : (
          <QueryView
            query={bytes}
            loading={<LoadingBytes />}
            failed={(error) => (
              <UnreadDocument
                error={error}
                onRetry={() => void bytes.refetch()}
                isRetrying={bytes.isFetching}
              />
            )}
          >
            {(file) => <ReadDocument file={file} request={request} />}
          </QueryView>
        )}
      </div>
    </Card>
  );
}

function ReadDocument({
  file,
  request: { content: of, witness },
}: {
  file: Blob;
  request: SignatureRequest;
}) {
  const kind = contentKind(of);
  return (
    <>
      <div className={css.check}>
        <Suspense fallback={<LoadingCheck />}>
          <DocumentCheck file={file} witness={witnessedHash(witness)} />
        </Suspense>
      </div>
      <div className={css.preview} data-kind={kind}>
        <Suspense fallback={<LoadingPreview />}>
          <DocumentPreview file={file} kind={kind ?? 'raw'} />
        </Suspense>
      </div>
    </>
  );
}

/** Why there are no bytes; a service that gives none is not requested again. */
function UnreadDocument({
  error,
  onRetry,
  isRetrying,
}: {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}) {
  if (isAbsent(error))
    return (
      <p className={css.words} role="status">
        {m.requests_document_not_given()}
      </p>
    );
  return (
    <div className={css.words}>
      <FailedLine
        text={
          <>
            {m.requests_document_unread()} <FailureText error={error} />
          </>
        }
        details={describeFailure(error).details}
        onRetry={onRetry}
        retrying={isRetrying}
      />
    </div>
  );
}

function iouFacts(iou: SignatureRequest['content'], people: Names) {
  const { debtor, creditor, latitude, longitude } = iou ?? {};
  return [
    { label: m.requests_debtor(), value: <Party of={debtor} people={people} /> },
    { label: m.requests_creditor(), value: <Party of={creditor} people={people} /> },
    {
      label: m.requests_place(),
      value:
        latitude != null && longitude != null ? (
          <Place latitude={Number(latitude)} longitude={Number(longitude)} />
        ) : undefined,
    },
  ];
}

/** A place as a map writes it, to about ten metres: `21.0025° N, 89.6326° W`. */
function Place({ latitude, longitude }: { latitude: number; longitude: number }) {
  const format = useFormat();
  return m.requests_coordinates({
    latitude: format.number(Math.abs(latitude), 4, 4),
    northOrSouth: latitude < 0 ? 'S' : 'N',
    longitude: format.number(Math.abs(longitude), 4, 4),
    eastOrWest: longitude < 0 ? m.requests_west() : 'E',
  });
}

function Party({ of, people }: { of: string | Subject | null | undefined; people: Names }) {
  const id = typeof of === 'string' ? of : of?.id;
  if (!id) return '—';
  const name =
    visibleName(people[id]?.commonName) ??
    (typeof of === 'object' ? visibleName(of?.commonName) : undefined) ??
    id;
  return <Link to={paths.subject(id)}>{name}</Link>;
}

const witnessedHash = (witness: SignatureRequest['witness']) =>
  witness?.hash
    ? { hash: witness.hash, ...(witness.algorithm && { algorithm: witness.algorithm }) }
    : undefined;
