import { ListFoot } from '#ui/lists/list-foot.tsx';
import { m } from '#i18n/messages.ts';

/** The keys of the list. */
export function WitnessesFoot() {
  return (
    <ListFoot
      keys={[
        { keys: ['/'], does: m.witnesses_list_key_find() },
        { keys: ['j', 'k'], does: m.witnesses_list_key_move() },
        { keys: ['x'], does: m.witnesses_list_key_choose() },
        { keys: ['Enter'], does: m.witnesses_list_key_open() },
      ]}
    />
  );
}
