/** The choices of a field, in order: written, moved, added, taken out. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { formLimits } from '#contracts/coding.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DraftInput } from '../ui/input.tsx'

export interface ChoiceDraft {
  /** Of its own while it is written, so that a row keeps its focus when it moves. */
  readonly key: string
  /** Null: a new one. */
  readonly choiceId: number | null
  readonly text: string
}

export function ChoiceList({
  choices,
  fixed,
  fault,
  onChange,
}: {
  readonly choices: readonly ChoiceDraft[]
  /** Of yes/no fields there are two, and they are only called otherwise. */
  readonly fixed: boolean
  /** What is wrong with them; said once somebody has tried to save them. */
  readonly fault: string | null
  readonly onChange: (choices: readonly ChoiceDraft[]) => void
}): ReactElement {
  const [added, setAdded] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  // One that was just added is written at once.
  useEffect(() => {
    if (added > 0) [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus()
  }, [added])
  const faultId = useId()
  const folded = choices.map(({ text }) => text.trim().toLowerCase())
  const faulty = (at: number): boolean =>
    fault !== null && (folded[at] === '' || folded.indexOf(folded[at] ?? '') < at)
  const swap = (at: number, by: -1 | 1) => {
    const there = choices[at + by]
    const here = choices[at]
    if (!there || !here) return
    onChange(choices.map((choice, n) => (n === at ? there : n === at + by ? here : choice)))
  }
  const add = () => {
    setAdded(added + 1)
    onChange([...choices, { key: `new-${added}`, choiceId: null, text: '' }])
  }
  return (
    <chakra.fieldset>
      <chakra.legend fontSize="xs" fontWeight={600} color="muted" pb="1">
        Choices
      </chakra.legend>
      <chakra.div ref={list} display="flex" flexDirection="column" gap="1">
        {choices.map((choice, at) => (
          <chakra.div key={choice.key} display="flex" gap="1" alignItems="center">
            <DraftInput
              aria-label={`Choice ${at + 1}`}
              value={choice.text}
              {...(faulty(at) ? { 'aria-invalid': true, 'aria-describedby': faultId } : {})}
              maxLength={200}
              onChange={(text) => onChange(choices.map((one) => (one === choice ? { ...one, text } : one)))}
            />
            {!fixed && (
              <>
                <IconButton
                  icon="up"
                  label={`Move choice ${at + 1} up`}
                  disabled={at === 0}
                  onClick={() => swap(at, -1)}
                />
                <IconButton
                  icon="down"
                  label={`Move choice ${at + 1} down`}
                  disabled={at === choices.length - 1}
                  onClick={() => swap(at, 1)}
                />
                <IconButton
                  icon="close"
                  label={`Take choice ${at + 1} out`}
                  onClick={() => onChange(choices.filter((one) => one !== choice))}
                />
              </>
            )}
          </chakra.div>
        ))}
      </chakra.div>
      {fault !== null && (
        <chakra.p id={faultId} role="alert" fontSize="xs" color="dangerInk" pt="1">
          {fault}
        </chakra.p>
      )}
      {!fixed && choices.length < formLimits.choices && (
        <Button size="sm" icon="plus" mt="2" onClick={add}>
          Add a choice
        </Button>
      )}
    </chakra.fieldset>
  )
}
