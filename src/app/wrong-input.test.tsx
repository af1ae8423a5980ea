import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createRef, type ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { json } from '#client/testing/answers.ts';
import { newWork } from '#features/bulk/prepare/work.ts';
import { SendPanel } from '#features/bulk/prepare/send-panel.tsx';
import { TableCard } from '#features/bulk/table/table-card.tsx';
import { ComposePage } from '#features/compose/compose-page.tsx';
import { Found } from '#features/connect/found.tsx';
import { KeyAgain } from '#features/connect/key-again.tsx';
import { ServiceForm } from '#features/connect/service-form.tsx';
import { forms } from '#features/directory/match.ts';
import { ValuesForm } from '#features/directory/values-form.tsx';
import { ConditionForm } from '#features/endorsements/builder/condition-form.tsx';
import { nothingTyped } from '#features/endorsements/filter/draft.ts';
import { KeyRow } from '#features/organization/keys/key-row.tsx';
import { ScopesForm } from '#features/organization/keys/key-scopes.tsx';
import { NewKey } from '#features/organization/keys/new-key.tsx';
import { ProfileCard } from '#features/organization/profile/profile-card.tsx';
import { RenamePanel } from '#features/requests/actions/rename-panel.tsx';
import { ViewNameForm } from '#features/requests/list/views/view-name-form.tsx';
import { useRequest } from '#features/requests/use-request.ts';
import { ClockCard } from '#features/sandbox/simulation/clock-card.tsx';
import { FaultForm } from '#features/sandbox/simulation/fault-form.tsx';
import { PastePeople } from '#features/compose/signers/paste-people.tsx';
import { TransferForm } from '#features/sandbox/signers/transfer-form.tsx';
import { AnchorsPart } from '#features/settings/trust/anchors-part.tsx';
import { ContractsCard } from '#features/settings/trust/contracts-card.tsx';
import { NodesCard } from '#features/settings/trust/nodes-card.tsx';
import { PasteHashes } from '#features/verify/drop/paste-hashes.tsx';
import { NewWitnessDialog } from '#features/witnesses/new/new-witness-dialog.tsx';
import { KeyForm } from './key-prompt/key-form.tsx';
import { typeDay } from '#ui/testing/type-day.ts';
import { FilterForm } from '#widgets/filters/filter-form.tsx';
import { IdForm } from '#widgets/forms/id-form.tsx';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { PersonaForm, TokenForm } from '#widgets/linking/who-forms.tsx';
import { NodesCard as InspectorNodesCard } from '#widgets/nodes/nodes-card.tsx';
import {
  memoryTab,
  organization,
  origin,
  refusal,
  renderInHost,
  smallService,
} from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';

// Whole pages take jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** One form with wrong input. Texts are functions, because the language is set when the form is rendered. */
interface Row {
  /** Source file of the form, below `src`. */
  readonly file: string;
  readonly form: string;
  readonly node: ReactElement;
  readonly answer?: Parameters<typeof smallService>[0];
  readonly path?: string;
  /** Absent: the session is connected. */
  readonly tab?: ReturnType<typeof memoryTab>;
  /** Opens the form, or makes another field of it wrong. */
  readonly prepare?: (user: UserEvent) => Promise<void>;
  /** Label of the first wrong field. */
  readonly field: () => string;
  /** Replaces the value of that field; absent: the field stays as it is. */
  readonly typed?: string;
  /** Label of the group that the rule is about and the field is in: a day, or several choices. */
  readonly group?: () => string;
  readonly submit: () => string;
  readonly rule: () => string;
}

/** Every function by which a form hands over what was typed. */
const send = vi.fn<(...values: unknown[]) => undefined>();
const ignore = (): undefined => undefined;
const sendLater = (...values: unknown[]): Promise<void> => {
  send(...values);
  return Promise.resolve();
};

const press =
  (label: () => string, role: 'button' | 'radio' = 'button') =>
  async (user: UserEvent): Promise<void> =>
    user.click(await screen.findByRole(role, { name: label() }));
const choose =
  (label: () => string, option: () => string) =>
  async (user: UserEvent): Promise<void> =>
    user.selectOptions(await screen.findByLabelText(label()), option());
/** Clears the box of each scope of an API key. */
const clearScopes = async (user: UserEvent): Promise<void> => {
  for (const box of await screen.findAllByRole('checkbox', { checked: true })) await user.click(box);
};

