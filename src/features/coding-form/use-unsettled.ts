/** The documents whose coding waits for its reviewer: how each is called, and the way to it. */
import { useUnit } from 'effector-react'
import { dispatch } from '../../commands/dispatch.ts'
import { open } from '../../commands/review.ts'
import { positionOf } from '../../events/review/views.ts'
import { $unsettled, type Unsettled } from '../../stores/coding-view.ts'
import { $named } from '../../stores/document-names.ts'
import { $list } from '../../stores/review.ts'

export interface UnsettledDocument {
  readonly documentId: number
  readonly what: Exclude<Unsettled, 'saving'>
  readonly controlNumber: string
  readonly title: string
  readonly open: () => void
}

/** Without what is on its way: that needs nobody. */
export function useUnsettled(): readonly UnsettledDocument[] {
  const { run, unsettled, named, list } = useUnit({
    run: dispatch,
    unsettled: $unsettled,
    named: $named,
    list: $list,
  })
  return [...unsettled].flatMap(([documentId, what]): UnsettledDocument[] => {
    if (what === 'saving') return []
    const { controlNumber = 'A document opened earlier', title = '' } = named(documentId) ?? {}
    const go = () => run(open({ documentId, position: positionOf(list, documentId) }))
    return [{ documentId, what, controlNumber, title, open: go }]
  })
}
