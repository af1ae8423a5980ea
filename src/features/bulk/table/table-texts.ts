import type { useFormat } from '#ui/formats/use-format.ts';
import { tableLimits, type Encoding } from '#widgets/table-reading/table.ts';
import type { Separator } from '#widgets/files/csv.ts';
import { m } from '#i18n/messages.ts';
import type { IdentifierKind } from './identifiers.ts';
import type { Role } from './mapping.ts';
import type { TableReading } from './use-table.ts';

type Format = ReturnType<typeof useFormat>;

/** Why a table cannot be read, and what can be done. */
export function faultWords({ what, found }: NonNullable<TableReading['fault']>, format: Format): string {
  const count = format.number(found ?? 0);
  switch (what) {
    case 'too-large':
      return m.bulk_fault_too_large({ most: format.bytes(tableLimits.fileBytes) });
    case 'unpacks-too-large':
      return m.bulk_fault_unpacks();
    case 'too-many-rows':
      return m.bulk_fault_rows({ found: count, most: format.number(tableLimits.rows) });
    case 'too-many-columns':
      return m.bulk_fault_columns({ found: count, most: format.number(tableLimits.columns) });
    case 'empty':
      return m.bulk_fault_empty();
    case 'old-workbook':
      return m.bulk_fault_old_workbook();
    case 'broken-workbook':
      return m.bulk_fault_broken_workbook();
    case 'not-a-table':
      return m.bulk_fault_not_a_table();
    case 'slow':
      return m.bulk_fault_slow();
    case 'gone':
      return m.bulk_fault_gone();
    case 'full':
      return m.bulk_fault_full();
    case 'unreadable':
      return m.bulk_fault_unreadable();
  }
}

export function encodingWord(encoding: Encoding): string {
  switch (encoding) {
    case 'utf-8':
      return 'UTF-8';
    case 'utf-16le':
      return 'UTF-16 LE';
    case 'utf-16be':
      return 'UTF-16 BE';
    case 'windows-1252':
      return 'Windows-1252';
  }
}

export function separatorWord(separator: Separator): string {
  switch (separator) {
    case ',':
      return m.bulk_separator_comma();
    case ';':
      return m.bulk_separator_semicolon();
    case '\t':
      return m.bulk_separator_tab();
    case '|':
      return m.bulk_separator_bar();
  }
}

export function roleWord(role: Role): string {
  switch (role) {
    case 'ignore':
      return m.bulk_role_ignore();
    case 'document':
      return m.bulk_role_document();
    case 'name':
      return m.bulk_role_name();
    case 'signer':
      return m.bulk_role_signer();
    case 'nom151':
      return m.bulk_role_nom151();
  }
}

export function identifierWord(kind: IdentifierKind | 'fault', count: number): string {
  switch (kind) {
    case 'id':
      return m.bulk_kind_id({ count });
    case 'curp':
      return m.bulk_kind_curp({ count });
    case 'rfc':
      return m.bulk_kind_rfc({ count });
    case 'email':
      return m.bulk_kind_email({ count });
    case 'fault':
      return m.bulk_kind_fault({ count });
  }
}
