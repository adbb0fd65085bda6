import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { forgotPassword } from '#src/commands/session.ts'
import { $session } from '#src/stores/session.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { FaultNote, useWait } from './fault-note.tsx'
import { emailProblem } from './password-form.tsx'
import { StageFrame } from './stage-frame.tsx'

export function ForgotForm({
  email,
  onEmail,
  onBack,
}: {
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly onBack: () => void
}): ReactElement {
  const [{ busy, fault, notice }, run] = useUnit([$session, dispatch])
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState(false)
  const own = fault?.step === 'forgot' ? fault : null
  const left = useWait(own)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (emailProblem(email) !== null || left > 0) return
    setSent(true)
    run(forgotPassword({ email: email.trim() }))
  }
  return (
    <StageFrame
      title="Forgot your password"
      lead="We send a link with which you set a new one. It holds for one hour and works once."
    >
      <chakra.form noValidate onSubmit={send} display="flex" flexDirection="column" gap="4">
        <FaultNote fault={own} left={left} />
        {sent && notice !== null && <Notice tone="ok">{notice}</Notice>}
        <Field label="E-mail" error={tried ? emailProblem(email) : null}>
          <DraftInput
            size="lg"
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={onEmail}
          />
        </Field>
        <Button type="submit" look="primary" size="lg" busy={busy === 'forgot'} disabled={left > 0}>
          Send the link
        </Button>
        <Button look="quiet" icon="left" onClick={onBack}>
          Back to sign-in
        </Button>
      </chakra.form>
    </StageFrame>
  )
}
