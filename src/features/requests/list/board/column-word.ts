import { m } from '#i18n/messages.ts';
import type { BoardColumn } from './board-columns.ts';

export function columnWord(column: BoardColumn): string {
  switch (column) {
    case 'draft':
      return m.requests_tab_drafts();
    case 'waiting':
      return m.requests_tab_waiting();
    case 'rejected':
      return m.requests_tab_rejected();
    case 'signed':
      return m.requests_tab_unwitnessed();
    case 'witnessed':
      return m.requests_board_witnessed();
    case 'unknown':
      return m.requests_state_unknown();
  }
}
