/** Asks once more for the password, or for a code of the authenticator where there is one. */
import type { ReactElement } from 'react'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'

export function ProofField({
  value,
  onChange,
  tried,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  /** It was to be sent already. */
  readonly tried: boolean
}): ReactElement {
  return (
    <Field
      label="Your password"
      required
      hint="Or the six figures that your authenticator shows."
      error={tried && value === '' ? 'Enter your password, or a code of your authenticator.' : null}
    >
      <DraftInput
        type="password"
        value={value}
        onChange={onChange}
        maxLength={128}
        autoComplete="current-password"
      />
    </Field>
  )
}
