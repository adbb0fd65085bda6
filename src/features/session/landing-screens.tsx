/** Pages on which people land from elsewhere. Each says what it is for, and leads on. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { landSso } from '#src/commands/session.ts'
import { $session } from '#src/stores/session.ts'
import { FaultNote } from './fault-note.tsx'
import { StageFrame } from './stage-frame.tsx'

/** A company's identity provider sends people back here: the session is there, or it is said why not. */
export function SsoScreen(): ReactElement {
  const [{ busy, fault, isAuth, hasToken, stage }, run] = useUnit([$session, dispatch])
  const [wasSignedIn] = useState(isAuth)
  useEffect(() => {
    if (!wasSignedIn) run(landSso({}))
  }, [run, wasSignedIn])
  const own = fault?.step === 'login' || fault?.step === 'licence' ? fault : null
  if (hasToken && stage === 'mfa') return <Navigate to="/" replace />
  if (hasToken && stage === 'licence' && busy === null) return <Navigate to="/eula" replace />
  if (isAuth && !wasSignedIn) return <Navigate to="/client" replace />
  if (wasSignedIn) {
    return (
      <StageFrame title="Single sign-on" lead="You are signed in already.">
        <Link to="/client">Go to your projects</Link>
      </StageFrame>
    )
  }
  return (
    <StageFrame title="Single sign-on" lead={own === null ? 'Signing you in…' : 'You were not signed in.'}>
      <FaultNote fault={own} left={0} />
      {busy === null && <Link to="/">Go to sign-in</Link>}
    </StageFrame>
  )
}

const storages = { cloud: 'cloud drive', office: 'office suite' } as const

export const CloudCallbackScreen = (): ReactElement => <StorageCallback provider="cloud" />
export const OfficeCallbackScreen = (): ReactElement => <StorageCallback provider="office" />

/** A provider sends people back here after they were asked for consent. */
function StorageCallback({ provider }: { readonly provider: keyof typeof storages }): ReactElement {
  const [params] = useSearchParams()
  const refused = params.get('error')
  return (
    <StageFrame
      title={`Connection to the ${storages[provider]}`}
      lead={
        refused === null
          ? 'No connection was begun from this browser, so nothing was connected.'
          : `The ${storages[provider]} did not give its consent, so nothing was connected.`
      }
    >
      {refused !== null && (
        <chakra.p fontSize="xs" color="faint">
          Its answer: {refused.slice(0, 200)}
        </chakra.p>
      )}
      <Link to="/client">Back to your projects</Link>
    </StageFrame>
  )
}
