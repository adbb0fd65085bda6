/** A field of the form: choices with their keys, or something to type; what should be known about it; both values of a conflict. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import {
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { shownValue } from '#contracts/coding-values.ts'
import { fieldTypes } from '#contracts/project.ts'
import { setValue, typeValue } from '../../commands/coding.ts'
import { focusField } from '../../commands/coding-forms.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { settleTyping } from '../../commands/undo.ts'
import type { FieldView } from '../../stores/coding-view.ts'
import { IconButton } from '../ui/button.tsx'
import { exactTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Input, TextInput } from '../ui/input.tsx'
import { part } from '../ui/part.tsx'
import { useTyping } from '../ui/typing.ts'
import { markColors } from './mark-colors.ts'

/**
 * For the element around the fields: the form is drawn anew with every document, and forty plain elements take a tenth
 * of what forty styled ones do.
 */
export const fieldStyles = {
  '& .field': { borderLeft: '2px solid transparent', paddingLeft: '2', marginLeft: '-10px' },
  '& .field[data-focused]': { borderColor: 'accent' },
  '& .field[data-conflict]': { borderColor: 'attentionBar' },
  '& .head': { display: 'flex', alignItems: 'center', gap: '1', minHeight: '26px' },
  '& .name': { fontSize: 'xs', fontWeight: 600, color: 'muted' },
  '& .required': { color: 'dangerInk', marginLeft: '1' },
  '& .edited': { fontSize: 'xs', color: 'accentInk' },
  '& .room': { flex: '1' },
  '& .choices': { display: 'flex', flexDirection: 'column' },
  '& .choice': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '26px',
    paddingInline: '1',
    borderRadius: 'sm',
    fontSize: 'sm',
    cursor: 'pointer',
  },
  '& .choice:hover': { background: 'hover' },
  '& .choice:has(input:checked)': { fontWeight: 600 },
  '& .choice:has(input:disabled)': { cursor: 'not-allowed', background: 'transparent' },
  '& .help': { fontSize: 'xs', color: 'faint', paddingBottom: '1', whiteSpace: 'pre-wrap' },
  '& .mark': {
    width: '10px',
    height: '10px',
    flexShrink: 0,
    borderRadius: 'sm',
    border: '1px solid',
    borderColor: 'control',
  },
  '& .key': { fontFamily: 'mono', fontSize: 'xs', color: 'faint' },
} as const

const ConflictNote = part(() => import('./conflict-note.tsx').then((module) => module.ConflictNote))

interface Props {
  readonly field: FieldView
  readonly documentId: number
}

/**
 * Drawn anew only where something of it has changed: a form of hundreds of fields answers a key as one of ten does. What is
 * shown of a field is plain data, and made anew with every change of the form.
 */
export const CodingField = memo(
  Drawn,
  (before, now) =>
    before.documentId === now.documentId && JSON.stringify(before.field) === JSON.stringify(now.field),
)

function Drawn({ field, documentId }: Props): ReactElement {
  const run = useUnit(dispatch)
  const labelId = useId()
  const choices = field.options.length > 0
  const coded =
    field.codedBy === null || field.codedAt === null
      ? undefined
      : `${field.codedBy}, ${exactTime(field.codedAt)}`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears which of its inputs has the focus, and does nothing itself.
    <div
      className="field"
      tabIndex={-1}
      data-field={field.name}
      data-missing={field.missing || undefined}
      data-focused={field.focused || undefined}
      data-conflict={field.conflict !== null || undefined}
      onFocus={() => {
        if (!field.focused) run(focusField({ fieldId: field.fieldId }))
      }}
    >
      <div className="head">
        <span id={labelId} className="name" title={coded}>
          {field.name}
          {field.required && (
            <span className="required" title="Required">
              *
            </span>
          )}
        </span>
        {field.readOnly && <Icon name="lock" size={12} title="Read-only" />}
        {field.dirty && (
          <span className="edited" title={`Saved: ${field.original}`}>
            edited
          </span>
        )}
        <span className="room" />
        {!field.readOnly && field.shown !== 'not coded' && choices && field.kind !== 'multi' && (
          <IconButton
            icon="close"
            label={`Clear ${field.name}`}
            keys="Delete"
            size="sm"
            // The form has one Tab stop for each field: the key does the same.
            tabIndex={-1}
            data-clear
            onClick={() => run(setValue({ documentId, fieldId: field.fieldId, value: null }))}
          />
        )}
      </div>
      {field.help !== null && (
        <p className="help" id={`${labelId}-help`}>
          {field.help}
        </p>
      )}
      {choices ? (
        <Choices field={field} documentId={documentId} labelId={labelId} />
      ) : (
        // What is being typed belongs to its document: it is said when the input goes.
        <Typed key={documentId} field={field} documentId={documentId} labelId={labelId} />
      )}
      {field.note && <Said level={field.note.level}>{field.note.message}</Said>}
      {field.conflict && <ConflictNote field={field} documentId={documentId} />}
    </div>
  )
}

/** Its help text is said with its input. */
const helped = ({ help }: FieldView, labelId: string) =>
  help === null ? {} : { 'aria-describedby': `${labelId}-help` }

