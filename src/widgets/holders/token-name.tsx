import { useQuery } from '@tanstack/react-query';
import { tokenDocuments } from '#client/families/tokens/token-documents.ts';
import type { Client } from '#client/http/client.ts';
import { useClient, useOrganizationFilter } from '#client/session/session-context.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { HashText } from '#ui/data/hash-text.tsx';
import { Link } from '#ui/actions/link.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { paths } from '../paths.ts';
import css from './token-name.module.css';

interface TokenNameProps {
  /** The token's id, a whole number. */
  token: bigint | undefined;
  /** The link of its chain to open at. */
  event?: string | undefined;
  link?: boolean | undefined;
  /** Said of a document that the service does not give who requests it; by default the user. */
  unseen?: string | undefined;
}

/** What a token stands for: the document's name over its amount and the token's number. */
export function TokenName(props: TokenNameProps) {
  return (
    <TokenNameFor client={useClient()} organization={useOrganizationFilter().organization?.eq} {...props} />
  );
}

/** The same for whoever looks through another client than that of the connection. */
export function TokenNameFor({
  client,
  organization,
  token,
  event,
  link = true,
  unseen,
}: TokenNameProps & {
  client: Client;
  /** Whose documents alone are named, for a user who acts for several. */
  organization?: string | undefined;
}) {
  const format = useFormat();
  const found = useQuery({
    ...tokenDocuments(client).of(token ?? 0n, organization),
    enabled: token !== undefined,
    refetchOnWindowFocus: false,
  });
  if (token === undefined) return <span style={{ color: ink.text3 }}>{m.endorsements_not_sent()}</span>;
  const { data, isPending, isError } = found;
  const name =
    visibleName(data?.name) ??
    (isPending
      ? m.endorsements_document_loading()
      : isError
        ? m.endorsements_document_failed()
        : data
          ? m.endorsements_document_nameless()
          : (unseen ?? (organization ? m.endorsements_no_document_here() : m.endorsements_no_document())));
  const quiet = data?.name === undefined || undefined;
  return (
    <span className={css.root}>
      {link ? (
        <Link className={css.name} data-quiet={quiet} to={paths.token(token, event)} title={name}>
          {name}
        </Link>
      ) : (
        <span className={css.name} data-quiet={quiet}>
          {name}
        </span>
      )}
      <span className={css.more}>
        {data?.amount && <>{format.money(data.amount.amount, data.amount.currency)} · </>}
        <HashText value={String(token)} label="Token" size="id" copy={false} unfolds={false} />
      </span>
    </span>
  );
}
