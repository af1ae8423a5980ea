import CorrectIcon from '@mui/icons-material/EditOutlined';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '#client/session/session-context.tsx';
import { corrections } from '#jobs/store/follow-ups.ts';
import { Link } from '#ui/actions/link.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { paths } from '#widgets/paths.ts';

/** What a request corrects, and by which one it was corrected, as far as this browser recorded it. */
export function CorrectionLinks({ id }: { id: string }) {
  const client = useClient();
  const all = useQuery(corrections(client.scope).list()).data ?? [];
  const of = all.find(({ replacement }) => replacement.id === id);
  const by = all.filter(({ rejected }) => rejected.id === id);
  return (
    <>
      {of && (
        <Strip framed icon={<CorrectIcon aria-hidden="true" />}>
          {m.correcting_corrects()} <To request={of.rejected} />
        </Strip>
      )}
      {by.map(({ key, replacement, sent }) => (
        <Strip key={key} framed icon={<CorrectIcon aria-hidden="true" />}>
          {sent ? m.correcting_corrected() : m.correcting_corrected_draft()} <To request={replacement} />
        </Strip>
      ))}
    </>
  );
}

function To({ request: { id, name } }: { request: { id: string; name: string } }) {
  return <Link to={paths.request(id)}>{visibleName(name) ?? m.requests_unnamed()}</Link>;
}
