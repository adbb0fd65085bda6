/** A slip sheet: lines of text on an empty page, or a page that is uploaded. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { SlipSheet } from '#contracts/production-settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { uploadSlipSheet } from '#src/commands/production.ts'
import { $slipSheetUpload, slipSheetFiles, slipSheets } from '#src/stores/production.ts'
import { useCached } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Fault, Field, Lines } from '../../ui/field.tsx'
import { marked } from '../../ui/foreign.tsx'

/** What the dialog of the browser offers; the server looks at what is in the file. */
const offered = '.jpeg,.jpg,.pdf,.tif,.tiff'

export function SlipSheetInput({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string
  readonly value: SlipSheet
  readonly error: string | null
  readonly onChange: (slipSheet: SlipSheet) => void
}): ReactElement {
  const { run, put, upload } = useUnit({ run: dispatch, put: slipSheetFiles.put, upload: $slipSheetUpload })
  const [key, setKey] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const uploaded = useCached(slipSheets, key)
  const latest = useRef(onChange)
  latest.current = onChange
  const own = upload?.formKey === key ? upload : null
  useEffect(() => {
    if (uploaded !== null) latest.current(uploaded)
  }, [uploaded])
  const send = (chosen: File) => {
    const formKey = nanoid()
    setKey(formKey)
    put({ key: formKey, value: chosen })
    run(uploadSlipSheet({ formKey, fileName: chosen.name.slice(-255) }))
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="2" minWidth="0">
      {'text' in value ? (
        <Field label={label} error={error} hint="Lines on an empty page, with the number of the page.">
          <Lines value={value.text} rows={2} onChange={(text) => onChange({ text })} />
        </Field>
      ) : (
        <chakra.p fontSize="sm">
          <chakra.span fontWeight={600} color="muted" fontSize="xs" display="block">
            {label}
          </chakra.span>
          The uploaded page {marked(value.name)}
        </chakra.p>
      )}
      <chakra.div display="flex" gap="2" flexWrap="wrap">
        <Button size="sm" icon="upload" busy={own?.phase === 'sending'} onClick={() => file.current?.click()}>
          {'text' in value ? 'Upload a page instead' : 'Upload another page'}
        </Button>
        {!('text' in value) && (
          <Button size="sm" onClick={() => onChange({ text: 'DOCUMENT WITHHELD' })}>
            Write a text instead
          </Button>
        )}
        <input
          ref={file}
          type="file"
          hidden
          accept={offered}
          aria-label={`Page for: ${label}`}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            if (chosen !== undefined) send(chosen)
            // The same file can be chosen again.
            event.currentTarget.value = ''
          }}
        />
      </chakra.div>
      {own?.phase === 'refused' && <Fault id={`upload-${key}`}>{own.message}</Fault>}
    </chakra.div>
  )
}
