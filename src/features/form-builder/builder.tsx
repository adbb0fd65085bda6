/** Building one form: its outline, what is chosen of it, and how it will look; saving it, and what stands in the way. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ManagedForm } from '#contracts/form-builder.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { answerForm, discardForm, redoFormEdit, saveForm, undoFormEdit } from '#src/commands/forms.ts'
import { faultsOf } from '#src/events/forms/faults.ts'
import { projectFields } from '#src/reads/fields.ts'
import { managedForms } from '#src/reads/forms.ts'
import { type FormWork, isLost, isUnsaved } from '#src/stores/forms.ts'
import { $tabId } from '#src/stores/tab.ts'
import { useActions } from '../ui/actions.tsx'
import { useRead } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { counted, exactTime } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { AddSection, Editor } from './editor.tsx'
import { FindingsDialog } from './findings-dialog.tsx'
import { Outline } from './outline.tsx'
import { BackToForms } from './paths.tsx'
import { FormPreview } from './preview.tsx'
import { TwoVersions } from './two-versions.tsx'
import { useEdit } from './use-build.ts'

/** Tries that were begun since this page was loaded: of others nobody hears any more. */
const triesHere = new Set<string>()

export function Builder({
  workKey,
  work,
}: {
  readonly workKey: string
  readonly work: FormWork
}): ReactElement {
  const { run, tabId } = useUnit({ run: dispatch, tabId: $tabId })
  const forms = useRead(managedForms, {}).value
  const fields = useRead(projectFields, {}).value ?? []
  const edit = useEdit(workKey)
  const [selected, setSelected] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  /** Work that was there when this opened is told of. */
  const unsaved = useMemo(() => isUnsaved(work), [work])
  const isBegun = work.formId !== null || work.past.length > 0
  const [begunBefore] = useState(unsaved && isBegun ? work.editedAt : null)
  const { build, formId, base, past, future, refusal, present, findings } = work
  const lost = isLost(work, tabId, triesHere)
  const elsewhere = work.sending !== null && work.sentBy !== tabId
  useEffect(() => {
    if (lost) run(answerForm({ key: workKey, base: null }))
  }, [lost, run, workKey])
  const takenNames = useMemo(() => othersOf(forms, formId), [forms, formId])
  const faults = useMemo(() => faultsOf(build, { takenNames, fields }), [build, takenNames, fields])
  const shownFaults = useMemo(
    () => new Map(tried ? faults.map(({ key, message }) => [key ?? '', message]) : []),
    [tried, faults],
  )
  const faulty = useMemo(() => new Set(shownFaults.keys()), [shownFaults])
  const sending = work.sending !== null && !lost
  const mine = forms?.find((form) => form.coding_form_id === formId)
  const isOvertaken = present === null && base !== null && mine !== undefined && mine.version > base.version
  const undo = () => run(undoFormEdit({ key: workKey }))
  const redo = () => run(redoFormEdit({ key: workKey }))
  useActions([
    { id: 'undo-build', label: 'Undo', group: 'Coding form', keys: 'Ctrl+Z', run: undo },
    { id: 'redo-build', label: 'Redo', group: 'Coding form', keys: 'Ctrl+Shift+Z', run: redo },
  ])
  const send = (how: { readonly accepted: boolean; readonly looksAgain?: boolean }) => {
    const formKey = nanoid()
    triesHere.add(formKey)
    run(saveForm({ key: workKey, formKey, ...how }))
  }
  // Whoever comes back from the documents may have coded them otherwise: what was found then is asked again.
  const stale = useRef(findings !== null)
  useEffect(() => {
    if (!stale.current) return
    stale.current = false
    send({ accepted: false, looksAgain: true })
  })
  const save = (accepted: boolean) => {
    setTried(true)
    const [fault] = faults
    if (fault !== undefined) {
      setSelected(fieldOf(build, fault.key))
      return
    }
    send({ accepted })
  }
  return (
    <Page
      title={build.name.trim() || 'New coding form'}
      width="1600px"
      above={<BackToForms />}
      lead={base === null ? 'Not saved yet' : `Version ${base.version}`}
      actions={
        <>
          <IconButton icon="undo" label="Undo" keys="Ctrl+Z" disabled={past.length === 0} onClick={undo} />
          <IconButton
            icon="redo"
            label="Redo"
            keys="Ctrl+Shift+Z"
            disabled={future.length === 0}
            onClick={redo}
          />
          <Button disabled={!unsaved || sending} onClick={() => setDiscarding(true)}>
            Discard
          </Button>
          <Button
            look="primary"
            busy={sending}
            disabled={!unsaved || present !== null}
            onClick={() => save(false)}
          >
            Save
          </Button>
        </>
      }
    >
      {begunBefore !== null && unsaved && (
        <Notice tone="ok">
          Your changes of {exactTime(begunBefore)} are kept here. They are not saved yet.
        </Notice>
      )}
      {elsewhere && (
        <Notice tone="ok">
          This form is being saved in another tab.{' '}
          <Button size="sm" onClick={() => run(answerForm({ key: workKey, base: null }))}>
            That tab is closed: go on here
          </Button>
        </Notice>
      )}
      {refusal !== null && present === null && <Notice tone="danger">{refusal}</Notice>}
      {isOvertaken && (
        <Notice tone="danger">
          {mine.changedBy ?? 'Somebody'} has saved version {mine.version} since you began with version{' '}
          {base.version}. When you save, both are shown and you decide.
        </Notice>
      )}
      {tried && faults.length > 0 && (
        <Notice tone="danger">
          <chakra.p fontWeight={600}>
            {faults.length === 1 ? 'One thing keeps' : `${faults.length} things keep`} the form from being
            saved.
          </chakra.p>
          <ul>
            {faults.slice(0, 5).map(({ key, message }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several may say the same of the same.
              <li key={at}>
                <chakra.button
                  type="button"
                  textDecoration="underline"
                  onClick={() => setSelected(fieldOf(build, key))}
                >
                  {nameOf(build, key)}
                </chakra.button>
                : {message}
              </li>
            ))}
          </ul>
          {faults.length > 5 && <p>And {counted(faults.length - 5, 'more', 'more')}.</p>}
        </Notice>
      )}
      {present !== null && <TwoVersions workKey={workKey} work={work} present={present} edit={edit} />}
      <chakra.fieldset disabled={sending} minWidth="0" aria-busy={sending}>
        <chakra.div
          display="grid"
          gap="4"
          alignItems="start"
          gridTemplateColumns={{
            base: '1fr',
            md: 'minmax(220px, 270px) minmax(0, 1fr)',
            lg: 'minmax(240px, 320px) minmax(0, 1fr) 320px',
          }}
        >
          <Section title="Form" aside={<AddSection build={build} edit={edit} onSelect={setSelected} />}>
            <Tall>
              <chakra.button
                type="button"
                display="block"
                width="full"
                textAlign="left"
                px="2"
                minHeight="28px"
                fontWeight={600}
                fontSize="sm"
                background={selected === null ? 'selected' : 'transparent'}
                aria-current={selected === null || undefined}
                onClick={() => setSelected(null)}
              >
                Name of the form
              </chakra.button>
              <Outline build={build} selected={selected} faulty={faulty} edit={edit} onSelect={setSelected} />
            </Tall>
          </Section>
          <Section title="Details">
            <Tall>
              <Editor
                selected={selected}
                build={build}
                formId={formId}
                fields={fields}
                faults={shownFaults}
                edit={edit}
                onSelect={setSelected}
              />
            </Tall>
          </Section>
          <chakra.div gridColumn={{ md: '1 / -1', lg: 'auto' }} minWidth="0">
            <Section title="Preview">
              <Tall focusable>
                <FormPreview build={build} selected={selected} />
              </Tall>
            </Section>
          </chakra.div>
        </chakra.div>
      </chakra.fieldset>
      {findings !== null && (
        <FindingsDialog
          findings={findings}
          onClose={() => run(answerForm({ key: workKey, base: null }))}
          onSave={() => save(true)}
        />
      )}
      {discarding && (
        <DeleteDialog
          title={base === null ? 'Discard this form?' : 'Discard your changes?'}
          act="Discard"
          onDelete={() => {
            run(discardForm({ key: workKey }))
          }}
          onClose={() => setDiscarding(false)}
        >
          <p>
            {base === null
              ? 'It has never been saved. It cannot be brought back.'
              : 'The form stays as it was saved. Your changes cannot be brought back.'}
          </p>
        </DeleteDialog>
      )}
    </Page>
  )
}

