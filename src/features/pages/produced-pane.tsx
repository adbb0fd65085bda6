/** The pages of a document as a production has them: to be looked at, and not to be redacted. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { producedPages } from '#src/reads/pages.ts'
import { useRead } from '../ui/answer.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { PageList } from './page-list.tsx'

export function ProducedPane({
  documentId,
  projectId,
  productionId,
  name,
  chooser,
}: {
  readonly documentId: number
  readonly projectId: number
  readonly productionId: number
  /** Of the production. */
  readonly name: string
  readonly chooser: ReactNode
}): ReactElement {
  const { value, failure, again } = useRead(producedPages, { documentId, productionId }, { once: true })
  const produced = useMemo(
    () => ({ productionId, numbers: value?.pages.map(({ number }) => number) ?? [] }),
    [productionId, value],
  )
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
              title={`The pages of ${name} could not be loaded`}
              message={failure.message}
              onRetry={again}
            />
          )}
        </>
      ) : (
        <PageList {...{ documentId, projectId, chooser, produced }} images={value.pages} small={false} />
      )}
    </chakra.div>
  )
}
