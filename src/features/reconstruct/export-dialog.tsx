/** Taking the activity away: the whole of it, as the browser's own download. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { pathOf } from '#contracts/call.ts'
import { exportActivity } from '#contracts/reconstruct.ts'
import type { LookFilter } from '#src/events/catalog/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import type { Summary } from '#src/stores/reconstruct-cache.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted, exactTime } from '../ui/format.ts'
import { useBatchName } from './use-batches.ts'
import type { Facets } from './use-facets.ts'
import { meansWords } from './words.ts'

/** The address of the file: the browser's cookie stands for who asks. */
export function exportAddress(projectId: number, filter: LookFilter, format: 'csv' | 'ndjson'): string {
  const words = new URLSearchParams({ projectId: String(projectId), format })
  const say = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') words.set(name, String(value))
  }
  say('userIds', filter.userIds.join(','))
  say('fieldIds', filter.fieldIds.join(','))
  say('tagCategoryIds', filter.tagCategoryIds.join(','))
  say('how', filter.how.join(','))
  say('documentId', filter.documentId)
  say('batchId', filter.batchId)
  say('from', filter.from)
  say('to', filter.to)
  return `${pathOf(exportActivity)}?${words}`
}

export function ExportDialog({
  projectId,
  summary,
  facets,
  onClose,
}: {
  readonly projectId: number
  readonly summary: Summary | null
  readonly facets: Facets
  readonly onClose: () => void
}): ReactElement {
  const { filter } = useUnit($look)
  const batchName = useBatchName(filter.batchId)
  const [begun, setBegun] = useState<string | null>(null)
  const facts: readonly (readonly [string, string])[] = [
    ['Period', periodOf(filter)],
    ['People', filter.userIds.map((id) => facets.nameOf('person', id)).join('; ') || 'everybody'],
    [
      'Fields',
      [
        ...filter.fieldIds.map((id) => facets.nameOf('field', id)),
        ...filter.tagCategoryIds.map((id) => facets.nameOf('tags', id)),
      ].join('; ') || 'all',
    ],
    ['Method', filter.how.map((how) => meansWords[how]).join('; ') || 'all'],
    ['Batch', filter.batchId === null ? 'any or none' : batchName],
    ['Documents', filter.documentId === null ? 'all' : 'one'],
  ]
  return (
    <Dialog
      open
      title="Export the activity"
      onClose={onClose}
      actions={(['csv', 'ndjson'] as const).map((format) => (
        <ButtonLink
          key={format}
          href={exportAddress(projectId, filter, format)}
          download
          icon="download"
          look={format === 'csv' ? 'primary' : 'plain'}
          onClick={() => setBegun(format.toUpperCase())}
        >
          {format === 'csv' ? 'CSV' : 'NDJSON'}
        </ButtonLink>
      ))}
    >
      <p>
        {summary === null ? 'Every change' : counted(summary.total.changes, 'change')} that the period and the
        filters mean, oldest first: all of them, however many. The playhead does not matter. Values of fields
        that exports leave out are not told. The export itself is put on the record.
      </p>
      <chakra.dl fontSize="sm">
        {facts.map(([name, said]) => (
          <chakra.div key={name} display="flex" gap="3" py="0.5">
            <chakra.dt color="faint" minWidth="88px">
              {name}
            </chakra.dt>
            <chakra.dd minWidth="0" overflowWrap="anywhere">
              {said}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <chakra.p role="status" fontSize="sm" color="muted">
        {begun === null
          ? 'CSV opens in a spreadsheet; NDJSON has one change a line for programs.'
          : `Your browser is writing the ${begun} file: how far it is stands among its downloads. You can go on working, and close this.`}
      </chakra.p>
    </Dialog>
  )
}

function periodOf({ from, to }: LookFilter): string {
  if (from === null && to === null) return 'the whole record'
  return `${from === null ? 'from the beginning' : `after ${exactTime(from)}`} ${to === null ? 'to now' : `up to ${exactTime(to)}`}`
}