const apiKey = { id: 'c'.repeat(24), name: 'Nómina', scopes: ['read'] };
const request = { id: 'e'.repeat(24), name: 'Contrato de obra', draft: true };
const contract = {
  id: 'f1',
  filePath: 'Contrato.pdf',
  name: 'Contrato',
  size: 3,
  state: 'ready',
  kind: 'pdf',
  md5: 'd'.repeat(32),
} as const;
const run = {
  pairing: 'together',
  documents: [],
  names: new Map(),
  rows: [],
  requests: [{ document: contract, name: 'Contrato', signers: [], nom151: false, rows: [2] }],
  counts: { ok: 0, warning: 0, unchecked: 0, waiting: 0, refused: 1, held: 0, done: 0, out: 0 },
  invites: 0,
  nom151: 0,
  short: undefined,
  beyond: undefined,
} as const;
const who = { working: false, refusal: null, onChange: ignore, onSubmit: send };

function NewView() {
  return <ViewNameForm label={m.requests_view_name()} taken={['Pendientes']} onSave={send} />;
}

function Rename() {
  const read = useRequest(request.id);
  return read.request ? <RenamePanel request={read.request} read={read} onDone={send} /> : null;
}

const conditionForm = (
  <ConditionForm
    list="events"
    first={{
      column: 'timestamp',
      comparison: 'between',
      entries: [nothingTyped, nothingTyped],
      list: [],
    }}
    say={{
      language: 'es-MX',
      timeZone: 'America/Mexico_City',
      day: String,
      dayTime: String,
      person: String,
      network: String,
    }}
    timeZone="America/Mexico_City"
    onTyped={ignore}
    onApply={send}
    onCancel={ignore}
  />
);
const faultForm = (
  <FaultForm operations={[]} seed={1} isSet={false} working={false} onAdd={send} onAgain={send} />
);
const transferForm = <TransferForm signers={[]} working={false} onTransfer={send} onKeep={ignore} />;

