/** Both values of a field that somebody has changed meanwhile: fetched with the first conflict. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { resolve } from '../../commands/coding-saves.ts'
import { dispatch } from '../../commands/dispatch.ts'
import type { FieldView } from '../../stores/coding-view.ts'
import { Button } from '../ui/button.tsx'
import { exactTime } from '../ui/format.ts'

/** Both values, who and when; nothing modal, nothing lost: the reviewer decides. */
export function ConflictNote({
  field,
  documentId,
}: {
  readonly field: FieldView
  readonly documentId: number
}): ReactElement | null {
  const run = useUnit(dispatch)
  const chosen = useRef(false)
  const note = useRef<HTMLDivElement>(null)
  // With the choice its buttons go, and the keyboard goes on in the field that they were about.
  useEffect(() => {
    const box = note.current?.closest<HTMLElement>('.field')
    return () => {
      if (!chosen.current || document.activeElement !== document.body) return
      const input = box?.querySelector<HTMLElement>('input:checked') ?? box
      input?.focus()
    }
  }, [])
  const { conflict } = field
  if (!conflict) return null
  const choose = (choice: 'mine' | 'theirs') => {
    chosen.current = true
    run(resolve({ documentId, fieldId: field.fieldId, choice }))
  }
  return (
    <chakra.div
      ref={note}
      role="alert"
      mt="1"
      p="2"
      borderRadius="md"
      background="attentionGround"
      fontSize="xs"
      data-testid="conflict"
    >
      <chakra.p pb="1">
        Changed meanwhile{conflict.by !== null && ` by ${conflict.by}`}
        {conflict.at !== null && `, ${exactTime(conflict.at)}`}.
        {conflict.saves && ' What you choose is saved.'}
      </chakra.p>
      <chakra.dl display="grid" gridTemplateColumns="max-content 1fr" columnGap="2" pb="2">
        <dt>Yours</dt>
        <chakra.dd fontWeight={600}>{conflict.yours}</chakra.dd>
        <dt>Theirs</dt>
        <chakra.dd fontWeight={600}>{conflict.theirs}</chakra.dd>
      </chakra.dl>
      <chakra.div display="flex" gap="2">
        <Button size="sm" onClick={() => choose('mine')}>
          Keep mine
        </Button>
        <Button size="sm" onClick={() => choose('theirs')}>
          Take theirs
        </Button>
      </chakra.div>
    </chakra.div>
  )
}
