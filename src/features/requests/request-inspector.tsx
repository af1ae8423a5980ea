import { useState } from 'react';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import OpenIcon from '@mui/icons-material/OpenInNewOutlined';
import type { SignatureRequest } from '#contract/resources.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { Inspector, InspectorSection } from '#ui/inspector.tsx';
import { Instant } from '#ui/instant.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { RequestProgress } from '#widgets/request-progress.tsx';
import { hashAlgorithmName } from '#widgets/hash-algorithm.ts';
import { m } from '#words/words.ts';
import { Conservation } from './conservation.tsx';
import { People } from './people.tsx';
import { nameOf, useKindLine } from './request-cells.tsx';
import { ShareLink } from './share-link.tsx';
import { useRequest } from './use-request.ts';
import { useStanding } from './use-standing.ts';

/** The request that is chosen in the list, beside the list. */
export function RequestInspector({
  id,
  row,
  onClose,
}: {
  id: string;
  row: SignatureRequest | undefined;
  onClose: () => void;
}) {
  const read = useRequest(id, row);
  const { request } = read;
  const standing = useStanding(request, read.people);
  const kindLine = useKindLine();
  const [sharing, setSharing] = useState(false);
  return (
    <Inspector
      kind={<HashText label={m.requests_one()} value={id} size="id" />}
      title={request ? nameOf(request) : m.requests_one()}
      state={standing}
      onClose={onClose}
      actions={
        request &&
        (sharing ? (
          <ShareLink request={request} onDone={() => setSharing(false)} />
        ) : (
          <>
            <LinkButton icon={<OpenIcon aria-hidden="true" />} to={paths.request(id)}>
              {m.requests_open()}
            </LinkButton>
            {request.anonymousKey && (
              <Button icon={<LinkIcon aria-hidden="true" />} onClick={() => setSharing(true)}>
                {m.requests_share()}
              </Button>
            )}
          </>
        ))
      }
    >
      {!request ? (
        read.error ? (
          <QueryFailure
            error={read.error}
            what={m.requests_what_one()}
            onRetry={read.retry}
            retrying={read.retrying}
          />
        ) : (
          <LoadingRows count={4} />
        )
      ) : (
        <>
          <InspectorSection>
            <h3 style={{ display: 'flex', justifyContent: 'space-between' }}>
              <span>{m.requests_signers()}</span>
              {(request.invites?.length ?? 0) > 0 && <RequestProgress request={request} />}
            </h3>
            <People read={read} request={request} />
          </InspectorSection>
          <InspectorSection>
            <h3>{m.requests_column_conservation()}</h3>
            <Conservation request={request} form="list" />
          </InspectorSection>
          <InspectorSection>
            <h3>{m.requests_column_document()}</h3>
            <Facts
              facts={[
                {
                  label: hashAlgorithmName(request.witness?.algorithm),
                  value: request.witness?.hash ? <HashText value={request.witness.hash} /> : undefined,
                },
                {
                  label: m.requests_created_label(),
                  value: request.createdAt ? <Instant at={request.createdAt} form="minute" /> : undefined,
                },
                { label: m.requests_content_label(), value: kindLine(request) },
              ]}
            />
          </InspectorSection>
        </>
      )}
    </Inspector>
  );
}
