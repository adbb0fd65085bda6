/** Making a highlight set, and changing one: its name, its color with its line, and its terms, one a line. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type HighlightSet, highlightColors, highlightLimits, highlightLines } from '#contracts/highlights.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveHighlightSet } from '#src/commands/highlights.ts'
import { keywordLists } from '#src/reads/keywords.ts'
import { $highlightFaults, $highlightSave } from '#src/stores/highlights.ts'
import { useFormSave } from '../fields/form-save.ts'
import { type Line, linesOf } from '../keywords/lines.ts'
import { TermLines } from '../keywords/term-lines.tsx'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Swatch } from './highlight-bar.tsx'

type Looks = Pick<HighlightSet, 'color' | 'line'>

/** The colors that come last among a query's hits are offered first. */
const allLooks: readonly Looks[] = highlightLines.flatMap((line) =>
  highlightColors.toReversed().map((color) => ({ color, line })),
)
const isSame = (one: Looks, other: Looks): boolean => one.color === other.color && one.line === other.line

/** What is plain here; whether a term can be read the server says. */
function plainFault(lines: readonly Line[]): string | null {
  if (lines.length === 0) return 'Write at least one term.'
  if (lines.length > highlightLimits.terms)
    return `A set has at most ${number(highlightLimits.terms)} terms; these are ${number(lines.length)}.`
  const long = lines.find(({ term }) => term.length > highlightLimits.termLength)
  return long === undefined
    ? null
    : `Line ${long.line} is longer than ${number(highlightLimits.termLength)} characters: make several terms of it.`
}

export function HighlightSetDialog({
  set,
  others: all,
  onClose,
}: {
  /** Null: a new one. */
  readonly set: HighlightSet | null
  readonly others: readonly HighlightSet[]
  readonly onClose: () => void
}): ReactElement {
  const { run, save, faults } = useUnit({ run: dispatch, save: $highlightSave, faults: $highlightFaults })
  const others = all.filter(({ highlightSetId }) => highlightSetId !== set?.highlightSetId)
  const [name, setName] = useState(set?.name ?? '')
  const [looks, setLooks] = useState<Looks>(
    () => set ?? allLooks.find((one) => !others.some((other) => isSame(one, other))) ?? first,
  )
  const [text, setText] = useState(set?.terms.map((term) => term.text).join('\n') ?? '')
  const [tries, setTries] = useState(0)
  /** As they were sent: what the server says of terms is about these. */
  const [sent, setSent] = useState('')
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const lines = linesOf(text)
  const nameFault = name.trim() === '' ? 'Give the set a name.' : null
  const alike = others.find((other) => isSame(other, looks))
  const looksFault =
    alike === undefined ? null : `${alike.name} has this color and line. Choose another of the two.`
  const termsFault = plainFault(lines)
  const unread = refusal === null || text !== sent ? [] : faults
  const inputs = useFaultFocus<HTMLDivElement>(tries)

  const send = () => {
    setTries(tries + 1)
    if (nameFault !== null || termsFault !== null || looksFault !== null) return
    setSent(text)
    run(
      saveHighlightSet({
        formKey: begin(),
        name: name.trim(),
        color: looks.color,
        line: looks.line,
        terms: lines.map(({ term }) => term),
        over: set === null ? null : { highlightSetId: set.highlightSetId, version: set.version },
      }),
    )
  }
  return (
    <Dialog
      open
      title={set === null ? 'New highlight set' : `Change ${set.name}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            {set === null ? 'Create set' : 'Save'}
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="contents">
        {refusal !== null && faults.length === 0 && <Notice tone="danger">{refusal}</Notice>}
        <Field label="Name" required error={tries > 0 ? nameFault : null}>
          <DraftInput data-first value={name} onChange={setName} maxLength={highlightLimits.nameLength} />
        </Field>
        <chakra.div display="flex" gap="3" alignItems="flex-end">
          <Field label="Color" error={looksFault}>
            <Select
              width="144px"
              value={looks.color}
              choices={highlightColors.map((one) => ({ value: one, label: capital(one) }))}
              onChoose={(chosen) => {
                const color = highlightColors.find((one) => one === chosen)
                if (color !== undefined) setLooks({ ...looks, color })
              }}
            />
          </Field>
          <Field label="Line over the words">
            <Select
              width="144px"
              value={looks.line}
              choices={highlightLines.map((one) => ({ value: one, label: capital(one) }))}
              onChoose={(chosen) => {
                const line = highlightLines.find((one) => one === chosen)
                if (line !== undefined) setLooks({ ...looks, line })
              }}
            />
          </Field>
          <chakra.span pb="2">
            <Swatch set={looks} />
          </chakra.span>
        </chakra.div>
        <Field
          label="Terms, one a line"
          required
          error={
            unread.length > 0
              ? `${counted(unread.length, 'term')} cannot be read.`
              : tries > 0
                ? termsFault
                : null
          }
          hint="Words, “phrases”, wildcards such as privileg*, a w/5 b, and these joined by OR."
          aside={
            <chakra.span fontSize="xs" color="faint" aria-live="polite">
              {counted(lines.length, 'term')}
            </chakra.span>
          }
        >
          <TermLines text={text} lines={lines} faults={unread} onChange={setText} />
        </Field>
        <FromList
          onTake={(terms) => setText([text.trimEnd(), ...terms].filter((one) => one !== '').join('\n'))}
        />
      </chakra.div>
    </Dialog>
  )
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const first: Looks = { color: 'yellow', line: 'solid' }

/** Terms of a keyword list, put behind those that stand there; later changes of the list do not change the set. */
function FromList({ onTake }: { readonly onTake: (terms: readonly string[]) => void }): ReactElement | null {
  const { value } = useRead(keywordLists, {}, { once: true })
  if (value === null || value.length === 0) return null
  return (
    <Field
      label="Add the terms of a keyword list"
      hint="They are copied here: a later change of the list does not change the set."
    >
      <Select
        value=""
        placeholder="Choose a list"
        choices={value.map(({ keywordListId, name, terms }) => ({
          value: String(keywordListId),
          label: `${name} (${counted(terms.length, 'term')})`,
        }))}
        onChoose={(chosen) => {
          const list = value.find(({ keywordListId }) => String(keywordListId) === chosen)
          if (list !== undefined) onTake(list.terms)
        }}
      />
    </Field>
  )
}
