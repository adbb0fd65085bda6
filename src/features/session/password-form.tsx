import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { email as emailSchema } from '#contracts/auth.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { findSso, logIn } from '#src/commands/session.ts'
import { $session } from '#src/stores/session.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import { FaultNote, useWait } from './fault-note.tsx'
import { LinkButton } from './link-button.tsx'
import { usePasswords } from './passwords.tsx'

export function PasswordForm({
  email,
  onEmail,
  onForgot,
}: {
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly onForgot: () => void
}): ReactElement {
  const [{ busy, fault }, run] = useUnit([$session, dispatch])
  const [password, setPassword] = useState('')
  const { type, toggle } = usePasswords()
  const [tries, setTries] = useState(0)
  // Without a password, only the address is asked for.
  const [asks, setAsks] = useState(0)
  const wantsSso = asks > 0
  const tried = tries > 0
  const form = useFaultFocus<HTMLFormElement>(tries + asks)
  const loginFault = fault?.step === 'login' || fault?.step === 'licence' ? fault : null
  const left = useWait(loginFault)
  const emailFault = tried || wantsSso ? emailProblem(email) : null
  const passwordFault = tried && password === '' ? 'Enter your password.' : null
  const leaving = busy === 'logout'
  const waiting = leaving || busy === 'login' || busy === 'licence'

  const send = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (emailProblem(email) !== null || password === '' || left > 0 || waiting) return
    run(logIn({ email: email.trim(), password }))
  }
  const toProvider = () => {
    setAsks(asks + 1)
    if (emailProblem(email) === null) run(findSso({ email: email.trim() }))
  }
  return (
    <chakra.form ref={form} noValidate onSubmit={send} display="flex" flexDirection="column" gap="4">
      <FaultNote fault={loginFault} left={left} />
      <Field label="E-mail" error={emailFault}>
        <DraftInput
          size="lg"
          type="email"
          name="username"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={onEmail}
        />
      </Field>
      <Field label="Password" error={passwordFault}>
        <DraftInput
          size="lg"
          type={type}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      </Field>
      <Button type="submit" look="primary" size="lg" busy={waiting} disabled={left > 0}>
        {leaving ? 'Signing out…' : waiting ? 'Signing in…' : 'Sign in'}
      </Button>
      <chakra.div display="flex" justifyContent="space-between">
        {toggle}
        <LinkButton onClick={toProvider} disabled={waiting}>
          Single sign-on
        </LinkButton>
        <LinkButton onClick={onForgot}>Forgot your password?</LinkButton>
      </chakra.div>
    </chakra.form>
  )
}

/** What is wrong with an address, in words; null where nothing is. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Enter your e-mail address.'
  return emailSchema.safeParse(email).success ? null : 'Enter an address like name@firm.example.'
}
