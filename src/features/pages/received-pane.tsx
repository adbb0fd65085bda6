/** The page images that came with a document beside its file: to be looked at, and not to be redacted. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { receivedPages } from '#src/reads/pages.ts'
import { useRead } from '../ui/answer.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { PageList } from './page-list.tsx'

export function ReceivedPane({
  documentId,
  projectId,
  chooser,
}: {
  readonly documentId: number
  readonly projectId: number
  readonly chooser: ReactNode
}): ReactElement {
  const { value, failure, again } = useRead(receivedPages, { documentId }, { once: true })
  return (
    <chakra.div
      height="full"
      display="flex"
      flexDirection="column"
      minHeight="0"
      css={{ containerType: 'inline-size' }}
    >
      {value === null ? (
        <>
          <chakra.div px="2" py="1" borderBottomWidth="1px" borderColor="line">
            {chooser}
          </chakra.div>
          {failure === null ? (
            <Skeleton rows={8} />
          ) : (
            <ErrorState
              title="The received images could not be loaded"
              message={failure.message}
              onRetry={again}
            />
          )}
        </>
      ) : (
        <PageList {...{ documentId, projectId, chooser }} images={value.pages} small={false} received />
      )}
    </chakra.div>
  )
}
