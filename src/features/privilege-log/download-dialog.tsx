/** A version as a file for the other side, in the form that was agreed on. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { pathOf } from '#contracts/call.ts'
import { logForm, logVersionFile } from '#contracts/privilege-log.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

const forms = {
  documents: ['Document by document', 'All columns, with the basis and the description of each.'],
  metadata: ['Metadata only', 'All columns but the basis and the description.'],
  categories: ['By category', 'How many documents there are of each basis, author and treatment.'],
} as const

const formats = { csv: 'CSV', xlsx: 'Workbook (xlsx)' } as const

export function DownloadDialog({
  projectId,
  version: { versionId, name },
  onClose,
}: {
  readonly projectId: number
  readonly version: { readonly versionId: number; readonly name: string }
  readonly onClose: () => void
}): ReactElement {
  const [form, setForm] = useState<keyof typeof forms>('documents')
  const [format, setFormat] = useState<keyof typeof formats>('xlsx')
  return (
    <Dialog
      open
      title={`Download ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink
            look="primary"
            icon="download"
            href={`${pathOf(logVersionFile)}?projectId=${projectId}&versionId=${versionId}&form=${form}&format=${format}`}
            download
          >
            Download
          </ButtonLink>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="4">
        <Choices legend="Form">
          {logForm.options.map((one) => (
            <chakra.label key={one} display="flex" gap="2" alignItems="flex-start">
              <input type="radio" name="form" checked={form === one} onChange={() => setForm(one)} />
              <span>
                {forms[one][0]}
                <chakra.span display="block" fontSize="xs" color="muted">
                  {forms[one][1]}
                </chakra.span>
              </span>
            </chakra.label>
          ))}
        </Choices>
        <Choices legend="Format">
          {(['xlsx', 'csv'] as const).map((one) => (
            <chakra.label key={one} display="flex" gap="2" alignItems="center">
              <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
              {formats[one]}
            </chakra.label>
          ))}
        </Choices>
        <chakra.p fontSize="sm" color="muted">
          Who downloaded it is recorded.
        </chakra.p>
      </chakra.div>
    </Dialog>
  )
}

const Choices = ({
  legend,
  children,
}: {
  readonly legend: string
  readonly children: ReactElement[]
}): ReactElement => (
  <chakra.fieldset border="none" display="flex" flexDirection="column" gap="1.5">
    <chakra.legend fontSize="xs" fontWeight={600} color="muted" mb="1">
      {legend}
    </chakra.legend>
    {children}
  </chakra.fieldset>
)
