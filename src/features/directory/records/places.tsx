import { styled } from '@mui/material/styles';
import { offers } from '#client/session/capabilities.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { ink, ring } from '#ui/theme/tokens.ts';
import { Anchor } from '#ui/actions/link.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';

const Root = styled('nav')({
  display: 'flex',
  gap: 20,
  margin: '0 var(--page-padding) 12px',
  borderBottom: `1px solid ${ink.line}`,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > a': {
    display: 'inline-flex',
    alignItems: 'center',
    flex: 'none',
    minHeight: 40,
    borderBlock: '2px solid transparent',
    color: ink.text2,
    fontSize: 13.5,
    lineHeight: '18px',
    textDecoration: 'none',
  },
  '& > a:hover': { color: ink.text },
  '& > a[aria-current="page"]': { color: ink.text, fontWeight: 600, borderBottomColor: ink.accent },
  '& > a:focus-visible': { ...ring, outlineOffset: -2, borderRadius: 4 },
});

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
    <Root aria-label={m.directory_places()}>
      {shown.map(({ id, label, to }) => (
        <Anchor key={id} to={to} aria-current={id === current ? 'page' : undefined}>
          {label}
        </Anchor>
      ))}
    </Root>
  );
}
