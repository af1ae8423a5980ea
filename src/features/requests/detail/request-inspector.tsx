import { useState } from 'react';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import OpenIcon from '@mui/icons-material/OpenInNewOutlined';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Row } from '#ui/layout/card.tsx';
import { Inspector, InspectorSection } from '#ui/layout/inspector.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { RequestProgress } from '../request-progress.tsx';
import { hashAlgorithmName } from '#widgets/witness/hash-algorithm.ts';
import { m } from '#i18n/messages.ts';
import { Conservation, ConservationBasis } from './conservation.tsx';
import { People } from '../signers/people.tsx';
import { nameOf, useKindLine } from '../request-cells.tsx';
import { ShareLink } from '../actions/share-link.tsx';
import { useRequest } from '../use-request.ts';
import { useStanding } from '../use-standing.ts';

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
  const isComing = !request && !read.query.isError;
  return (
    <Inspector
      // Of a request that could not be read the title is its kind.
      kind={
        <HashText
          label={!request && read.query.isError ? m.common_id() : m.requests_one()}
          value={id}
          size="id"
        />
      }
      title={request ? nameOf(request) : m.requests_one()}
      state={isComing ? <LoadingStanding /> : standing}
      onClose={onClose}
      actions={
        (request ?? isComing) &&
        (request && sharing ? (
          <ShareLink request={request} onDone={() => setSharing(false)} />
        ) : (
          <>
            <LinkButton icon={<OpenIcon aria-hidden="true" />} to={paths.request(id)}>
              {m.requests_open()}
            </LinkButton>
            {request?.anonymousKey && (
              <Button icon={<LinkIcon aria-hidden="true" />} onClick={() => setSharing(true)}>
                {m.requests_share()}
              </Button>
            )}
          </>
        ))
      }
    >
      <QueryView query={read.query} what={m.requests_what_one()} loading={<LoadingParts />}>
        {(current) => (
          <>
            <InspectorSection>
              <h3 style={{ display: 'flex', justifyContent: 'space-between' }}>
                <span>{m.requests_signers()}</span>
                {(current.invites?.length ?? 0) > 0 && (
                  <Row>
                    <RequestProgress request={current} />
                    <ExplainedBasis basis="SERVER" />
                  </Row>
                )}
              </h3>
              <People read={read} request={current} />
            </InspectorSection>
            <InspectorSection>
              <h3 style={{ display: 'flex', justifyContent: 'space-between' }}>
                <span>{m.requests_column_conservation()}</span>
                <ConservationBasis request={current} />
              </h3>
              <Conservation request={current} form="list" />
            </InspectorSection>
            <InspectorSection>
              <h3>{m.requests_column_document()}</h3>
              <Facts
                facts={[
                  {
                    label: hashAlgorithmName(current.witness?.algorithm),
                    value: current.witness?.hash ? <HashText value={current.witness.hash} /> : undefined,
                  },
                  {
                    label: m.requests_created_label(),
                    value: current.createdAt ? <Instant at={current.createdAt} form="minute" /> : undefined,
                  },
                  { label: m.requests_content_label(), value: kindLine(current) },
                ]}
              />
            </InspectorSection>
          </>
        )}
      </QueryView>
    </Inspector>
  );
}

/** The sentence that says where the request stands, mostly of two lines. */
const LoadingStanding = () => (
  <span aria-hidden="true">
    <LoadingRows count={2} rowHeight={18} {...bare} />
  </span>
);

/** The parts of the request under their headings. */
function LoadingParts() {
  return (
    <>
      <InspectorSection>
        <h3>{m.requests_signers()}</h3>
        <LoadingRows kind="people" count={2} lines={3} rowHeight={119} ruled={false} />
      </InspectorSection>
      <InspectorSection aria-hidden="true">
        <h3>{m.requests_column_conservation()}</h3>
        <LoadingRows kind="work" count={3} lines={1} rowHeight={27} {...bare} />
      </InspectorSection>
      <InspectorSection aria-hidden="true">
        <h3>{m.requests_column_document()}</h3>
        <LoadingFacts
          labels={[hashAlgorithmName(undefined), m.requests_created_label(), m.requests_content_label()]}
        />
      </InspectorSection>
    </>
  );
}

const bare = { ruled: false, ends: false } as const;
