/** The project's own fields of a document: what each holds, and setting those by hand that no form codes. */
import { chakra } from '@chakra-ui/react'
import { useStoreMap } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { shownValue } from '#contracts/coding-values.ts'
import type { CustomField } from '#contracts/fields.ts'
import { emptyDocument, fieldIn } from '#src/events/coding/document.ts'
import { isSetByHand } from '#src/events/coding/forms.ts'
import { projectFields } from '#src/reads/fields.ts'
import { documentIn } from '#src/stores/coding.ts'
import { $coding } from '#src/stores/coding-view.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { exactTime } from '../ui/format.ts'
import { ErrorState } from '../ui/states.tsx'
import { RowHead } from '../ui/table.tsx'
import { SetFieldDialog } from './set-field-dialog.tsx'
import { ruleOf } from './values.ts'

export function DocumentFields({ documentId }: { readonly documentId: number }): ReactElement | null {
  const { can } = useWho()
  const { value: fields, failure, again } = useRead(projectFields, {})
  const forms = useStoreMap($coding, (state) => state.forms)
  const doc = useStoreMap({
    store: $coding,
    keys: [documentId],
    fn: (state, [of]) => documentIn(state, of),
    defaultValue: null,
  })
  /** What is being set: one field, or one of several. */
  const [setting, setSetting] = useState<readonly CustomField[]>([])
  if (fields === null)
    return failure === null ? null : (
      <ErrorState
        title="The fields of the project could not be loaded"
        message={failure.message}
        onRetry={again}
      />
    )
  const standing = (fieldId: number) => fieldIn(doc ?? emptyDocument(documentId), fieldId)
  const may = doc !== null && can('codingForm.manage') && can('coding.save')
  const byHand = may ? fields.filter(({ fieldId }) => isSetByHand(forms, fieldId)) : []
  const filled = fields.filter(({ fieldId }) => standing(fieldId).value !== null)
  const empty = byHand.filter((field) => !filled.includes(field))
  const [first] = setting
  if (filled.length + empty.length === 0) return null
  return (
    <chakra.section aria-label="Fields of the project" mb="4">
      <chakra.div display="flex" alignItems="center" gap="2" minHeight="32px">
        <chakra.h3 fontSize="sm" flex="1">
          Fields of the project
        </chakra.h3>
        {empty.length > 0 && (
          <Button size="sm" icon="plus" onClick={() => setSetting(empty)}>
            Set a field
          </Button>
        )}
      </chakra.div>
      {filled.length === 0 ? (
        <chakra.p fontSize="sm" color="faint">
          None of them has a value here.
        </chakra.p>
      ) : (
        <chakra.table width="full" fontSize="sm">
          <tbody>
            {filled.map((field) => {
              const { value, by, at } = standing(field.fieldId)
              return (
                <chakra.tr key={field.fieldId} borderTopWidth="1px" borderColor="line">
                  <RowHead>{field.name}</RowHead>
                  <chakra.td
                    py="1"
                    overflowWrap="anywhere"
                    whiteSpace="pre-wrap"
                    title={by === null || at === null ? undefined : `${by}, ${exactTime(at)}`}
                  >
                    {shownValue(ruleOf(field), value)}
                  </chakra.td>
                  <chakra.td width="80px" textAlign="end" verticalAlign="top">
                    {byHand.includes(field) && (
                      <Button
                        size="sm"
                        look="quiet"
                        aria-label={`Change ${field.name}`}
                        onClick={() => setSetting([field])}
                      >
                        Change
                      </Button>
                    )}
                  </chakra.td>
                </chakra.tr>
              )
            })}
          </tbody>
        </chakra.table>
      )}
      {first !== undefined && (
        <SetFieldDialog
          documentId={documentId}
          field={first}
          fields={setting}
          standing={standing}
          onClose={() => setSetting([])}
        />
      )}
    </chakra.section>
  )
}
