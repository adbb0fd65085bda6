/** One look at the record for all who read of it: the history and the undo trail. */
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { fetchHistory } from '../../commands/audit.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { $recordWanted } from '../../stores/record-view.ts'

/** Ms that somebody stays on a document before its record is looked up: passing by asks for nothing. */
const stay = 500

/** Looks the record up where something is to be found there, and again once the document has come further. */
export function useRecord(): void {
  const { run, wanted } = useUnit({ run: dispatch, wanted: $recordWanted })
  const looked = useRef<string | null>(null)
  const { documentId = null, asOf = null, atOnce = false } = wanted ?? {}
  useEffect(() => {
    if (documentId === null || asOf === null) looked.current = null
    if (documentId === null || asOf === looked.current) return
    const timer = setTimeout(
      () => {
        looked.current = asOf
        run(fetchHistory({ documentId }))
      },
      atOnce ? 0 : stay,
    )
    return () => clearTimeout(timer)
  }, [documentId, asOf, atOnce, run])
}
