/** General settings of a client: for its administrators all of them, for everybody else its name and whom to ask. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ClientSettings } from '#contracts/client-settings.ts'
import type { Company } from '#contracts/company.ts'
import { allowSupport, deleteClient } from '#src/commands/client-settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { clientInfo, clientSettings } from '#src/reads/client-settings.ts'
import { $clientSave } from '#src/stores/client-settings.ts'
import { NoClient } from '../company/no-client.tsx'
import { useClient } from '../company/use-client.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { EmptyState, ErrorState, Missing, Skeleton } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { ClientForm } from './client-form.tsx'
import { ClientSettingPage } from './client-setting-page.tsx'

export function ClientSetting(): ReactElement {
  const who = useWho()
  if (!who.accountCan('company.manage')) return <AboutClient />
  return <ClientSettingPage name="general">{(client) => <General client={client} />}</ClientSettingPage>
}

function General({ client }: { readonly client: Company }): ReactElement {
  const { company_id: companyId } = client
  const who = useWho()
  const answer = useRead(clientSettings, { companyId })
  const { value } = answer
  return (
    <>
      <Missing answer={answer} rows={6} title="The settings could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <>
          <ClientForm key={companyId} companyId={companyId} settings={value} />
          <SupportSection settings={value} />
          {who.accountCan('system.manage') && <DeleteSection client={client} />}
        </>
      )}
    </>
  )
}

/** In force at once, because forbidding ends what is open. */
function SupportSection({
  settings: { companyId, supportAllowed },
}: {
  readonly settings: ClientSettings
}): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  return (
    <Section title="Support access" padded>
      {who.accountCan('company.support') ? (
        <Switch
          on={supportAllowed}
          onTurn={(allowed) => run(allowSupport({ companyId, allowed }))}
          label="The provider’s staff may open accesses"
          hint="In force at once. An access shows them a project’s documents, with a reason and for a time; each stands in the settings of its project. Forbidding ends those that are open."
        />
      ) : (
        <p>
          {supportAllowed
            ? 'The provider’s staff may open accesses to documents, each with a reason and an end.'
            : 'The client forbids accesses of the provider’s staff to its documents.'}{' '}
          The client’s administrators decide.
        </p>
      )}
    </Section>
  )
}

function DeleteSection({ client }: { readonly client: Company }): ReactElement {
  const [asks, setAsks] = useState(false)
  return (
    <Section title="Delete the client" padded>
      <chakra.div display="flex" gap="3" alignItems="center" flexWrap="wrap">
        <chakra.p flex="1" minWidth="220px">
          {client.projectCount === 0
            ? 'It has no projects. Its people are deactivated with it; its audit record stays.'
            : `It has ${number(client.projectCount)} ${client.projectCount === 1 ? 'project' : 'projects'}. Archive and delete them first.`}
        </chakra.p>
        <Button look="danger" disabled={client.projectCount > 0} onClick={() => setAsks(true)}>
          Delete the client
        </Button>
      </chakra.div>
      {asks && <DeleteClientDialog client={client} onClose={() => setAsks(false)} />}
    </Section>
  )
}

function DeleteClientDialog({
  client: { company_id: companyId, company_name: name },
  onClose,
}: {
  readonly client: Company
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $clientSave])
  const navigate = useNavigate()
  const { sending, refusal, begin } = useFormSave(save, () => void navigate('/client'))
  return (
    <Dialog
      open
      title={`Delete ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            busy={sending}
            onClick={() => run(deleteClient({ formKey: begin(), companyId }))}
          >
            Delete the client
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>
        All of its people are signed out and deactivated at once, open invitations are revoked, and its single
        sign-on is removed. This cannot be undone.
      </p>
      <chakra.p color="muted">Its audit record stays, with who deleted it and when.</chakra.p>
    </Dialog>
  )
}

/** For whoever administers nothing. */
function AboutClient(): ReactElement {
  const { client, failure, again } = useClient()
  if (client === undefined)
    return failure === null ? (
      <Skeleton rows={6} />
    ) : (
      <ErrorState page title="The client could not be loaded" message={failure.message} onRetry={again} />
    )
  if (client === null) return <NoClient page />
  return <Info companyId={client.company_id} name={client.company_name} />
}

function Info({ companyId, name }: { readonly companyId: number; readonly name: string }): ReactElement {
  const answer = useRead(clientInfo, { companyId })
  const { value } = answer
  return (
    <Page
      title={name}
      lead={
        value === null
          ? 'Your client, and whom to ask.'
          : `You work in ${number(value.projectCount)} of its projects.`
      }
      actions={<Link to="/client">Back to clients and projects</Link>}
    >
      <Section title="Whom to ask">
        <Missing answer={answer} rows={3} title="The contacts could not be loaded" onRetry={answer.again} />
        {value?.contacts.length === 0 && (
          <EmptyState icon="user" title="No contacts yet">
            An administrator of the client can name them in the client settings.
          </EmptyState>
        )}
        {value !== null && value.contacts.length > 0 && (
          <Table
            label="Contacts"
            rows={value.contacts.map((one, nth) => ({ ...one, nth }))}
            keyOf={({ nth }) => nth}
            columns={[
              { id: 'name', head: 'Name', cell: (one) => <Foreign text={one.name} /> },
              {
                id: 'address',
                head: 'E-mail address',
                cell: (one) => <a href={`mailto:${one.address}`}>{one.address}</a>,
              },
              { id: 'phone', head: 'Phone', cell: (one) => one.phone || '—' },
            ]}
          />
        )}
      </Section>
    </Page>
  )
}
