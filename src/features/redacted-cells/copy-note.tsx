/** Whether the redacted copy may leave, and what stands against it. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { pathOf } from '#contracts/call.ts'
import { downloadFile } from '#contracts/redacted-cells.ts'
import { useWho } from '../session/who.ts'
import { ButtonLink } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import type { RedactingSheet } from './use-redacted-cells.ts'

/** Listed at most of each. */
const most = 20

export function CopyNote({
  documentId,
  redacting,
}: {
  readonly documentId: number
  readonly redacting: RedactingSheet
}): ReactElement {
  const { copy, copyFailure, doc, shown } = redacting
  const { projectId } = useWho()
  if (shown.length === 0) return <p>Nothing of this spreadsheet is redacted.</p>
  if ((doc?.waiting.length ?? 0) > 0) return <p>The redactions are being saved.</p>
  if (copy === null)
    return (
      <p>
        {copyFailure === null
          ? 'The redacted copy is being made and checked.'
          : `The redacted copy could not be made: ${copyFailure.message}`}
      </p>
    )
  if (copy.state !== 'ready')
    return (
      <>
        <chakra.p color="attentionInk">{copy.reason}</chakra.p>
        <ul>
          {copy.faults.slice(0, most).map(({ part, reason }) => (
            <li key={`${part} ${reason}`}>
              {part}: {reason}
            </li>
          ))}
        </ul>
      </>
    )
  const open = copy.alsoOpen
    .slice(0, most)
    .map(({ sheet, cell }) => `Sheet ${sheet + 1}, ${cell}`)
    .join('; ')
  const address = `${pathOf(downloadFile)}?documentId=${documentId}&projectId=${projectId ?? ''}`
  const depending = copy.dependents.filter(({ isKept }) => !isKept).length
  return (
    <>
      <ButtonLink size="sm" icon="download" href={address} download>
        Download the redacted copy
      </ButtonLink>
      <p>
        {counted(copy.coveredCells, 'cell')} covered
        {depending > 0 && `, ${counted(depending, 'place')} because of what they depend on`}.
      </p>
      {open !== '' && (
        <chakra.p color="attentionInk">
          What is covered also stands, open, in: {open}
          {(copy.moreOpen || copy.alsoOpen.length > most) && ', and in more'}.
        </chakra.p>
      )}
      {copy.leftOut.map((one) => (
        <p key={one}>{one}</p>
      ))}
    </>
  )
}