const rows: readonly Row[] = [
  {
    file: 'app/key-prompt/key-form.tsx',
    form: 'another key for one that is refused',
    node: <KeyForm onUse={send} />,
    field: m.common_key_label,
    submit: m.common_key_use,
    rule: m.common_key_missing,
  },
  {
    file: 'features/connect/service-form.tsx',
    form: 'key of a service',
    node: <ServiceForm onConnected={send} />,
    tab: memoryTab(),
    field: m.common_key_label,
    submit: m.connect_submit,
    rule: m.common_key_missing,
  },
  {
    file: 'features/connect/service-form.tsx',
    form: 'address of a service, before its key',
    node: <ServiceForm onConnected={send} />,
    tab: memoryTab(),
    prepare: press(m.connect_choice_own, 'radio'),
    field: m.connect_address,
    typed: 'http://service.example.org',
    submit: m.connect_submit,
    rule: m.connect_address_not_https,
  },
  {
    file: 'features/connect/key-again.tsx',
    form: 'key after a reload',
    node: <KeyAgain onOther={ignore} />,
    tab: memoryTab({
      'testigo.session': JSON.stringify({ connection: embeddedConnection(origin), demo: false, at: 1 }),
    }),
    field: m.common_key_label,
    submit: m.connect_again_submit,
    rule: m.common_key_missing,
  },
  {
    file: 'features/connect/found.tsx',
    form: 'organization that the service does not name',
    node: <Found demo={false} onGo={send} onOther={ignore} />,
    answer: (_, path) => (/^\/[os]/.test(path) ? refusal(404, 'Not here') : undefined),
    field: m.connect_organization_id,
    typed: 'nope',
    submit: m.connect_go,
    rule: m.connect_organization_id_wrong,
  },
  {
    file: 'features/compose/signers/paste-people.tsx',
    form: 'list of people',
    node: <PastePeople onAdd={send} />,
    prepare: press(m.compose_paste),
    field: m.compose_paste_label,
    submit: m.compose_paste_find,
    rule: m.compose_paste_empty,
  },
  {
    file: 'features/compose/use-request-form.ts',
    form: 'text of a request',
    node: <ComposePage />,
    path: '/requests/new',
    prepare: press(m.compose_kind_text, 'radio'),
    field: m.compose_text,
    submit: m.compose_send_nobody,
    rule: m.compose_text_missing,
  },
  {
    file: 'features/requests/actions/rename-panel.tsx',
    form: 'name of a request',
    node: <Rename />,
    answer: (_, path) => (path === `/signature-request/${request.id}` ? json(request) : undefined),
    field: m.requests_name_label,
    typed: '',
    submit: m.common_save,
    rule: m.requests_name_rule,
  },
  {
    file: 'features/requests/list/views/view-name-form.tsx',
    form: 'name of a saved view',
    node: <NewView />,
    field: m.requests_view_name,
    typed: 'Pendientes',
    submit: m.requests_view_save,
    rule: m.requests_view_name_taken,
  },
  {
    file: 'features/bulk/table/table-card.tsx',
    form: 'pasted table',
    node: (
      <TableCard
        work={newWork}
        view={{ columns: [], rows: [], earlier: false }}
        reading={{ running: false, fault: undefined }}
        onFile={send}
        onPaste={send}
        onChoices={send}
        onHeader={send}
      />
    ),
    prepare: press(m.bulk_paste),
    field: m.bulk_paste_label,
    submit: m.bulk_paste_use,
    rule: m.bulk_paste_needed,
  },
  {
    file: 'features/bulk/prepare/send-panel.tsx',
    form: 'refused rows of a bulk',
    node: (
      <SendPanel
        work={newWork}
        run={run}
        quota={undefined}
        quotaUnknown=""
        saving={undefined}
        steps={[]}
        blocked={undefined}
        failed={undefined}
        onChange={send}
        onStart={sendLater}
      />
    ),
    field: () => m.bulk_accept_refused({ count: 1 }),
    submit: () => m.bulk_start({ count: 1 }),
    rule: m.bulk_blocked_accept,
  },
  {
    file: 'features/witnesses/new/new-witness-dialog.tsx',
    form: 'hash of a new witness',
    node: <NewWitnessDialog organization={organization.id} onClose={send} />,
    field: m.witnesses_new_hash,
    typed: 'abc',
    submit: m.witnesses_new_confirm,
    rule: m.witnesses_new_hash_rule,
  },
  {
    file: 'features/verify/drop/paste-hashes.tsx',
    form: 'pasted hashes',
    node: <PasteHashes onHashes={send} onClose={send} />,
    field: m.verify_paste_label,
    submit: m.verify_paste_add_none,
    rule: m.verify_paste_none,
  },
  {
    file: 'features/endorsements/builder/condition-form.tsx',
    form: 'days of a condition, both empty',
    node: conditionForm,
    field: m.common_date_day,
    group: m.endorsements_form_from_day,
    submit: m.common_apply,
    rule: m.endorsements_fault_missing,
  },
  {
    file: 'features/endorsements/builder/condition-form.tsx',
    form: 'hour of an exact time in a condition',
    node: conditionForm,
    prepare: async (user) => {
      await choose(m.endorsements_form_comparison, () => 'is')(user);
      await typeDay(user, m.endorsements_form_day(), '2026-11-20');
    },
    field: m.endorsements_form_clock,
    submit: m.common_apply,
    rule: m.endorsements_fault_clock,
  },
  {
    file: 'features/endorsements/builder/condition-form.tsx',
    form: 'day of a condition',
    node: conditionForm,
    prepare: async (user) => typeDay(user, m.endorsements_form_from_day(), '2026-02-31'),
    field: m.common_date_day,
    group: m.endorsements_form_from_day,
    submit: m.common_apply,
    rule: m.endorsements_fault_time,
  },
  {
    file: 'features/directory/values-form.tsx',
    form: 'values of a filter',
    node: <ValuesForm label="Ids" form={forms.id} match={undefined} onApply={send} />,
    field: () => 'Ids',
    typed: 'nope',
    submit: m.common_apply,
    rule: () => m.directory_match_wrong({ value: 'nope' }),
  },
  {
    file: 'widgets/filters/filter-form.tsx',
    form: 'text of a filter',
    node: (
      <FilterForm
        longest={5}
        texts={[{ name: 'provider', label: 'Proveedor', value: undefined }]}
        onApply={send}
      />
    ),
    field: () => 'Proveedor',
    typed: 'PSC-UNO',
    submit: m.common_apply,
    rule: () => m.common_text_rule({ most: 5 }),
  },
  {
    file: 'widgets/filters/filter-form.tsx',
    form: 'days of a filter',
    node: <FilterForm days={{ from: undefined, to: undefined }} onApply={send} />,
    prepare: async (user) => typeDay(user, m.common_from(), '2026-02-31'),
    field: m.common_date_day,
    group: m.common_from,
    submit: m.common_apply,
    rule: m.common_day_rule,
  },
  {
    file: 'widgets/forms/id-form.tsx',
    form: 'id of an object',
    node: <IdForm form="form" label="Id" submit="Ver" onSubmit={send} />,
    field: () => 'Id',
    typed: 'nope',
    submit: () => 'Ver',
    rule: m.witnesses_list_bad_id,
  },
  {
    file: 'widgets/linking/who-forms.tsx',
    form: 'signer of the demo',
    node: <PersonaForm {...who} title="" help="" submit="Continuar" personas={[]} />,
    field: m.linking_persona,
    submit: () => 'Continuar',
    rule: m.linking_persona_missing,
  },
  {
    file: 'widgets/linking/who-forms.tsx',
    form: 'token of a person',
    node: <TokenForm {...who} submit="Continuar" besides={false} host="service.example" />,
    field: m.linking_token,
    submit: () => 'Continuar',
    rule: m.linking_token_missing,
  },
  {
    file: 'widgets/nodes/nodes-card.tsx',
    form: 'node of a network in the inspector',
    node: (
      <InspectorNodesCard
        evidence={{ witness: { hash: 'ab'.repeat(32), merkleized: { network: 1 } } }}
        trust={trustSettings.read()}
        exchanges={[]}
        isQuerying={false}
        field={createRef<HTMLInputElement>()}
      />
    ),
    field: m.inspector_nodes_address,
    typed: 'http://node.example',
    submit: m.inspector_nodes_ask,
    rule: m.inspector_nodes_not_https,
  },
  {
    file: 'features/settings/trust/nodes-card.tsx',
    form: 'node of a network in the settings',
    node: <NodesCard />,
    field: m.inspector_nodes_address,
    typed: 'http://node.example',
    submit: m.settings_node_add,
    rule: m.inspector_nodes_not_https,
  },
  {
    file: 'features/settings/trust/nodes-card.tsx',
    form: 'number of another network, before the address of its node',
    node: <NodesCard />,
    prepare: choose(m.settings_contract_network, m.settings_contract_network_other),
    field: m.settings_contract_network_number,
    typed: '0',
    submit: m.settings_node_add,
    rule: m.settings_bad_network,
  },
  {
    file: 'features/settings/trust/contracts-card.tsx',
    form: 'contract of claims',
    node: <ContractsCard />,
    prepare: press(m.settings_endorser_add),
    field: m.settings_contract_address,
    typed: '0x1',
    submit: m.settings_contract_save,
    rule: m.settings_bad_address,
  },
  {
    file: 'features/settings/trust/anchors-part.tsx',
    form: 'certificate to trust',
    node: <AnchorsPart />,
    prepare: press(m.settings_anchor_paste),
    field: m.settings_anchor_pem,
    typed: 'nope',
    submit: m.settings_anchor_read,
    rule: m.settings_anchor_bad,
  },
  {
    file: 'features/organization/profile/profile-card.tsx',
    form: 'profile of the organization',
    node: <ProfileCard organization={organization} />,
    prepare: press(m.organization_edit),
    field: m.organization_email,
    typed: 'nope',
    submit: m.common_save,
    rule: m.organization_email_rule,
  },
  {
    file: 'features/organization/keys/new-key.tsx',
    form: 'name of a new API key',
    node: <NewKey organization={organization.id} onMade={send} />,
    field: m.organization_key_name,
    submit: m.organization_key_create,
    rule: m.organization_name_rule,
  },
  {
    file: 'features/organization/keys/new-key.tsx',
    form: 'scopes of a new API key',
    node: <NewKey organization={organization.id} onMade={send} />,
    prepare: async (user) => {
      await user.type(await screen.findByLabelText(m.organization_key_name()), 'Nómina');
      await clearScopes(user);
    },
    field: m.organization_key_scope_read,
    group: m.organization_key_scopes,
    submit: m.organization_key_create,
    rule: m.organization_key_scopes_rule,
  },
  {
    file: 'features/organization/keys/rename-key-form.tsx',
    form: 'name of an API key',
    node: (
      <ul>
        <KeyRow
          apiKey={apiKey}
          last={false}
          gone={false}
          onHold={ignore}
          readBack={() => Promise.resolve(apiKey)}
          onChanged={send}
        />
      </ul>
    ),
    prepare: press(() => m.organization_key_rename_name({ name: apiKey.name })),
    field: m.organization_key_name,
    typed: '',
    submit: m.common_save,
    rule: m.organization_name_rule,
  },
  {
    file: 'features/organization/keys/key-scopes.tsx',
    form: 'scopes of an API key',
    node: (
      <ScopesForm
        apiKey={apiKey}
        readBack={() => Promise.resolve(apiKey)}
        working={false}
        onSave={sendLater}
        onKeep={send}
      />
    ),
    prepare: clearScopes,
    field: m.organization_key_scope_read,
    group: m.organization_key_scopes,
    submit: m.common_save,
    rule: m.organization_key_scopes_rule,
  },
  {
    file: 'features/sandbox/simulation/clock-card.tsx',
    form: 'date of the clock of the sandbox',
    node: <ClockCard />,
    answer: (_, path) =>
      path === '/sandbox/clock' ? json({ now: '2026-11-20T12:00:00Z', offset: 0 }) : undefined,
    prepare: async (user) => typeDay(user, m.sandbox_clock_date(), '2020-01-01'),
    field: m.common_date_day,
    group: m.sandbox_clock_date,
    submit: m.sandbox_clock_to_date,
    rule: m.sandbox_clock_date_bad,
  },
  {
    file: 'features/sandbox/simulation/fault-form.tsx',
    form: 'share of an injected fault',
    node: faultForm,
    field: m.sandbox_faults_rate,
    typed: '0',
    submit: m.sandbox_faults_add,
    rule: m.sandbox_faults_rate_bad,
  },
  {
    file: 'features/sandbox/simulation/fault-form.tsx',
    form: 'wait of an injected fault that is answered later',
    node: faultForm,
    field: m.sandbox_faults_come_back,
    typed: '0',
    submit: m.sandbox_faults_add,
    rule: m.sandbox_faults_come_back_bad,
  },
  {
    file: 'features/sandbox/signers/transfer-form.tsx',
    form: 'recipient of a transfer',
    node: transferForm,
    field: m.sandbox_transfer_to,
    submit: m.sandbox_transfer,
    rule: m.sandbox_transfer_choose,
  },
  {
    file: 'features/sandbox/signers/transfer-form.tsx',
    form: 'address of a transfer',
    node: transferForm,
    prepare: choose(m.sandbox_transfer_to, m.sandbox_transfer_address),
    field: m.wallets_address,
    typed: '0x1',
    submit: m.sandbox_transfer,
    rule: m.sandbox_transfer_bad,
  },
];

