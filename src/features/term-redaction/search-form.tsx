/** What is to be looked for: terms, one a line, and kinds of personal data. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type PersonalDataKind, personalDataKinds } from '#contracts/personal-data-kinds.ts'
import { termRedactionLimits } from '#contracts/term-redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { findTerms } from '#src/commands/term-redactions.ts'
import { keywordLists } from '#src/reads/keywords.ts'
import { $termSearch } from '#src/stores/term-redactions.ts'
import { useFormSave } from '../fields/form-save.ts'
import { type Line, linesOf } from '../keywords/lines.ts'
import { TermLines } from '../keywords/term-lines.tsx'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Lines } from '../ui/field.tsx'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

/** What is plain here; whether a term can be read the server says. */
function plainFault(lines: readonly Line[], expressions: number, kinds: number): string | null {
  const { terms, termLength } = termRedactionLimits
  const all = lines.length + expressions + kinds
  if (all === 0) return 'Write a term or a pattern, or choose personal data below.'
  if (all > terms)
    return `At most ${number(terms)} terms and kinds are looked for at once; these are ${number(all)}.`
  const long = lines.find(({ term }) => term.length > termLength)
  return long === undefined
    ? null
    : `Line ${long.line} is longer than ${number(termLength)} characters: make several terms of it.`
}

const nothingMore = () => undefined

export function SearchForm({
  documentId,
  count,
  onClose,
}: {
  /** Null: those that are picked. */
  readonly documentId: number | null
  readonly count: number
  readonly onClose: () => void
}): ReactElement {
  const { run, search } = useUnit({ run: dispatch, search: $termSearch })
  const [text, setText] = useState('')
  const [patterns, setPatterns] = useState('')
  const [kinds, setKinds] = useState<readonly PersonalDataKind[]>([])
  const [tried, setTried] = useState(false)
  /** As they were sent: what the server says of terms is about these. */
  const [sent, setSent] = useState('')
  const { sending, refusal, begin } = useFormSave(search.find, nothingMore)
  const lines = linesOf(text)
  const expressions = linesOf(patterns).map(({ term }) => term)
  const most = termRedactionLimits.expressions
  const patternFault = expressions.length > most ? `At most ${most} patterns are looked for at once.` : null
  const fault = plainFault(lines, expressions.length, kinds.length)
  const unread = refusal === null || text !== sent ? [] : search.faults
  const send = () => {
    setTried(true)
    if (fault !== null || patternFault !== null || sending) return
    setSent(text)
    const terms = JSON.stringify(lines.map(({ term }) => term))
    run(
      findTerms({
        ...{ formKey: begin(), documentId, terms, personalData: [...kinds] },
        expressions: JSON.stringify(expressions),
      }),
    )
  }
  return (
    <Dialog
      open
      size="lg"
      title="Redact terms"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Find
          </Button>
        </>
      }
    >
      {refusal !== null && search.faults.length === 0 && <Notice tone="danger">{refusal}</Notice>}
      <p>
        {documentId === null
          ? `${counted(count, 'document')} selected in the list.`
          : 'The document in view.'}{' '}
        Nothing is redacted before you have seen what was found.
      </p>
      <Field
        label="Terms, one a line"
        error={unread.length > 0 ? `${counted(unread.length, 'term')} cannot be read.` : tried ? fault : null}
        hint="Words, “phrases”, patterns such as privileg* or sm?th, a w/5 b, and these joined by OR."
        aside={
          <chakra.span fontSize="xs" color="faint" aria-live="polite">
            {counted(lines.length, 'term')}
          </chakra.span>
        }
      >
        <TermLines text={text} lines={lines} faults={unread} onChange={setText} rows={6} />
      </Field>
      <FromList
        onTake={(terms) => setText([text.trimEnd(), ...terms].filter((one) => one !== '').join('\n'))}
      />
      <Field
        label="Patterns (regular expressions), one a line"
        error={tried ? patternFault : null}
        hint={String.raw`Such as \d{3}-\d{2}-\d{4} or case no\. \d+. Letter case does not count.`}
      >
        <Lines rows={2} value={patterns} onChange={setPatterns} />
      </Field>
      <chakra.fieldset>
        <chakra.legend fontSize="xs" fontWeight={600} color="muted">
          Personal data
        </chakra.legend>
        <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} columnGap="3">
          {personalDataKinds.map((kind) => (
            <chakra.label key={kind} display="flex" gap="2" alignItems="center" py="0.5">
              <input
                type="checkbox"
                checked={kinds.includes(kind)}
                onChange={(event) =>
                  setKinds(event.target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
                }
              />
              {kind}
            </chakra.label>
          ))}
        </chakra.div>
      </chakra.fieldset>
    </Dialog>
  )
}

/** Terms of a keyword list, put behind those that stand there. */
function FromList({ onTake }: { readonly onTake: (terms: readonly string[]) => void }): ReactElement | null {
  const { value } = useRead(keywordLists, {}, { once: true })
  if (value === null || value.length === 0) return null
  return (
    <Field label="Add the terms of a keyword list">
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
