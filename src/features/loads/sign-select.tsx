/** One of the characters by which a load file is written: a usual one, another by itself or by its code, or none. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { Input, Select } from '../ui/input.tsx'
import { signName, signOf } from './signs.ts'

const none = 'none'
const another = 'another'

export function SignSelect({
  label,
  value,
  offered,
  mayLack = false,
  aside,
  onChoose,
}: {
  readonly label: string
  readonly value: string | null
  readonly offered: readonly string[]
  /** None is a choice. */
  readonly mayLack?: boolean
  readonly aside: ReactNode
  readonly onChoose: (sign: string | null) => void
}): ReactElement {
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const all = value === null || offered.includes(value) ? offered : [...offered, value]
  const say = () => {
    if (typed === '') return
    const sign = signOf(typed)
    setRefused(sign === null)
    if (sign === null) return
    setTyping(false)
    setTyped('')
    onChoose(sign)
  }
  return (
    <Field
      label={label}
      aside={aside}
      error={refused ? 'Type one character, or its decimal code, as 20.' : null}
    >
      <chakra.div display="flex" gap="1">
        <Select
          value={typing ? another : (value ?? none)}
          choices={[
            ...all.map((sign) => ({ value: sign, label: signName(sign) })),
            ...(mayLack ? [{ value: none, label: 'None' }] : []),
            { value: another, label: 'Another character…' },
          ]}
          onChoose={(chosen) => {
            setTyping(chosen === another)
            setRefused(false)
            if (chosen !== another) onChoose(chosen === none ? null : chosen)
          }}
        />
        {typing && (
          <Input
            aria-label={`${label}: character or its code`}
            placeholder="| or 124"
            width="96px"
            flexShrink={0}
            autoFocus
            autoComplete="off"
            maxLength={5}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={say}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              say()
            }}
          />
        )}
      </chakra.div>
    </Field>
  )
}
