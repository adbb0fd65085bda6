/** Terms as they are typed, one a line, and below them those that cannot be read, each leading to its place. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useEffect, useRef } from 'react'
import type { TermFault } from '#contracts/term-faults.ts'
import { Lines } from '../ui/field.tsx'
import type { Line } from './lines.ts'

export function TermLines({
  text,
  lines,
  faults,
  onChange,
  rows = 10,
}: {
  readonly text: string
  readonly lines: readonly Line[]
  readonly faults: readonly TermFault[]
  readonly onChange: (text: string) => void
  readonly rows?: number
}): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null)
  const show = ({ term, start, end }: TermFault) => {
    const line = lines[term]
    if (line === undefined) return
    area.current?.focus()
    area.current?.setSelectionRange(line.start + start, line.start + Math.max(end, start + 1))
  }
  const first = faults[0]
  // The first fault is shown as soon as the answer comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is another fault to show
  useEffect(() => {
    if (first !== undefined) show(first)
  }, [first])
  return (
    <>
      <Lines ref={area} value={text} onChange={onChange} rows={rows} />
      {faults.length > 0 && (
        <chakra.ul
          aria-label="Terms that cannot be read"
          listStyleType="none"
          maxHeight="128px"
          overflowY="auto"
        >
          {faults.map((fault) => (
            <li key={fault.term}>
              <chakra.button
                type="button"
                onClick={() => show(fault)}
                display="block"
                width="full"
                textAlign="start"
                fontSize="xs"
                py="1"
                px="1"
                borderRadius="sm"
                color="dangerInk"
                _hover={{ background: 'hover' }}
              >
                <chakra.strong>Line {lines[fault.term]?.line ?? fault.term + 1}:</chakra.strong>{' '}
                {fault.message}
              </chakra.button>
            </li>
          ))}
        </chakra.ul>
      )}
    </>
  )
}
