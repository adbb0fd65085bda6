/** Which documents have images, which have none yet, and which cannot have any: told before images are exported. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { validateExportImages } from '#contracts/exports.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { counted, number } from '../ui/format.ts'

type Answer = ReplyOf<typeof validateExportImages>

export function ImageAnswer({ answer }: { readonly answer: Answer }): ReactElement {
  const { ready, pages, notMade, cannot } = answer
  return (
    <chakra.div role="status" display="flex" flexDirection="column" gap="1" fontSize="sm">
      {ready > 0 && (
        <p>
          {counted(ready, 'document has', 'documents have')} {counted(pages, 'page')}.
        </p>
      )}
      {notMade.count > 0 && (
        <Told
          told={notMade}
          says={`Of ${counted(notMade.count, 'document')} the pages were not counted yet: the export does that, and it takes its time.`}
        />
      )}
      {cannot.count > 0 && (
        <Told
          told={cannot}
          says={`${counted(cannot.count, 'document')} cannot have images: a sheet with the reason stands for each.`}
        />
      )}
    </chakra.div>
  )
}

function Told({
  told: { count, some },
  says,
}: {
  readonly told: Answer['cannot']
  readonly says: string
}): ReactElement {
  return (
    <chakra.details>
      <chakra.summary cursor="pointer">{says}</chakra.summary>
      <chakra.ul mt="1" mb="2" pl="4" listStyleType="none" maxHeight="240px" overflowY="auto">
        {some.map(({ documentId, controlNumber, reason }) => (
          <li key={documentId}>
            <DocumentLink documentId={documentId} controlNumber={controlNumber} />{' '}
            <chakra.span color="muted">{reason}</chakra.span>
          </li>
        ))}
        {count > some.length && <li>and {number(count - some.length)} more</li>}
      </chakra.ul>
    </chakra.details>
  )
}
