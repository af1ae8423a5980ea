import type { Subject } from '#contract/resources/resources.ts';
import { Card } from '#ui/layout/card.tsx';
import { Link } from '#ui/actions/link.tsx';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { paths } from '#widgets/paths.ts';
import { useSearch } from '#widgets/address/use-search.ts';
import { m } from '#i18n/messages.ts';
import { WalletFilters } from './wallet-filters.tsx';
import { WalletList } from './wallet-list.tsx';
import {
  changeWalletView,
  listMessages,
  lists,
  readWalletView,
  writeWalletView,
  type WalletView,
} from './wallet-view.ts';
import css from './wallet-card.module.css';

interface Props {
  subject: Subject;
  id: string;
}

/** The wallet of a person as it is nested in them: its tokens, and the movements to it and from it. */
export function WalletCard({ subject, id }: Props) {
  const [search, changeSearch] = useSearch();
  const panel = usePanelId();
  const view = readWalletView(search);
  const address = subject.wallet?.id ?? subject.EVMAddress ?? undefined;
  const change = (part: Partial<WalletView>, replace = true): void => {
    changeSearch((before) => writeWalletView(changeWalletView(readWalletView(before), part), before), {
      replace,
      preventScrollReset: true,
    });
  };
  return (
    <Card
      title={m.wallets_title()}
      flush
      note={address ? <Link to={paths.wallet(address)}>{m.wallets_open()}</Link> : undefined}
    >
      <div className={css.head}>
        <Tabs
          label={m.directory_wallet_lists()}
          panelId={panel}
          selected={view.list}
          tabs={lists.map((list) => ({ id: list, label: listMessages(list).label }))}
          onSelect={(list) => change({ list, by: 'timestamp', party: undefined })}
        />
      </div>
      <TabPanel id={panel} selected={view.list}>
        <div className={css.bar}>
          <WalletFilters view={view} onChange={change} />
        </div>
        <WalletList
          id={id}
          address={address}
          view={view}
          onTurn={(place) => change(place, false)}
          onChange={change}
        />
      </TabPanel>
    </Card>
  );
}
