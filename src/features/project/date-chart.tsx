/** The documents of the project by date. */
import { type ReactElement, useMemo } from 'react'
import type { ProjectReport } from '#contracts/project.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { FiguresChart } from '../charts/figures-chart.tsx'
import { binned, sum } from '../charts/month-bins.ts'
import { counted, number } from '../ui/format.ts'

const none: ReadonlySet<string> = new Set()
const came: ChartState = { waits: false, failure: null }

export function DateChart({
  documents,
  byMonth,
}: Pick<ProjectReport, 'documents' | 'byMonth'>): ReactElement {
  const { figures, note } = useMemo(() => {
    const { bins, before, after } = binned(byMonth)
    const undated = documents - sum(byMonth)
    const outside = [
      before > 0 && `${number(before)} before ${bins[0]?.label ?? '1970'}`,
      after > 0 && `${number(after)} after ${bins.at(-1)?.label ?? '2050'}`,
      undated > 0 && `${number(undated)} without a date`,
    ].filter((said) => said !== false)
    return {
      figures: bins.map(({ from, label, count }) => ({ key: from, label, documents: count, bytes: null })),
      note: [counted(sum(bins), 'document'), ...outside].join(' · '),
    }
  }, [documents, byMonth])
  return (
    <FiguresChart
      title="Documents by date"
      of="Period"
      as="columns"
      figures={figures}
      chosen={none}
      state={came}
      note={note}
    />
  )
}
