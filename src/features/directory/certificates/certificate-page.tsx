import { useQuery } from '@tanstack/react-query';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import { useParams } from 'react-router-dom';
import { isAbsent } from '#client/session/capabilities.ts';
import { certificates } from '#client/families/people/certificates.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { BadAddress, isObjectId } from '#widgets/address/bad-address.tsx';
import { CertificateState } from '#widgets/people/certificate-state.tsx';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { CertificateCard, LoadingCertificate } from '../person/certificate-card.tsx';
import { IdLine } from '../parts.tsx';
import { certificateName } from './rows.tsx';
import css from './certificate-page.module.css';

/** One certificate: what the service says of it, and what stands in its bytes. */
export function CertificatePage() {
  const { id = '' } = useParams();
  if (isObjectId(id)) return <One id={id.toLowerCase()} />;
  return (
    <PageFrame title={m.directory_certificates()}>
      <BadAddress id={id} list={{ label: m.directory_certificates(), to: paths.certificates }} />
    </PageFrame>
  );
}

function One({ id }: { id: string }) {
  const { client } = useConnection();
  const read = useQuery(certificates(client).one(id));
  const now = useServiceNow(60_000);
  const reported = read.data?.subject;
  const people = useHydrated(client, 'listSubjects', isStub(reported) ? [reported.id] : []);
  const subject = people[reported?.id ?? ''] ?? reported;
  const certificate = read.data && { ...read.data, subject };
  const holder = visibleName(subject?.commonName);
  const title =
    certificate && (holder ? m.directory_certificate_of({ name: holder }) : certificateName(certificate));
  usePageName(title);
  return (
    <PageFrame
      title={title ?? m.directory_certificate()}
      loading={read.isPending}
      sub={
        certificate ? (
          <CertificateState certificate={certificate} now={now} />
        ) : (
          <IdLine>
            <HashText label={m.common_id()} value={id} size="id" />
          </IdLine>
        )
      }
      actions={
        subject?.id ? (
          <LinkButton to={paths.subject(subject.id)}>{m.directory_certificate_person()}</LinkButton>
        ) : (
          // Whose it is comes with it, and moves nothing.
          read.isPending && <Button disabled>{m.directory_certificate_person()}</Button>
        )
      }
    >
      <div className={css.width}>
        <Stack>
          <QueryView
            query={read}
            what={m.directory_certificate_one()}
            loading={<LoadingCertificate />}
            frame={(state, isLoading) => (isLoading ? state : <Card flush>{state}</Card>)}
            failed={(error) =>
              isAbsent(error) ? (
                <EmptyState
                  icon={<BadgeIcon aria-hidden="true" />}
                  title={m.directory_certificate_unknown()}
                  text={m.directory_unknown_record_text()}
                  actions={<LinkButton to={paths.certificates}>{m.directory_certificates_all()}</LinkButton>}
                />
              ) : undefined
            }
          >
            {(data) => <CertificateCard subject={{ ...subject, certificate: data }} />}
          </QueryView>
        </Stack>
      </div>
    </PageFrame>
  );
}
