import { embeddedConnection } from '#client/session/connection.ts';
import type { SandboxSession } from '#client/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { ConnectFailure } from './connect-failure.tsx';
import { useConnect } from './use-connect.ts';
import css from './demo.module.css';

type Organization = SandboxSession['organizations'][number];

/** The demo, where the service of this page offers one: one click for its first organization. */
export function Demo({
  organizations: offered,
  onEntered,
}: {
  organizations: readonly Organization[];
  /** With the place to go on to; by default where the reader wanted to be. */
  onEntered: (to?: string) => void;
}) {
  const { origin } = useHost();
  const enter = useConnect();
  const cases = offered.find(({ testCases }) => testCases);
  const [first, ...others] = offered.filter((organization) => organization !== cases);
  if (!first) return null;
  const connection = embeddedConnection(origin);
  const open = ({ id, apiKey }: Organization, to?: string) => {
    enter.mutate(
      { connection, key: apiKey, remember: false, organizationId: id, demo: true },
      { onSuccess: () => onEntered(to) },
    );
  };
  return (
    <Card title={m.connect_demo_title()}>
      <div className={css.body}>
        <p>{m.connect_demo_text()}</p>
        <Button
          variant="contained"
          large
          loading={enter.isPending}
          onClick={() => {
            open(first);
          }}
        >
          {m.connect_demo_enter()}
        </Button>
        {others.length > 0 && (
          <div className={css.others}>
            <span>{m.connect_demo_as({ name: visibleName(first.name) ?? '' })}</span>
            {others.map((organization) => (
              <Button
                key={organization.id}
                variant="text"
                lineStart
                disabled={enter.isPending}
                onClick={() => {
                  open(organization);
                }}
              >
                {m.connect_demo_other({ name: visibleName(organization.name) ?? '' })}
              </Button>
            ))}
          </div>
        )}
        {cases && (
          <div className={css.cases}>
            <p>{m.connect_demo_cases({ name: visibleName(cases.name) ?? '' })}</p>
            <Button
              disabled={enter.isPending}
              onClick={() => {
                open(cases, paths.sandbox);
              }}
            >
              {m.connect_demo_cases_open()}
            </Button>
          </div>
        )}
        {enter.error && <ConnectFailure error={enter.error} baseUrl={connection.baseUrl} />}
      </div>
    </Card>
  );
}
