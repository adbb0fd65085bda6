/** The documents of the project by date; each column, and what is not drawn, leads to its documents. */
import { type ReactElement, useMemo } from 'react'
import type { ProjectReport } from '#contracts/project.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { FiguresChart } from '../charts/figures-chart.tsx'
import { binned, sum } from '../charts/month-bins.ts'
import { Outside, type Undrawn } from '../charts/outside.tsx'
import { daysFrom } from '../charts/periods.ts'
import { counted } from '../ui/format.ts'
import { useGo } from '../ui/lead.tsx'
import { useLeads } from './leads.ts'

const none: ReadonlySet<string> = new Set()
const came: ChartState = { waits: false, failure: null }
const title = 'Documents by date'

interface Stray extends Undrawn {
  /** What finds them. */
  readonly query: string
}

export function DateChart({
  documents,
  byMonth,
}: Pick<ProjectReport, 'documents' | 'byMonth'>): ReactElement {
  const go = useGo()
  const leads = useLeads()
  const { figures, outside, drawn } = useMemo(() => drawnOf({ documents, byMonth }), [documents, byMonth])
  const open = (queryString: string) => {
    const lead = leads.documents(queryString)
    if (lead !== undefined) go(lead)
  }
  const openFrom = (from: string | undefined, to: string | undefined) => {
    if (from === undefined || to === undefined) return
    const { start, end } = daysFrom(from, to)
    open(`Parent_Date between ${start} and ${end}`)
  }
  const leading = leads.documents('') !== undefined
  return (
    <FiguresChart
      title={title}
      of="Period"
      as="columns"
      figures={figures}
      chosen={none}
      state={came}
      note={counted(drawn, 'document')}
      foot={
        <Outside title={title} outside={outside} onTake={leading ? ({ query }) => open(query) : undefined} />
      }
      {...(leading && {
        onOpen: (key) => openFrom(key, key),
        onDrag: (from, to) => openFrom(figures[from]?.key, figures[to]?.key),
      })}
    />
  )
}

function drawnOf({ documents, byMonth }: Pick<ProjectReport, 'documents' | 'byMonth'>) {
  const { bins, before, after } = binned(byMonth)
  const [first, last] = [bins[0], bins.at(-1)]
  const undated = documents - sum(byMonth)
  const strays: readonly Stray[] = [
    ...(first === undefined
      ? []
      : [
          {
            where: `before ${first.label}`,
            documents: before,
            query: `Parent_Date before ${daysFrom(first.from, first.from).start}`,
          },
        ]),
    ...(last === undefined
      ? []
      : [
          {
            where: `after ${last.label}`,
            documents: after,
            query: `Parent_Date after ${daysFrom(last.from, last.from).end}`,
          },
        ]),
    { where: 'without a date', documents: undated, query: 'Parent_Date is null' },
  ]
  return {
    figures: bins.map(({ from, label, count }) => ({ key: from, label, documents: count, bytes: null })),
    outside: strays.filter((stray) => stray.documents > 0),
    drawn: sum(bins),
  }
}
