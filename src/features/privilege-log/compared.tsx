/** What became of a version: what is on the later one and was not on it, what is gone, and which values differ. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { compareLog } from '#contracts/privilege-log.ts'
import { privilegeLogCompared, privilegeLogVersions } from '#src/reads/privilege-log.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DocumentLead } from './document-lead.tsx'
import { Pages } from './pages.tsx'
import type { Frame } from './privilege-log-screen.tsx'

type Reply = ReplyOf<typeof compareLog>
type Row = Reply['data'][number]

const kinds = {
  added: { tone: 'ok', icon: 'plus', word: 'Added' },
  gone: { tone: 'attention', icon: 'minus', word: 'Gone' },
  changed: { tone: 'info', icon: 'compare', word: 'Changed' },
} as const
const order = ['added', 'gone', 'changed'] as const

export function Compared({
  versionId,
  other,
  frame,
}: {
  readonly versionId: number
  /** Null: the log as it stands now. */
  readonly other: number | null
  readonly frame: Frame
}): ReactElement {
  const [kind, setKind] = useState<Row['kind'] | null>(null)
  const [path, setPath] = useState<readonly number[]>([])
  const versions = useRead(privilegeLogVersions, {}, { once: true }).value ?? []
  const answer = useRead(privilegeLogCompared, { versionId, with: other, kind, after: path.at(-1) ?? null })
  const { value } = answer
  const nameOf = (id: number) => versions.find((one) => one.versionId === id)?.name ?? `version ${id}`
  const later = other === null ? 'the log as it stands now' : nameOf(other)
  const headings = new Map(value?.columns.map(({ source, heading }) => [source, heading]))
  const columns: readonly Column<Row>[] = [
    {
      id: 'log',
      head: '#',
      align: 'end',
      width: '56px',
      cell: ({ logNumber }) => (logNumber === null ? '' : number(logNumber)),
    },
    {
      id: 'control',
      head: 'Control number',
      width: '170px',
      cell: ({ documentId, controlNumber }) => (
        <chakra.span fontFamily="mono" whiteSpace="nowrap">
          <DocumentLead documentId={documentId} controlNumber={controlNumber} />
        </chakra.span>
      ),
    },
    {
      id: 'kind',
      head: 'What became of it',
      width: '140px',
      cell: (row) => (
        <Badge tone={kinds[row.kind].tone} icon={kinds[row.kind].icon}>
          {kinds[row.kind].word}
        </Badge>
      ),
    },
    {
      id: 'values',
      head: 'Values',
      cell: ({ values }) => (
        <chakra.dl py="1" overflowWrap="anywhere" minWidth="240px">
          {values.map(({ source, was, is }) => (
            <div key={source}>
              <chakra.dt fontSize="xs" color="faint">
                {headings.get(source) ?? source}
              </chakra.dt>
              <dd>
                <chakra.del color="muted" textDecoration="line-through">
                  {was === '' ? 'empty' : <Foreign text={was} />}
                </chakra.del>{' '}
                <chakra.ins textDecoration="none">{is === '' ? 'empty' : <Foreign text={is} />}</chakra.ins>
              </dd>
            </div>
          ))}
        </chakra.dl>
      ),
    },
  ]
  const choose = (next: Row['kind'] | null) => {
    setKind(next)
    setPath([])
  }
  return frame(
    <Section
      title={`${nameOf(versionId)}, compared with ${later}`}
      aside={
        value === null ? undefined : (
          <chakra.div role="group" aria-label="Rows to show" display="flex" gap="0.5">
            <Button look="quiet" size="sm" aria-pressed={kind === null} onClick={() => choose(null)}>
              All{' '}
              <chakra.span color="faint">
                {number(value.counts.added + value.counts.gone + value.counts.changed)}
              </chakra.span>
            </Button>
            {order.map((one) => (
              <Button
                key={one}
                look="quiet"
                size="sm"
                aria-pressed={kind === one}
                onClick={() => choose(one)}
              >
                {kinds[one].word} <chakra.span color="faint">{number(value.counts[one])}</chakra.span>
              </Button>
            ))}
          </chakra.div>
        )
      }
    >
      <Missing answer={answer} rows={6} title="The versions could not be compared" onRetry={answer.again} />
      {value !== null && value.data.length === 0 && (
        <EmptyState icon="ok" title="Nothing differs">
          {kind === null ? 'The same rows with the same values stand on both.' : 'No row of this kind.'}
        </EmptyState>
      )}
      {value !== null && value.data.length > 0 && (
        <Table
          label="What differs"
          rows={value.data}
          columns={columns}
          keyOf={({ documentId }) => documentId}
        />
      )}
      <Pages path={path} next={value?.next ?? null} onTurn={setPath} />
    </Section>,
  )
}
