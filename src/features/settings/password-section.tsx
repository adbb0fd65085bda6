/** Changing one's own password. */
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { passwordLength } from '#contracts/auth.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changePassword } from '#src/commands/profile.ts'
import { usePasswords } from '../session/passwords.tsx'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import { SettingsForm } from './settings-form.tsx'

export function PasswordSection(): ReactElement {
  const run = useUnit(dispatch)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { type, toggle } = usePasswords('the passwords')
  const lengthFault =
    password.length < passwordLength.min ? `Use at least ${passwordLength.min} characters.` : null
  return (
    <SettingsForm
      title="Password"
      step="password"
      button="Change the password"
      aside={
        <>
          <span>Your other sessions end.</span>
          {toggle}
        </>
      }
      faulty={current === '' || lengthFault !== null || again !== password}
      onSend={() => {
        run(changePassword({ current, password }))
        setCurrent('')
        setPassword('')
        setAgain('')
      }}
    >
      {(tried) => (
        <>
          <Field
            label="Current password"
            error={tried && current === '' ? 'Enter your current password.' : null}
          >
            <DraftInput type={type} value={current} onChange={setCurrent} autoComplete="current-password" />
          </Field>
          <Field
            label="New password"
            hint="At least 12 characters. A short sentence is easy to remember and hard to guess."
            error={tried ? lengthFault : null}
          >
            <DraftInput type={type} value={password} onChange={setPassword} autoComplete="new-password" />
          </Field>
          <Field label="Once more" error={tried && again !== password ? 'The two are not the same.' : null}>
            <DraftInput type={type} value={again} onChange={setAgain} autoComplete="new-password" />
          </Field>
        </>
      )}
    </SettingsForm>
  )
}