const Tall = ({
  children,
  focusable = false,
}: {
  readonly children: ReactNode
  /** It holds nothing that takes the focus: it is scrolled by itself. */
  readonly focusable?: boolean
}): ReactElement => (
  <chakra.div
    maxHeight="calc(100vh - 230px)"
    minHeight="240px"
    overflowY="auto"
    tabIndex={focusable ? 0 : undefined}
    {...(focusable ? { role: 'group', 'aria-label': 'How the form looks' } : {})}
  >
    {children}
  </chakra.div>
)

const othersOf = (forms: readonly ManagedForm[] | null, formId: number | null): readonly string[] =>
  (forms ?? []).filter(({ coding_form_id }) => coding_form_id !== formId).map(({ name }) => name)

/** What is opened to mend it: of a choice its field. */
function fieldOf({ sections }: FormWork['build'], key: string | null): string | null {
  const holder = sections
    .flatMap(({ fields }) => fields)
    .find((field) => field.choices.some((choice) => choice.key === key))
  return holder?.key ?? key
}

function nameOf(build: FormWork['build'], key: string | null): string {
  if (key === null) return 'The form'
  const place = fieldOf(build, key)
  const section = build.sections.find((one) => one.key === place)
  if (section !== undefined) return section.name || 'Section without a name'
  const field = build.sections.flatMap(({ fields }) => fields).find((one) => one.key === place)
  return field?.name || 'Field without a name'
}
