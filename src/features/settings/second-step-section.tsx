/** The authenticator and the recovery codes: set up, replaced, made anew. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { ownSecondStep } from '#src/reads/account.ts'
import { newCodes, offeredAuthenticator, onlyOne } from '#src/stores/account.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { AuthenticatorDialog, CodesDialog, ProofDialog } from './second-step-dialogs.tsx'

export function SecondStepSection(): ReactElement {
  const answer = useRead(ownSecondStep, {})
  const [asking, setAsking] = useState<'codes' | 'authenticator' | null>(null)
  const [dropCodes, dropOffer] = useUnit([newCodes.drop, offeredAuthenticator.drop])
  const codes = useCached(newCodes, onlyOne)
  const offer = useCached(offeredAuthenticator, onlyOne)
  const { value } = answer
  return (
    <Section title="Two-factor authentication">
      <Missing
        answer={answer}
        rows={2}
        title="Two-factor authentication could not be loaded"
        onRetry={answer.again}
      />
      {value !== null && (
        <>
          <Line
            title="Authenticator"
            words={
              value.enrolled
                ? 'An app on your phone shows the codes that signing in asks for.'
                : value.ssoEnabled
                  ? 'Your organization signs you in, and asks for a second step where it wants one.'
                  : 'None is set up. With one, a stolen password alone opens nothing.'
            }
            act={
              (value.enrolled || !value.ssoEnabled) && (
                <Button size="sm" onClick={() => setAsking('authenticator')}>
                  {value.enrolled ? 'Replace' : 'Set up'}
                </Button>
              )
            }
          />
          {value.enrolled && (
            <Line
              title="Recovery codes"
              words={`${counted(value.codesLeft, 'code')} left. Each opens your account once, without the phone.`}
              act={
                <Button size="sm" onClick={() => setAsking('codes')}>
                  Make new codes
                </Button>
              }
            />
          )}
        </>
      )}
      {asking !== null && <ProofDialog wants={asking} onClose={() => setAsking(null)} />}
      {asking === null && offer !== null && (
        <AuthenticatorDialog {...offer} onClose={() => dropOffer(onlyOne)} />
      )}
      {asking === null && offer === null && codes !== null && (
        <CodesDialog codes={codes} onClose={() => dropCodes(onlyOne)} />
      )}
    </Section>
  )
}

function Line({
  title,
  words,
  act,
}: {
  readonly title: string
  readonly words: string
  readonly act: ReactElement | false
}): ReactElement {
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="4"
      px="4"
      py="3"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: '0' }}
    >
      <chakra.div flex="1" minWidth="0">
        <chakra.div fontWeight={600}>{title}</chakra.div>
        <chakra.div color="muted" fontSize="sm">
          {words}
        </chakra.div>
      </chakra.div>
      {act}
    </chakra.div>
  )
}
