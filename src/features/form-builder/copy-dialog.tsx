/** Copying a form from another project that one sees and manages. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { projects } from '#src/reads/company.ts'
import { formsOfProject } from '#src/reads/forms.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/states.tsx'

export interface Copied {
  readonly formId: number
  readonly projectId: number
}

export function CopyDialog({
  onCopy,
  onClose,
}: {
  readonly onCopy: (source: Copied) => void
  readonly onClose: () => void
}): ReactElement {
  const here = useWho().projectId
  const all = useRead(projects, {}).value
  const others = (all ?? []).filter(({ projectId }) => projectId !== here)
  const [projectId, setProjectId] = useState<number | null>(null)
  const [formId, setFormId] = useState<number | null>(null)
  const forms = useRead(formsOfProject, projectId === null ? null : { projectId })
  return (
    <Dialog
      open
      title="Copy a form from another project"
      onClose={onClose}
      onSubmit={() => {
        if (projectId !== null && formId !== null) onCopy({ formId, projectId })
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={formId === null}>
            Copy
          </Button>
        </>
      }
    >
      {all === null ? (
        <Skeleton rows={2} />
      ) : others.length === 0 ? (
        <p>There is no other project that you see.</p>
      ) : (
        <Field label="Project">
          <Select
            data-first
            value={String(projectId ?? '')}
            placeholder="Choose a project"
            choices={others.map(({ projectId: value, projectName }) => ({
              value: String(value),
              label: projectName,
            }))}
            onChoose={(value) => {
              setProjectId(Number(value))
              setFormId(null)
            }}
          />
        </Field>
      )}
      {projectId !== null && forms.failure !== null && forms.value === null && (
        <Notice tone="danger">The forms of this project cannot be copied: {forms.failure.message}</Notice>
      )}
      {projectId !== null && forms.failure === null && forms.value === null && <Skeleton rows={2} />}
      {forms.value !== null &&
        (forms.value.length === 0 ? (
          <chakra.p color="muted">The project has no coding form.</chakra.p>
        ) : (
          <Field
            label="Form"
            hint="Fields that this project has under the same name and type are taken from it; the others become new ones."
          >
            <Select
              value={String(formId ?? '')}
              placeholder="Choose a form"
              choices={forms.value.map(({ coding_form_id, name, fields }) => ({
                value: String(coding_form_id),
                label: `${name} (${counted(fields, 'field')})`,
              }))}
              onChoose={(value) => setFormId(Number(value))}
            />
          </Field>
        ))}
    </Dialog>
  )
}
