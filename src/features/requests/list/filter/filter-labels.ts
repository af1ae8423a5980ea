import { useQuery } from '@tanstack/react-query';
import { subjects } from '#client/families/people/subjects.ts';
import { useClient } from '#client/session/session-context.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { kindWord } from '../../request-cells.tsx';
import { stateWord } from '../../standing.ts';
import type { Conservation, Created, CreatedPreset, FilterName, RequestsView, Tab } from '../view.ts';

export function tabWord(tab: Tab): string {
  switch (tab) {
    case 'all':
      return m.requests_tab_all();
    case 'waiting':
      return m.requests_tab_waiting();
    case 'unwitnessed':
      return m.requests_tab_unwitnessed();
    case 'rejected':
      return m.requests_tab_rejected();
    case 'drafts':
      return m.requests_tab_drafts();
  }
}

export function filterWord(name: FilterName): string {
  switch (name) {
    case 'search':
      return m.requests_filter_search();
    case 'state':
      return m.requests_filter_state();
    case 'kind':
      return m.requests_filter_kind();
    case 'conservation':
      return m.requests_filter_conservation();
    case 'created':
      return m.requests_filter_created();
    case 'signer':
      return m.requests_filter_signer();
  }
}

export function conservationWord(how: Conservation): string {
  switch (how) {
    case 'nom151':
      return 'NOM-151';
    case 'merkleized':
      return 'Merkle';
    case 'external':
      return m.common_mark_external();
    case 'none':
      return m.requests_conservation_none();
  }
}

export function presetWord(preset: CreatedPreset): string {
  switch (preset) {
    case 'today':
      return m.requests_created_today();
    case '7d':
      return m.requests_created_7d();
    case '30d':
      return m.requests_created_30d();
    case 'this-month':
      return m.requests_created_this_month();
    case 'last-month':
      return m.requests_created_last_month();
  }
}

/** The value of a filter in words: what a chip says after its name. */
export function useFilterValue(view: RequestsView): (name: FilterName) => string | undefined {
  const client = useClient();
  const format = useFormat();
  const signer = useQuery({ ...subjects(client).one(view.signer ?? ''), enabled: view.signer !== undefined });
  // A day is a day of the calendar: noon in UTC is that day in every zone that people live in.
  const day = (text: string): string => format.day(`${text}T12:00:00Z`);
  const created = (value: Created): string => {
    if (typeof value === 'string') return presetWord(value);
    const { from, to } = value;
    if (from && to)
      return from === to ? day(from) : m.requests_created_between({ from: day(from), to: day(to) });
    return from ? m.requests_created_from({ day: day(from) }) : m.requests_created_to({ day: day(to ?? '') });
  };
  return (name) => {
    switch (name) {
      case 'search':
        return view.search.trim() || undefined;
      case 'state':
        return view.state && stateWord(view.state);
      case 'kind':
        return view.kind && kindWord(view.kind);
      case 'conservation':
        return view.conservation && conservationWord(view.conservation);
      case 'created':
        return view.created && created(view.created);
      case 'signer':
        return view.signer === undefined
          ? undefined
          : (visibleName(signer.data?.commonName) ?? view.signer.slice(0, 8));
    }
  };
}
