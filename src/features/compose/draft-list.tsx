import { useQuery, useQueryClient } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import type { Draft } from '#api/store/draft-shape.ts';
import { drafts } from '#api/store/drafts.ts';
import { Button } from '#ui/button.tsx';
import { ink } from '#ui/ink.ts';
import { useFormat } from '#ui/use-format.ts';
import { useNow } from '#ui/use-now.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';

const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: 13,
  lineHeight: '18px',
  '& > li': { display: 'flex', alignItems: 'center', gap: 12, padding: '6px 0' },
  '& > li > .what': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { color: ink.accent, fontWeight: 500 },
});

/** Other requests that were begun in this browser and not sent. */
export function DraftList({ scope, current }: { scope: string; current: string }) {
  const format = useFormat();
  const now = useNow(60_000);
  const queries = useQueryClient();
  const store = drafts(scope);
  const others = (useQuery(store.list()).data ?? []).filter(
    (draft) => draft.id !== current && isBegun(draft),
  );
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="compose-drafts">
      <div className="head">
        <h2 id="compose-drafts">{m.compose_drafts()}</h2>
      </div>
      <Rows>
        {others.map((draft) => (
          <li key={draft.id}>
            <span className="what">
              {m.compose_draft_of({
                name: draft.name || m.requests_unnamed(),
                time: format.inList(new Date(draft.updatedAt), now),
              })}
            </span>
            <Link to={paths.draft(draft.id)}>{m.compose_draft_open()}</Link>
            <Button
              variant="text"
              aria-label={`${m.compose_draft_discard()}: ${draft.name || m.requests_unnamed()}`}
              onClick={() => {
                void store.remove(draft.id).then(() => queries.invalidateQueries({ queryKey: store.key }));
              }}
            >
              {m.compose_draft_discard()}
            </Button>
          </li>
        ))}
      </Rows>
    </section>
  );
}

function isBegun(draft: Draft): boolean {
  return (
    draft.name !== '' ||
    draft.file !== undefined ||
    draft.text !== '' ||
    draft.signers.length > 0 ||
    draft.iou !== undefined
  );
}
