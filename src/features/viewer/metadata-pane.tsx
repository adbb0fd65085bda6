/** All metadata of the document, in order. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect } from 'react'
import { dispatch } from '../../commands/dispatch.ts'
import { readMetadata } from '../../commands/review.ts'
import { metadataCache, metadataKey } from '../../stores/review.ts'
import { useAnswer } from '../ui/answer.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'

export function MetadataPane({ documentId }: { readonly documentId: number }): ReactElement {
  const run = useUnit(dispatch)
  const { value: fields, failure } = useAnswer(metadataCache, metadataKey(documentId))
  const known = fields !== null
  useEffect(() => {
    if (!known) run(readMetadata({ documentId }))
  }, [known, documentId, run])
  if (fields === null) {
    return failure === null ? (
      <Skeleton rows={12} />
    ) : (
      <ErrorState
        title="The metadata could not be loaded"
        message={failure.message}
        onRetry={() => run(readMetadata({ documentId }))}
      />
    )
  }
  return (
    <chakra.div
      height="full"
      overflow="auto"
      background="surface"
      px="5"
      py="3"
      tabIndex={0}
      role="region"
      aria-label="Metadata"
    >
      <chakra.table width="full" fontSize="sm">
        <tbody>
          {fields.map((field) => (
            <chakra.tr key={field.name} borderBottomWidth="1px" borderColor="line">
              <chakra.th
                scope="row"
                textAlign="start"
                fontWeight={400}
                color="muted"
                py="1"
                pr="4"
                width="200px"
                verticalAlign="top"
              >
                {field.displayName}
              </chakra.th>
              <chakra.td py="1" overflowWrap="anywhere" fontFamily={isCode(field.name) ? 'mono' : undefined}>
                {field.values.join('; ')}
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  )
}

/** Ids and hashes read better in the mono face. */
const isCode = (name: string): boolean => /hash|control|message_id|references|in_reply/i.test(name)
