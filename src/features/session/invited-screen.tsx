/** The page of an invitation: name and password, then what signing in asks of everybody. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { InvitationLink } from '#contracts/invitations.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { acceptInvitation, askForInvitation, openInvitation } from '#src/commands/invite.ts'
import { findSso } from '#src/commands/session.ts'
import { inviteForms, inviteKey, inviteLinks } from '#src/stores/invite.ts'
import { $session } from '#src/stores/session.ts'
import { useCached } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/states.tsx'
import { FaultNote, useWait } from './fault-note.tsx'
import { passwordProblem } from './password-rules.ts'
import { usePasswords } from './passwords.tsx'
import { StageFrame } from './stage-frame.tsx'

export function InvitedScreen(): ReactElement {
  // Behind "#": what stands there is never sent to a server, so no log along the way has it.
  const token = useLocation().hash.slice(1)
  const [{ hasToken, stage }, run] = useUnit([$session, dispatch])
  const link = useCached(inviteLinks, inviteKey)
  const form = useCached(inviteForms, inviteKey)
  const again = () => run(openInvitation({ token }))
  // What is shorter was never a link: nobody has to be asked.
  const isLink = token.length >= 16 && token.length <= 128
  useEffect(() => {
    if (isLink) run(openInvitation({ token }))
  }, [token, isLink, run])
  if (hasToken && stage === 'mfa') return <Navigate to="/" replace />
  if (!isLink) return <Dead state="unknown" token={token} />
  if (link === null) {
    return (
      <StageFrame title="You have been invited">
        {form?.phase === 'refused' ? (
          <>
            <FaultNote fault={form.fault} left={0} />
            <Button size="lg" onClick={again}>
              Try again
            </Button>
          </>
        ) : (
          <Skeleton rows={3} />
        )}
      </StageFrame>
    )
  }
  if (link.state !== 'open') return <Dead state={link.state} token={token} wasAsked={link.asked} />
  if (link.signIn === 'blocked') return <Blocked link={link} />
  if (form?.phase === 'toProvider') return <ToProvider link={link} />
  return <Account link={link} token={token} />
}

const words: Readonly<Record<Exclude<InvitationLink['state'], 'open'>, string>> = {
  unknown: 'There is no invitation behind this link. Perhaps a newer one was sent to you.',
  accepted: 'Its account is set up already.',
  revoked: 'It was taken back.',
  ended: 'An invitation holds for seven days, and this one has ended.',
}

function Dead({
  state,
  token,
  wasAsked = false,
}: {
  readonly state: Exclude<InvitationLink['state'], 'open'>
  readonly token: string
  readonly wasAsked?: boolean
}): ReactElement {
  const run = useUnit(dispatch)
  const form = useCached(inviteForms, inviteKey)
  const asked = wasAsked || form?.phase === 'asked'
  const canAsk = state === 'revoked' || state === 'ended'
  return (
    <StageFrame
      title={state === 'accepted' ? 'This invitation was used' : 'This invitation does not work any more'}
      lead={words[state]}
    >
      {form?.phase === 'refused' && <FaultNote fault={form.fault} left={0} />}
      {canAsk && asked && (
        <Notice tone="ok">Whoever manages the people sees that you ask for a new invitation.</Notice>
      )}
      {canAsk && !asked && (
        <Button
          look="primary"
          size="lg"
          busy={form?.phase === 'sending'}
          onClick={() => run(askForInvitation({ token }))}
        >
          Ask for a new invitation
        </Button>
      )}
      {state === 'unknown' && <p>Ask whoever invited you for a new invitation.</p>}
      <Link to="/">Go to sign-in</Link>
    </StageFrame>
  )
}

/** Nobody could sign in to the account: it is not set up. */
const Blocked = ({ link: { companyName, email } }: { readonly link: InvitationLink }): ReactElement => (
  <StageFrame
    title={`Welcome to ${companyName}`}
    lead={
      <>
        {companyName} has its people sign in by single sign-on, and <strong>{email}</strong> is not one of its
        addresses.
      </>
    }
  >
    <p>Ask whoever invited you to invite the address with which you sign in there.</p>
    <Link to="/">Go to sign-in</Link>
  </StageFrame>
)

function ToProvider({ link: { companyName, email } }: { readonly link: InvitationLink }): ReactElement {
  const [{ busy, fault }, run] = useUnit([$session, dispatch])
  return (
    <StageFrame
      title="Your account is set up"
      lead={
        <>
          {companyName} has its people sign in by single sign-on. Go on there as <strong>{email}</strong>.
        </>
      }
    >
      <FaultNote fault={fault?.step === 'login' ? fault : null} left={0} />
      <Button look="primary" size="lg" busy={busy === 'login'} onClick={() => run(findSso({ email }))}>
        Single sign-on
      </Button>
    </StageFrame>
  )
}

function Account({ link, token }: { readonly link: InvitationLink; readonly token: string }): ReactElement {
  const run = useUnit(dispatch)
  const sent = useCached(inviteForms, inviteKey)
  const [name, setName] = useState(link.name)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { type, toggle } = usePasswords('the passwords')
  const [tries, setTries] = useState(0)
  const form = useFaultFocus<HTMLFormElement>(tries)
  const fault = sent?.phase === 'refused' ? sent.fault : null
  const left = useWait(fault)
  const tried = tries > 0
  const byProvider = link.signIn === 'provider'
  const problem = byProvider ? null : passwordProblem(password)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (name.trim() !== '' && problem === null && again === password && left === 0)
      run(acceptInvitation({ token, name: name.trim(), password }))
  }
  return (
    <StageFrame
      title={`Welcome to ${link.companyName}`}
      lead={
        <>
          You are invited as <strong>{link.email}</strong>. Set up your account;{' '}
          {byProvider
            ? 'you sign in with this address at your organization, without a password here.'
            : 'you sign in with this address.'}
        </>
      }
    >
      <chakra.form ref={form} noValidate onSubmit={send} display="flex" flexDirection="column" gap="4">
        <FaultNote fault={fault} left={left} />
        <Field label="Your name" error={tried && name.trim() === '' ? 'Say what you are called.' : null}>
          <DraftInput
            size="lg"
            autoComplete="name"
            autoFocus
            maxLength={100}
            value={name}
            onChange={setName}
          />
        </Field>
        {!byProvider && (
          <>
            <Field
              label="New password"
              hint="At least 12 characters. A short sentence is easy to remember and hard to guess."
              error={tried ? problem : null}
            >
              <DraftInput
                size="lg"
                type={type}
                autoComplete="new-password"
                value={password}
                onChange={setPassword}
              />
            </Field>
            <Field label="Once more" error={tried && again !== password ? 'The two are not the same.' : null}>
              <DraftInput
                size="lg"
                type={type}
                autoComplete="new-password"
                value={again}
                onChange={setAgain}
              />
            </Field>
          </>
        )}
        <Button
          type="submit"
          look="primary"
          size="lg"
          busy={sent?.phase === 'sending' || sent?.phase === 'signingIn'}
          disabled={left > 0}
        >
          Set up the account
        </Button>
        {!byProvider && <div>{toggle}</div>}
      </chakra.form>
    </StageFrame>
  )
}
