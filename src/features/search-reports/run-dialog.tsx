/** Running a search term report: over which documents, and the terms, one a line. It can be given up while it counts. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { termReportLimits } from '#contracts/term-reports.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { runReport } from '#src/commands/search-reports.ts'
import { $reportSave } from '#src/stores/search-reports.ts'
import { useFormSave } from '../fields/form-save.ts'
import { linesOf } from '../keywords/lines.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field, Lines } from '../ui/field.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSets } from './sets.ts'

export function RunDialog({
  onClose,
  onDone,
}: {
  readonly onClose: () => void
  /** It has been run and is kept. */
  readonly onDone: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $reportSave])
  const sets = useSets()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(sets[0].value)
  const [text, setText] = useState('')
  const [hits, setHits] = useState(true)
  const [byCustodian, setByCustodian] = useState(false)
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onDone)
  const { set } = sets.find(({ value }) => value === chosen) ?? sets[0]
  const { length: terms } = linesOf(text)
  const nameFault = name.trim() === '' ? 'Give the report a name.' : null
  const termsFault =
    terms === 0
      ? 'Write at least one term.'
      : terms > termReportLimits.terms
        ? `A report has at most ${number(termReportLimits.terms)} terms; these are ${number(terms)}.`
        : null
  const inputs = useFaultFocus<HTMLDivElement>(tries, nameFault ?? termsFault)

  const send = () => {
    setTries(tries + 1)
    if (nameFault !== null || termsFault !== null) return
    run(
      runReport({
        formKey: begin(),
        ask: { name: name.trim(), set, lines: text.split('\n'), hits, byCustodian },
      }),
    )
  }
  const leave = () => {
    if (sending) run(runReport({ formKey: begin(), ask: null }))
    else onClose()
  }
  return (
    <Dialog
      open
      title="Run a search term report"
      onClose={() => {
        leave()
        onClose()
      }}
      onSubmit={send}
      actions={
        <>
          <Button onClick={leave}>{sending ? 'Stop counting' : 'Cancel'}</Button>
          <Button type="submit" look="primary" busy={sending}>
            Run
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field label="Name" required error={tries > 0 ? nameFault : null}>
          <DraftInput
            data-first
            value={name}
            maxLength={termReportLimits.nameLength}
            autoComplete="off"
            onChange={setName}
          />
        </Field>
        <Field label="Counted among">
          <Select value={chosen} choices={sets} onChoose={setChosen} />
        </Field>
        <Field
          label="Terms, one a line"
          required
          error={tries > 0 ? termsFault : null}
          hint="Paste a column of terms. Each is a search: words, “phrases”, wildcards, AND, OR, NOT, a w/5 b. One that cannot be read is named in the report, and the others are counted."
          aside={
            <chakra.span fontSize="xs" color="faint" aria-live="polite">
              {counted(terms, 'term')}
            </chakra.span>
          }
        >
          <Lines value={text} onChange={setText} rows={8} />
        </Field>
        <Switch
          on={hits}
          onTurn={setHits}
          label="Count hits"
          hint={`How often each term stands in the texts. Takes longer; among at most ${number(termReportLimits.hitDocuments)} documents.`}
        />
        <Switch on={byCustodian} onTurn={setByCustodian} label="By custodian" />
        <chakra.p role="status" fontSize="xs" color="muted">
          {sending ? `Counting ${counted(terms, 'term')} …` : ''}
        </chakra.p>
      </chakra.div>
    </Dialog>
  )
}
