/** Beginning a production: its name, which is looked up as one types, and what it begins with. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { productionLimits } from '#contracts/production-settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { createProduction, deleteProductionTemplate } from '#src/commands/production.ts'
import { productionBeginning } from '#src/reads/production.ts'
import { $begunProduction, $productionSave } from '#src/stores/production.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Missing } from '../ui/states.tsx'
import { useNameFault } from './name-fault.ts'
import { productionPath } from './words.ts'

/** What each template is for. */
const meant: Readonly<Record<string, string>> = {
  Commercial: 'Pages as TIFF with text, spreadsheets and media as their files, DAT and OPT.',
  'SEC style': 'As Commercial, with the columns of the SEC data delivery standards.',
  'DOJ style': 'Black and white pages, presentations also as their files.',
  'Natives only': 'The files as they are, each behind a slip sheet.',
  PDF: 'A PDF for each document, with text.',
}

const choiceOf = ({ name, made }: { readonly name: string; readonly made: object | null }) => ({
  value: name,
  label: made === null ? name : `${name} (of this project)`,
})

export function NewDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { run, save, begun } = useUnit({ run: dispatch, save: $productionSave, begun: $begunProduction })
  const navigate = useNavigate()
  const answer = useRead(productionBeginning, {})
  const templates = answer.value?.templates ?? []
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const [tries, setTries] = useState(0)
  const [deleting, setDeleting] = useState(false)
  const template = templates.find((one) => one.name === chosen) ?? templates[0]
  const fault = useNameFault(name, null)
  const inputs = useFaultFocus<HTMLDivElement>(tries, fault)
  const { sending, refusal, begin } = useFormSave(save, () => {
    if (begun !== null) void navigate(productionPath(begun, 'prepare'))
    onClose()
  })
  const send = () => {
    setTries(tries + 1)
    if (fault !== null || template === undefined) return
    run(createProduction({ formKey: begin(), name: name.trim(), settings: template.settings }))
  }
  return (
    <Dialog
      open
      title="New production"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending} disabled={template === undefined}>
            Begin
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field
          label="Name"
          required
          error={tries > 0 || name.trim() !== '' ? fault : null}
          hint="As the other side will know it, for example “NW volume 1”."
        >
          <DraftInput
            data-first
            value={name}
            maxLength={productionLimits.nameLength}
            autoComplete="off"
            onChange={setName}
          />
        </Field>
        <Missing answer={answer} rows={2} title="Templates could not be loaded" onRetry={answer.again} />
        {template !== undefined && (
          <Field
            label="Begin with"
            hint={
              template.made === null
                ? (meant[template.name] ?? 'Everything can be changed afterwards.')
                : `A template of this project, saved by ${template.made.by}.`
            }
          >
            <Select value={template.name} choices={templates.map(choiceOf)} onChoose={setChosen} />
          </Field>
        )}
        {template !== undefined && template.templateId !== null && (
          <chakra.div>
            <Button size="sm" onClick={() => setDeleting(true)}>
              Delete this template
            </Button>
          </chakra.div>
        )}
        {deleting && template !== undefined && template.templateId !== null && (
          <DeleteDialog
            title={`Delete the template ${template.name}`}
            act="Delete it"
            onDelete={() => {
              if (template.templateId === null) return
              run(
                deleteProductionTemplate({
                  ...{ formKey: nanoid(), templateId: template.templateId, name: template.name },
                }),
              )
              setChosen('')
            }}
            onClose={() => setDeleting(false)}
          >
            Productions that began with it stay as they are.
          </DeleteDialog>
        )}
        <chakra.p fontSize="xs" color="muted">
          Nothing is numbered and nothing leaves before you have checked it and run it.
        </chakra.p>
      </chakra.div>
    </Dialog>
  )
}
