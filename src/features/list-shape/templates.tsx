/** Templates of the list: one is chosen, or what is chosen is saved as one. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback, useState } from 'react'
import type { Sort } from '#contracts/documents.ts'
import { type ListColumn, type ListTemplate, templateLimits } from '#contracts/list-templates.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { deleteListTemplate, saveListTemplate } from '#src/commands/list-templates.ts'
import { listTemplates } from '#src/reads/list-templates.ts'
import { $templateSave } from '#src/stores/list-templates.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useIsArchived, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

export function Templates({
  columns,
  sort,
  onChoose,
}: {
  readonly columns: readonly ListColumn[]
  readonly sort: Sort | null
  readonly onChoose: (template: ListTemplate) => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $templateSave])
  const mayShare = useWho().can('search.share')
  const isArchived = useIsArchived()
  const { value, failure } = useRead(listTemplates, {})
  const [chosenId, setChosenId] = useState<number | null>(null)
  /** Null: nothing is being named. */
  const [naming, setNaming] = useState<{ readonly name: string; readonly shared: boolean } | null>(null)
  const [deleting, setDeleting] = useState(false)
  const done = useCallback(() => setNaming(null), [])
  const { sending, refusal, begin } = useFormSave(save, done)
  const chosen = value?.find(({ templateId }) => templateId === chosenId) ?? null
  const changes = chosen?.mayChange && !isArchived ? chosen : null
  const waits = sending || naming === null || naming.name.trim() === ''
  const send = (over: ListTemplate | null) => {
    if (naming === null || waits) return
    const template = {
      ...{ name: naming.name.trim(), shared: naming.shared, columns: [...columns], sort },
      over: over && { templateId: over.templateId, version: over.version },
    }
    run(saveListTemplate({ formKey: begin(), template }))
  }
  return (
    <chakra.section aria-label="Templates" display="flex" flexDirection="column" gap="2">
      {failure !== null && value === null && (
        <Notice tone="danger">The templates could not be loaded: {failure.message}</Notice>
      )}
      <chakra.div display="flex" alignItems="flex-end" gap="2">
        <chakra.div flex="1" minWidth="0">
          <Field label="Template">
            <Select
              value={chosen === null ? '' : String(chosen.templateId)}
              placeholder={value?.length === 0 ? 'None is saved yet' : 'Choose a template'}
              choices={(value ?? []).map(({ templateId, name, shared, madeBy }) => ({
                value: String(templateId),
                label: shared ? `${name} (shared by ${madeBy})` : name,
              }))}
              onChoose={(id) => {
                const found = value?.find(({ templateId }) => String(templateId) === id)
                if (found === undefined) return
                setChosenId(found.templateId)
                setNaming(null)
                onChoose(found)
              }}
            />
          </Field>
        </chakra.div>
        {columns.length > 0 && naming === null && !isArchived && (
          <Button onClick={() => setNaming({ name: changes?.name ?? '', shared: changes?.shared ?? false })}>
            {changes === null ? 'Save as template …' : 'Save, rename, share …'}
          </Button>
        )}
        {changes !== null && <Button onClick={() => setDeleting(true)}>Delete …</Button>}
      </chakra.div>
      {deleting && changes !== null && (
        <DeleteDialog
          title={`Delete ${changes.name}?`}
          act="Delete the template"
          onDelete={() => {
            run(deleteListTemplate({ templateId: changes.templateId, name: changes.name }))
            setChosenId(null)
          }}
          onClose={() => setDeleting(false)}
        >
          <p>
            {changes.shared
              ? 'Nobody in the project can choose it any more.'
              : 'You cannot choose it any more.'}{' '}
            Columns that are shown stay as they are.
          </p>
        </DeleteDialog>
      )}
      {naming !== null && (
        <chakra.div
          role="group"
          aria-label="Save as template"
          display="flex"
          flexDirection="column"
          gap="2"
          p="3"
          background="sunken"
          borderRadius="md"
        >
          {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
          <Field label="Name of the template">
            <DraftInput
              value={naming.name}
              maxLength={templateLimits.nameLength}
              autoComplete="off"
              autoFocus
              onChange={(name) => setNaming({ ...naming, name })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                // It would send the form around it, which shows the columns and saves nothing.
                event.preventDefault()
                send(changes)
              }}
            />
          </Field>
          {mayShare && (
            <Switch
              on={naming.shared}
              onTurn={(shared) => setNaming({ ...naming, shared })}
              label="Share with the project"
            />
          )}
          <chakra.div display="flex" gap="2">
            {changes !== null && (
              <Button look="primary" busy={sending} waits={waits} onClick={() => send(changes)}>
                Save over {changes.name}
              </Button>
            )}
            <Button
              look={changes === null ? 'primary' : undefined}
              busy={sending}
              waits={waits}
              onClick={() => send(null)}
            >
              Save as new
            </Button>
            <Button look="quiet" onClick={done}>
              Do not save
            </Button>
          </chakra.div>
        </chakra.div>
      )}
    </chakra.section>
  )
}
