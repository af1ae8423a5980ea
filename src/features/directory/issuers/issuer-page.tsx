import { useQuery } from '@tanstack/react-query';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import { useParams } from 'react-router-dom';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { certificates } from '#client/families/people/certificates.ts';
import { issuers } from '#client/families/people/issuers.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Issuer } from '#contract/resources/resources.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { BadAddress, isObjectId } from '#widgets/address/bad-address.tsx';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths, withQuery } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { m, type Locale } from '#i18n/messages.ts';
import { DecodedCertificate } from '../person/decoded-certificate.tsx';
import { keyWords } from '../public-key-label.ts';
import { IdLine, Note } from '../parts.tsx';
import { LoadingRecordCard } from '../records/loading-record-card.tsx';
import { issuerFacts } from './issuer-facts.tsx';
import { issuerName } from './rows.tsx';
import css from './issuer-page.module.css';

/** One issuer: what the service says of it, and what stands in its certificate. */
export function IssuerPage() {
  const { id = '' } = useParams();
  if (isObjectId(id)) return <One id={id.toLowerCase()} />;
  return (
    <PageFrame title={m.directory_issuers()}>
      <BadAddress id={id} list={{ label: m.directory_issuers(), to: paths.issuers }} />
    </PageFrame>
  );
}

function One({ id }: { id: string }) {
  const { client } = useConnection();
  const read = useQuery(issuers(client).one(id));
  const name = read.data && issuerName(read.data);
  usePageName(name);
  return (
    <PageFrame
      title={name ?? m.directory_issuer()}
      loading={read.isPending}
      documentTitle={name && `${m.directory_issuer()} · ${name}`}
      sub={
        read.data ? (
          read.data.commonName && (visibleName(read.data.organization) ?? undefined)
        ) : (
          <IdLine>
            <HashText label={m.common_id()} value={id} size="id" />
          </IdLine>
        )
      }
      actions={!read.isError && <Issued id={id} />}
    >
      <div className={css.width}>
        <Stack>
          <QueryView
            query={read}
            what={m.directory_issuer_one()}
            loading={<LoadingIssuer />}
            frame={(state, isLoading) => (isLoading ? state : <Card flush>{state}</Card>)}
            failed={(error) =>
              isAbsent(error) ? (
                <EmptyState
                  icon={<BadgeIcon aria-hidden="true" />}
                  title={m.directory_issuer_unknown()}
                  text={m.directory_unknown_record_text()}
                  actions={<LinkButton to={paths.issuers}>{m.directory_issuers_all()}</LinkButton>}
                />
              ) : undefined
            }
          >
            {(issuer) => <IssuerCard issuer={issuer} />}
          </QueryView>
        </Stack>
      </div>
    </PageFrame>
  );
}

function IssuerCard({ issuer }: { issuer: Issuer }) {
  const { language } = usePreferences();
  return (
    <Card title={m.directory_issuer()} note={<ExplainedBasis basis="SERVER" />}>
      <Stack>
        <Facts facts={factsOf(issuer, language)} />
        <Note>{m.directory_issuer_service_word()}</Note>
        <DecodedCertificate
          certificate={{ hash: issuer.hash, certificatePem: issuer.certificatePem }}
          subject={{ RFC: issuer.RFC }}
        />
      </Stack>
    </Card>
  );
}

const factsOf = (issuer: Issuer, language: Locale) => [
  ...issuerFacts(issuer, language),
  { label: m.directory_key(), value: keyWords(issuer) },
];

/** The place of the card while the issuer is read. */
function LoadingIssuer() {
  const { language } = usePreferences();
  return (
    <LoadingRecordCard
      title={m.directory_issuer()}
      labels={factsOf({}, language).map(({ label }) => label)}
      heights={{ wide: 216, narrow: 249 }}
      note={m.directory_issuer_service_word()}
    />
  );
}

/** The certificates that it issued, as the service counts them. */
function Issued({ id }: { id: string }) {
  const { client, capabilities } = useConnection();
  const format = useFormat();
  const has = offers(capabilities, 'listCertificates');
  const count = useQuery({
    ...certificates(client).count({ issuer: { eq: id } }),
    enabled: has,
    staleTime: 15_000,
    retry: false,
  }).data;
  if (!has) return null;
  // There is no list to lead to.
  if (count === 0) return <Note>{m.directory_issued_none()}</Note>;
  return (
    <LinkButton to={withQuery(paths.certificates, { issuer: id })}>
      {count == null
        ? m.directory_issued()
        : m.directory_issued_count({ count, shown: format.number(count) })}
    </LinkButton>
  );
}
