/** The current terms: accepted, or declined and logged out. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { acceptLicence, checkLicence, declineLicence } from '#src/commands/session.ts'
import { $session, licenceTexts } from '#src/stores/session.ts'
import { useCached } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { FaultNote } from './fault-note.tsx'
import { TermsText } from './terms-text.tsx'

export function LicenceScreen(): ReactElement {
  const [{ licenceVersion, busy, fault, hasToken }, run] = useUnit([$session, dispatch])
  const text = useCached(licenceTexts, licenceVersion ?? '')
  const own = fault?.step === 'licence' ? fault : null
  // After a reload the page has the token again, and not yet the text.
  const missing = hasToken && text === null && busy === null && own === null
  useEffect(() => {
    if (missing) run(checkLicence({}))
  }, [missing, run])
  return (
    <chakra.main
      id="main"
      height="100dvh"
      display="flex"
      flexDirection="column"
      maxWidth="720px"
      mx="auto"
      px={{ base: '4', sm: '8' }}
      py="6"
    >
      <chakra.div display="flex" alignItems="center" gap="2" mb="6">
        <img src="/mark.svg" width={26} height={26} alt="" />
        <chakra.div>
          <chakra.h1 fontSize="xl" lineHeight="28px">
            Terms of use
          </chakra.h1>
          {licenceVersion !== null && (
            <chakra.p fontSize="xs" color="faint">
              Version {licenceVersion}
            </chakra.p>
          )}
        </chakra.div>
      </chakra.div>
      <chakra.div
        flex="1"
        minHeight="0"
        overflow="auto"
        background="surface"
        borderWidth="1px"
        borderColor="line"
        borderRadius="lg"
        px="6"
        py="5"
        fontSize="md"
        lineHeight="24px"
        tabIndex={0}
        role="document"
        aria-label="Text of the terms"
      >
        {text !== null ? (
          <TermsText text={text} version={licenceVersion} />
        ) : own !== null ? (
          <ErrorState
            title="The terms could not be loaded"
            message={own.message}
            onRetry={() => run(checkLicence({}))}
          />
        ) : (
          <Skeleton rows={12} />
        )}
      </chakra.div>
      {text !== null && <FaultNote fault={own} left={0} />}
      <chakra.div display="flex" justifyContent="flex-end" gap="2" mt="4">
        <Button size="lg" disabled={text === null} onClick={() => run(declineLicence({}))}>
          Decline and log out
        </Button>
        <Button
          size="lg"
          look="primary"
          busy={busy === 'licence' && text !== null}
          disabled={text === null}
          onClick={() => run(acceptLicence({}))}
        >
          I accept these terms
        </Button>
      </chakra.div>
    </chakra.main>
  )
}
