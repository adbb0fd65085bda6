/** What a route shows that has failed: the words of the product, and what it was. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { messages } from '#contracts/errors.ts'
import { Button } from '../features/ui/button.tsx'
import { Icon } from '../features/ui/icon.tsx'
import { ChunkFailed } from './chunk.ts'

/** The status with its text, or the message. */
export function faultText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (error instanceof Error && error.message !== '') return error.message
  return typeof error === 'string' && error !== '' ? error : messages.unknownError
}

export function ErrorPage(): ReactElement {
  const error = useRouteError()
  return (
    <chakra.main id="main" role="alert" display="flex" justifyContent="center" px="6" py="16">
      <chakra.div maxWidth="560px" width="full">
        <chakra.div color="dangerInk" mb="3">
          <Icon name="error" size={32} />
        </chakra.div>
        <chakra.h1 fontSize="xl" lineHeight="28px">
          {messages.routeFailure}
        </chakra.h1>
        <chakra.p mt="2" fontFamily="mono" fontSize="sm" wordBreak="break-word">
          {faultText(error)}
        </chakra.p>
        <chakra.p mt="4" color="muted">
          {error instanceof ChunkFailed
            ? 'A part of the program could not be fetched: the network is away, or a new version was put in place. Nothing you did is lost; load the page again.'
            : 'What you did until now is kept. Load the page again, or go back to your projects; if it stays so, tell support what stands above.'}
        </chakra.p>
        <chakra.div mt="5" display="flex" gap="2">
          <Button look="primary" icon="retry" onClick={() => location.reload()}>
            Load the page again
          </Button>
          <Button onClick={() => location.assign('/client')}>Clients and projects</Button>
        </chakra.div>
      </chakra.div>
    </chakra.main>
  )
}
