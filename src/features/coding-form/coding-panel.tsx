/** Coding, on the right: the form by sections, what is not saved yet, the trail, and the one button that matters most. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type KeyboardEvent, memo, type ReactElement, useEffect, useRef, useState } from 'react'
import { withAreas } from '../../areas/lazy.ts'
import { reset } from '../../commands/coding.ts'
import { chooseForm, toggleSection } from '../../commands/coding-forms.ts'
import { save, saveAndNext } from '../../commands/coding-saves.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { next } from '../../commands/review.ts'
import {
  $formList,
  $formView,
  type CodingStatus,
  type FormView,
  type SectionShown,
} from '../../stores/coding-view.ts'
import { $refusal } from '../../stores/refusals.ts'
import { $project } from '../../stores/selection.ts'
import { ReadOnlyNotice, useMayNotCode, useReadOnly } from '../review/read-only-notice.tsx'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { useActions } from '../ui/actions.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/input.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { part } from '../ui/part.tsx'
import { EmptyState } from '../ui/states.tsx'
import { TypedAhead } from '../ui/typed-ahead.tsx'
import { CodingField, fieldStyles } from './coding-field.tsx'
import { clearButton, focusForm, focusNextForm } from './form-focus.ts'
import { Trail } from './trail.tsx'
import { useUndo } from './use-undo.ts'

export function CodingPanel({
  onLeave,
}: {
  /** The keyboard goes from the form to the document, which is brought into view where it is not. */
  readonly onLeave: () => void
}): ReactElement {
  const { view, forms } = useUnit({ view: $formView, forms: $formList })
  const panel = useGoingOn(view === null || view.status === 'loading' ? null : view)
  return (
    <chakra.aside
      ref={panel.ref}
      onKeyDown={panel.onKeyDown}
      aria-label="Coding"
      display="flex"
      flexDirection="column"
      height="full"
      background="surface"
      data-testid="coding-panel"
    >
      {view === null ? (
        <EmptyState icon="codingForms" title="No document is open">
          Its coding form shows here.
        </EmptyState>
      ) : forms.length === 0 ? (
        <EmptyState icon="codingForms" title="There is no coding form yet">
          A review manager can make one for this project.
        </EmptyState>
      ) : (
        <Form view={view} triedAt={panel.triedAt} onLeave={onLeave} />
      )}
    </chakra.aside>
  )
}

/**
 * Who codes by the keyboard goes on by the keyboard: Save and next from inside the form leads into the next document's,
 * and where a required field keeps somebody here, to that field. `triedAt`: the document that could not be saved or left
 * for want of a required field.
 */
function useGoingOn(view: FormView | null) {
  const ref = useRef<HTMLElement>(null)
  const going = useRef(false)
  const refusal = useUnit($refusal)
  const documentId = view?.documentId ?? null
  useEffect(() => {
    if (documentId === null || !going.current) return
    going.current = false
    if (ref.current) focusNextForm(ref.current)
  }, [documentId])
  const kept = view?.missing.some(({ message }) => refusal?.reason.includes(message)) ?? false
  const refused = kept && refusal ? refusal.id : null
  const past = useRef(refused)
  const [triedAt, setTriedAt] = useState<number | null>(null)
  useEffect(() => {
    if (refused === null || refused === past.current) return
    past.current = refused
    setTriedAt(documentId)
    if (ref.current) focusForm(ref.current)
  }, [refused, documentId])
  return {
    ref,
    triedAt,
    onKeyDown: (event: KeyboardEvent) => {
      // A figure that comes faster than the next document is meant for that one, and does not end the way there.
      if (/^[1-9]$/.test(event.key)) return
      going.current = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    },
  }
}

/** Fetched when somebody goes to a field. */
const FieldFinder = part(() => import('./field-finder.tsx').then((module) => module.FieldFinder), TypedAhead)

