import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import { isServerError } from '#client/http/errors.ts';
import { embeddedConnection } from '#client/session/connection.ts';
import { sandbox } from '#client/families/sandbox.ts';
import type { SandboxSession } from '#client/sandbox.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { LoadingCards } from '#ui/layout/loading-cards.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { OtherLanguage } from '#widgets/other-language.tsx';
import { readLinkTarget, type LinkTarget } from '#widgets/linking/link-address.ts';
import { QueryFailure } from '#widgets/query/query-failure.tsx';
import { useRetry } from '#widgets/query/use-retry.ts';
import { m } from '#i18n/messages.ts';
import { AsPersona } from './as-persona.tsx';
import { AsToken } from './as-token.tsx';
import { Linked, type Made } from './linked.tsx';
import css from './link-page.module.css';

/** Where a person links themselves with an organization: who it is, what that allows, and with whose access. */
export function LinkPage() {
  const [search] = useSearchParams();
  const { origin } = useHost();
  const target = readLinkTarget(search, origin);
  return (
    <div className={css.middle}>
      {target ? (
        <Linking key={JSON.stringify(target)} target={target} />
      ) : (
        <PageFrame title={m.linking_title()}>
          <Card>
            <EmptyState
              icon={<LinkIcon aria-hidden="true" />}
              title={m.linking_bad()}
              text={m.linking_bad_text()}
            />
          </Card>
        </PageFrame>
      )}
    </div>
  );
}

function Linking({ target }: { target: LinkTarget }) {
  const { fetch: fetcher, origin } = useHost();
  const { phase } = useSession();
  const own = target.baseUrl === embeddedConnection(origin).baseUrl;
  const demo = useQuery({ ...sandbox(fetcher, origin).session(), enabled: own });
  const isDemoUnread = demo.isLoadingError && isServerError(demo.error);
  const { retry, retrying } = useRetry(demo.refetch);
  const name = useOrganizationName(target, demo.data);
  // The token stays here until the page is left, so that what was done can be undone; it is written nowhere.
  const [made, setMade] = useState<Made>();
  const known = visibleName(made?.link.organization?.name ?? name);
  const { host } = new URL(target.baseUrl);
  return (
    <PageFrame
      title={known ? m.linking_with({ name: known }) : m.linking_title()}
      actions={phase === 'open' ? undefined : <OtherLanguage />}
    >
      <Stack>
        <Card title={m.linking_organization()}>
          <Stack>
            <Facts
              facts={[
                { label: m.organization_name(), value: known ?? m.linking_name_unknown() },
                { label: m.directory_id(), value: <HashText value={target.organization} size="id" whole /> },
                { label: m.linking_service(), value: own ? m.linking_service_own({ host }) : host },
              ]}
            />
            {made ? null : <Allows />}
          </Stack>
        </Card>
        {made ? (
          <Linked made={made} target={target} name={known} onUndone={() => setMade(undefined)} />
        ) : (
          <>
            {/* Whether there is a demo is not known yet: no way to link is named before it is. */}
            {demo.isLoading && <LoadingCards cards={[{ kind: 'fields', count: 1, height: 132 }]} />}
            {demo.data && demo.data.subjects.length > 0 && (
              <AsPersona target={target} personas={demo.data.subjects} onMade={setMade} />
            )}
            {isDemoUnread && (
              <Card title={m.linking_as_persona()} flush>
                <QueryFailure
                  error={demo.error}
                  what={m.sandbox_what_session()}
                  onRetry={retry}
                  retrying={retrying}
                />
              </Card>
            )}
            {/* What was written in it stays while the people of the demo are read again. */}
            {(!demo.isLoading || demo.isFetched) && (
              <AsToken
                target={target}
                host={host}
                besides={isDemoUnread || (demo.data?.subjects.length ?? 0) > 0}
                onMade={setMade}
              />
            )}
          </>
        )}
      </Stack>
    </PageFrame>
  );
}

/**
 * What the organization is called, from whoever may be believed: the demo's own table, or the connection that is
 * open here for it. Never from the address.
 */
function useOrganizationName(
  { organization, baseUrl }: LinkTarget,
  demo: SandboxSession | undefined,
): string | undefined {
  const { connection, organizations } = useSession();
  const open = connection?.baseUrl === baseUrl ? organizations : [];
  return [...(demo?.organizations ?? []), ...open].find(({ id }) => id === organization)?.name;
}

function Allows() {
  return (
    <div className={css.said}>
      <div>
        <h3>{m.linking_allows()}</h3>
        <ul>
          <li>{m.linking_allows_invite()}</li>
          <li>{m.linking_allows_see()}</li>
        </ul>
      </div>
      <div>
        <h3>{m.linking_allows_not()}</h3>
        <ul>
          <li>{m.linking_allows_not_sign()}</li>
          <li>{m.linking_allows_not_act()}</li>
          <li>{m.linking_allows_not_bind()}</li>
        </ul>
      </div>
    </div>
  );
}
