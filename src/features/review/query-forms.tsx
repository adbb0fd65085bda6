/** What a query can ask for beside words, phrases and operators, while one is written. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'

const forms = [
  ['a w/5 b', 'near'],
  ['a pre/5 b', 'near, in this order'],
  ['a not w/5 b', 'not near'],
  ['a w/5 xfirstword', 'near the beginning'],
  ['a w/5 xlastword', 'near the end'],
  ['inv* gr?y', 'wildcards'],
  ['apply~', 'forms of a word'],
  ['ba%nana', 'one letter may differ'],
  ['900~~1300', 'numbers'],
  ['"=AT&T"', 'exactly so'],
] as const

export function QueryForms({
  id,
  fields,
  typed,
}: {
  readonly id: string
  readonly fields: readonly string[]
  readonly typed: string
}): ReactElement {
  const shown = meant(fields, typed)
  return (
    // Laid over what stands below, which keeps its place and can be clicked through it.
    <chakra.p
      id={id}
      position="absolute"
      top="calc(100% + 4px)"
      left="-1px"
      right="-1px"
      zIndex="dropdown"
      pointerEvents="none"
      px="2"
      py="1"
      fontSize="xs"
      color="muted"
      background="raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      boxShadow="pop"
      overflowWrap="anywhere"
    >
      {forms.map(([written, meaning]) => (
        <chakra.span key={written} display="inline-block" pr="3">
          <chakra.span fontFamily="mono">{written}</chakra.span> {meaning}
        </chakra.span>
      ))}
      {shown.length > 0 && (
        <chakra.span display="block">
          Fields, each with a colon: <chakra.span fontFamily="mono">{shown.join(' ')}</chakra.span>
        </chakra.span>
      )}
    </chakra.p>
  )
}

/** Those that the word at the end may become: a project has a hundred, which would cover the list. */
function meant(fields: readonly string[], typed: string): readonly string[] {
  const word = /\w*$/.exec(typed)?.[0].toLowerCase() ?? ''
  return word === '' ? fields : fields.filter((name) => name.toLowerCase().includes(word))
}
