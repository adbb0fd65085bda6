import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, lazy, type ReactElement, Suspense, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { confirmMfa, logOut } from '#src/commands/session.ts'
import { $session, enrolment, enrolmentKey } from '#src/stores/session.ts'
import { useCached } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { FaultNote, useWait } from './fault-note.tsx'
import { LinkButton } from './link-button.tsx'
import { StageFrame } from './stage-frame.tsx'

// Only those who enrol need the picture and its library.
const Enrolment = lazy(() => import('./enrolment.tsx').then((module) => ({ default: module.Enrolment })))

export function MfaForm(): ReactElement {
  const [{ busy, fault, mfa }, run] = useUnit([$session, dispatch])
  const enrol = useCached(enrolment, enrolmentKey)
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState(false)
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const form = useFaultFocus<HTMLFormElement>(tries)
  const own = fault?.step === 'mfa' ? fault : null
  const left = useWait(own)
  const enrolling = mfa?.enrolling === true && enrol !== null
  const problem = tried ? codeProblem(code, recovery) : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (codeProblem(code, recovery) !== null || left > 0) return
    run(confirmMfa({ code: code.trim() }))
  }
  return (
    <StageFrame
      title={enrolling ? 'Protect your account' : 'Two-factor authentication'}
      lead={
        enrolling
          ? 'Your company asks for a code besides the password. Set it up once with an authenticator app.'
          : recovery
            ? 'Enter one of your recovery codes. Each works once.'
            : 'Enter the six figures that your authenticator app shows.'
      }
    >
      <chakra.form ref={form} noValidate onSubmit={send} display="flex" flexDirection="column" gap="4">
        <FaultNote fault={own} left={left} />
        {enrolling && (
          <Suspense>
            <Enrolment {...enrol} />
          </Suspense>
        )}
        <Field
          label={recovery ? 'Recovery code' : 'Code'}
          error={problem}
          hint={
            mfa !== null && mfa.triesLeft < 5 ? `${counted(mfa.triesLeft, 'try', 'tries')} left` : undefined
          }
        >
          <DraftInput
            key={recovery ? 'recovery' : 'code'}
            size="lg"
            autoFocus
            autoComplete="one-time-code"
            inputMode={recovery ? 'text' : 'numeric'}
            maxLength={16}
            fontFamily="mono"
            letterSpacing={recovery ? '0.05em' : '0.3em'}
            placeholder={recovery ? 'xxxxx-xxxxx' : '000000'}
            value={code}
            onChange={setCode}
          />
        </Field>
        <Button type="submit" look="primary" size="lg" busy={busy === 'mfa'} disabled={left > 0}>
          {busy === 'mfa' ? 'Checking…' : 'Confirm'}
        </Button>
        <chakra.div display="flex" justifyContent="space-between">
          {enrolling ? (
            <span />
          ) : (
            <LinkButton
              onClick={() => {
                setRecovery(!recovery)
                setCode('')
                setTries(0)
              }}
            >
              {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
            </LinkButton>
          )}
          <LinkButton onClick={() => run(logOut({}))}>Sign in as somebody else</LinkButton>
        </chakra.div>
      </chakra.form>
    </StageFrame>
  )
}

function codeProblem(code: string, recovery: boolean): string | null {
  const given = code.trim()
  if (recovery) return /^[\w]{5}-?[\w]{5}$/.test(given) ? null : 'A recovery code looks like xxxxx-xxxxx.'
  return /^\d{6}$/.test(given) ? null : 'Enter the six figures.'
}