function Form({
  view,
  triedAt,
  onLeave,
}: {
  readonly view: FormView
  readonly triedAt: number | null
  readonly onLeave: () => void
}): ReactElement {
  const { run, forms } = useUnit({ run: dispatch, forms: $formList })
  const isReadOnly = useReadOnly()
  const [finding, setFinding] = useState(false)
  useActions([
    {
      id: 'to-field',
      label: 'Go to a field',
      group: 'Coding',
      keys: 'f',
      run: () => setFinding(true),
    },
    {
      id: 'to-field-typing',
      label: 'Go to a field while typing',
      group: 'Coding',
      keys: 'Ctrl+J',
      inInputs: true,
      hidden: true,
      run: () => setFinding(true),
    },
    {
      id: 'clear-field',
      label: 'Clear the field',
      group: 'Coding',
      keys: 'Delete',
      when: () => clearButton() !== null,
      run: () => clearButton()?.click(),
    },
    {
      id: 'to-document',
      label: 'From the form to the document',
      group: 'Coding',
      keys: 'Escape',
      inInputs: true,
      when: (target) => target instanceof Element && target.closest('[data-testid=coding-panel]') !== null,
      run: onLeave,
    },
  ])
  return (
    <>
      <chakra.header
        display="flex"
        alignItems="center"
        gap="2"
        height="40px"
        px="3"
        borderBottomWidth="1px"
        borderColor="line"
        flexShrink={0}
      >
        {forms.length > 1 ? (
          <Select
            aria-label="Coding form"
            value={String(view.formId)}
            choices={forms.map((form) => ({ value: String(form.coding_form_id), label: form.name }))}
            onChoose={(value) => run(chooseForm({ formId: Number(value) }))}
          />
        ) : (
          <chakra.h2 fontSize="sm" flex="1" truncate title={view.formName}>
            {view.formName}
          </chakra.h2>
        )}
        <StatusBadge view={view} />
      </chakra.header>
      <ReadOnlyNotice key={view.documentId} documentId={view.documentId} />
      <chakra.div
        flex="1"
        minHeight="0"
        // Nothing in it takes the focus meanwhile: what no key can scroll does not scroll.
        overflowY={view.status === 'loading' ? 'hidden' : 'auto'}
        // Nor while it is read-only, and then it is read: it takes the focus itself, so that keys scroll it.
        tabIndex={isReadOnly ? 0 : undefined}
        scrollbarGutter="stable"
        data-coding-fields
      >
        <chakra.fieldset
          css={formStyles}
          // It stays where it is while the next document's coding comes: nothing jumps, and nothing can be coded yet.
          disabled={view.status === 'loading' || isReadOnly}
          aria-busy={view.status === 'loading'}
          minWidth="0"
        >
          {view.sections.map((section) => (
            <Section key={section.sectionId} section={section} documentId={view.documentId} />
          ))}
          <Trail documentId={view.documentId} />
        </chakra.fieldset>
      </chakra.div>
      <Foot view={view} tried={triedAt === view.documentId} />
      {finding && <FieldFinder view={view} onClose={() => setFinding(false)} />}
    </>
  )
}

const statuses: Readonly<Record<CodingStatus, readonly [Tone, string]>> = {
  loading: ['neutral', 'Loading'],
  clean: ['ok', 'Saved'],
  edited: ['accent', 'Edited'],
  saving: ['info', 'Saving'],
  failed: ['danger', 'Not saved'],
  conflict: ['attention', 'Conflict'],
}

const uncoded = ['neutral', 'Not coded'] as const

function StatusBadge({ view: { status, changes, coded } }: { readonly view: FormView }): ReactElement {
  const [tone, word] = status === 'clean' && !coded ? uncoded : statuses[status]
  return (
    <Badge
      tone={tone}
      role="status"
      data-testid="coding-status"
      title={changes > 0 ? counted(changes, 'change') : undefined}
    >
      {word}
    </Badge>
  )
}

function Section({
  section,
  documentId,
}: {
  readonly section: SectionShown
  readonly documentId: number
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <section className="section">
      <h3>
        <button
          type="button"
          aria-expanded={section.isExpanded}
          onClick={() => run(toggleSection({ sectionId: section.sectionId }))}
        >
          <Icon name={section.isExpanded ? 'down' : 'right'} size={12} />
          {section.name}
          {section.dirty && <span className="dot" title="Edited" />}
        </button>
      </h3>
      {section.isExpanded && (
        <div className="fields">
          {section.fields.map((field) => (
            <CodingField key={field.fieldId} field={field} documentId={documentId} />
          ))}
        </div>
      )}
    </section>
  )
}

