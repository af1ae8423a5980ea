import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isAbsent } from '#api/capabilities.ts';
import { ownLinks } from '#api/families/own-links.ts';
import { sandbox } from '#api/families/sandbox.ts';
import { useHost } from '#api/session-context.tsx';
import type { OrganizationLink } from '#contract/resources.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Instant } from '#ui/instant.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';
import { CardNote, TokenRows } from './claims-card.tsx';
import type { Organizations, Signer } from './signer-invites.ts';

/** With whom the signer is linked: an organization invites only those who linked themselves, by their own access. */
export function LinksCard({ signer, organizations }: { signer: Signer; organizations: Organizations }) {
  const { fetch: fetcher, origin } = useHost();
  const family = ownLinks(sandbox(fetcher, origin).clientOf(signer));
  const read = useQuery(family.whole(signer.id));
  return (
    <Card title={m.sandbox_links()} flush>
      {read.data ? (
        <TokenRows>
          {organizations.map((organization) => (
            <LinkRow
              key={organization.id}
              signer={signer}
              organization={organization}
              link={read.data.items.find((link) => link.organization?.id === organization.id)}
            />
          ))}
        </TokenRows>
      ) : isAbsent(read.error) ? (
        <CardNote>{m.sandbox_links_unlisted()}</CardNote>
      ) : read.isError ? (
        <QueryFailure
          error={read.error}
          what={m.sandbox_what_links()}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching}
        />
      ) : (
        <LoadingRows kind="list" count={2} />
      )}
    </Card>
  );
}

function LinkRow({
  signer,
  organization,
  link,
}: {
  signer: Signer;
  organization: Organizations[number];
  link: OrganizationLink | undefined;
}) {
  const { fetch: fetcher, origin } = useHost();
  const queries = useQueryClient();
  const snack = useSnack();
  const family = ownLinks(sandbox(fetcher, origin).clientOf(signer));
  const make = useMutation({
    mutationFn: () => family.create(organization.id),
    onSuccess: ({ organization: linked }) => {
      snack({
        text: m.sandbox_linked({
          name: signer.commonName,
          organization: linked?.name ?? organization.name,
        }),
      });
      // Who may be invited is on many screens.
      return queries.invalidateQueries();
    },
  });
  return (
    <li>
      <div className="name">{organization.name}</div>
      {link ? (
        <span>
          {m.sandbox_linked_since()} {link.createdAt ? <Instant at={link.createdAt} form="day" /> : '—'}
        </span>
      ) : (
        <Button
          variant="outlined"
          loading={make.isPending}
          aria-label={m.sandbox_link_with({ organization: organization.name })}
          onClick={() => make.mutate()}
        >
          {m.sandbox_link()}
        </Button>
      )}
      {make.error ? (
        <p className="failed" role="alert">
          {describeFailure(make.error).text}
        </p>
      ) : null}
    </li>
  );
}
