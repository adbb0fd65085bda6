/** What is chosen, as chips that take it away again. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { cleared, withoutField } from '#src/events/filter/choice.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { useChosen } from './use-chosen.ts'
import { chosenInWords } from './words.ts'

export function Chips({ children }: { readonly children?: ReactNode }): ReactElement {
  const { of, choose } = useChosen()
  const chips = [
    ...(of.query === '' ? [] : [{ field: '', said: `Search: ${of.query}`, without: { ...of, query: '' } }]),
    ...chosenInWords(of).map(({ field, said }) => ({ field, said, without: withoutField(of, field) })),
  ]
  return (
    <chakra.div
      ref={useKeptFocus<HTMLDivElement>()}
      role="group"
      aria-label="What is chosen"
      tabIndex={-1}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      minHeight="28px"
    >
      {chips.length === 0 && <chakra.span color="muted">All documents</chakra.span>}
      {chips.map(({ field, said, without }) => (
        <chakra.button
          // By its field: a click is not lost where the words change under it.
          key={field}
          type="button"
          aria-label={`Take away: ${said}`}
          onClick={() => choose(without)}
          display="inline-flex"
          alignItems="center"
          gap="1"
          minHeight="24px"
          px="2"
          maxWidth="320px"
          fontSize="xs"
          borderRadius="full"
          background="accentGround"
          color="accentInk"
          _hover={{ background: 'selected' }}
        >
          <chakra.span truncate>{said}</chakra.span>
          <Icon name="close" size={12} />
        </chakra.button>
      ))}
      {chips.length > 1 && (
        <Button size="sm" look="quiet" onClick={() => choose(cleared(of))}>
          Clear all
        </Button>
      )}
      {children}
    </chakra.div>
  )
}
