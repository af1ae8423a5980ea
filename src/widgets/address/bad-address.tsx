import LinkOffIcon from '@mui/icons-material/LinkOffOutlined';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { m } from '#i18n/messages.ts';

/** Whether it is the id of an object: 24 hexadecimal digits. Others need no request to a service. */
export const isObjectId = (text: string): boolean => /^[0-9a-f]{24}$/i.test(text);

/** The address of the page ends in something that can be no id: which part is wrong, and where to look instead. */
export function BadAddress({
  id,
  orHash = false,
  list,
}: {
  id: string;
  /** The page takes the hash of a document too. */
  orHash?: boolean;
  list: { readonly label: string; readonly to: string };
}) {
  const reported = { id: id.length > 80 ? `${id.slice(0, 80)}…` : id };
  return (
    <Card>
      <EmptyState
        icon={<LinkOffIcon aria-hidden="true" />}
        title={m.common_address_bad_title()}
        text={orHash ? m.common_address_bad_hash(reported) : m.common_address_bad_id(reported)}
        actions={<LinkButton to={list.to}>{list.label}</LinkButton>}
      />
    </Card>
  );
}
