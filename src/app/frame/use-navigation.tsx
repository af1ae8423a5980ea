import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import ContactsIcon from '@mui/icons-material/ContactsOutlined';
import EndorsementIcon from '@mui/icons-material/SwapHorizOutlined';
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import OrganizationIcon from '@mui/icons-material/DomainOutlined';
import RequestsIcon from '@mui/icons-material/DescriptionOutlined';
import RatesIcon from '@mui/icons-material/ShowChartOutlined';
import SandboxIcon from '@mui/icons-material/ScienceOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import VerifyIcon from '@mui/icons-material/FactCheckOutlined';
import WitnessIcon from '@mui/icons-material/ApprovalOutlined';
import { offers } from '#client/session/capabilities.ts';
import { pulse } from '#client/families/pulse.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { useConnection, useOrganizationFilter, useSession } from '#client/session/session-context.tsx';
import type { NavGroups, NavItem } from './navigation.ts';
import type { Crumb } from './top-bar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useGivenPageName } from '#widgets/address/use-page-name.ts';
import { paths, patterns } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';

/** How often the shell looks: the pages look more often at what they show. */
export const shellSeconds = 15;

/** The places of the app, with how many are in the two that are counted. */
export function useNavigation(): NavGroups {
  const { client, capabilities, organization } = useConnection();
  const { demo } = useSession();
  const { pathname } = useLocation();
  const format = useFormat();
  const ofOrganization = organization ? { organization: { eq: organization.id } } : {};
  const requests = useQuery({
    ...signatureRequests(client).count(ofOrganization),
    enabled: offers(capabilities, 'listSignatureRequests'),
    refetchInterval: shellSeconds * 1000,
  });
  const mine = useOrganizationFilter();
  const witnesses = useQuery({ ...pulse(client).read(mine), refetchInterval: shellSeconds * 1000 });

  const count = (value: number | null | undefined) => (value == null ? undefined : format.number(value));
  const item = (place: Omit<NavItem, 'current'>): NavItem => ({
    ...place,
    current:
      place.to === '/' ? pathname === '/' : pathname === place.to || pathname.startsWith(`${place.to}/`),
  });
  return [
    [
      item({
        id: 'overview',
        label: m.shell_nav_overview(),
        icon: <DashboardIcon aria-hidden="true" />,
        to: paths.overview,
        primary: true,
      }),
      item({
        id: 'requests',
        label: m.shell_nav_requests(),
        icon: <RequestsIcon aria-hidden="true" />,
        to: paths.requests,
        primary: true,
        count: count(requests.data),
      }),
      item({
        id: 'witnesses',
        label: m.shell_nav_witnesses(),
        icon: <WitnessIcon aria-hidden="true" />,
        to: paths.witnesses,
        primary: true,
        count: count(witnesses.data?.witnesses),
      }),
      item({
        id: 'endorsements',
        label: m.endorsements_title(),
        icon: <EndorsementIcon aria-hidden="true" />,
        to: paths.endorsements,
      }),
    ],
    [
      item({
        id: 'verify',
        label: m.shell_nav_verify(),
        icon: <VerifyIcon aria-hidden="true" />,
        to: paths.verify,
        primary: true,
      }),
      item({
        id: 'directory',
        label: m.shell_nav_directory(),
        icon: <ContactsIcon aria-hidden="true" />,
        to: paths.directory,
      }),
      item({
        id: 'organization',
        label: m.shell_nav_organization(),
        icon: <OrganizationIcon aria-hidden="true" />,
        to: paths.organization,
      }),
      item({
        id: 'rates',
        label: m.shell_nav_rates(),
        icon: <RatesIcon aria-hidden="true" />,
        to: paths.rates,
      }),
      item({
        id: 'settings',
        label: m.shell_nav_settings(),
        icon: <SettingsIcon aria-hidden="true" />,
        to: paths.settings,
      }),
    ],
    ...(demo
      ? [
          [
            item({
              id: 'sandbox',
              label: m.shell_nav_sandbox(),
              icon: <SandboxIcon aria-hidden="true" />,
              to: paths.sandbox,
            }),
          ],
        ]
      : []),
  ];
}

/** The way to the present page; what a page is called that shows one thing, the page says itself. */
export function useCrumbs(groups: NavGroups): Crumb[] {
  const { pathname } = useLocation();
  const given = useGivenPageName();
  const place = groups.flat().find((item) => item.current);
  if (pathname === patterns.link) return [{ label: m.linking_title() }];
  if (!place) return [{ label: m.shell_not_found_title() }];
  if (pathname === place.to) return [{ label: place.label }];
  const last = pathname === paths.newRequest ? m.shell_new_request() : (given ?? kindAt(pathname));
  return [{ label: place.label, to: place.to }, { label: last }];
}

/** What a page shows that has not said its name yet. */
function kindAt(pathname: string): string {
  const kinds: readonly (readonly [above: string, word: () => string])[] = [
    [paths.certificates, m.shell_palette_certificate],
    [paths.issuers, m.shell_palette_issuer],
    [paths.directory, m.shell_palette_subject],
    [paths.wallet(''), m.shell_palette_wallet],
    [paths.endorsements, m.shell_palette_token],
    [paths.requests, m.shell_palette_request],
    [paths.witnesses, m.shell_palette_witness],
  ];
  return kinds.find(([above]) => pathname.startsWith(above))?.[1]() ?? m.shell_detail();
}
