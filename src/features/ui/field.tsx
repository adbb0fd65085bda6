import { chakra } from '@chakra-ui/react'
import { createContext, type ReactElement, type ReactNode, type Ref, useContext, useId } from 'react'
import { Icon } from './icon.tsx'

interface FieldIds {
  readonly input: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly required: boolean
}
const Ids = createContext<FieldIds | null>(null)

/** What an input inside a field must carry so that label, hint and fault belong to it. */
export function useFieldProps(): {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
} {
  const ids = useContext(Ids)
  if (!ids) return {}
  return {
    id: ids.input,
    ...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy }),
    ...(ids.invalid ? { 'aria-invalid': true as const } : {}),
    ...(ids.required ? { 'aria-required': true as const } : {}),
  }
}

/** A label over an input, with its hint or its fault below. The fault replaces the hint, so nothing jumps. */
export function Field({
  label,
  hint,
  error,
  required = false,
  aside,
  children,
}: {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  readonly required?: boolean
  /** At the right end of the label's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}): ReactElement {
  const id = useId()
  const faulty = error !== undefined && error !== null && error !== ''
  const described = faulty ? `${id}-fault` : hint === undefined ? undefined : `${id}-hint`
  return (
    <Ids.Provider value={{ input: `${id}-input`, describedBy: described, invalid: faulty, required }}>
      <chakra.div display="flex" flexDirection="column" gap="1" minWidth="0">
        <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" gap="2">
          <chakra.label htmlFor={`${id}-input`} fontSize="xs" fontWeight={600} color="muted">
            {label}
            {required && (
              <chakra.span aria-hidden color="dangerInk" ml="1">
                *
              </chakra.span>
            )}
          </chakra.label>
          {aside}
        </chakra.div>
        {children}
        {faulty ? (
          <Fault id={`${id}-fault`}>{error}</Fault>
        ) : (
          hint !== undefined && (
            <chakra.p id={`${id}-hint`} fontSize="xs" color="faint">
              {hint}
            </chakra.p>
          )
        )}
      </chakra.div>
    </Ids.Provider>
  )
}

/** What is wrong with what stands above it, said at once to those who listen. */
export const Fault = ({
  id,
  children,
}: {
  /** By which what is at fault names it. */
  readonly id: string
  readonly children: ReactNode
}): ReactElement => (
  <chakra.p
    id={id}
    role="alert"
    fontSize="xs"
    color="dangerInk"
    display="flex"
    alignItems="flex-start"
    gap="1"
  >
    <Icon name="error" size={14} />
    {children}
  </chakra.p>
)

/** Several lines of a field: terms, passwords. They are as they are typed, in letters of one width. */
export function Lines({
  value,
  onChange,
  rows,
  ref,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly rows: number
  readonly ref?: Ref<HTMLTextAreaElement>
}): ReactElement {
  const props = useFieldProps()
  return (
    <chakra.textarea
      {...props}
      {...(ref === undefined ? {} : { ref })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
      rows={rows}
      fontFamily="mono"
      fontSize="sm"
      width="full"
      px="2"
      py="1.5"
      color="ink"
      background="surface"
      borderWidth="1px"
      borderColor={props['aria-invalid'] ? 'dangerInk' : 'control'}
      borderRadius="md"
      resize="vertical"
      whiteSpace="pre"
      overflowX="auto"
    />
  )
}
