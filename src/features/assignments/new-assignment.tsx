/** Making an assignment of what stands in the list, or of what is picked in it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { assignmentLimits } from '#contracts/assignments.ts'
import { tagsEnabled } from '#contracts/project.ts'
import { beginAssignment, createAssignment } from '#src/commands/assignments.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { pickCount } from '#src/events/bulk/picks.ts'
import { formsInOrder } from '#src/events/coding/forms.ts'
import { $making } from '#src/stores/assignments.ts'
import { $picks } from '#src/stores/bulk.ts'
import { $coding } from '#src/stores/coding-view.ts'
import { $list } from '#src/stores/review.ts'
import { $project } from '#src/stores/selection.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { WhoMay } from './who-may.tsx'
import { batches, isName, nameRule } from './words.ts'

const usualSize = 500

export function NewAssignment({
  of,
  onClose,
}: {
  readonly of: 'result' | 'picked'
  readonly onClose: () => void
}): ReactElement {
  const { run, making, picks, list, project, coding } = useUnit({
    run: dispatch,
    making: $making,
    picks: $picks,
    list: $list,
    project: $project,
    coding: $coding,
  })
  const navigate = useNavigate()
  const total = list?.totalCount ?? 0
  const count = of === 'picked' ? pickCount(picks, total) : total
  const [name, setName] = useState('')
  const [families, setFamilies] = useState(true)
  const [size, setSize] = useState(String(usualSize))
  const [apart, setApart] = useState(false)
  const [threads, setThreads] = useState(false)
  const [alike, setAlike] = useState(false)
  const [field, setField] = useState('')
  const [who, setWho] = useState<readonly number[]>([])
  const [tries, setTries] = useState(0)
  const [sent, setSent] = useState(false)
  const refused = sent && making.phase === 'refused' ? making.message : null
  const fields = useFaultFocus<HTMLDivElement>(tries, refused)
  // What the last one came to is none of this one's business.
  useEffect(() => {
    run(beginAssignment({}))
  }, [run])

  const doneId = sent && making.phase === 'done' ? making.assignmentId : null
  useEffect(() => {
    if (doneId === null) return
    onClose()
    void navigate(`/overview/assignments?assignment=${doneId}`)
  }, [doneId, onClose, navigate])

  const nameFault = isName(name) ? null : nameRule
  const batchSize = Number(size.replaceAll(',', '') || Number.NaN)
  const sizeFault =
    Number.isInteger(batchSize) && batchSize >= 1 && batchSize <= assignmentLimits.batchSize
      ? null
      : `Enter a whole number from 1 to ${number(assignmentLimits.batchSize)}.`
  const tags = project !== null && tagsEnabled(project.features)
  const forms = tags ? [] : formsInOrder(coding.forms)
  const choices = [
    { value: '', label: tags ? 'It carries any tag' : 'Any field is coded' },
    ...forms.flatMap((form) =>
      form.sections.flatMap((section) =>
        section.fields.map((one) => ({
          value: `${form.coding_form_id}:${one.fieldId}`,
          label: forms.length > 1 ? `${one.field_name} (${form.name})` : one.field_name,
        })),
      ),
    ),
  ]
  const [formId, fieldId] = field === '' ? [null, null] : field.split(':').map(Number)
  const send = () => {
    setTries(tries + 1)
    if (nameFault !== null || sizeFault !== null) return
    setSent(true)
    run(
      createAssignment({
        of,
        assignmentName: name.trim(),
        isIncludeFamilies: families,
        batchSize,
        groupBy: apart ? 'custodian' : 'none',
        isGroupEmailThreading: threads,
        isGroupNearDuplicates: alike,
        codingFormId: formId ?? null,
        codingFormReviewedFieldId: fieldId ?? null,
        assignedUserList: [...who],
      }),
    )
  }
  const tried = tries > 0
  return (
    <Dialog
      open
      title="New assignment"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            disabled={count === 0}
            busy={sent && making.phase === 'sending'}
          >
            Create assignment
          </Button>
        </>
      }
    >
      <chakra.div ref={fields} display="contents">
        {refused !== null && <Notice tone="danger">{refused}</Notice>}
        <chakra.p data-testid="assignment-of">
          {of === 'picked'
            ? `${counted(count, 'document')} selected in the list`
            : `${counted(count, 'document')}: the whole result in the list`}
          , as {count === 1 ? 'it is' : 'they are'} now.
        </chakra.p>
        <Field label="Name" required error={tried ? nameFault : null}>
          <DraftInput data-first value={name} onChange={setName} maxLength={assignmentLimits.name} />
        </Field>
        <Check
          on={families}
          onTurn={setFamilies}
          label="With all members of their families"
          hint="Families are never parted: a batch is larger where one family is."
        />
        <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
          <Field
            label="Documents in a batch"
            required
            error={tried ? sizeFault : null}
            hint={sizeFault === null ? `About ${batches(Math.ceil(count / batchSize))}` : undefined}
          >
            <DraftInput value={size} onChange={setSize} inputMode="numeric" />
          </Field>
          <Field
            label="A document is reviewed when"
            hint={field === '' ? undefined : 'This field has a value'}
          >
            <Select value={field} choices={choices} onChoose={setField} />
          </Field>
        </chakra.div>
        <Check
          on={threads}
          onTurn={setThreads}
          label="Keep e-mail threads together"
          hint="One that is larger than a batch goes on in the next."
        />
        <Check on={alike} onTurn={setAlike} label="Keep near-duplicates together" />
        <Check on={apart} onTurn={setApart} label="Keep custodians apart: no batch holds documents of two" />
        <WhoMay chosen={who} onChoose={setWho} />
      </chakra.div>
    </Dialog>
  )
}

function Check({
  on,
  onTurn,
  label,
  hint,
}: {
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
  readonly label: string
  readonly hint?: string
}): ReactElement {
  return (
    <div>
      <chakra.label display="flex" gap="2" alignItems="center">
        <input type="checkbox" checked={on} onChange={(event) => onTurn(event.target.checked)} />
        {label}
      </chakra.label>
      {hint !== undefined && (
        <chakra.p fontSize="xs" color="faint" pl="6">
          {hint}
        </chakra.p>
      )}
    </div>
  )
}
