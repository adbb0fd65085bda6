/** What a route shows that has failed: the words of the product, and what it was. */
import { chakra } from '@chakra-ui/react'
import { Component, type ErrorInfo, type ReactElement, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { messages } from '#contracts/errors.ts'
import { Button } from '../features/ui/button.tsx'
import { Icon } from '../features/ui/icon.tsx'
import { ChunkFailed } from './chunk.ts'

/** The status with its text where there is one, else the message. */
export function faultText(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number') {
    const text = 'statusText' in error && typeof error.statusText === 'string' ? error.statusText : ''
    return `${error.status} ${text}`.trim()
  }
  if (error instanceof Error && error.message !== '') return error.message
  return typeof error === 'string' && error !== '' ? error : messages.unknownError
}

function ErrorPage({ error }: { readonly error: unknown }): ReactElement {
  return (
    <chakra.section role="alert" display="flex" justifyContent="center" px="6" py="16">
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
    </chakra.section>
  )
}

interface Props {
  /** Going elsewhere tries again. */
  readonly at: string
  readonly children: ReactNode
}
interface State {
  readonly error: unknown
  readonly failed: boolean
  readonly at: string
}

class Boundary extends Component<Props, State> {
  override state: State = { error: null, failed: false, at: this.props.at }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true }
  }
  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, failed: false, error: null }
  }
  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack)
  }
  override render(): ReactNode {
    return this.state.failed ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}

/** What fails inside shows the error page in its place; what stands around it stays. */
export function Failing({ children }: { readonly children: ReactNode }): ReactElement {
  return <Boundary at={useLocation().pathname}>{children}</Boundary>
}
