/** Making a source, or changing one: its name, whose it is, and what happens by itself to what arrives. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useEffect, useState } from 'react'
import { type Source, sourceName } from '#contracts/collect.ts'
import { saveSource } from '#src/commands/collect-sources.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { custodians } from '#src/reads/project.ts'
import { $savingSource } from '#src/stores/collect.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { number } from '../ui/format.ts'
import { DraftInput, Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

/** The value of the choice that opens a field for another name. */
const another = 'new'

export function SourceDialog({
  projectId,
  source,
  onClose,
  onSaved,
}: {
  readonly projectId: number
  /** Null: a new one. */
  readonly source: Source | null
  readonly onClose: () => void
  readonly onSaved: (sourceId: number) => void
}): ReactElement {
  const [run, saving] = useUnit([dispatch, $savingSource])
  const { value: known, failure } = useRead(custodians, { projectId })
  const [name, setName] = useState(source?.name ?? '')
  const [picked, setPicked] = useState(source === null ? '' : String(source.custodianId))
  const [typed, setTyped] = useState('')
  const [autoProcess, setAutoProcess] = useState(source?.autoProcess ?? true)
  const [autoPromote, setAutoPromote] = useState(source?.autoPromote ?? true)
  // As it was when this opened: the list behind is looked up again meanwhile.
  const [version] = useState(source?.version ?? 0)
  const [tries, setTries] = useState(0)
  // Each try is a form of its own: what became of one before is none of its business.
  const [formKey, setFormKey] = useState('')
  const answer = saving?.formKey === formKey ? saving.answer : null
  const refused = typeof answer === 'object' ? answer : null
  const fields = useFaultFocus<HTMLDivElement>(tries, refused)
  const doneId = typeof answer === 'number' ? answer : null
  useEffect(() => {
    if (doneId !== null) onSaved(doneId)
  }, [doneId, onSaved])

  const fixed = source !== null && source.files > 0
  // Until it is known whether there is anybody to choose: a choice must not vanish under the hand that makes it.
  const loading = known === null && failure === null
  const names = known?.length === 0 || picked === another
  const tried = tries > 0
  const nameFault = sourceName.safeParse(name).success
    ? null
    : 'Give the source a name of up to 100 characters.'
  const custodianFault = (names ? typed.trim() : picked) === '' ? 'Say whose material it is.' : null
  const refusal = (field: string): string | null => (refused?.field === field ? refused.message : null)
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      if (refused !== null) setFormKey('')
    }
  const send = () => {
    setTries(tries + 1)
    if (nameFault !== null || custodianFault !== null) return
    const key = nanoid()
    setFormKey(key)
    run(
      saveSource({
        formKey: key,
        projectId,
        sourceId: source?.sourceId ?? null,
        name: name.trim(),
        custodian: names ? typed.trim() : Number(picked),
        autoProcess,
        autoPromote,
        version,
      }),
    )
  }
  return (
    <Dialog
      open
      title={source === null ? 'New source' : 'Change the source'}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={formKey !== '' && answer === null}>
            {source === null ? 'Add the source' : 'Save'}
          </Button>
        </>
      }
    >
      <chakra.div ref={fields} display="contents">
        {refused !== null && refusal('name') === null && refusal('custodianId') === null && (
          <Notice tone="danger">{refused.message}</Notice>
        )}
        <Field
          label="Name"
          required
          error={(tried ? nameFault : null) ?? refusal('name')}
          hint="The laptop, mailbox or share that the material comes from."
        >
          <DraftInput data-first value={name} onChange={change(setName)} maxLength={100} />
        </Field>
        {!(known?.length === 0) && (
          <Field
            label="Custodian"
            required
            error={(tried && !names ? custodianFault : null) ?? refusal('custodianId')}
            hint={
              fixed ? 'Files have come: whose they are is on the record.' : 'The person whose material it is.'
            }
          >
            <Select
              value={picked}
              disabled={fixed || loading}
              placeholder={loading ? 'Loading the custodians…' : 'Choose a custodian'}
              choices={[
                ...(known ?? []).map((one) => ({
                  value: String(one.custodianId),
                  label: `${one.name} (${number(one.documentCount)})`,
                })),
                { value: another, label: 'New custodian…' },
              ]}
              onChoose={change(setPicked)}
            />
          </Field>
        )}
        {names && (
          <Field label="New custodian" required error={tried ? custodianFault : null}>
            <DraftInput value={typed} onChange={change(setTyped)} maxLength={100} />
          </Field>
        )}
        <Switch
          on={autoProcess}
          onTurn={setAutoProcess}
          label="Process automatically"
          hint="What arrives is processed at once. Off: it waits until somebody has it processed."
        />
        <Switch
          on={autoPromote}
          onTurn={setAutoPromote}
          label="Promote automatically"
          hint="What is processed goes on to review. Off: it stays out of review until it is promoted."
        />
      </chakra.div>
    </Dialog>
  )
}
