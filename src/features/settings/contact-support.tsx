/** Writing to support, and saying what one thinks of the product. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, useCallback, useState } from 'react'
import { contactLimits } from '#contracts/contact.ts'
import { giveFeedback, writeToSupport } from '#src/commands/account.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { contactSetting } from '#src/reads/account.ts'
import { $accountSave, contactFiles } from '#src/stores/account.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field, useFieldProps } from '../ui/field.tsx'
import { counted, fileSize } from '../ui/format.ts'
import { DraftInput, Input, Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { textOf, useSupportFacts } from './support-facts.ts'
import { SupportFacts } from './support-facts-list.tsx'

export function ContactSupport(): ReactElement {
  const facts = useSupportFacts()
  const { value } = useRead(contactSetting, {})
  const readers =
    value === null
      ? ''
      : value.mailedTo === null
        ? ' The provider’s administrators read what you write in the system settings.'
        : ` What you write is mailed to ${value.mailedTo}, and kept.`
  return (
    <Page
      title="Contact support"
      width="860px"
      lead={`Your administrator is the first to ask: they can see the project's record and change roles.${readers}`}
    >
      <SupportForm facts={textOf(facts)} />
      <SupportFacts facts={facts} />
      <FeedbackForm />
    </Page>
  )
}

const mostBytes = fileSize(contactLimits.fileBytes)

function faultOf(files: readonly File[]): string | null {
  if (files.length > contactLimits.files) return `Choose ${contactLimits.files} files at most.`
  const large = files.find(({ size }) => size > contactLimits.fileBytes)
  if (large !== undefined) return `${large.name} is larger than ${mostBytes}.`
  const empty = files.find(({ size }) => size === 0)
  return empty === undefined ? null : `${empty.name} is empty.`
}

function SupportForm({ facts }: { readonly facts: string }): ReactElement {
  const [run, save, putFiles] = useUnit([dispatch, $accountSave, contactFiles.put])
  const [subject, setSubject] = useState('')
  const [words, setWords] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [withFacts, setWithFacts] = useState(true)
  /** How often it was sent: the input of files begins anew with each. */
  const [times, setTimes] = useState(0)
  const [sent, setSent] = useState(false)
  const [tries, setTries] = useState(0)
  const form = useFaultFocus<HTMLFormElement>(tries)
  const { sending, refusal, begin } = useFormSave(
    save,
    useCallback(() => {
      setSent(true)
      setTimes((before) => before + 1)
      setSubject('')
      setWords('')
      setFiles([])
    }, []),
  )
  const subjectFault = subject.trim() === '' ? 'Say in a few words what it is about.' : null
  const wordsFault = words.trim() === '' ? 'Say what you did, and what happened.' : null
  const filesFault = faultOf(files)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const faulty = subjectFault !== null || wordsFault !== null || filesFault !== null
    setTries(faulty ? tries + 1 : 0)
    if (faulty || sending) return
    setSent(false)
    const formKey = begin()
    putFiles({ key: formKey, value: files })
    run(
      writeToSupport({
        ...{ formKey, subject: subject.trim(), words: words.trim(), files: files.length },
        facts: withFacts ? facts.slice(0, contactLimits.facts) : '',
      }),
    )
  }
  return (
    <Section title="Write to support" padded>
      <chakra.form
        ref={form}
        noValidate
        onSubmit={send}
        display="flex"
        flexDirection="column"
        gap="4"
        maxWidth="640px"
      >
        {sent && (
          <Notice tone="ok" onDismiss={() => setSent(false)}>
            Support has it.
          </Notice>
        )}
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field label="Subject" required error={tries > 0 ? subjectFault : null}>
          <DraftInput value={subject} onChange={setSubject} maxLength={contactLimits.subject} />
        </Field>
        <Field
          label="What happened"
          required
          hint="What you did, in order; what you expected; the control number of the document, never its text."
          error={tries > 0 ? wordsFault : null}
        >
          <LongInput value={words} onChange={setWords} rows={7} />
        </Field>
        <Field
          label="Files"
          hint={`Up to ${contactLimits.files}, each at most ${mostBytes}. Nobody opens them on the server.`}
          error={filesFault}
        >
          <FilesInput key={times} onChoose={setFiles} />
        </Field>
        <Switch
          on={withFacts}
          onTurn={setWithFacts}
          label="Send the facts below too"
          hint="They hold no document text."
        />
        <chakra.div>
          <Button type="submit" look="primary" busy={sending}>
            {files.length === 0 ? 'Send' : `Send with ${counted(files.length, 'file')}`}
          </Button>
        </chakra.div>
      </chakra.form>
    </Section>
  )
}

const ratings = [
  { value: '', label: 'No rating' },
  { value: '5', label: '5, very good' },
  { value: '4', label: '4, good' },
  { value: '3', label: '3, fair' },
  { value: '2', label: '2, poor' },
  { value: '1', label: '1, bad' },
]

function FeedbackForm(): ReactElement {
  const [run, save] = useUnit([dispatch, $accountSave])
  const [rating, setRating] = useState('')
  const [words, setWords] = useState('')
  const [sent, setSent] = useState(false)
  const [tries, setTries] = useState(0)
  const form = useFaultFocus<HTMLFormElement>(tries)
  const { sending, refusal, begin } = useFormSave(
    save,
    useCallback(() => {
      setSent(true)
      setRating('')
      setWords('')
    }, []),
  )
  const fault = words.trim() === '' ? 'Say what should be otherwise, or stay as it is.' : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTries(fault === null ? 0 : tries + 1)
    if (fault !== null || sending) return
    setSent(false)
    run(
      giveFeedback({
        ...{ formKey: begin(), words: words.trim() },
        rating: rating === '' ? null : Number(rating),
      }),
    )
  }
  return (
    <Section title="Feedback" padded>
      <chakra.form
        ref={form}
        noValidate
        onSubmit={send}
        display="flex"
        flexDirection="column"
        gap="4"
        maxWidth="640px"
      >
        {sent && (
          <Notice tone="ok" onDismiss={() => setSent(false)}>
            Thank you. It is kept for those who make the product.
          </Notice>
        )}
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <chakra.div maxWidth="200px">
          <Field label="Rating">
            <Select value={rating} choices={ratings} onChoose={setRating} />
          </Field>
        </chakra.div>
        <Field label="What you think" required error={tries > 0 ? fault : null}>
          <LongInput value={words} onChange={setWords} rows={4} />
        </Field>
        <chakra.div>
          <Button type="submit" busy={sending}>
            Send feedback
          </Button>
        </chakra.div>
      </chakra.form>
    </Section>
  )
}

function LongInput({
  value,
  onChange,
  rows,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly rows: number
}): ReactElement {
  return (
    <Input
      as="textarea"
      {...useFieldProps()}
      {...{ rows }}
      height="auto"
      py="2"
      resize="vertical"
      maxLength={contactLimits.words}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function FilesInput({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }): ReactElement {
  return (
    <Input
      {...useFieldProps()}
      type="file"
      multiple
      py="1"
      onChange={(event) => onChoose([...(event.currentTarget.files ?? [])])}
    />
  )
}
