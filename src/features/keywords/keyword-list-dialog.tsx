/** Making a keyword list, and changing one: its name and its terms, one a line. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type KeywordList, keywordLimits } from '#contracts/keywords.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveKeywordList } from '#src/commands/keywords.ts'
import { $keywordSave, $termFaults } from '#src/stores/keywords.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Line, linesOf } from './lines.ts'
import { TermLines } from './term-lines.tsx'

/** What is plain here; whether a term can be read the server says. */
function plainFault(lines: readonly Line[]): string | null {
  if (lines.length === 0) return 'Write at least one term.'
  if (lines.length > keywordLimits.terms)
    return `A project has at most ${number(keywordLimits.terms)} terms; these are ${number(lines.length)}.`
  const long = lines.find(({ term }) => term.length > keywordLimits.termLength)
  return long === undefined
    ? null
    : `Line ${long.line} is longer than ${number(keywordLimits.termLength)} characters: make several terms of it.`
}

export function KeywordListDialog({
  list,
  onClose,
}: {
  /** Null: a new one. */
  readonly list: KeywordList | null
  readonly onClose: () => void
}): ReactElement {
  const { run, save, faults } = useUnit({ run: dispatch, save: $keywordSave, faults: $termFaults })
  const [name, setName] = useState(list?.name ?? '')
  const [text, setText] = useState(list?.terms.join('\n') ?? '')
  const [tries, setTries] = useState(0)
  /** As they were sent: what the server says of terms is about these. */
  const [sent, setSent] = useState('')
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const lines = linesOf(text)
  const nameFault = name.trim() === '' ? 'Give the list a name.' : null
  const termsFault = plainFault(lines)
  const unread = refusal === null || text !== sent ? [] : faults
  const inputs = useFaultFocus<HTMLDivElement>(tries)

  const send = () => {
    setTries(tries + 1)
    if (nameFault !== null || termsFault !== null) return
    setSent(text)
    run(
      saveKeywordList({
        formKey: begin(),
        name: name.trim(),
        terms: lines.map(({ term }) => term),
        over: list === null ? null : { keywordListId: list.keywordListId, version: list.version },
      }),
    )
  }
  return (
    <Dialog
      open
      title={list === null ? 'New keyword list' : `Change ${list.name}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            {list === null ? 'Create list' : 'Save'}
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="contents">
        {refusal !== null && faults.length === 0 && <Notice tone="danger">{refusal}</Notice>}
        <Field label="Name" required error={tries > 0 ? nameFault : null}>
          <DraftInput data-first value={name} onChange={setName} maxLength={keywordLimits.nameLength} />
        </Field>
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
          hint="Each is a search: words, “phrases”, wildcards, AND, OR, NOT, a w/5 b, and fields such as Subject contains …"
          aside={
            <chakra.span fontSize="xs" color="faint" aria-live="polite">
              {counted(lines.length, 'term')}
            </chakra.span>
          }
        >
          <TermLines text={text} lines={lines} faults={unread} onChange={setText} />
        </Field>
      </chakra.div>
    </Dialog>
  )
}
