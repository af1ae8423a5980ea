import type { Subject } from '#contract/resources/resources.ts';
import { Card } from '#ui/layout/card.tsx';
import { Link } from '#ui/actions/link.tsx';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { paths } from '#widgets/paths.ts';
import { useSearch } from '#widgets/address/use-search.ts';
import { m } from '#i18n/messages.ts';
import { Pager } from '../pager.tsx';
import { WalletFilters } from './wallet-filters.tsx';
import { LoadingWalletRows, WalletList } from './wallet-list.tsx';
import {
  changeWalletView,
  listMessages,
  lists,
  readWalletView,
  walletSizes,
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
      <Lists panelId={panel} view={view} onChange={change} />
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

function Lists({
  panelId,
  view,
  onChange,
}: {
  panelId: string;
  view: WalletView;
  onChange: (part: Partial<WalletView>) => void;
}) {
  return (
    <div className={css.head}>
      <Tabs
        label={m.directory_wallet_lists()}
        panelId={panelId}
        selected={view.list}
        tabs={lists.map((list) => ({ id: list, label: listMessages(list).label }))}
        onSelect={(list) => onChange({ list, by: 'timestamp', party: undefined })}
      />
    </div>
  );
}

/** The place of the wallet, whose lists and controls are known. Others take their place: the focus would go with them. */
export function LoadingWallet() {
  const [search] = useSearch();
  const panelId = usePanelId();
  const view = readWalletView(search);
  return (
    <div inert aria-hidden="true">
      <Lists panelId={panelId} view={view} onChange={doNothing} />
      <div className={css.bar}>
        <WalletFilters view={view} onChange={doNothing} />
      </div>
      <LoadingWalletRows />
      <Pager
        label={m.directory_wallet_pages({ list: listMessages(view.list).label })}
        place=""
        onBack={undefined}
        onNext={undefined}
        size={view.size}
        sizes={walletSizes}
        onSize={doNothing}
      />
    </div>
  );
}

const doNothing = (): void => undefined;
