/** Having texts made of what is picked: what kind, of how much, and where the documents would go, before anything is begun. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useState } from 'react'
import { type TargetLanguage, targetLanguages } from '#contracts/derived-texts.ts'
import { checkTexts, makeTexts } from '#src/commands/derived-texts.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { sameWish, type Wish } from '#src/events/catalog/derived-texts.ts'
import { $textsAsked } from '#src/stores/derived-texts.ts'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { useAsk } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Checked } from './checked.tsx'

const kinds = [
  { value: 'extractive', label: 'Summary: sentences of the document' },
  { value: 'model', label: 'Summary by a model' },
  { value: 'translate', label: 'Translation' },
  { value: 'transcribe', label: 'Transcript of recordings' },
] as const
const refused = ['texts'] as const
type Kind = (typeof kinds)[number]['value']

const names = new Intl.DisplayNames('en', { type: 'language' })
const languages = targetLanguages
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))

function wishOf(kind: Kind, to: TargetLanguage, spoken: TargetLanguage | null): Wish {
  if (kind === 'translate') return { kind, to }
  return kind === 'transcribe' ? { kind, language: spoken } : { kind: 'summarize', by: kind }
}

export function MakeTexts({
  count,
  onClose,
}: {
  /** Documents that are picked. */
  readonly count: number
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $textsAsked })
  const [kind, setKind] = useState<Kind>('extractive')
  const [to, setTo] = useState<TargetLanguage>('en')
  const [spoken, setSpoken] = useState<TargetLanguage | null>(null)
  const [again, setAgain] = useState(false)
  const [sent, setSent] = useState(false)
  const wish = wishOf(kind, to, spoken)
  const look = checkTexts({ wish, again })
  useAsk(look)
  const begun = sent && last?.job === 'begun'
  useEffect(() => {
    if (begun) onClose()
  }, [begun, onClose])

  // What was looked at for another wish says nothing of this one.
  const asked = last !== null && sameWish(last, { wish, again }) ? last : null
  const check = asked?.check ?? null
  const leaves = kind !== 'extractive'
  const ready = check !== null && check.documents > 0 && (!leaves || check.refusal === null)
  const sending = last?.job === 'sending'
  const send = () => {
    if (!ready || sending) return
    setSent(true)
    run(makeTexts({ wish, again, sendTo: leaves ? check.destination : null }))
  }
  return (
    <Dialog
      open
      title="Texts made of documents"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!ready} busy={sending}>
            {!ready
              ? 'Begin'
              : leaves
                ? `Send ${counted(check.documents, 'document')} to ${check.destination?.host}`
                : `Summarize ${counted(check.documents, 'document')}`}
          </Button>
        </>
      }
    >
      {check !== null && asked?.refused != null && <Notice tone="danger">{asked.refused}</Notice>}
      <chakra.p>
        {counted(count, 'document')} selected in the list. What is made stands beside the text and replaces
        none of it.
      </chakra.p>
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
        <Field label="What">
          <Select
            data-first
            value={kind}
            choices={kinds}
            onChoose={(value) => setKind(kinds.find((one) => one.value === value)?.value ?? kind)}
          />
        </Field>
        {kind === 'translate' && (
          <Field label="Into">
            <Select
              value={to}
              choices={languages}
              onChoose={(value) => setTo(targetLanguages.find((one) => one === value) ?? to)}
            />
          </Field>
        )}
        {kind === 'transcribe' && (
          <Field label="Spoken language">
            <Select
              value={spoken ?? ''}
              choices={[{ value: '', label: 'Not known' }, ...languages]}
              onChoose={(value) => setSpoken(targetLanguages.find((one) => one === value) ?? null)}
            />
          </Field>
        )}
      </chakra.div>
      <chakra.label display="flex" gap="2" alignItems="center">
        <input type="checkbox" checked={again} onChange={(event) => setAgain(event.target.checked)} />
        Also of documents that have one: the new one takes its place
      </chakra.label>
      <chakra.div position="relative">
        <RefusalNotice about={refused} at="above" />
        <Checked wish={wish} again={again} asked={asked} leaves={leaves} onLook={() => run(look)} />
      </chakra.div>
    </Dialog>
  )
}
