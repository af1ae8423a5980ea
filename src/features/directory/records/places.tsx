import { offers } from '#client/session/capabilities.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { Anchor } from '#ui/actions/link.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import css from './places.module.css';

export type Place = 'people' | 'certificates' | 'issuers';

/** The lists of the directory: people, their certificates, and who issues these; only those that the service has. */
export function DirectoryPlaces({ current }: { current: Place }) {
  const { capabilities } = useConnection();
  const places: readonly { id: Place; label: string; to: string; has: boolean }[] = [
    { id: 'people', label: m.directory_people(), to: paths.directory, has: true },
    {
      id: 'certificates',
      label: m.directory_certificates(),
      to: paths.certificates,
      has: offers(capabilities, 'listCertificates'),
    },
    {
      id: 'issuers',
      label: m.directory_issuers(),
      to: paths.issuers,
      has: offers(capabilities, 'listIssuers'),
    },
  ];
  const shown = places.filter(({ id, has }) => has || id === current);
  if (shown.length < 2) return null;
  return (
    <nav className={css.root} aria-label={m.directory_places()}>
      {shown.map(({ id, label, to }) => (
        <Anchor key={id} to={to} aria-current={id === current ? 'page' : undefined}>
          {label}
        </Anchor>
      ))}
    </nav>
  );
}
