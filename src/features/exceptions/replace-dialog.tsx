/** Which file takes the place of an exception's, and what comes of that, before it is sent. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useRef, useState } from 'react'
import type { ExceptionRow } from '#contracts/collect.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { marked } from '../ui/foreign.tsx'
import { fileSize } from '../ui/format.ts'

export function ReplaceDialog({
  exception,
  onClose,
  onReplace,
}: {
  readonly exception: ExceptionRow
  readonly onClose: () => void
  /** `entry`: of the entry alone that the exception is about. */
  readonly onReplace: (file: File, entry: boolean) => void
}): ReactElement {
  const [file, setFile] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  // Which of the two is never guessed: to replace an archive by one of its files cannot be meant unseen.
  const [entry, setEntry] = useState(exception.entry === null ? false : null)
  const input = useRef<HTMLInputElement>(null)
  const name = exception.path.at(-1) ?? 'the item'
  return (
    <Dialog
      open
      title={`Replace ${name}`}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (file !== null && entry !== null) onReplace(file, entry)
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={entry === null}>
            Replace
          </Button>
        </>
      }
    >
      {exception.entry !== null && (
        <chakra.fieldset display="flex" flexDirection="column" gap="2" mb="3">
          <chakra.legend mb="2">What does the file take the place of?</chakra.legend>
          {[true, false].map((only) => (
            <chakra.label key={String(only)} display="flex" alignItems="start" gap="2">
              <input
                type="radio"
                name="what-is-replaced"
                data-first={only || undefined}
                checked={entry === only}
                onChange={() => setEntry(only)}
              />
              <chakra.span minWidth="0" overflowWrap="anywhere">
                {only ? `Only “${exception.entry}” in it` : `The archive as a whole, “${name}”`}
              </chakra.span>
            </chakra.label>
          ))}
        </chakra.fieldset>
      )}
      {entry !== null && <chakra.p>{consequence(exception, entry)}</chakra.p>}
      <chakra.div display="flex" alignItems="center" gap="3" mt="4">
        <Button data-first icon="upload" onClick={() => input.current?.click()}>
          Choose a file…
        </Button>
        <chakra.span
          minWidth="0"
          truncate
          color={file === null ? 'faint' : 'ink'}
          title={file === null ? undefined : marked(file.name)}
        >
          {file === null ? 'No file is chosen.' : `${marked(file.name)}, ${fileSize(file.size)}`}
        </chakra.span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File that takes its place"
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0] ?? null)
          }}
        />
      </chakra.div>
      {tried && file === null && (
        <chakra.p role="alert" mt="2" color="dangerInk">
          Choose the file that takes its place.
        </chakra.p>
      )}
    </Dialog>
  )
}

/** What comes of it. */
function consequence({ documentId, becomes }: ExceptionRow, entry: boolean): string {
  if (entry)
    return 'The file comes in as a document in this archive, behind what is there, with the next number. The archive, its family and all that stands in it stay as they are.'
  const own =
    'The file becomes the document’s own. The document keeps its number, family, dates and coding. Its text is read anew, and what stands in the file joins the family. The file that it has now is kept and can be downloaded here.'
  if (documentId !== null) return own
  return becomes === null
    ? 'The file comes in as a document in the place of this item: out of the same containers, of the same custodian. The item stays in the reconciliation of its job, as replaced.'
    : `This file came for a document, and could not be read: the document is as it was. ${own}`
}
