/** Who has downloaded what of a production or an export, and when. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { listDownloads, VolumeDownload } from '#contracts/production-volumes.ts'
import type { Reading } from '../ui/answer.ts'
import { Foreign } from '../ui/foreign.tsx'
import { counted, exactTime, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

export function Downloads({
  answer,
}: {
  readonly answer: Reading<ReplyOf<typeof listDownloads>>
}): ReactElement {
  const { value } = answer
  return (
    <Section
      title="Downloads"
      aside={
        <chakra.span fontSize="xs" color="faint">
          {value === null ? '' : counted(value.totalCount, 'download')}
        </chakra.span>
      }
    >
      <Missing answer={answer} rows={2} title="The downloads could not be loaded" onRetry={answer.again} />
      {value?.data.length === 0 && (
        <chakra.p px="4" py="3" color="muted">
          Nobody has downloaded anything yet.
        </chakra.p>
      )}
      {value !== null && value.data.length > 0 && (
        <Table
          label="Downloads"
          rows={value.data.map((download, at) => ({ ...download, at: download.at, key: at }))}
          columns={columns}
          keyOf={({ key }) => key}
        />
      )}
      {value !== null && value.data.length < value.totalCount && (
        <chakra.p px="4" py="2" fontSize="sm" color="muted">
          The last {number(value.data.length)} are shown. History has all of them.
        </chakra.p>
      )}
    </Section>
  )
}

interface Row extends VolumeDownload {
  readonly key: number
}

const columns: readonly Column<Row>[] = [
  {
    id: 'what',
    head: 'What',
    cell: ({ volume, comparedWith }) =>
      volume ?? (
        <>
          Comparison with <Foreign text={comparedWith} />
        </>
      ),
  },
  { id: 'who', head: 'Who', cell: ({ by }) => <Foreign text={by} /> },
  {
    id: 'when',
    head: 'When',
    align: 'end',
    cell: ({ at }) => (
      <chakra.span title={exactTime(at)} color="muted">
        <Ago at={at} />
      </chakra.span>
    ),
  },
]
