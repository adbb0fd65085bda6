/** In place of the coding form: what is to become of all picked documents, said in one sentence before it is done. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type KeyboardEvent, type ReactElement, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { FormField } from '#contracts/coding.ts'
import { hasOptions, kindOf } from '#contracts/coding-values.ts'
import { turnPanel } from '#src/commands/bulk.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { currentForm, formsInOrder } from '#src/events/coding/forms.ts'
import { $coding } from '#src/stores/coding-view.ts'
import { $tagsEnabled } from '#src/stores/tags.ts'
import { focusList } from '../review/list-focus.ts'
import { useWho } from '../session/who.ts'
import { IconButton } from '../ui/button.tsx'
import { Input, Select } from '../ui/input.tsx'
import { EmptyState } from '../ui/states.tsx'
import {
  changeableIn,
  changesOf,
  type DraftHow,
  type Drafts,
  type FieldDraft,
  faultOf,
  titleOf,
  untouched,
} from './draft.ts'
import { Foot, type Plan } from './plan-foot.tsx'
import { TagPlan } from './tag-plan.tsx'

export function BulkPanel(): ReactElement {
  const { run, sorts } = useUnit({ run: dispatch, sorts: $tagsEnabled })
  const panel = useRef<HTMLElement>(null)
  // Before it is seen, so that no key goes to where the focus was and none after it is taken away.
  useLayoutEffect(() => panel.current?.querySelector<HTMLElement>('select:not([data-forms])')?.focus(), [])
  const close = () => {
    run(turnPanel({ open: false }))
    focusList()
  }
  return (
    <chakra.aside
      ref={panel}
      aria-label="Bulk change"
      display="flex"
      flexDirection="column"
      height="full"
      background="surface"
      data-testid="bulk-panel"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') close()
      }}
    >
      <chakra.header
        display="flex"
        alignItems="center"
        gap="2"
        height="40px"
        pl="3"
        pr="1"
        borderBottomWidth="1px"
        borderColor="line"
        flexShrink={0}
      >
        <chakra.h2 fontSize="sm" flex="1">
          Mass edit
        </chakra.h2>
        <IconButton icon="close" label="Close" keys="Escape" onClick={close} />
      </chakra.header>
      {sorts ? <TagPlan /> : <FieldPlan />}
    </chakra.aside>
  )
}

/** Of the form that one codes with, until another is chosen: a field that another form shows is set by that one. */
function FieldPlan(): ReactElement {
  const { forms } = useUnit($coding)
  const { can } = useWho()
  const [formId, setFormId] = useState<number | null>(null)
  const all = formsInOrder(forms)
  const form = all.find(({ coding_form_id }) => coding_form_id === formId) ?? currentForm(forms)
  const [drafts, setDrafts] = useState<Drafts>({})
  const fields = changeableIn(form)
  const changes = changesOf(fields, drafts)
  const fault = fields
    .map((field) => faultOf(field, drafts[field.fieldId] ?? untouched))
    .find((one) => one !== null)
  const plan: Plan = {
    title: titleOf(fields, changes),
    change: { what: 'coding', formId: form.coding_form_id, changes: [...changes] },
    fault: fault ?? null,
  }
  return (
    <>
      <chakra.div
        flex="1"
        minHeight="0"
        overflowY="auto"
        px="3"
        py="2"
        display="flex"
        flexDirection="column"
        gap="3"
      >
        {all.length > 1 && (
          <Select
            data-forms
            aria-label="Fields of the form"
            value={String(form.coding_form_id)}
            choices={all.map(({ coding_form_id, name }) => ({
              value: String(coding_form_id),
              label: `Fields of ${name}`,
            }))}
            onChoose={(value) => {
              setFormId(Number(value))
              setDrafts({})
            }}
          />
        )}
        {fields.length === 0 && (
          <EmptyState icon="codingForms" title="There is nothing to change">
            The coding form has no field that can be changed.
          </EmptyState>
        )}
        {fields.map((field) => (
          <Field
            key={field.fieldId}
            field={field}
            draft={drafts[field.fieldId] ?? untouched}
            onDraft={(draft) => setDrafts((known) => ({ ...known, [field.fieldId]: draft }))}
          />
        ))}
        {can('collect.manage') && (
          <chakra.p fontSize="xs" color="faint">
            Fields that no form shows, custom ids, and values that differ by document come{' '}
            <Link to="/overview/ProjectSetting">from a file</Link>.
          </chakra.p>
        )}
      </chakra.div>
      {fields.length > 0 && <Foot plan={plan} empty={changes.length === 0} />}
    </>
  )
}

