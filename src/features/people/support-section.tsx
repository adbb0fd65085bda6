/** Support access: who of the provider's staff looked into the project, when and why; and opening one, as one of them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { supportHours } from '#contracts/support.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { closeSupport, openSupport } from '#src/commands/people.ts'
import { supportAccesses } from '#src/reads/people.ts'
import { $peopleSave } from '#src/stores/people.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { dayAndTime } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

export function SupportSection(): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  const answer = useRead(supportAccesses, {})
  const rows = answer.value?.data ?? null
  const [opening, setOpening] = useState(false)
  const hasOwn = rows?.some(({ open, userId }) => open && userId === who.userId) ?? true
  return (
    <Section
      title="Support access"
      aside={
        who.can('support.open') &&
        !hasOwn && (
          <Button size="sm" onClick={() => setOpening(true)}>
            Open an access
          </Button>
        )
      }
    >
      <Missing answer={answer} rows={2} title="Support access could not be loaded" onRetry={answer.again} />
      {rows?.length === 0 && (
        <EmptyState icon="lock" title="Nobody of the provider’s staff has looked into this project">
          They see its documents only by an access with a reason and an end, which stands here.
        </EmptyState>
      )}
      {rows !== null && rows.length > 0 && (
        <Table
          label="Support access"
          rows={rows}
          keyOf={({ accessId }) => accessId}
          columns={[
            { id: 'who', head: 'Who', cell: ({ userName }) => <Foreign text={userName} /> },
            { id: 'why', head: 'Reason', cell: ({ reason }) => <Foreign text={reason} /> },
            { id: 'from', head: 'From', cell: ({ openedAt }) => dayAndTime(openedAt) },
            {
              id: 'to',
              head: 'Until',
              cell: ({ closedAt, closedBy, endsAt, open }) =>
                closedAt === null
                  ? `${dayAndTime(endsAt)}${open ? '' : ', ended'}`
                  : `${dayAndTime(closedAt)}, ended by ${closedBy ?? 'somebody'}`,
            },
            {
              id: 'acts',
              head: <chakra.span srOnly>What can be done</chakra.span>,
              align: 'end',
              cell: ({ open, accessId, userName }) =>
                open && (
                  <Button
                    size="sm"
                    look="quiet"
                    aria-label={`End the access of ${userName}`}
                    onClick={() => run(closeSupport({ accessId }))}
                  >
                    End
                  </Button>
                ),
            },
          ]}
        />
      )}
      {opening && <SupportDialog onClose={() => setOpening(false)} />}
    </Section>
  )
}

const hours = [1, 4, 8, supportHours]

function SupportDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [run, save] = useUnit([dispatch, $peopleSave])
  const [reason, setReason] = useState('')
  const [length, setLength] = useState(1)
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const fault = reason.trim().length < 10 ? 'Say in ten characters or more why you look into it.' : null
  return (
    <Dialog
      open
      title="Open a support access"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null) run(openSupport({ formKey: begin(), reason: reason.trim(), hours: length }))
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Open
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>You will see the project’s documents. The client sees your name, the reason and the time.</p>
      <Field label="Reason" required error={tried ? fault : null}>
        <DraftInput data-first value={reason} onChange={setReason} maxLength={500} />
      </Field>
      <Field label="For">
        <Select
          value={String(length)}
          choices={hours.map((one) => ({ value: String(one), label: one === 1 ? '1 hour' : `${one} hours` }))}
          onChoose={(value) => setLength(Number(value))}
        />
      </Field>
    </Dialog>
  )
}
