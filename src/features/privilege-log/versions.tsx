/** The versions of the log: making one, what each has, and handing it over as a file. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import { type LogVersion, privilegeLogLimits } from '#contracts/privilege-log.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { makeLogVersion } from '#src/commands/privilege-log.ts'
import { privilegeLogVersions } from '#src/reads/privilege-log.ts'
import { $logForm } from '#src/stores/privilege-log.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import type { Frame } from './privilege-log-screen.tsx'
import { comparePath, versionPath } from './words.ts'

export function Versions({
  projectId,
  frame,
}: {
  readonly projectId: number
  readonly frame: Frame
}): ReactElement {
  const { can } = useWho()
  const answer = useRead(privilegeLogVersions, {})
  const [making, setMaking] = useState(false)
  const [loading, setLoading] = useState<LogVersion | null>(null)
  const { value } = answer
  const make = can('production.manage') ? (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      Make a version
    </Button>
  ) : undefined
  const download: Column<LogVersion> = {
    id: 'download',
    head: <chakra.span srOnly>Download</chakra.span>,
    align: 'end',
    cell: (version) => (
      <Button
        size="sm"
        icon="download"
        aria-label={`Download ${version.name}`}
        onClick={() => setLoading(version)}
      >
        Download
      </Button>
    ),
  }
  return frame(
    <>
      <Section
        title="All versions"
        aside={
          <chakra.span fontSize="xs" color="faint">
            {value === null ? '' : counted(value.length, 'version')}
          </chakra.span>
        }
      >
        <Missing answer={answer} rows={4} title="The versions could not be loaded" onRetry={answer.again} />
        {value !== null && value.length === 0 && (
          <EmptyState icon="saved" title="No version has been made yet" action={make}>
            A version keeps the log as it stands, to be handed over. Each document gets its log number when it
            is first in one, and keeps it.
          </EmptyState>
        )}
        {value !== null && value.length > 0 && (
          <Table
            label="Versions"
            rows={value}
            columns={can('production.download') ? [...columns, download] : columns}
            keyOf={({ versionId }) => versionId}
          />
        )}
      </Section>
      {making && <MakeDialog known={value ?? []} onClose={() => setMaking(false)} />}
      {loading !== null && (
        <DownloadDialog projectId={projectId} version={loading} onClose={() => setLoading(null)} />
      )}
    </>,
    value !== null && value.length > 0 ? make : undefined,
  )
}

const columns: readonly Column<LogVersion>[] = [
  { id: 'number', head: '#', align: 'end', width: '48px', cell: ({ number: place }) => number(place) },
  {
    id: 'name',
    head: 'Version',
    cell: ({ versionId, name }) => (
      <chakra.div minWidth="120px" maxWidth="320px" fontWeight={600} overflowWrap="anywhere">
        <Link to={versionPath(versionId)}>
          <Foreign text={name} />
        </Link>
      </chakra.div>
    ),
  },
  { id: 'rows', head: 'Rows', align: 'end', cell: ({ rows }) => number(rows) },
  { id: 'withheld', head: 'Withheld', align: 'end', from: 'sm', cell: ({ withheld }) => number(withheld) },
  { id: 'redacted', head: 'Redacted', align: 'end', from: 'sm', cell: ({ redacted }) => number(redacted) },
  {
    id: 'made',
    head: 'Made',
    cell: ({ made }) => (
      <chakra.span color="muted">
        <Ago at={made.at} /> by <Foreign text={made.by} />
      </chakra.span>
    ),
  },
  {
    id: 'compare',
    head: <chakra.span srOnly>Compare</chakra.span>,
    cell: ({ versionId }) => <Link to={comparePath(versionId, null)}>Compare with now</Link>,
  },
]

function MakeDialog({
  known,
  onClose,
}: {
  readonly known: readonly LogVersion[]
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $logForm })
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(last, onClose)
  const typed = name.trim()
  const isTaken = known.some((one) => one.name.toLowerCase() === typed.toLowerCase())
  const fault = typed === '' ? 'Give the version a name.' : isTaken ? 'Another version has this name.' : null
  return (
    <Dialog
      open
      title="Make a version"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null) run(makeLogVersion({ formKey: begin(), name: typed }))
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Make
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <p>
          The log is kept as it stands. Documents that have no log number yet get the next ones, by date. A
          version does not change, and cannot be deleted.
        </p>
        <Field label="Name" required error={tried ? fault : null}>
          <DraftInput
            data-first
            value={name}
            maxLength={privilegeLogLimits.nameLength}
            autoComplete="off"
            onChange={setName}
          />
        </Field>
      </chakra.div>
    </Dialog>
  )
}
