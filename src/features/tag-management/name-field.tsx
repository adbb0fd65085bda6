/** A name that is written in its place: Enter or leaving it keeps it, Escape leaves it as it was. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { tagLimits, tagNameFault } from '#contracts/tag-management.ts'
import { DraftInput } from '../ui/input.tsx'

export function NameField({
  label,
  start,
  taken,
  onKeep,
  onLeave,
}: {
  readonly label: string
  readonly start: string
  /** The names of the others beside it. */
  readonly taken: readonly string[]
  readonly onKeep: (name: string) => void
  readonly onLeave: () => void
}): ReactElement {
  const [text, setText] = useState(start)
  const [tried, setTried] = useState(false)
  const faultId = useId()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = frame.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  const fault = tagNameFault(text, taken)
  const keep = (orLeave: boolean) => {
    const name = text.trim()
    if (name === start || (orLeave && fault !== null)) onLeave()
    else if (fault === null) onKeep(name)
    else setTried(true)
  }
  return (
    <chakra.div ref={frame} flex="1" minWidth="0">
      <DraftInput
        aria-label={label}
        value={text}
        maxLength={tagLimits.nameLength}
        {...(tried && fault !== null ? { 'aria-invalid': true, 'aria-describedby': faultId } : {})}
        onChange={setText}
        onBlur={() => keep(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            keep(false)
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            onLeave()
          }
        }}
      />
      {tried && fault !== null && (
        <chakra.p id={faultId} role="alert" fontSize="xs" color="dangerInk" pt="1">
          {fault}
        </chakra.p>
      )}
    </chakra.div>
  )
}