const formStyles = {
  ...fieldStyles,
  '& .section': { borderBottom: '1px solid', borderColor: 'line' },
  '& .section > h3 > button': {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    width: 'full',
    height: '30px',
    paddingInline: '3',
    fontSize: 'xs',
    fontWeight: 600,
    color: 'faint',
    textAlign: 'left',
  },
  '& .section > h3 > button:hover': { background: 'hover' },
  '& .dot': { width: '6px', height: '6px', borderRadius: 'full', background: 'accent' },
  '& .fields': { paddingInline: '3', paddingBottom: '3', display: 'flex', flexDirection: 'column', gap: '3' },
} as const

const said = ['coding'] as const

const SaveFailed = part(() => import('./save-failed.tsx').then((module) => module.SaveFailed))

/** Never scrolls away: what keeps the reviewer here stands above the buttons. */
function Foot({
  view,
  tried,
}: {
  readonly view: FormView
  /** It was to be saved or left, and a required field was empty. */
  readonly tried: boolean
}): ReactElement {
  const { documentId } = view
  const run = useUnit(dispatch)
  const mayNot = useMayNotCode()
  return (
    <chakra.footer
      position="relative"
      borderTopWidth="1px"
      borderColor="line"
      px="3"
      py="2"
      flexShrink={0}
      background="surface"
    >
      <RefusalNotice about={said} at="above" />
      {view.failure !== null && <SaveFailed documentId={documentId} reason={view.failure} />}
      {tried && view.missing.length > 0 && (
        <chakra.p
          fontSize="xs"
          color="attentionInk"
          pb="2"
          display="flex"
          gap="1"
          alignItems="flex-start"
          data-testid="missing"
        >
          <Icon name="warning" size={14} />
          {view.missing.map((one) => one.message).join(' ')}
        </chakra.p>
      )}
      {mayNot ? (
        <Button look="primary" width="full" onClick={() => run(next({}))}>
          Next document <Kbd keys="j" inverse />
        </Button>
      ) : (
        <FootButtons documentId={documentId} edited={view.edited} loading={view.status === 'loading'} />
      )}
    </chakra.footer>
  )
}

interface Buttons {
  readonly documentId: number
  readonly edited: boolean
  readonly loading: boolean
}

/** Fetched once the form stands there, where the project propagates at all. */
const Propagation = part(
  withAreas(['propagation'], () =>
    import('../propagation/propagation-bar.tsx').then((module) => module.PropagationBar),
  ),
  null,
  300,
)

/** Fetched with the first save. */
const LastSaved = part(() => import('./last-saved.tsx').then((loaded) => loaded.LastSaved))

const FootButtons = memo(function FootButtons({ documentId, edited, loading }: Buttons): ReactElement {
  const { run, project } = useUnit({ run: dispatch, project: $project })
  const { trail, lastSave, before, canUndo, undo, redo } = useUndo(documentId)
  return (
    <>
      {project?.propagationEnabled && !loading && <Propagation documentId={documentId} />}
      {lastSave !== null && <LastSaved lastSave={lastSave} byKey={before !== null} />}
      <chakra.div display="flex" gap="2" alignItems="center">
        <Button
          look="primary"
          flex="1"
          disabled={loading}
          onClick={() => run(saveAndNext({ documentId }))}
          aria-keyshortcuts="Control+Enter"
        >
          Save and next <Kbd keys="Ctrl+Enter" inverse />
        </Button>
        <Button onClick={() => run(save({ documentId }))} disabled={loading || !edited}>
          Save
        </Button>
      </chakra.div>
      <chakra.div display="flex" gap="1" alignItems="center" pt="1">
        <chakra.span fontSize="xs" color="faint" flex="1">
          Edits: {trail.done.length}
        </chakra.span>
        <IconButton icon="undo" label="Undo" keys="Ctrl+Z" disabled={loading || !canUndo} onClick={undo} />
        <IconButton
          icon="redo"
          label="Redo"
          keys="Ctrl+Shift+Z"
          disabled={loading || trail.undone.length === 0}
          onClick={redo}
        />
        <IconButton
          icon="retry"
          label="Reset to what is saved"
          disabled={loading || !edited}
          onClick={() => run(reset({ documentId }))}
        />
      </chakra.div>
    </>
  )
})
