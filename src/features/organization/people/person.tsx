import type { ReactNode } from 'react';
import { offers } from '#client/session/capabilities.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { HashText } from '#ui/data/hash-text.tsx';
import { RowLink } from '#ui/actions/link.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';

interface OfSubject {
  readonly subject?: Subject | null | undefined;
}

/** Members or links with their people filled in, where the service sent only the ids (Rule WI-14). */
export function useWithPeople<T extends OfSubject>(items: readonly T[]): readonly T[] {
  const { client, capabilities } = useConnection();
  const people = useHydrated(
    client,
    'listSubjects',
    offers(capabilities, 'listSubjects')
      ? items.flatMap(({ subject }) => (isStub(subject) ? [subject.id] : []))
      : [],
  );
  return items.map((item) => ({ ...item, subject: people[item.subject?.id ?? ''] ?? item.subject }));
}

export const nameOf = (subject: Subject | null | undefined): string =>
  visibleName(subject?.commonName) ?? m.directory_unnamed();

/** Whose row it is: the name leads to the person, what is known stands below. */
export function PersonCell({
  subject,
  children,
}: {
  subject: Subject | null | undefined;
  children?: ReactNode;
}) {
  return (
    <div>
      <div className="name">
        {subject?.id ? <RowLink to={paths.subject(subject.id)}>{nameOf(subject)}</RowLink> : nameOf(subject)}
      </div>
      <div className="facts">
        {subject?.RFC && <span className="code">{subject.RFC}</span>}
        {!subject?.RFC && subject?.id && <HashText value={subject.id} size="id" />}
        {children}
      </div>
    </div>
  );
}
