/** What was done to redactions of the project: by whom, when and where, and never what is under them. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { pathOf } from '#contracts/call.ts'
import { type RedactionLogRow, redactionLogFile, redactionWords } from '#contracts/redactions.ts'
import { redactionLogRead } from '#src/reads/redaction-log.ts'
import { redactedLabelsRead } from '#src/reads/redactions.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { ToCheck } from './to-check.tsx'

export function RedactionLogScreen(): ReactElement {
  const who = useWho()
  if (who.projectId === null)
    return <NoProject icon="log">Here stands what was redacted in a project, by whom and when.</NoProject>
  if (!who.can('redaction.see'))
    return (
      <DeniedState
        page
        what="the redaction log"
        grantedBy="A project manager can give you a role that sees redactions."
      />
    )
  return <Log projectId={who.projectId} />
}

/** What stands for all labels, which no label can be: it is one line. */
const allLabels = '\n'

function Log({ projectId }: { readonly projectId: number }): ReactElement {
  const [label, setLabel] = useState<string | null>(null)
  /** Where the pages before this one began; none: this is the newest. */
  const [path, setPath] = useState<readonly number[]>([])
  const asked = { projectId, label, before: path.at(-1) ?? null }
  const { value, failure, again } = useRead(redactionLogRead, asked)
  const labels = useRead(redactedLabelsRead, {}).value?.data ?? []
  const names = [...new Set(['', ...labels.map((one) => one.label), ...(label === null ? [] : [label])])]
  const csv = `${pathOf(redactionLogFile)}?projectId=${projectId}${label === null ? '' : `&label=${encodeURIComponent(label)}`}`
  const next = value?.next ?? null
  return (
    <Page
      title="Redaction log"
      lead="Each redaction that was added, changed, removed, restored or checked. The log never says what is under it."
      actions={
        <ButtonLink icon="download" href={csv} download>
          Export as CSV
        </ButtonLink>
      }
    >
      <ToCheck />
      <chakra.div maxWidth="260px">
        <Select
          aria-label="Label"
          value={label ?? allLabels}
          choices={[
            { value: allLabels, label: 'All labels' },
            ...names.map((one) => ({ value: one, label: one === '' ? redactionWords.noLabel : one })),
          ]}
          onChoose={(chosen) => {
            setLabel(chosen === allLabels ? null : chosen)
            setPath([])
          }}
        />
      </chakra.div>
      <Section title={value === null ? 'What was done' : counted(value.totalCount, 'entry', 'entries')}>
        {value === null && failure === null && <Skeleton rows={8} />}
        {failure !== null && (
          <ErrorState title="The log could not be loaded" message={failure.message} onRetry={again} />
        )}
        {value !== null && value.data.length === 0 && (
          <EmptyState icon="log" title="Nothing has been redacted">
            {label === null
              ? 'What is redacted in the pages and sheets of documents is listed here.'
              : 'No redaction has had this label.'}
          </EmptyState>
        )}
        {value !== null && value.data.length > 0 && (
          <Table
            label="Redaction log"
            rows={value.data}
            columns={columns}
            keyOf={({ key, version }) => `${key} ${version}`}
          />
        )}
      </Section>
      {(path.length > 0 || next !== null) && (
        <chakra.nav aria-label="Pages of the log" display="flex" gap="2">
          <Button disabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
            Newer
          </Button>
          <Button disabled={next === null} onClick={() => next !== null && setPath([...path, next])}>
            Older
          </Button>
        </chakra.nav>
      )}
    </Page>
  )
}

const acts: Readonly<Record<RedactionLogRow['act'], string>> = {
  ...{ added: 'Added', changed: 'Changed', removed: 'Removed', restored: 'Restored', checked: 'Checked' },
}
const kinds: Readonly<Partial<Record<RedactionLogRow['kind'], string>>> = {
  ...{ box: 'a box', words: 'words', page: 'the whole page', inverse: 'all but a box' },
}

/** 'Page 3, a box', or 'Sheet 2, B2:C9'. */
const placeOf = ({ page, kind, cells }: RedactionLogRow): string =>
  cells ?? `Page ${page}, ${kinds[kind] ?? kind}`

const columns: readonly Column<RedactionLogRow>[] = [
  { id: 'at', head: 'When', cell: ({ at }) => <Ago at={at} /> },
  { id: 'by', head: 'By', cell: ({ by }) => <Foreign text={by} /> },
  {
    id: 'document',
    head: 'Document',
    cell: ({ documentId, controlNumber, cells }) => (
      <DocumentLink
        documentId={documentId}
        controlNumber={controlNumber}
        pane={cells === null ? 'pages' : 'sheet'}
      />
    ),
  },
  { id: 'act', head: 'What was done', cell: ({ act }) => acts[act] },
  { id: 'place', head: 'Page or cells', cell: placeOf },
  {
    id: 'label',
    head: 'Label',
    cell: ({ label }) => (label === '' ? redactionWords.noLabel : <Foreign text={label} />),
  },
  { id: 'reason', head: 'Reason', cell: ({ reason }) => <Foreign text={reason} />, from: 'md' },
]
