import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import type { Client } from '#api/client.ts';
import { tokenDocuments } from '#api/families/token-documents.ts';
import { useClient } from '#api/session-context.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink, type } from '#ui/ink.ts';
import { Link } from '#ui/link.tsx';
import { paths } from './paths.ts';

const Root = styled('span')({
  display: 'grid',
  minWidth: 0,
  '& > a': { ...type.table, fontWeight: 500, color: ink.text, overflowWrap: 'anywhere' },
  '& > a:hover': { color: ink.accentHover },
  '& > .id .value': { fontSize: 12, lineHeight: '16px', color: ink.text2 },
});

/** A token by the document it stands for, as far as the caller sees it, over its id. It leads to the token. */
export function TokenName(props: TokenNameProps) {
  return <TokenNameFor client={useClient()} {...props} />;
}

interface TokenNameProps {
  token: bigint;
  /** Leads to this link of its chain. */
  event?: string | undefined;
}

/** The same for whoever looks through another client than that of the connection. */
export function TokenNameFor({ client, token, event }: TokenNameProps & { client: Client }) {
  const document = useQuery({ ...tokenDocuments(client).of(token), refetchOnWindowFocus: false });
  const id = String(token);
  const name = document.data?.name;
  const to = paths.token(token, event);
  const short = <HashText value={id} size="id" copy={false} unfolds={false} />;
  return (
    <Root title={id}>
      <Link to={to}>{name ?? short}</Link>
      {name && <span className="id">{short}</span>}
    </Root>
  );
}
