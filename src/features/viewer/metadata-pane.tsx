/** The project's own fields of the document, then all its metadata in order. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import { documentTime } from '#contracts/document-date.ts'
import type { getMetadata } from '#contracts/documents.ts'
import { withAreas } from '#src/areas/lazy.ts'
import { documentMetadata } from '#src/reads/review.ts'
import { exceptionNames } from '../exceptions/words.ts'
import { DocumentFields } from '../fields/document-fields.tsx'
import { useRead } from '../ui/answer.ts'
import { Foreign } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { part } from '../ui/part.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { RowHead } from '../ui/table.tsx'

const DocumentFolders = part(
  withAreas(['folders'], () =>
    import('../folders/document-folders.tsx').then((module) => module.DocumentFolders),
  ),
)

type MetadataField = ReplyOf<typeof getMetadata>['data'][number]

export function MetadataPane({
  documentId,
  timeZone,
}: {
  readonly documentId: number
  readonly timeZone: string
}): ReactElement {
  const { value: fields, failure, again } = useRead(documentMetadata, { documentId })
  if (fields === null) {
    return failure === null ? (
      <Skeleton rows={12} />
    ) : (
      <ErrorState title="The metadata could not be loaded" message={failure.message} onRetry={again} />
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
      <DocumentFolders documentId={documentId} />
      <DocumentFields key={documentId} documentId={documentId} />
      <chakra.table width="full" fontSize="sm">
        <tbody>
          {fields.map((field) => (
            <chakra.tr key={field.name} borderBottomWidth="1px" borderColor="line">
              <RowHead>{field.displayName}</RowHead>
              <chakra.td
                data-words={field.name}
                py="1"
                overflowWrap="anywhere"
                fontFamily={isCode(field.name) ? 'mono' : undefined}
              >
                <Foreign text={field.values.map((value) => inWords(field, value, timeZone)).join('; ')} />
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  )
}

/** As the server says instants, of fields of the product and of what else the file said. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/

/** Dates in the zone of the project, as the head of the document has them; codes as people call what they mean. */
function inWords({ name }: MetadataField, value: string, timeZone: string): string {
  if (instant.test(value)) return documentTime(value, timeZone)
  if (name === 'File_Size') return `${number(Number(value))} bytes`
  return Object.entries(exceptionNames).find(([code]) => name === 'Exception' && code === value)?.[1] ?? value
}

/** Ids and hashes read better in the mono face. */
const isCode = (name: string): boolean =>
  /hash|^(md5|mih|sha\d+)$|control|message_id|references|in_reply/i.test(name)
