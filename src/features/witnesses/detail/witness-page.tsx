import InfoIcon from '@mui/icons-material/InfoOutlined';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { offers } from '#client/session/capabilities.ts';
import { ApiError, isNotFound } from '#client/http/errors.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Witness } from '#contract/resources/resources.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { StaleStrip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { BadAddress, isObjectId } from '#widgets/address/bad-address.tsx';
import { ExportMenu } from '#widgets/evidence-files/export/export-menu.tsx';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { useInspection } from '#widgets/verification/use-inspection.ts';
import { QueryView, type QueryState } from '#widgets/query/query-view.tsx';
import { hashAlgorithmName } from '#widgets/witness/hash-algorithm.ts';
import { m } from '#i18n/messages.ts';
import { CertifyOne } from '../certify/certify-one.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { SimulationStrip } from '../inspector/simulation/simulation-strip.tsx';
import { useSimulation } from '../inspector/simulation/use-simulation.ts';
import { useWholeWitnesses, witnessedWhat } from '../use-whole-witnesses.ts';
import css from './witness-page.module.css';

/** One witness inspected. The address holds its id, or the hash of a witness of anybody. */
export function WitnessPage() {
  const { id = '' } = useParams();
  if (isHash(id) || isObjectId(id)) return <Page id={id} />;
  return (
    <PageFrame title={m.witnesses_title()}>
      <BadAddress id={id} orHash list={{ label: m.witnesses_title(), to: paths.witnesses }} />
    </PageFrame>
  );
}

function Page({ id }: { id: string }) {
  const read = useWitness(id);
  return (
    <QueryView
      query={read}
      what={m.witnesses_one()}
      loading={<LoadingRows count={8} />}
      frame={(state) => (
        <PageFrame title={m.shell_palette_witness()}>
          <Card flush>{state}</Card>
        </PageFrame>
      )}
      failed={(error) =>
        isNotFound(error) ? (
          <EmptyState
            icon={<InfoIcon aria-hidden="true" />}
            title={isHash(id) ? m.witnesses_none_of_hash() : m.witnesses_none_of_id()}
            text={isHash(id) ? m.witnesses_none_of_hash_text() : m.witnesses_none_of_id_text()}
            actions={
              <>
                <LinkButton to={paths.witnesses}>{m.witnesses_see_all()}</LinkButton>
                {isHash(id) && (
                  <LinkButton variant="text" to={paths.verify}>
                    {m.witnesses_to_verify()}
                  </LinkButton>
                )}
              </>
            }
          />
        ) : undefined
      }
      staleness="by-page"
    >
      {(reported) => (
        // Another witness is another page: nothing that was found of one is ever shown of the next.
        <OneWitness
          key={reported.id ?? id}
          reported={reported}
          stale={read.isError ? { at: read.dataUpdatedAt, retry: () => void read.refetch() } : undefined}
        />
      )}
    </QueryView>
  );
}

const isHash = (id: string): boolean => /^(?:0x)?[0-9a-f]{64}$/i.test(id);

/** The witness by its id, or by its hash: those of other organizations are found by hash alone (Rule WI-8). */
function useWitness(id: string): QueryState<Witness> {
  const { client } = useConnection();
  const byHash = isHash(id);
  const one = useQuery({ ...witnesses(client).one(id), enabled: !byHash, refetchInterval: 5_000 });
  const found = useQuery({
    ...witnesses(client).byHash(id.toLowerCase().replace(/^0x/, '')),
    enabled: byHash,
    refetchInterval: 5_000,
  });
  const { data, error, isError, isFetching, dataUpdatedAt, refetch } = byHash ? found : one;
  const isAbsent = byHash && data === null;
  return {
    data: data ?? undefined,
    error: error ?? (isAbsent ? notFound() : null),
    isError: isError || isAbsent,
    isFetching,
    dataUpdatedAt,
    refetch,
  };
}

const notFound = (): ApiError =>
  new ApiError('not-found', { method: 'GET', path: '/witnesses', status: 200, at: '' });

function OneWitness({
  reported,
  stale,
}: {
  reported: Witness;
  stale: { at: number; retry: () => void } | undefined;
}) {
  const [witness = reported] = useWholeWitnesses([reported]);
  const { title, ofDocument, ofSignature, documentWitness, isSubjectLoading } = useSubject(witness);
  const inspection = useInspection(reported);
  const { evidence, document, reader, report } = inspection;
  const simulation = useSimulation(evidence, document, reader, report);
  usePageName(title);
  return (
    <>
      {simulation.target && <SimulationStrip where={simulation.where} />}
      <PageFrame
        title={title}
        sub={
          <span className={css.sub}>
            {documentWitness ? (
              <Link to={paths.witness(documentWitness)}>{m.inspector_to_document_witness()}</Link>
            ) : ofDocument ? (
              m.witnesses_of_document()
            ) : (
              // The line has its place before it is known what the witness is of, and no other beside it on a phone.
              isSubjectLoading && (
                <span className={css.place} aria-hidden="true">
                  {m.witnesses_of_document()}
                </span>
              )
            )}
            {/* Under the title, which has the row to itself. */}
            {reported.hash && (
              <HashText label={hashAlgorithmName(reported.algorithm)} value={reported.hash} size="head" />
            )}
          </span>
        }
        actions={<CertifyOne witness={witness} />}
      >
        {stale && <StaleStrip framed updatedAt={stale.at} onRetry={stale.retry} />}
        <Inspector
          witness={witness}
          reported={reported}
          ofSignature={ofSignature}
          documentWitness={documentWitness}
          inspection={inspection}
          simulation={simulation}
          saveCase={
            // The evidence without what is simulated beside it. Not before the report: what stands until then is replaced
            // by it, and an open dialog with it.
            <ExportMenu
              {...{ title, document, reader }}
              evidence={report && evidence}
              id={reported.id ?? undefined}
              partial={(inspection.collected?.gaps.length ?? 0) > 0}
            >
              {m.inspector_save_case()}
            </ExportMenu>
          }
        />
      </PageFrame>
    </>
  );
}

/**
 * What the witness is of: a request's document, or one of its signatures, which have witnesses of their own
 * and name the same request.
 */
function useSubject(witness: Witness): {
  title: string;
  ofDocument: boolean;
  ofSignature: boolean;
  documentWitness: string | undefined;
  /** What it is of is not known yet. */
  isSubjectLoading: boolean;
} {
  const { client, capabilities } = useConnection();
  const id = witness.signatureRequest?.id;
  const requested = useQuery({
    ...signatureRequests(client).one(id ?? ''),
    enabled: !!id && offers(capabilities, 'listSignatureRequests'),
  });
  const isSubjectLoading = requested.isLoading;
  const request = requested.data ?? witness.signatureRequest;
  const invite = request?.invites?.find((one) => one.witness?.id && one.witness.id === witness.id);
  const subject = invite?.subject;
  const people = useHydrated(client, 'listSubjects', isStub(subject) ? [subject.id] : []);
  const what = witnessedWhat(witness);
  if (!invite) {
    const ofDocument = !!witness.id && request?.witness?.id === witness.id;
    return { title: what, ofDocument, ofSignature: false, documentWitness: undefined, isSubjectLoading };
  }
  const name = visibleName(subject?.commonName) ?? visibleName(people[subject?.id ?? '']?.commonName) ?? '—';
  return {
    title: `${m.witnesses_of_signature({ name })} · ${what}`,
    ofDocument: false,
    ofSignature: true,
    documentWitness: request?.witness?.id ?? undefined,
    isSubjectLoading,
  };
}
