/**
 * What stands beside or over a screen and is fetched when it is first shown. A screen that cannot be fetched says so in
 * its own place; a part has none, and must not take the rest of the page with it: it is asked for again until it comes.
 */
import { chakra } from '@chakra-ui/react'
import type { ComponentType, ReactElement } from 'react'
import { Button } from './button.tsx'
import { late } from './late.ts'

export interface Part<P extends object> {
  (props: P): ReactElement | null
  /** Fetches it ahead; where that does not succeed, it is fetched when it is shown. */
  readonly fetch: () => void
}

/** Some browsers remember for the life of the page that a file could not be had: then only a reload helps, and it is said. */
const often = 4

/**
 * `Waiting`: what stands in its place until it has come; a component is given what the part is given. `after`: for so many ms
 * its place is on the screen before it is fetched, so that whoever only passes by does not fetch what is large.
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ReactElement | ComponentType<P> | null = null,
  after = 0,
): Part<P> {
  const { fetch, useLate } = late(load, after)

  function Shown(props: P): ReactElement | null {
    const [Inside, failed] = useLate(true)
    if (Inside) return <Inside {...props} />
    if (failed >= often) return <Missing />
    return typeof Waiting === 'function' ? <Waiting {...props} /> : Waiting
  }
  return Object.assign(Shown, { fetch })
}

const Missing = (): ReactElement => (
  <chakra.p
    role="alert"
    px="3"
    py="1"
    fontSize="sm"
    flexShrink={0}
    background="attentionGround"
    color="attentionInk"
  >
    A part of the page could not be loaded: the server cannot be reached, or a new version was put in place.
    Nothing is lost.{' '}
    <Button size="sm" icon="retry" onClick={() => location.reload()}>
      Load the page again
    </Button>
  </chakra.p>
)