/** Forms without a row, each with the reason. */
const withoutWrongInput: Readonly<Record<string, string>> = {
  'features/organization/profile/policy-card.tsx': 'Every value that can be chosen is valid.',
  'widgets/conflict/use-edited-form.ts': 'The forms that use it are tested.',
};

describe('wrong input', () => {
  it.each(rows.map((row) => [row.form, row] as const))(
    '%s: names field and rule, moves the focus, sends nothing',
    async (_, row) => {
      const { node, answer, path = '/', tab, prepare, field, typed, group, submit, rule } = row;
      const service = smallService(answer);
      const settings = trustSettings.read();
      const { user } = await renderInHost(node, {
        fetch: service.fetch,
        path,
        open: tab === undefined,
        ...(tab && { tab }),
      });
      await prepare?.(user);
      const button = await screen.findByRole<HTMLButtonElement>('button', { name: submit() });
      const form = within(button.form ?? document.body);
      const about = group && (await form.findByRole('group', { name: group() }));
      const control = (about ? within(about) : form).getByLabelText(field());
      if (typed !== undefined) await user.clear(control);
      if (typed) await user.type(control, typed);
      send.mockClear();
      await user.click(button);
      await waitFor(() => expect(control).toHaveFocus());
      await waitFor(() =>
        expect(about ?? control).toHaveAccessibleDescription(expect.stringContaining(rule())),
      );
      if (about) expect(form.getAllByRole('alert')[0]).toHaveTextContent(rule());
      else expect(control).toBeInvalid();
      expect(send).not.toHaveBeenCalled();
      expect(service.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
      expect(trustSettings.read()).toEqual(settings);
    },
  );
});

it('wrong input is tested of every form in React Hook Form', () => {
  const withForm = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /\buse(?:Edited)?Form\b/.test(readFileSync(join('src', file), 'utf8')));
  const tested = [...rows.map(({ file }) => file), ...Object.keys(withoutWrongInput)];
  expect(withForm.sort()).toEqual([...new Set(tested)].sort());
});
