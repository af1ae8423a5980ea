import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createDriftLog } from '#client/answers/drift.ts';
import { sandboxSession } from '#client/families/sandbox-session.ts';
import { watchPolicy } from '#client/http/policy-watch.ts';
import { createQueryClient } from '#client/queries/query-client.ts';
import { Session } from '#client/session/session.ts';
import { tabStore } from '#client/session/preferences.ts';
import { recordingWrites } from '#jobs/store/writes.ts';
import { signOuts } from '#jobs/tabs/sign-outs.ts';
import { App } from './app.tsx';
import { fetchWithEarlyAnswer } from './early-answer.ts';
import { preload } from './routes.tsx';
import { noteStaleBuild } from './strips/stale-build.ts';
import { trustOwnScripts } from './trusted-types.ts';

trustOwnScripts(window);
watchPolicy(document);
window.addEventListener('vite:preloadError', noteStaleBuild);

// The one place where the browser's own fetch is handed to the layer that speaks HTTP.
const fetcher = fetchWithEarlyAnswer(window);
const { origin } = window.location;
const queries = createQueryClient();
const session: Session = new Session({
  // What is changed from here is noted here, for the record of the organization's page.
  fetch: recordingWrites(fetcher, () => session.snapshot()),
  store: tabStore,
  origin,
  // One answer for the session and for the screens that show who is in the demo.
  readDemo: () => queries.query(sandboxSession(fetcher, origin)),
  drift: createDriftLog(),
  // The first screen comes first.
  later: (run) => setTimeout(run, 2_000),
  signOutOf: signOuts.of,
});
// Nor do the other tabs concern it.
const join = (): void => {
  import('#jobs/tabs/tabs.ts').then(
    ({ joinTabs }) => joinTabs(session, queries),
    // Without a network there is nothing to share.
    () => addEventListener('online', join, { once: true }),
  );
};
setTimeout(join, 1_000);

void session.resume();
const hasSession = ['resuming', 'open'].includes(session.snapshot().phase);
const preloaded = preload(window.location.pathname, hasSession);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');
// The frame that stood in the page goes once one of the app's own is drawn.
const firstPaint = document.getElementById('first-paint');
const drawn = new MutationObserver(() => {
  if (!root.querySelector('#main')) return;
  firstPaint?.remove();
  drawn.disconnect();
});
drawn.observe(root, { childList: true, subtree: true });
// Until its files have come the first paint stands, which says the same as the app would. As a transition the first
// screen is drawn in short tasks, between which the browser answers to whoever scrolls or types.
void preloaded.then(() => {
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App host={{ session, fetch: fetcher, origin }} queries={queries} />
      </StrictMode>,
    ),
  );
});
