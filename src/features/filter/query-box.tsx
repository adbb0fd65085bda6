/** A query beside the panel, in the language of review. Keystrokes stay here until Enter. */
import { chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactElement, useId } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { useChosen } from './use-chosen.ts'

export function QueryBox({
  fault,
  reading,
}: {
  /** What is wrong with what was asked; null: nothing. */
  readonly fault: string | null
  readonly reading: string
}): ReactElement {
  const { of, choose } = useChosen()
  const [typed, setTyped] = useDraft(of.query, () => of.query)
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    choose({ ...of, query: typed.trim() })
  }
  return (
    <chakra.form role="search" onSubmit={send}>
      <chakra.div
        display="flex"
        alignItems="center"
        gap="1"
        borderWidth="1px"
        borderColor={fault === null ? 'control' : 'dangerBar'}
        borderRadius="md"
        background="surface"
        pl="2"
        _focusWithin={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '-1px' }}
      >
        <Icon name="search" />
        <chakra.input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped(of.query)}
          aria-label="Search documents"
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={id}
          placeholder="Words, “phrases”, AND OR NOT, Field:value"
          data-shortcut="/"
          spellCheck={false}
          autoComplete="off"
          flex="1"
          minWidth="0"
          height="32px"
          fontFamily="mono"
          fontSize="sm"
          background="transparent"
          outline="none"
        />
        {typed !== '' && (
          <IconButton icon="close" label="Clear the search" onClick={() => choose({ ...of, query: '' })} />
        )}
      </chakra.div>
      <chakra.p
        id={id}
        fontSize="xs"
        pt="1"
        minHeight="22px"
        truncate
        color={fault === null ? 'faint' : 'dangerInk'}
        {...(fault === null ? {} : { role: 'alert' })}
        title={fault ?? reading}
      >
        {fault ??
          (reading === '' ? (
            'All documents of the processing side.'
          ) : (
            <>
              Interpreted as <chakra.code fontFamily="mono">{reading}</chakra.code>
            </>
          ))}
      </chakra.p>
    </chakra.form>
  )
}