/** What should be known about a value before it is saved. */
function Said({
  level,
  children,
}: {
  readonly level: NonNullable<FieldView['note']>['level']
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.p
      role="note"
      fontSize="xs"
      pt="1"
      color={level === 'fault' ? 'dangerInk' : 'attentionInk'}
      display="flex"
      gap="1"
    >
      <Icon name="warning" size={14} />
      {children}
    </chakra.p>
  )
}

function Choices({ field, documentId, labelId }: Props & { readonly labelId: string }): ReactElement {
  const run = useUnit(dispatch)
  const many = field.kind === 'multi'
  const named = { role: many ? 'group' : 'radiogroup', 'aria-labelledby': labelId, ...helped(field, labelId) }
  const group = useRef<HTMLDivElement>(null)
  const chosen = many ? -1 : field.options.findIndex(({ checked }) => checked)
  // One Tab stop for the field: what is chosen, else where the keyboard was last; arrows lead on from there.
  const [stop, setStop] = useState(0)
  const tabStop = chosen < 0 ? Math.min(stop, field.options.length - 1) : chosen
  const walk = (event: KeyboardEvent) => {
    const inputs = [...(group.current?.querySelectorAll('input') ?? [])]
    const to = steps[event.key]?.(inputs.indexOf(event.target as HTMLInputElement), inputs.length)
    if (to === undefined) return
    event.preventDefault()
    inputs[to]?.focus()
  }
  // Chosen by its figure: the focus goes along, or the next arrow or space would begin at another value.
  useLayoutEffect(() => {
    if (chosen < 0 || !group.current?.contains(document.activeElement)) return
    group.current.querySelectorAll('input')[chosen]?.focus()
  }, [chosen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role, and leads the keyboard from one of its inputs to the next.
    <div ref={group} className="choices" {...named} onKeyDown={many ? walk : undefined}>
      {field.options.map((option, at) => (
        <label key={option.choiceId} className="choice">
          <input
            type={many ? 'checkbox' : 'radio'}
            name={many ? undefined : labelId}
            tabIndex={at === tabStop ? undefined : -1}
            onFocus={() => setStop(at)}
            checked={option.checked}
            disabled={field.readOnly}
            onChange={() =>
              run(
                setValue({
                  documentId,
                  fieldId: field.fieldId,
                  // Of a yes/no field the first option is yes.
                  value: field.kind === 'boolean' ? at === 0 : option.text,
                }),
              )
            }
          />
          {option.color !== null && (
            <span className="mark" style={{ background: markColors[option.color] }} aria-hidden />
          )}
          <span className="room">{option.text}</span>
          {option.key !== null && field.focused && (
            <span className="key" aria-hidden>
              {option.key}
            </span>
          )}
        </label>
      ))}
    </div>
  )
}

const forth = (at: number, of: number): number => (at + 1) % of
const back = (at: number, of: number): number => (at + of - 1) % of
const steps: Readonly<Record<string, (at: number, of: number) => number>> = {
  ArrowDown: forth,
  ArrowRight: forth,
  ArrowUp: back,
  ArrowLeft: back,
  Home: () => 0,
  End: (_, of) => of - 1,
}

function Typed({ field, documentId, labelId }: Props & { readonly labelId: string }): ReactElement {
  const run = useUnit(dispatch)
  const value =
    field.kind === 'date' && typeof field.held === 'string'
      ? dateText(field, field.held)
      : field.held === null
        ? ''
        : String(field.held)
  const say = (text: string) => run(typeValue({ documentId, fieldId: field.fieldId, value: text }))
  const settle = () => run(settleTyping({ stream: `document:${documentId}` }))
  if (field.typeId === fieldTypes.longText) {
    return (
      <LongText
        value={value}
        labelId={labelId}
        described={helped(field, labelId)}
        readOnly={field.readOnly}
        invalid={field.note?.level === 'fault'}
        onSay={say}
        onBlur={settle}
      />
    )
  }
  return (
    <TextInput
      aria-labelledby={labelId}
      {...helped(field, labelId)}
      aria-invalid={field.note?.level === 'fault' ? true : undefined}
      value={value}
      readOnly={field.readOnly}
      inputMode={field.kind === 'integer' ? 'numeric' : field.kind === 'float' ? 'decimal' : undefined}
      placeholder={field.kind === 'date' ? 'MM/DD/YYYY' : undefined}
      onSay={say}
      onBlur={settle}
    />
  )
}

function LongText({
  value,
  labelId,
  described,
  readOnly,
  invalid,
  onSay,
  onBlur,
}: {
  readonly value: string
  readonly labelId: string
  readonly described: ReturnType<typeof helped>
  readonly readOnly: boolean
  readonly invalid: boolean
  readonly onSay: (text: string) => void
  readonly onBlur: () => void
}): ReactElement {
  const { text, type, flush } = useTyping(value, onSay)
  return (
    <Input
      as="textarea"
      aria-labelledby={labelId}
      {...described}
      aria-invalid={invalid ? true : undefined}
      readOnly={readOnly}
      value={text}
      height="76px"
      py="1"
      resize="vertical"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        flush()
        onBlur()
      }}
    />
  )
}

/** A recorded date as people write it; what is being typed stays as it is typed. */
function dateText(field: FieldView, held: string): string {
  return /^\d{4}-\d{2}-\d{2}T/.test(held)
    ? shownValue(
        { field_name: field.name, field_type_id: field.typeId, is_read_only: field.readOnly, values: [] },
        held,
      )
    : held
}
