import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import ContactsIcon from '@mui/icons-material/ContactsOutlined';
import { currentTime } from '#clock/clock.ts';
import { isAbsent } from '#client/session/capabilities.ts';
import { subjects } from '#client/families/people/subjects.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { drafts } from '#jobs/drafts/drafts.ts';
import type { Subject } from '#contract/resources/resources.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { CertificateState } from '#widgets/people/certificate-state.tsx';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { AppearTogether } from '#widgets/query/appear-together.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { CertificateCard } from './certificate-card.tsx';
import { ClaimsCard } from './claims-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import { LinkCard, type LinkCardPart, useLinkState } from './link-card.tsx';
import { LoadingSubject } from './loading-subject.tsx';
import { IdLine } from '../parts.tsx';
import { MembershipCard } from './membership-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { WalletCard } from './wallet-card.tsx';
import css from './subject-page.module.css';

/** One person: identity, certificate, what joins them with the organization, what they sign, claim and hold. */
export function SubjectPage() {
  const { id = '' } = useParams();
  const { client } = useConnection();
  const read = useQuery(subjects(client).one(id));
  const now = useServiceNow(60_000);
  const commonName = visibleName(read.data?.commonName) ?? undefined;
  const bars = <LoadingSubject />;
  const [open, setOpen] = useState<LinkCardPart>();
  usePageName(commonName);
  const name = commonName ?? m.directory_unnamed();
  return (
    <PageFrame
      title={read.data ? name : m.directory_person()}
      loading={read.isPending}
      sub={
        read.data ? (
          <CertificateState certificate={read.data.certificate} now={now} />
        ) : (
          <IdLine>
            <HashText label={m.common_id()} value={id} size="id" />
          </IdLine>
        )
      }
      actions={
        read.data ? (
          <NextStep subject={read.data} showCode={() => setOpen('code')} />
        ) : (
          // What comes next moves nothing when it is known.
          read.isPending && (
            <Button variant="contained" disabled>
              {m.directory_invite()}
            </Button>
          )
        )
      }
    >
      <Stack key={id}>
        <QueryView
          query={read}
          what={m.directory_subject()}
          loading={bars}
          frame={(state, isLoading) => (isLoading ? state : <Card flush>{state}</Card>)}
          failed={(error) =>
            isAbsent(error) ? (
              <EmptyState
                icon={<ContactsIcon aria-hidden="true" />}
                title={m.directory_unknown()}
                text={m.directory_unknown_text()}
                actions={<LinkButton to={paths.directory}>{m.directory_to_list()}</LinkButton>}
              />
            ) : undefined
          }
        >
          {(subject) => (
            <AppearTogether loading={bars}>
              <div className={css.columns}>
                <Stack className={css.lists}>
                  <RequestsCard subjectId={id} />
                  <ClaimsCard subjectId={id} />
                  <Suspense fallback={<LoadingRows count={3} />}>
                    <WalletCard subject={subject} id={id} />
                  </Suspense>
                </Stack>
                <Stack className={css.side}>
                  <IdentityCard subject={subject} />
                  <LinkCard subject={subject} name={name} open={open} setOpen={setOpen} />
                  <MembershipCard subject={subject} name={name} />
                  <CertificateCard subject={subject} />
                </Stack>
              </div>
            </AppearTogether>
          )}
        </QueryView>
      </Stack>
    </PageFrame>
  );
}

/**
 * Begins a request with this person as a signer, as a draft of the composer. Nobody without a link can be
 * invited: there the code that makes one is the next step, in the same place, so that nothing below moves.
 */
function NextStep({ subject, showCode }: { subject: Subject; showCode: () => void }) {
  const { client } = useConnection();
  const navigate = useNavigate();
  const link = useLinkState(subject);
  if (!subject.id) return null;
  const begin = async (): Promise<void> => {
    const id = crypto.randomUUID();
    await drafts(client.scope).write({
      id,
      scope: client.scope,
      kind: 'file',
      name: '',
      text: '',
      iou: undefined,
      file: undefined,
      signers: [{ id: subject.id ?? '', name: visibleName(subject.commonName) ?? '' }],
      nom151: false,
      keepAsDraft: false,
      updatedAt: currentTime().toISOString(),
    });
    await navigate(paths.draft(id));
  };
  return link === 'none' ? (
    <Button variant="contained" onClick={showCode}>
      {m.linking_show_code()}
    </Button>
  ) : (
    <Button variant="contained" loading={link === 'loading'} onClick={() => void begin()}>
      {m.directory_invite()}
    </Button>
  );
}
