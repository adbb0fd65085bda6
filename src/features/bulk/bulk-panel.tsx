/** In place of the coding form: what is to become of all picked documents, said in one sentence before it is done. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type KeyboardEvent, type ReactElement, useId, useLayoutEffect, useRef, useState } from 'react'
import { tagsTitle } from '#contracts/bulk.ts'
import type { FormField } from '#contracts/coding.ts'
import { hasOptions, kindOf } from '#contracts/coding-values.ts'
import { applyBulk, turnPanel } from '#src/commands/bulk.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { pickCount } from '#src/events/bulk/picks.ts'
import type { BulkChangeAsked } from '#src/events/catalog/bulk.ts'
import { currentForm } from '#src/events/coding/forms.ts'
import { $picks } from '#src/stores/bulk.ts'
import { $coding } from '#src/stores/coding-view.ts'
import { $list } from '#src/stores/review.ts'
import { $tagsEnabled, tags } from '#src/stores/tags.ts'
import { focusList } from '../review/list-focus.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Input, Select } from '../ui/input.tsx'
import { RefusalNotice } from '../ui/refusal-notice.tsx'
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

/** What is put together: said only when it is applied. */
interface Plan {
  readonly title: string
  readonly change: BulkChangeAsked
  readonly fault: string | null
}

export function BulkPanel(): ReactElement {
  const { run, sorts } = useUnit({ run: dispatch, sorts: $tagsEnabled })
  const panel = useRef<HTMLElement>(null)
  // Before it is seen, so that no key goes to where the focus was and none after it is taken away.
  useLayoutEffect(() => panel.current?.querySelector('select')?.focus(), [])
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
          Change picked documents
        </chakra.h2>
        <IconButton icon="close" label="Close" keys="Escape" onClick={close} />
      </chakra.header>
      {sorts ? <TagPlan /> : <FieldPlan />}
    </chakra.aside>
  )
}

function FieldPlan(): ReactElement {
  const { forms } = useUnit($coding)
  const form = currentForm(forms)
  const [drafts, setDrafts] = useState<Drafts>({})
  const fields = changeableIn(form)
  if (fields.length === 0)
    return (
      <EmptyState icon="codingForms" title="There is nothing to change">
        The coding form has no field that can be changed.
      </EmptyState>
    )
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
        {fields.map((field) => (
          <Field
            key={field.fieldId}
            field={field}
            draft={drafts[field.fieldId] ?? untouched}
            onDraft={(draft) => setDrafts((all) => ({ ...all, [field.fieldId]: draft }))}
          />
        ))}
      </chakra.div>
      <Foot plan={plan} empty={changes.length === 0} />
    </>
  )
}

const leave = { value: 'leave', label: 'Leave as it is' }
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

function TagPlan(): ReactElement {
  const { categories } = useUnit(tags.$state)
  const [turned, setTurned] = useState<Readonly<Record<number, 'on' | 'off'>>>({})
  const known = categories ?? []
  const all = known.flatMap((category) => category.tags)
  if (all.length === 0)
    return (
      <EmptyState icon="tag" title="There is nothing to change">
        The project has no tags yet.
      </EmptyState>
    )
  const these = (how: 'on' | 'off') => all.filter((tag) => turned[tag.tagId] === how)
  const [add, remove] = [these('on'), these('off')]
  const crowded = known.find(
    ({ exclusive, tags: own }) => exclusive && own.filter((tag) => turned[tag.tagId] === 'on').length > 1,
  )
  const plan: Plan = {
    title: tagsTitle(
      add.map((tag) => tag.name),
      remove.map((tag) => tag.name),
    ),
    change: { what: 'tags', add: add.map((tag) => tag.tagId), remove: remove.map((tag) => tag.tagId) },
    fault: crowded ? `Only one tag of ${crowded.name} can be on a document.` : null,
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
        {known.map((category) => (
          <chakra.fieldset key={category.tagCategoryId}>
            <chakra.legend fontSize="xs" fontWeight={600} color="faint" pb="1">
              {category.name}
              {category.exclusive && ' (one of)'}
            </chakra.legend>
            {category.tags.map((tag) => (
              <chakra.div
                key={tag.tagId}
                display="flex"
                gap="2"
                alignItems="center"
                minHeight="32px"
                fontSize="sm"
              >
                <chakra.span flex="1" truncate>
                  {tag.name}
                </chakra.span>
                <Select
                  width="130px"
                  aria-label={tag.name}
                  value={turned[tag.tagId] ?? 'leave'}
                  choices={[leave, { value: 'on', label: 'Put on' }, { value: 'off', label: 'Take off' }]}
                  onChoose={(value) =>
                    setTurned(({ [tag.tagId]: _, ...others }) =>
                      value === 'on' || value === 'off' ? { ...others, [tag.tagId]: value } : others,
                    )
                  }
                />
              </chakra.div>
            ))}
          </chakra.fieldset>
        ))}
      </chakra.div>
      <Foot plan={plan} empty={add.length + remove.length === 0} />
    </>
  )
}

const said = ['coding'] as const

/** Never scrolls away: what will happen, to how many, and the button. */
function Foot({ plan, empty }: { readonly plan: Plan; readonly empty: boolean }): ReactElement {
  const { run, picks, list } = useUnit({ run: dispatch, picks: $picks, list: $list })
  const [families, setFamilies] = useState(false)
  const count = pickCount(picks, list?.totalCount ?? 0)
  const { title, change, fault } = plan
  return (
    <chakra.footer position="relative" borderTopWidth="1px" borderColor="line" px="3" py="2" flexShrink={0}>
      <RefusalNotice about={said} at="above" />
      <chakra.label display="flex" gap="2" alignItems="center" fontSize="xs" pb="2">
        <input type="checkbox" checked={families} onChange={(event) => setFamilies(event.target.checked)} />
        With all members of their families
      </chakra.label>
      <chakra.p role="status" fontSize="sm" pb="2" data-testid="bulk-sentence">
        {count === 0
          ? 'No document is picked: pick some in the list with x, Ctrl+click or Shift with the arrows.'
          : empty
            ? `${counted(count, 'document')} picked. Choose above what is to change.`
            : `${title} on ${counted(count, 'document')}${families ? ' and their families' : ''}. Nothing is propagated, and it can be undone as one step.`}
      </chakra.p>
      <Button
        look="primary"
        width="full"
        disabled={empty || fault !== null || count === 0}
        onClick={() => {
          run(applyBulk({ title, families, change }))
          focusList()
        }}
      >
        Apply to {counted(count, 'document')}
      </Button>
    </chakra.footer>
  )
}
