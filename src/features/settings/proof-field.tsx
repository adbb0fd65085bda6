/** Asks once more for the password, or for a code of the authenticator where there is one. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { $profile } from '#src/stores/session.ts'
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
  // Whoever is signed in by their organization has no password here.
  const codeAlone = useUnit($profile)?.ssoEnabled === true
  return (
    <Field
      label={codeAlone ? 'Code of your authenticator' : 'Your password'}
      required
      hint={
        codeAlone
          ? 'The six figures that it shows. Your organization signs you in, so there is no password here.'
          : 'Or the six figures that your authenticator shows.'
      }
      error={
        tried && value === ''
          ? codeAlone
            ? 'Enter a code of your authenticator.'
            : 'Enter your password, or a code of your authenticator.'
          : null
      }
    >
      <DraftInput
        type="password"
        value={value}
        onChange={onChange}
        maxLength={128}
        autoComplete={codeAlone ? 'one-time-code' : 'current-password'}
      />
    </Field>
  )
}
