import { readTyped, type Typed } from '#client/families/people/subjects.ts';
import { useConnection, useSession } from '#client/session/session-context.tsx';
import { m } from '#i18n/messages.ts';
import type { DirectoryView, FilterName } from './filter.ts';
import { abbreviate, matchLabel, scopeLabel } from '../match-labels.ts';
import { useDays } from '../use-days.ts';

/** A filter's name on its chip. */
export function filterLabel(name: FilterName): string {
  switch (name) {
    case 'q':
      return m.directory_search();
    case 'link':
      return m.directory_link();
    case 'text':
      return m.directory_filter_text();
    case 'country':
      return m.directory_country();
    case 'RFC':
      return m.directory_rfc();
    case 'serialNumber':
      return m.directory_curp();
    case 'EVMAddress':
      return m.directory_address();
    case 'created':
      return m.directory_created();
    case 'updated':
      return m.directory_updated();
    case 'id':
      return m.directory_filter_id();
    case 'scope':
      return m.directory_scope();
  }
}

/** As what the search took what was typed; undefined: as a name, which needs no word. */
function typedLabel(kind: Typed): string | undefined {
  switch (kind) {
    case 'id':
      return m.directory_typed_id();
    case 'address':
      return m.directory_typed_address();
    case 'curp':
      return m.directory_typed_curp();
    case 'email':
      return m.directory_typed_email();
    case 'rfc':
      return m.directory_typed_rfc();
    case 'name':
      return undefined;
  }
}

/** What each filter of a view is set to, in words; undefined: it is off. */
export function useFilterValues(view: DirectoryView): (name: FilterName) => string | undefined {
  const days = useDays();
  const { organization } = useConnection();
  const { organizations } = useSession();
  return (name) => {
    switch (name) {
      case 'q':
        return view.q ? `«${view.q}»` : undefined;
      case 'link':
        if (view.link && organization)
          return view.link === 'linked' ? m.directory_only_linked() : m.directory_only_unlinked();
        if (view.organization?.how === 'present') return m.directory_link_any();
        if (view.organization?.how === 'absent') return m.directory_link_nobody();
        return (
          view.organization &&
          matchLabel(
            view.organization,
            (id) => organizations.find((one) => one.id === id)?.name ?? abbreviate(id),
          )
        );
      case 'text':
        return (
          [view.name, view.email, view.rfcPart].flatMap((text) => (text ? [`«${text}»`] : [])).join(' · ') ||
          undefined
        );
      case 'country':
      case 'RFC':
      case 'serialNumber':
        return view[name] && matchLabel(view[name]);
      case 'EVMAddress':
      case 'id':
        return view[name] && matchLabel(view[name], abbreviate);
      case 'created':
        return days(view.createdFrom, view.createdTo);
      case 'updated':
        return days(view.updatedFrom, view.updatedTo);
      case 'scope':
        return view.scope && scopeLabel(view.scope);
    }
  };
}

/** As what the search took what was typed, where that has to be said. */
export function typedAs(view: DirectoryView): string | undefined {
  const typed = readTyped(view.q);
  return typed && typedLabel(typed.kind);
}
