/** The page of a reset link: a new password, twice. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { openResetLink, resetPassword } from '#src/commands/reset.ts'
import { $session } from '#src/stores/session.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Skeleton } from '../ui/states.tsx'
import { FaultNote, useWait } from './fault-note.tsx'
import { passwordProblem } from './password-rules.ts'
import { usePasswords } from './passwords.tsx'
import { StageFrame } from './stage-frame.tsx'

export function ResetScreen(): ReactElement {
  // Behind "#": what stands there is never sent to a server, so no log along the way has it.
  const { hash } = useLocation()
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  const [{ resetLink, notice, busy, fault }, run] = useUnit([$session, dispatch])
  useEffect(() => {
    if (token !== '') run(openResetLink({ token }))
  }, [token, run])
  if (token === '' || resetLink === 'stale') {
    return (
      <StageFrame title="This link does not work any more" lead="A link holds for one hour and works once.">
        <Link to="/">Ask for a new one on the sign-in page</Link>
      </StageFrame>
    )
  }
  if (resetLink === 'used') {
    return (
      <StageFrame title="Your password is set" lead={notice ?? undefined}>
        <chakra.div display="flex" gap="2" color="okInk">
          <Icon name="ok" />
          All sessions and passkeys of your account have ended.
        </chakra.div>
        <Link to="/">Go to sign-in</Link>
      </StageFrame>
    )
  }
  return (
    <StageFrame title="Set a new password">
      {resetLink === 'unknown' && fault === null ? (
        <Skeleton rows={3} />
      ) : (
        <NewPassword
          busy={busy === 'reset'}
          fault={fault?.step === 'reset' ? fault : null}
          onSend={(password) => run(resetPassword({ token, password }))}
        />
      )}
    </StageFrame>
  )
}

function NewPassword({
  busy,
  fault,
  onSend,
}: {
  readonly busy: boolean
  readonly fault: Parameters<typeof FaultNote>[0]['fault']
  readonly onSend: (password: string) => void
}): ReactElement {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { type, toggle } = usePasswords('the passwords')
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const form = useFaultFocus<HTMLFormElement>(tries)
  const left = useWait(fault)
  const problem = passwordProblem(password)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (problem === null && again === password && left === 0) onSend(password)
  }
  return (
    <chakra.form ref={form} noValidate onSubmit={send} display="flex" flexDirection="column" gap="4">
      <FaultNote fault={fault} left={left} />
      <Field
        label="New password"
        hint="At least 12 characters. A short sentence is easy to remember and hard to guess."
        error={tried ? problem : null}
      >
        <DraftInput
          size="lg"
          type={type}
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
      </Field>
      <Field label="Once more" error={tried && again !== password ? 'The two are not the same.' : null}>
        <DraftInput size="lg" type={type} autoComplete="new-password" value={again} onChange={setAgain} />
      </Field>
      <Button type="submit" look="primary" size="lg" busy={busy} disabled={left > 0}>
        Set the password
      </Button>
      <div>{toggle}</div>
    </chakra.form>
  )
}
