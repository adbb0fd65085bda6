/** Labels or reasons that mean privilege: picked among those that redactions of the project have, or written. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/field.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { DraftInput } from '../ui/input.tsx'

export function SettingsMarks({
  label,
  chosen,
  known,
  error,
  onChange,
}: {
  readonly label: string
  readonly chosen: readonly string[]
  /** Those that redactions have now, the most frequent first. */
  readonly known: readonly string[]
  readonly error: string | null
  readonly onChange: (chosen: string[]) => void
}): ReactElement {
  const [text, setText] = useState('')
  const id = useId()
  const has = (one: string) => chosen.some((other) => other.toLowerCase() === one.toLowerCase())
  const all = [
    ...known,
    ...chosen.filter((one) => !known.some((other) => other.toLowerCase() === one.toLowerCase())),
  ]
  const typed = text.trim()
  const add = () => {
    if (typed === '' || has(typed)) return
    onChange([...chosen, typed])
    setText('')
  }
  return (
    <chakra.fieldset border="none" minWidth="0" display="flex" flexDirection="column" gap="1.5">
      <chakra.legend fontSize="xs" fontWeight={600} color="muted" mb="1">
        {label}
      </chakra.legend>
      <chakra.div maxHeight="180px" overflowY="auto" display="flex" flexDirection="column" gap="1">
        {all.length === 0 && <chakra.p color="muted">No redaction has any yet.</chakra.p>}
        {all.map((one) => (
          <chakra.label key={one} display="flex" gap="2" alignItems="center">
            <input
              type="checkbox"
              checked={has(one)}
              aria-label={marked(one)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, one]
                    : chosen.filter((other) => other.toLowerCase() !== one.toLowerCase()),
                )
              }
            />
            <Foreign text={one} />
          </chakra.label>
        ))}
      </chakra.div>
      <chakra.div display="flex" gap="2">
        <DraftInput
          aria-label={`Another one: ${label}`}
          value={text}
          autoComplete="off"
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button icon="plus" disabled={typed === '' || has(typed)} onClick={add}>
          Add
        </Button>
      </chakra.div>
      {error !== null && <Fault id={`${id}-fault`}>{error}</Fault>}
    </chakra.fieldset>
  )
}
