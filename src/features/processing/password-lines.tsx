/** Passwords, one a line: hidden until their reader wants to see them, and never anywhere but in this form. */
import { type ReactElement, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field, Lines, useFieldProps } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { Input } from '../ui/input.tsx'

export function PasswordLines({
  value,
  count,
  onChange,
  error,
}: {
  readonly value: string
  readonly count: number
  readonly onChange: (text: string) => void
  readonly error: string | null
}): ReactElement {
  const [shown, setShown] = useState(false)
  return (
    <Field
      label="Passwords, one a line"
      error={error}
      hint="Tried in this order on what is encrypted. Only who may collect sees them; no record repeats them."
      aside={
        <Button
          size="sm"
          look="quiet"
          aria-pressed={shown}
          aria-label={shown ? 'Hide the passwords' : count === 0 ? 'Add passwords' : 'Show the passwords'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : count === 0 ? 'Add' : 'Show'}
        </Button>
      }
    >
      {shown ? (
        <Lines value={value} onChange={onChange} rows={5} />
      ) : (
        <Masked text={count === 0 ? 'None' : `${counted(count, 'password')}, hidden`} />
      )}
    </Field>
  )
}

const Masked = ({ text }: { readonly text: string }): ReactElement => (
  <Input {...useFieldProps()} readOnly value={text} />
)
