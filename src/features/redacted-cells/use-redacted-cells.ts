/** Redacting one spreadsheet: what is covered, what depends on it, and what each act does. */
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RedactedCells, RedactedCopy } from '#contracts/redacted-cells.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { coverCells, removeCells } from '#src/commands/redacted-cells.ts'
import { type CellsOfDocument, type ShownCells, shownIn } from '#src/events/redacted-cells/document.ts'
import { documentCellsRead, redactedCopyRead } from '#src/reads/redacted-cells.ts'
import type { Failure } from '#src/stores/answers.ts'
import { cellsIn, redactedCells } from '#src/stores/redacted-cells.ts'
import { $redacting, $redactionLabel, type RedactingView } from '#src/stores/redactions.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { type Cover, coverAt, coversOf } from './covers.ts'

/** Others redact the same document. */
const refreshMs = 15_000
/** Ms of quiet after which a copy is made: each takes the server a while. */
const restMs = 800

export interface RedactingSheet {
  readonly view: RedactingView
  readonly mayDraw: boolean
  /** Those of others not everybody may change. */
  readonly mayChange: (one: RedactedCells) => boolean
  readonly doc: CellsOfDocument | null
  readonly shown: readonly ShownCells[]
  /** Of the sheet in view. */
  readonly covers: readonly Cover[]
  /** Made with the redactions as they are now; null: it is not known yet. */
  readonly copy: RedactedCopy | null
  readonly copyFailure: Failure | null
  readonly failure: Failure | null
  readonly again: () => void
  readonly at: (row: number, column: number) => Cover | null
  readonly cover: (place: Pick<RedactedCells, 'kind' | 'range'>, pieces?: RedactedCells['pieces']) => void
  readonly remove: (keys: readonly string[]) => void
}

export function useRedactedCells(documentId: number, sheet: number): RedactingSheet {
  const { run, view, label } = useUnit({ run: dispatch, view: $redacting, label: $redactionLabel })
  const { can } = useWho()
  const maySee = can('redaction.see')
  const mayDraw = can('redaction.draw')
  const { failure, again } = useRead(documentCellsRead, maySee ? { documentId } : null, { every: refreshMs })
  const doc = useStoreMap({
    store: redactedCells.$state,
    keys: [documentId] as const,
    fn: (state, [of]) => cellsIn(state, of),
    defaultValue: null,
  })
  const shown = useMemo(() => (doc === null ? [] : shownIn(doc)), [doc])
  const revision = doc === null || doc.waiting.length > 0 ? -1 : doc.revision
  const isLooked = view.on || view.preview || view.panel
  const still = useStill(revision, restMs)
  const asked = isLooked && revision >= 0 && still === revision && shown.length > 0
  const reading = useRead(redactedCopyRead, asked ? { documentId, revision } : null, { once: true })
  const copy = reading.value
  const last = useRef<RedactedCopy | null>(null)
  if (copy !== null) last.current = copy
  // What depended on the redactions before is marked until it is known anew.
  const dependents = shown.length === 0 ? none : ((copy ?? last.current)?.dependents ?? none)
  const covers = useMemo(() => coversOf(sheet, shown, dependents), [sheet, shown, dependents])
  return {
    ...{ view, mayDraw, doc, shown, covers, failure, again },
    mayChange: ({ isOwn }) => mayDraw && (isOwn || can('redaction.ofOthers')),
    copy: copy !== null && copy.revision === revision ? copy : null,
    copyFailure: reading.failure,
    at: (row, column) => coverAt(covers, row, column),
    cover: (place, pieces = []) => {
      // The same twice covers nothing more: another label is given to the one that stands.
      const isThere = shown.some(
        ({ redaction: one, standing }) =>
          standing !== 'refused' &&
          one.sheet === sheet &&
          one.kind === place.kind &&
          one.kind !== 'text' &&
          one.range === place.range,
      )
      if (isThere) return
      run(coverCells({ documentId, add: [{ sheet, ...place, pieces, ...label }] }))
    },
    remove: (keys) => {
      if (keys.length > 0) run(removeCells({ documentId, keys: [...keys] }))
    },
  }
}

const none: RedactedCopy['dependents'] = []

/** The value once it has stayed the same for so long. */
function useStill(value: number, ms: number): number {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return still
}
