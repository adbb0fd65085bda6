/** Password, then a code where the account has a second factor; the licence has a page of its own. */
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { $session } from '#src/stores/session.ts'
import { ForgotForm } from './forgot-form.tsx'
import { MfaForm } from './mfa-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { StageFrame } from './stage-frame.tsx'

export function SignInScreen(): ReactElement {
  const session = useUnit($session)
  const [forgot, setForgot] = useState(false)
  const [email, setEmail] = useState('')
  if (session.hasToken && session.stage === 'mfa') return <MfaForm />
  if (forgot) return <ForgotForm email={email} onEmail={setEmail} onBack={() => setForgot(false)} />
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
