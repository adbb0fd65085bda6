/**
 * A person's changes of a document's tags as the record tells them: the steps of other days and other machines. A row
 * holds what a category's tags were before and after; what it changed is the difference.
 */
import * as z from 'zod/mini'
import type { AuditRow } from '#contracts/audit.ts'

/** A tag as rows name it: tags of two categories may be called the same. */
export interface NamedTag {
  readonly category: string
  readonly tag: string
  /** Where the row tells it: it stays when the tag is renamed. */
  readonly tagId?: number | undefined
}

interface Turned extends NamedTag {
  readonly on: boolean
  /** It is as this step has made it: neither taken back, nor changed by somebody else since. */
  readonly stands: boolean
}

/** What one command did to the tags. */
export interface RecordedTagStep {
  readonly changeId: string
  readonly at: string
  /** The job that did it with many documents. */
  readonly jobId: number | null
  /** By category, as the rows have them. */
  readonly changes: readonly {
    readonly category: string
    readonly before: readonly string[]
    readonly after: readonly string[]
  }[]
  readonly turned: readonly Turned[]
  /** When the last of it was taken back; null: something of it stands. */
  readonly undoneAt: string | null
}

interface Tracked extends Omit<RecordedTagStep, 'undoneAt'> {
  changes: RecordedTagStep['changes']
  turned: readonly Turned[]
  /** The commands by which it stands as it does: its own, and what took it back and put it forth again. */
  by: readonly string[]
  movedAt: string
}

/** Newest first; `rows` in any order, with those of others among them. */
export function recordedTagSteps(
  rows: readonly AuditRow[],
  userId: number | null,
): readonly RecordedTagStep[] {
  const steps: Tracked[] = []
  for (const row of [...rows].sort((a, b) => a.auditId - b.auditId)) {
    const { field: category, commandId: changeId, at, undo } = row
    if (row.action !== 'tags.changed' || category === null) continue
    const [before, after] = [names(row.oldValue), names(row.newValue)]
    const turned = turnedBy(category, before, after, row.tags)
    if (row.userId !== userId || changeId === null) {
      for (const step of steps) move(step, turned, at, () => false)
    } else if (undo?.kind === 'undo' || undo?.kind === 'redo') {
      // What it is about may be older than the rows that are known here: then it is no step of its own either.
      const step = steps.findLast(({ by }) => by.some((id) => undo.targets.includes(id)))
      if (!step) continue
      move(step, turned, at, (own, now) => own.on === now.on)
      step.by = [...step.by, changeId]
    } else {
      let step = steps.find((one) => one.changeId === changeId)
      if (!step) {
        step = { changeId, at, jobId: row.jobId, changes: [], turned: [], by: [changeId], movedAt: at }
        steps.push(step)
      }
      step.changes = [...step.changes, { category, before, after }]
      step.turned = [...step.turned, ...turned]
    }
  }
  return steps
    .map(({ by: _, movedAt, ...step }) => ({
      ...step,
      undoneAt: step.turned.some(({ stands }) => stands) ? null : movedAt,
    }))
    .reverse()
}

/** The tags of a step that taking it back takes off, and those that it puts on again. */
export const standingTags = ({ turned }: RecordedTagStep, on: boolean): readonly NamedTag[] =>
  turned.filter((one) => one.stands && one.on === on)

function turnedBy(
  category: string,
  before: readonly string[],
  after: readonly string[],
  ids: AuditRow['tags'],
): readonly Turned[] {
  const turn = (from: readonly string[], to: readonly string[], on: boolean) => {
    const own = (on ? ids?.on : ids?.off) ?? []
    const turned = to.filter((tag) => !from.includes(tag))
    return turned.map((tag, at) => ({ category, tag, tagId: own[at], on, stands: true }))
  }
  return [...turn(before, after, true), ...turn(after, before, false)]
}

/** Tags by what they are; where a row does not tell, by what they were called. */
const isSame = (one: NamedTag, other: NamedTag): boolean =>
  one.tagId !== undefined && other.tagId !== undefined
    ? one.tagId === other.tagId
    : one.category === other.category && one.tag === other.tag

/** Tags of the step have changed again. */
function move(
  step: Tracked,
  turned: readonly Turned[],
  at: string,
  stands: (own: Turned, now: Turned) => boolean,
): void {
  let moved = false
  step.turned = step.turned.map((own) => {
    const now = turned.find((one) => isSame(own, one))
    if (!now) return own
    moved = true
    return { ...own, stands: stands(own, now) }
  })
  if (moved) step.movedAt = at
}

const names = (value: unknown): readonly string[] => z.array(z.string()).safeParse(value).data ?? []
