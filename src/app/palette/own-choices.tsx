import DayIcon from '@mui/icons-material/EventOutlined';
import DraftIcon from '@mui/icons-material/EditNoteOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import OrganizationIcon from '@mui/icons-material/CorporateFareOutlined';
import VerifyIcon from '@mui/icons-material/FactCheckOutlined';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { paths, safeTarget, withQuery } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { Choice } from './choice.ts';
import { tokenChoice } from './found-choices.tsx';
import { recents, thingAt } from './recents.ts';
import type { Recognised } from './recognise.ts';
import { lookOfThing } from './thing-look.tsx';

// What the palette offers without a call to the service.

/** What was opened last in this tab. */
export function recentChoices(scope: string): Choice[] {
  return recents(scope).flatMap(({ to, label }) => {
    const thing = thingAt(to);
    return thing ? [{ id: `recent-${to}`, label, ...lookOfThing(thing), to }] : [];
  });
}

/** Requests that are being composed in this browser. */
export const draftChoices = (drafts: readonly Draft[]): Choice[] =>
  drafts.map(({ id, name }) => ({
    id: `draft-${id}`,
    label: visibleName(name) ?? m.requests_unnamed(),
    detail: m.shell_palette_draft(),
    icon: <DraftIcon />,
    to: paths.draft(id),
  }));

/** The organizations that the user may work for. */
export const organizationChoices = (items: readonly MenuItem[]): Choice[] =>
  items.map(({ id, label, onSelect }) => ({
    id: `organization-${id}`,
    label,
    detail: m.shell_palette_organization(),
    icon: <OrganizationIcon />,
    onSelect,
  }));

/** A hash can be verified whether or not the service knows it. */
export function verifyChoice({ kind, value }: Recognised): Choice[] {
  if (kind !== 'hash' && kind !== 'transaction') return [];
  return [
    {
      id: 'verify-hash',
      label: m.verify_palette_hash(),
      icon: <VerifyIcon />,
      to: paths.verify,
      onSelect: () => {
        void import('#features/verify/run/load-verification.ts').then(async ({ loadVerification }) => {
          (await loadVerification()).addHashes([value.replace(/^0x/, '')]);
        });
      },
    },
  ];
}

export function placeChoice(what: Recognised): Choice[] {
  if (what.kind !== 'place') return [];
  const to = safeTarget(what.value);
  return [{ id: 'place', label: m.shell_palette_go_to({ place: to }), icon: <LinkIcon />, to }];
}

/** The list of witnesses reads them all and compares, which the palette does for the first thousand. */
export function prefixChoice({ kind, value }: Recognised): Choice[] {
  if (kind !== 'prefix') return [];
  return [
    {
      id: 'prefix',
      label: m.shell_palette_prefix({ prefix: value }),
      icon: lookOfThing('witness').icon,
      to: withQuery(paths.witnesses, { find: value }),
    },
  ];
}

export function tokenChoices({ kind, value }: Recognised): Choice[] {
  return kind === 'token' ? [tokenChoice(value)] : [];
}

/** What was made on a day. */
export function dayChoices({ kind, value }: Recognised, format: (day: string) => string): Choice[] {
  if (kind !== 'day') return [];
  const day = format(value);
  return [
    {
      id: 'requests-of-day',
      label: m.shell_palette_requests_of({ day }),
      icon: <DayIcon />,
      to: withQuery(paths.requests, { created: `${value}..${value}` }),
    },
    {
      id: 'witnesses-of-day',
      label: m.shell_palette_witnesses_of({ day }),
      icon: <DayIcon />,
      to: withQuery(paths.witnesses, { from: value, to: value }),
    },
  ];
}
