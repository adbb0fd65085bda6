/** Password, then a code where the account has a second factor; the licence has a page of its own. */
import { useUnit } from 'effector-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { $session } from '#src/stores/session.ts'
import { PasswordForm } from './password-form.tsx'
import { StageFrame } from './stage-frame.tsx'

// Most people need neither.
const ForgotForm = lazy(async () => ({ default: (await import('./forgot-form.tsx')).ForgotForm }))
const MfaForm = lazy(async () => ({ default: (await import('./mfa-form.tsx')).MfaForm }))

export function SignInScreen(): ReactElement {
  const session = useUnit($session)
  const [forgot, setForgot] = useState(false)
  const [email, setEmail] = useState('')
  if (session.hasToken && session.stage === 'mfa') {
    return (
      <Suspense>
        <MfaForm />
      </Suspense>
    )
  }
  if (forgot) {
    return (
      <Suspense>
        <ForgotForm email={email} onEmail={setEmail} onBack={() => setForgot(false)} />
      </Suspense>
    )
  }
  return (
    <StageFrame title="Sign in" lead={endings[session.ended ?? 'none']}>
      <PasswordForm email={email} onEmail={setEmail} onForgot={() => setForgot(true)} />
    </StageFrame>
  )
}

/** Why one is here again. */
const endings = {
  none: 'With the account of your firm or company.',
  logout: 'With the account of your firm or company.',
  expired:
    'Your session has ended. What you had not sent is kept in this browser and goes out when you sign in again.',
  idle: 'Your session ended because nothing was done for a while. What you had not sent is kept in this browser.',
} as const
