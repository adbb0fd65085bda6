import { chakra } from '@chakra-ui/react'
import { createContext, type ReactElement, type ReactNode, useContext, useId } from 'react'
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
          <chakra.p
            id={`${id}-fault`}
            role="alert"
            fontSize="xs"
            color="dangerInk"
            display="flex"
            alignItems="flex-start"
            gap="1"
          >
            <Icon name="error" size={14} />
            {error}
          </chakra.p>
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
