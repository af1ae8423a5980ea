import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { isAbsent } from '#client/session/capabilities.ts';
import { embeddedConnection } from '#client/session/connection.ts';
import { sandbox } from '#client/families/sandbox.ts';
import type { ListedStory } from '#client/sandbox.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingBar, LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import type { Organizations } from '../signers/signer-invites.ts';
import { caseTitle, checkWord, expectedWord, storyWord } from './story-labels.ts';
import { PartAbsent } from './part-absent.tsx';
import css from './stories-card.module.css';

/** Cases of the sandbox, each with what is wrong in it and what is expected to fall: text, never a verdict. */
export function StoriesCard({ organizations }: { organizations: Organizations }) {
  const { fetch: fetcher, origin } = useHost();
  const stories = useQuery(sandbox(fetcher, origin).stories());
  // A sandbox of an older build has none.
  if (isAbsent(stories.error)) return <PartAbsent title={m.sandbox_stories()} />;
  const owner = organizations.find(({ id }) => id === ownerOf(stories.data?.[0], organizations));
  return (
    <Card title={m.sandbox_stories()} note={stories.data && <ExplainedBasis basis="SERVER" />} flush>
      <QueryView
        query={stories}
        what={m.sandbox_what_stories()}
        loading={<LoadingStories />}
        isEmpty={(items) => items.length === 0}
        empty={<EmptyState icon={<SimulationIcon aria-hidden="true" />} title={m.sandbox_stories_none()} />}
      >
        {(items) => (
          <>
            <p className={css.lead}>{m.sandbox_stories_text({ organization: owner?.name ?? '—' })}</p>
            <ul className={css.stories}>
              {items.map((story) => (
                <Story key={story.name} story={story} organizations={organizations} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** The places of the cases, under what is said of them all. */
export function LoadingStories() {
  const phone = usePhone();
  return (
    <>
      <div className={css.leadComing}>
        <LoadingRows kind="queue" count={1} lines={phone ? 3 : 2} ends={false} rowHeight={phone ? 132 : 78} />
      </div>
      <ul className={css.stories} data-coming="" aria-hidden="true">
        {Array.from({ length: 12 }, (_, index) => (
          <li key={index}>
            <div>
              <LoadingBar width="46%" />
              <LoadingBar width="72%" />
            </div>
            <LoadingBar width="56%" />
            <LoadingBar width={66} height={32} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The organization of a story: as it says, else the one that is listed after those of the demo. */
function ownerOf(story: ListedStory | undefined, organizations: Organizations): string | undefined {
  return story?.organization ?? organizations[2]?.id;
}

function Story({ story, organizations }: { story: ListedStory; organizations: Organizations }) {
  const { session, origin } = useHost();
  const { organization } = useSession();
  const navigate = useNavigate();
  const title = caseTitle(story.title ?? story.name);
  const open = useMutation({
    mutationFn: async () => {
      const owner = organizations.find(({ id }) => id === ownerOf(story, organizations));
      if (!owner) throw new NoKey();
      // In the demo every organization has a key of its own: another one is another connection.
      if (owner.id !== organization?.id)
        await session.connect({
          connection: embeddedConnection(origin),
          key: owner.apiKey,
          remember: false,
          organizationId: owner.id,
          demo: true,
        });
    },
    onSuccess: () => navigate(paths.witness(story.witness)),
    gcTime: 0,
  });
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p className={css.what}>{storyWord(story.name)}</p>
      </div>
      {story.expected.length === 0 ? (
        <p className={css.expected}>{m.sandbox_story_expected_none()}</p>
      ) : (
        <Disclosure
          className={css.expected}
          summary={m.sandbox_story_expected({ count: story.expected.length })}
        >
          <ul>
            {story.expected.map(({ check, status, reason }, at) => (
              <li key={`${at} ${check}`}>
                {expectedWord(status)}: <q>{checkWord(check)}</q> {reason && <code>{reason}</code>}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <Button
        loading={open.isPending}
        aria-label={m.sandbox_story_open_what({ title })}
        onClick={() => open.mutate()}
      >
        {m.sandbox_story_open()}
      </Button>
      {open.error ? (
        <p className={css.failed} role="alert">
          {open.error instanceof NoKey ? m.sandbox_story_no_key() : <FailureText error={open.error} />}
        </p>
      ) : null}
    </li>
  );
}

class NoKey extends Error {}
