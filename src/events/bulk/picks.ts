/** Which documents each tab has picked, and what became of its changes of many: by decisions, and by the store. Pure. */
import type { BulkKind } from '#contracts/bulk-changes.ts'
import type { JobState } from '#contracts/jobs.ts'

/** Documents of one result. */
export interface Picks {
  readonly snapshotId: string
  /** The whole result, without what is marked; else what is marked. */
  readonly all: boolean
  readonly marked: ReadonlySet<number>
  readonly anchor: number | null
}

export interface BulkView {
  readonly picks: Picks | null
  readonly open: boolean
  /** The change that this tab has just made: Ctrl+Z is about it until something else is done here. */
  readonly last: string | null
}

export interface BulkChange {
  readonly bulkId: string
  readonly title: string
  readonly count: number
  readonly kind: BulkKind
  readonly jobId: number | null
  readonly refused: string | null
  readonly ended: {
    readonly state: JobState
    readonly written: number
    readonly documents: number
    readonly left: number
  } | null
}

export interface BulkState {
  readonly byTab: Readonly<Record<string, BulkView>>
  /** The newest last; older ones are found on the record. */
  readonly changes: readonly BulkChange[]
}

/** What a tab has picked of a result, if it is of this one. */
export const picksOf = (
  { byTab }: BulkState,
  tabId: string,
  snapshotId: string | undefined,
): Picks | null => {
  const picks = byTab[tabId]?.picks ?? null
  return picks?.snapshotId === snapshotId ? picks : null
}

export const isPicked = (picks: Picks | null, documentId: number): boolean =>
  picks !== null && picks.all !== picks.marked.has(documentId)

export const pickCount = (picks: Picks | null, totalCount: number): number =>
  picks === null ? 0 : picks.all ? totalCount - picks.marked.size : picks.marked.size

/** The change of this tab that Ctrl+Z or its opposite is about. */
export const lastChange = ({ byTab, changes }: BulkState, tabId: string): BulkChange | null =>
  changes.find(({ bulkId }) => bulkId === byTab[tabId]?.last) ?? null

export const isUnderWay = ({ refused, ended }: BulkChange): boolean => refused === null && ended === null
