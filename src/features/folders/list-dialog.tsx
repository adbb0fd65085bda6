/** Filing what a list of control numbers names: the file is looked at first, and each row says what becomes of it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useState } from 'react'
import { pathOf as addressOf } from '#contracts/call.ts'
import { type Folder, type FolderFileReport, folderFileLimits, folderFileRows } from '#contracts/folders.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { fileFromFile, lookAtFolderFile } from '#src/commands/folders.ts'
import { $folderLook, folderFileReports, folderFiles } from '#src/stores/folders.ts'
import { useCached } from '../ui/answer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, useFieldProps } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, fileSize, number } from '../ui/format.ts'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

export function ListDialog({
  folder: { folderId, name },
  projectId,
  onClose,
}: {
  readonly folder: Folder
  readonly projectId: number
  readonly onClose: () => void
}): ReactElement {
  const [run, put, last] = useUnit([dispatch, folderFiles.put, $folderLook])
  const [fileKey, setFileKey] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const look = last?.fileKey === fileKey ? last : null
  const report = useCached(folderFileReports, fileKey)
  const choose = (file: File | null) => {
    const wrong =
      file === null
        ? null
        : file.size === 0
          ? 'This file is empty.'
          : file.size > folderFileLimits.bytes
            ? `A file has at most ${fileSize(folderFileLimits.bytes)}: split it.`
            : null
    const key = file === null || wrong !== null ? '' : nanoid()
    setFault(wrong)
    setFileKey(key)
    if (file === null || key === '') return
    put({ key, value: file })
    run(lookAtFolderFile({ fileKey: key, fileName: file.name }))
  }
  const send = () => {
    if (report === null || report.documents === 0) return
    run(fileFromFile({ folderId, name, fileId: report.fileId, count: report.documents }))
    onClose()
  }
  return (
    <Dialog
      open
      title={`File from a list in ${name}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            icon="folder"
            disabled={report === null || report.documents === 0}
            busy={look?.phase === 'looking'}
          >
            {report === null ? 'File documents' : `File ${counted(report.documents, 'document')}`}
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        <Field
          label="File"
          required
          error={fault}
          hint={`A CSV of control numbers, one in each row, at most ${number(folderFileLimits.rows)} rows. With a heading it may name documents by Custom_Id, SHA256, MD5 or Source_Path too.`}
        >
          <FileInput onChoose={choose} />
        </Field>
        {look?.phase === 'refused' && <Notice tone="danger">{look.message}</Notice>}
        {look?.phase === 'looking' && <p role="status">The file is being looked at. Nothing is filed.</p>}
        {report !== null && <Report report={report} projectId={projectId} />}
      </chakra.div>
    </Dialog>
  )
}

function Report({
  report: { fileId, rows, documents, unmatched, faults },
  projectId,
}: {
  readonly report: FolderFileReport
  readonly projectId: number
}): ReactElement {
  return (
    <>
      <p role="status">
        {counted(rows, 'row')}: {counted(documents, 'document')} named,{' '}
        {unmatched === 0 ? 'and no row without one' : `${counted(unmatched, 'row')} will file nothing`}.
      </p>
      {faults.length > 0 && (
        <chakra.ul
          aria-label="Rows that file nothing"
          tabIndex={0}
          maxHeight="180px"
          overflowY="auto"
          fontSize="sm"
          listStyleType="none"
          borderWidth="1px"
          borderColor="line"
          borderRadius="sm"
          px="2"
          py="1"
        >
          {faults.map(({ row, value, reason }) => (
            <chakra.li key={row} py="0.5" overflowWrap="anywhere">
              Row {number(row)}{' '}
              <chakra.span fontFamily="mono">
                <Foreign text={value} />
              </chakra.span>{' '}
              <chakra.span color="muted">{reason}</chakra.span>
            </chakra.li>
          ))}
          {unmatched > faults.length && (
            <li>Download the rows to see {number(unmatched - faults.length)} more.</li>
          )}
        </chakra.ul>
      )}
      <div>
        <ButtonLink
          size="sm"
          icon="download"
          href={`${addressOf(folderFileRows).replace(':fileId', String(fileId))}?projectId=${projectId}`}
        >
          Download what becomes of each row
        </ButtonLink>
      </div>
    </>
  )
}

function FileInput({ onChoose }: { readonly onChoose: (file: File | null) => void }): ReactElement {
  return (
    <Input
      {...useFieldProps()}
      data-first
      type="file"
      accept=".csv,.txt,text/csv,text/plain"
      py="1"
      onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
    />
  )
}