const leave = { value: 'leave', label: 'No change' }
const clear = { value: 'clear', label: 'Clear' }

function Field({
  field,
  draft,
  onDraft,
}: {
  readonly field: FormField
  readonly draft: FieldDraft
  readonly onDraft: (draft: FieldDraft) => void
}): ReactElement {
  const kind = kindOf(field)
  const options = field.values.map((one) => one.short_text_value)
  const fault = faultOf(field, draft)
  const id = useId()
  const one = hasOptions(kind) && kind !== 'multi'
  const choices = one
    ? [leave, ...options.map((text) => ({ value: `=${text}`, label: text })), clear]
    : kind === 'multi'
      ? [
          leave,
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
          { value: 'set', label: 'Set to exactly' },
          clear,
        ]
      : [leave, { value: 'set', label: 'Set to' }, clear]
  const choose = (value: string) =>
    onDraft(
      value.startsWith('=')
        ? { how: 'set', input: value.slice(1) }
        : { how: howIn(value), input: one ? null : draft.input },
    )
  const open = draft.how === 'set' || draft.how === 'add' || draft.how === 'remove'
  return (
    <chakra.div
      borderLeftWidth="2px"
      borderColor={draft.how === 'leave' ? 'transparent' : 'accent'}
      pl="2"
      ml="-10px"
    >
      <chakra.label htmlFor={id} display="block" fontSize="xs" fontWeight={600} color="muted" pb="1">
        {field.field_name}
      </chakra.label>
      <Select
        id={id}
        value={one && draft.how === 'set' ? `=${String(draft.input)}` : draft.how}
        choices={choices}
        onChoose={choose}
      />
      {open && kind === 'multi' && (
        <chakra.div role="group" aria-label={`Choices of ${field.field_name}`} pt="1">
          {options.map((text) => {
            const checked = Array.isArray(draft.input) ? draft.input : []
            const on = checked.includes(text)
            return (
              <chakra.label
                key={text}
                display="flex"
                gap="2"
                alignItems="center"
                minHeight="26px"
                px="1"
                fontSize="sm"
              >
                <input
                  type="checkbox"
                  checked={on}
                  onChange={() =>
                    onDraft({
                      ...draft,
                      input: on ? checked.filter((each) => each !== text) : [...checked, text],
                    })
                  }
                />
                {text}
              </chakra.label>
            )
          })}
        </chakra.div>
      )}
      {open && !hasOptions(kind) && (
        <Input
          aria-label={`Value of ${field.field_name}`}
          mt="1"
          value={typeof draft.input === 'string' ? draft.input : ''}
          placeholder={kind === 'date' ? 'MM/DD/YYYY' : undefined}
          onChange={(event) => onDraft({ ...draft, input: event.currentTarget.value })}
        />
      )}
      {fault !== null && draft.how !== 'leave' && (
        <chakra.p fontSize="xs" color="attentionInk" pt="1">
          {fault}
        </chakra.p>
      )}
    </chakra.div>
  )
}

const hows: readonly DraftHow[] = ['leave', 'set', 'add', 'remove', 'clear']
const howIn = (value: string): DraftHow => hows.find((how) => how === value) ?? 'leave'
