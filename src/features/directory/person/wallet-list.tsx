import { useQuery } from '@tanstack/react-query';
import { isAbsent } from '#client/session/capabilities.ts';
import { subjectWallet, type SubjectWalletPage } from '#client/families/people/subject-wallet.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Endorsable, EndorseEvent } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { FormerAnswer, FormerMark } from '#ui/feedback/former-answer.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { useLastAnswer } from '#ui/hooks/use-last-answer.ts';
import { dayBounds } from '#widgets/days.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { HeldToken, heldPlaces, Movement, WalletRows } from '#widgets/wallet-lists/rows.tsx';
import { m } from '#i18n/messages.ts';
import { Pager } from '../pager.tsx';
import { RowNote } from '../parts.tsx';
import {
  collectionOf,
  isNarrowed,
  listMessages,
  nestedArgumentsOf,
  walletSizes,
  type WalletView,
} from './wallet-view.ts';
import css from './wallet-list.module.css';

type Item = Endorsable | EndorseEvent;
type Page = SubjectWalletPage<Item>;

interface ListProps {
  view: WalletView;
  onTurn: (place: Pick<WalletView, 'after'> | Pick<WalletView, 'before'>) => void;
  onChange: (part: Partial<WalletView>) => void;
}

/** One page of one of the three lists of a wallet. */
export function WalletList({
  id,
  address,
  ...props
}: ListProps & { id: string; address: string | undefined }) {
  const { view } = props;
  const client = useClient();
  const { zone } = usePreferences();
  const nested = nestedArgumentsOf(view, (day) => dayBounds(day, zone));
  const collection = collectionOf[view.list];
  const read = useQuery(subjectWallet(client, { id, address }).page(collection, nested));
  const { answer, isFormer } = useLastAnswer<Page>({
    question: JSON.stringify([collection, nested]),
    // What is in one list does not look like what is in another.
    scope: `${client.scope} ${id} ${collection}`,
    answer: read.data,
    failed: read.isError,
  });
  return (
    <div className={css.root}>
      <QueryView
        query={{
          data: answer,
          error: read.error,
          isError: read.isError,
          isFetching: read.isFetching,
          dataUpdatedAt: read.dataUpdatedAt,
          refetch: read.refetch,
        }}
        what={listMessages(view.list).what}
        loading={<LoadingWalletRows />}
        failed={(error) =>
          isAbsent(error) ? <RowNote role="status">{m.directory_wallet_absent()}</RowNote> : undefined
        }
      >
        {(page) => <ListPage {...props} page={page} isFormer={isFormer} />}
      </QueryView>
    </div>
  );
}

/** The place of the rows of a list, as high as those of tokens. */
export function LoadingWalletRows() {
  return <LoadingRows {...heldPlaces(usePhone())} />;
}

/** A service may send a token twice; one id may stand on two networks. */
const keyOf = ({ id, network }: Item): string => `${String(id)} ${network ?? ''}`;

function ListPage({ view, onTurn, onChange, page, isFormer }: ListProps & { page: Page; isFormer: boolean }) {
  const items = [...new Map(page.items.map((item) => [keyOf(item), item])).values()];
  const isAtStart = view.after === undefined && view.before === undefined;
  const isComplete = isAtStart && page.next === undefined && !page.endless;
  return (
    <>
      {!isFormer && page.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: page.mismatched })}</WarningStrip>
      )}
      {!isFormer && page.endless && (
        <WarningStrip framed={false}>{m.directory_wallet_endless()}</WarningStrip>
      )}
      {items.length > 0 ? (
        <Rows items={items} list={view.list} isFormer={isFormer} />
      ) : isFormer ? (
        <LoadingWalletRows />
      ) : (
        <NoRows view={view} isComplete={isComplete} onChange={onChange} />
      )}
      {(items.length > 0 || !isAtStart) && (
        <ListPager {...{ view, page, isFormer, onTurn, onChange }} rowCount={items.length} />
      )}
    </>
  );
}

function Rows({
  items,
  list,
  isFormer,
}: {
  items: readonly Item[];
  list: WalletView['list'];
  isFormer: boolean;
}) {
  return (
    <FormerAnswer isFormer={isFormer}>
      <WalletRows aria-label={listMessages(list).label}>
        {items.map((item) => (
          <li key={keyOf(item)}>
            {list === 'tokens' ? (
              // The requested list decides what its items are.
              <HeldToken token={item as Endorsable} />
            ) : (
              <Movement event={item as EndorseEvent} end={list === 'received' ? 'from' : 'to'} />
            )}
          </li>
        ))}
      </WalletRows>
    </FormerAnswer>
  );
}

function NoRows({
  view,
  isComplete,
  onChange,
}: Pick<ListProps, 'view' | 'onChange'> & {
  /** The list was read to its end. */
  isComplete: boolean;
}) {
  if (!isNarrowed(view))
    return (
      <RowNote role="status">
        {isComplete ? listMessages(view.list).none : m.wallets_list_none_read()}
      </RowNote>
    );
  return (
    <RowNote role="status">
      {isComplete ? m.directory_wallet_none_match() : m.wallets_list_none_read()}{' '}
      <Button
        variant="text"
        onClick={() => onChange({ network: undefined, from: undefined, to: undefined, party: undefined })}
      >
        {m.common_clear_all()}
      </Button>
    </RowNote>
  );
}

function ListPager({
  view,
  page: { next, previous },
  isFormer,
  rowCount,
  onTurn,
  onChange,
}: ListProps & { page: Page; isFormer: boolean; rowCount: number }) {
  const back = (): (() => void) | undefined => {
    if (isFormer) return undefined;
    if (previous !== undefined) return () => onTurn({ before: previous });
    // A page past the end names no page before it: the first one is always there.
    return rowCount === 0 ? () => onTurn({ after: undefined }) : undefined;
  };
  return (
    <Pager
      label={m.directory_wallet_pages({ list: listMessages(view.list).label })}
      place={isFormer ? <FormerMark /> : m.directory_wallet_rows({ count: rowCount })}
      onBack={back()}
      onNext={isFormer || next === undefined ? undefined : () => onTurn({ after: next })}
      size={view.size}
      sizes={walletSizes}
      onSize={(size) => onChange({ size: walletSizes.find((known) => known === size) ?? '10' })}
    />
  );
}
