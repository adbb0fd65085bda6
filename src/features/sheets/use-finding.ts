/** Looks for a text in all sheets, and goes from hit to hit. */
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import type { SheetHit } from '#contracts/sheets.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { type SheetQuestion, sheetAnswers, sheetAnswersAbout } from '#src/reads/sheets.ts'
import { useHeld } from '../ui/answer.ts'
import { counted, number } from '../ui/format.ts'

export interface FindingState {
  readonly hits: readonly SheetHit[]
  readonly at: number
  /** What is to be said of it; empty while nothing is looked for. */
  readonly says: string
  /** Looks for a text, or goes on to the next (or the one before) where it has been found. */
  readonly find: (text: string, by: 1 | -1) => void
  readonly clear: () => void
}

const none: readonly SheetHit[] = []

export function useFinding(documentId: number, goTo: (hit: SheetHit) => void): FindingState {
  const run = useUnit(dispatch)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const question: SheetQuestion = { about: 'find', documentId, text }
  const { value, failure } = useHeld(sheetAnswersAbout.hits, { question })
  const hits = text === '' ? none : (value?.hits ?? none)
  const first = hits[0]
  const latest = useRef(goTo)
  latest.current = goTo
  useEffect(() => {
    if (first === undefined) return
    setAt(0)
    latest.current(first)
  }, [first])

  const find = (wanted: string, by: 1 | -1) => {
    if (wanted === '') return
    if (wanted !== text) {
      setText(wanted)
      run(sheetAnswers.request({ question: { about: 'find', documentId, text: wanted } }))
      return
    }
    const next = (at + by + hits.length) % Math.max(1, hits.length)
    const hit = hits[next]
    if (hit === undefined) return
    setAt(next)
    goTo(hit)
  }
  return { hits, at, says: said(), find, clear: () => setText('') }

  function said(): string {
    if (text === '') return ''
    if (value === null) return failure === null ? 'Searching …' : failure.message
    if (hits.length === 0) return 'Not found'
    const where = { text: '', formula: ', in a formula', comment: ', in a comment' }[hits[at]?.in ?? 'text']
    const all = value.more ? `more than ${number(hits.length)}` : counted(hits.length, 'hit')
    return `${number(at + 1)} of ${all}${where}`
  }
}
