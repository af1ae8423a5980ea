import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import CloseIcon from '@mui/icons-material/Close';
import { isAbsent } from '#client/session/capabilities.ts';
import { organizationLinks } from '#client/families/people/organizations.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { OrganizationLink } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { isObjectId } from '#widgets/address/bad-address.tsx';
import { IdForm } from '#widgets/forms/id-form.tsx';
import { RemoveLink } from '#widgets/linking/remove-link.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { nameOf, useWithPeople } from './person.tsx';
import { Note } from '../rows.tsx';

/** The links, with one of them opened by its id. */
export const withLink = (id: string): string => withQuery(paths.organization, { tab: 'links', link: id });

/** One link by its id, as its address says; where the service lists none, its id is requested. */
export function OneLink({ unlisted }: { unlisted: boolean }) {
  const [search] = useSearchParams();
  const given = search.get('link') ?? '';
  if (given !== '') return <Opened key={given} id={given} />;
  return unlisted ? <AskId /> : null;
}

const Form = styled('form')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 8 });

function AskId() {
  const [, setSearch] = useSearchParams();
  return (
    <Card title={m.linking_by_id()}>
      <IdForm
        form={Form}
        label={m.linking_id()}
        submit={m.common_open()}
        onSubmit={(id) => setSearch({ tab: 'links', link: id })}
      />
    </Card>
  );
}

function Opened({ id }: { id: string }) {
  const client = useClient();
  const [, setSearch] = useSearchParams();
  const isId = isObjectId(id);
  const read = useQuery({
    ...organizationLinks(client).one(id.toLowerCase()),
    enabled: isId,
    retry: false,
  });
  const close = (
    <IconButton
      small
      label={m.linking_close()}
      icon={<CloseIcon />}
      onClick={() => setSearch({ tab: 'links' }, { replace: true })}
    />
  );
  return (
    <Card
      title={m.linking_one()}
      note={
        <Row>
          {read.data && <ExplainedBasis basis="SERVER" />}
          {close}
        </Row>
      }
    >
      {!isId || isAbsent(read.error) ? (
        <Note role="status">{m.linking_none_by_id()}</Note>
      ) : (
        <Stack>
          <QueryView query={read} what={m.linking_what_one()} loading={<LoadingRows kind="list" count={2} />}>
            {(link) => (
              <LinkFacts link={link} onRemoved={() => setSearch({ tab: 'links' }, { replace: true })} />
            )}
          </QueryView>
        </Stack>
      )}
    </Card>
  );
}

function LinkFacts({ link: reported, onRemoved }: { link: OrganizationLink; onRemoved: () => void }) {
  const [link = reported] = useWithPeople([reported]);
  const [isConfirming, setIsConfirming] = useState(false);
  const { subject, organization } = link;
  const name = nameOf(subject);
  const date = (at: string | null | undefined) => (at ? <Instant at={at} form="minute" /> : undefined);
  return (
    <Stack>
      <Facts
        facts={[
          { label: m.linking_id(), value: link.id && <HashText value={link.id} size="id" /> },
          {
            label: m.directory_person(),
            value: subject?.id ? <Link to={paths.subject(subject.id)}>{name}</Link> : name,
          },
          {
            label: m.organization_title(),
            value:
              visibleName(organization?.name) ??
              (organization?.id && <HashText value={organization.id} size="id" />),
          },
          { label: m.directory_link_since(), value: date(link.createdAt) },
          { label: m.organization_changed(), value: date(link.updatedAt) },
        ]}
      />
      {isConfirming ? (
        <RemoveLink
          link={{ id: link.id ?? '' }}
          person={{ id: subject?.id ?? undefined, name }}
          onDone={() => setIsConfirming(false)}
          onRemoved={onRemoved}
        />
      ) : (
        <div>
          <Button
            variant="destructive"
            aria-label={m.organization_link_remove_name({ name })}
            onClick={() => setIsConfirming(true)}
          >
            {m.organization_link_remove()}
          </Button>
        </div>
      )}
    </Stack>
  );
}
