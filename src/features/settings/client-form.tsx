/** The settings of a client, changed together. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import {
  type ClientSettings,
  type Contact,
  contact as contactSchema,
  contactsAtMost,
  sessionLimits,
} from '#contracts/client-settings.ts'
import { companyName } from '#contracts/company.ts'
import { saveClientSettings } from '#src/commands/client-settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { $clientDrafts, type ClientDraft, clientDraftChanged } from '#src/stores/client-drafts.ts'
import { $clientSave } from '#src/stores/client-settings.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { TimeZoneSelect } from './time-zone-select.tsx'

const draftOf = ({ supportAllowed: _, ...draft }: ClientSettings): ClientDraft => draft
/** As the server keeps it: what comes back is then the same. */
const trimmed = (draft: ClientDraft): ClientDraft => ({
  ...draft,
  name: draft.name.trim(),
  contacts: draft.contacts.map(({ name, address, phone }) => ({
    ...{ name: name.trim(), address: address.trim(), phone: phone.trim() },
  })),
})
const idle = [5, 10, 15, 20, 30, 45, 60]
const whole = [1, 2, 4, 6, 8]
/** What is set is offered, whatever it is. */
const choices = (usual: readonly number[], own: number, unit: string) =>
  [...new Set([...usual, own])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: `${value} ${unit}${value === 1 ? '' : 's'}` }))

const noContact: Contact = { name: '', address: '', phone: '' }

export function ClientForm({
  companyId,
  settings,
}: {
  readonly companyId: number
  readonly settings: ClientSettings
}): ReactElement {
  const [run, save, drafts, keep] = useUnit([dispatch, $clientSave, $clientDrafts, clientDraftChanged])
  const who = useWho()
  const of = `${who.userId} ${companyId}`
  const [draft, setDraft] = useState<ClientDraft>(() => drafts[of] ?? draftOf(settings))
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, () => undefined)
  const set = (change: Partial<ClientDraft>) => setDraft({ ...draft, ...change })
  const isOfNow = draft.version === settings.version
  // What this form has saved comes back as it stands: the next change is of that.
  const isSame = isLike(draft, settings)
  if (!isOfNow && isSame) setDraft(draftOf(settings))
  useEffect(() => {
    keep({ of, draft: isSame ? null : draft })
  }, [keep, of, draft, isSame])

  const nameFault = companyName.safeParse(draft.name).success
    ? null
    : 'Give the client a name of up to 100 characters.'
  const contactFaults = draft.contacts.map(faultsOf)
  const faulty =
    nameFault !== null || contactFaults.some(({ name, address }) => name !== null || address !== null)
  const fields = useFaultFocus<HTMLFormElement>(tries, refusal)
  const tried = tries > 0
  const mayFlags = who.accountCan('company.all')
  const send = () => {
    setTries(tries + 1)
    if (faulty) return
    const clean = trimmed(draft)
    setDraft(clean)
    run(saveClientSettings({ formKey: begin(), ...clean }))
  }
  const putContact = (nth: number, change: Partial<Contact>) =>
    set({ contacts: draft.contacts.map((one, at) => (at === nth ? { ...one, ...change } : one)) })

  return (
    <chakra.form
      ref={fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      display="flex"
      flexDirection="column"
      gap="5"
    >
      <Section title="Name and contacts" padded>
        <Rows>
          <Field label="Name" required error={tried ? nameFault : null}>
            <DraftInput
              value={draft.name}
              onChange={(name) => set({ name })}
              maxLength={100}
              maxWidth="420px"
            />
          </Field>
          {draft.contacts.map((one, nth) => (
            <ContactRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a contact has no other name while it is typed
              key={nth}
              nth={nth}
              contact={one}
              faults={tried ? contactFaults[nth] : undefined}
              onChange={(change) => putContact(nth, change)}
              onRemove={() => set({ contacts: draft.contacts.filter((_, at) => at !== nth) })}
            />
          ))}
          <chakra.div display="flex" gap="3" alignItems="center">
            <Button
              size="sm"
              icon="plus"
              disabled={draft.contacts.length >= contactsAtMost}
              onClick={() => set({ contacts: [...draft.contacts, noContact] })}
            >
              Add a contact
            </Button>
            <chakra.span fontSize="xs" color="faint">
              {draft.contacts.length === 0
                ? 'Nobody yet. Everybody of the client sees whom to ask.'
                : `${draft.contacts.length} of ${contactsAtMost}. Everybody of the client sees them.`}
            </chakra.span>
          </chakra.div>
        </Rows>
      </Section>
      <Section title="Signing in and sessions" padded>
        <Rows>
          <Switch
            on={draft.mfaRequired}
            onTurn={(mfaRequired) => set({ mfaRequired })}
            label="Second step for everybody"
            hint="From their next sign-in on: whoever has no authenticator yet sets one up then."
          />
          <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '200px 200px' }} gap="4">
            <Field label="Ends without activity after">
              <Select
                value={String(draft.idleMinutes)}
                choices={choices(idle, draft.idleMinutes, 'minute')}
                onChoose={(value) => set({ idleMinutes: Number(value) })}
              />
            </Field>
            <Field label="Ends in any case after">
              <Select
                value={String(draft.sessionHours)}
                choices={choices(whole, draft.sessionHours, 'hour')}
                onChoose={(value) => set({ sessionHours: Number(value) })}
              />
            </Field>
          </chakra.div>
          <Hint>
            At most {sessionLimits.idle.most} minutes and {sessionLimits.whole.most} hours. Shorter times hold
            from everybody’s next request on, also in sessions that are open.
          </Hint>
        </Rows>
      </Section>
      <Section title="New projects start with" padded>
        <Rows>
          <chakra.div maxWidth="420px">
            <Field label="Time zone of dates">
              <TimeZone
                value={draft.defaults.timeZone}
                onChoose={(timeZone) => set({ defaults: { ...draft.defaults, timeZone } })}
              />
            </Field>
          </chakra.div>
          <Switch
            on={draft.defaults.codingForms}
            onTurn={(codingForms) => set({ defaults: { ...draft.defaults, codingForms } })}
            label="Coding forms"
            hint="On: documents are coded with a form. Off: they are sorted with tags. Whoever starts a project can choose otherwise."
          />
        </Rows>
      </Section>
      <Section title="Services of the provider" padded>
        <Rows>
          {mayFlags ? (
            <>
              <Switch
                on={draft.qaCopilot}
                onTurn={(qaCopilot) => set({ qaCopilot })}
                label="QA copilot"
                hint="Recorded for the client, and told to programs that ask for it."
              />
              <Switch
                on={draft.slackCollection}
                onTurn={(slackCollection) => set({ slackCollection })}
                label="Slack collection"
                hint="Recorded for the client, and told to programs that ask for it."
              />
            </>
          ) : (
            <>
              <Flag name="QA copilot" on={draft.qaCopilot} />
              <Flag name="Slack collection" on={draft.slackCollection} />
              <Hint>The provider’s staff turn these on and off.</Hint>
            </>
          )}
        </Rows>
      </Section>
      {!isOfNow && !isSame && (
        <Meanwhile
          mine={draft}
          theirs={settings}
          onTake={() => setDraft(draftOf(settings))}
          onKeep={() => setDraft({ ...draft, version: settings.version })}
        />
      )}
      {refusal !== null && isOfNow && <Notice tone="danger">{refusal}</Notice>}
      <chakra.div display="flex" gap="2" alignItems="center" flexWrap="wrap">
        <Button type="submit" look="primary" busy={sending} disabled={isSame || !isOfNow}>
          Save the settings
        </Button>
        <Button disabled={isSame} onClick={() => setDraft(draftOf(settings))}>
          Discard changes
        </Button>
        {!isSame && <Hint>Not saved yet. It is kept in this tab while you look at other pages.</Hint>}
      </chakra.div>
    </chakra.form>
  )
}

const Rows = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.div display="flex" flexDirection="column" gap="4">
    {children}
  </chakra.div>
)

const Hint = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.p fontSize="xs" color="faint">
    {children}
  </chakra.p>
)

const Flag = ({ name, on }: { readonly name: string; readonly on: boolean }): ReactElement => (
  <chakra.div display="grid" gridTemplateColumns="160px 1fr">
    <chakra.span color="faint">{name}</chakra.span>
    <span>{on ? 'On' : 'Off'}</span>
  </chakra.div>
)

interface ContactFaults {
  readonly name: string | null
  readonly address: string | null
}

function faultsOf(contact: Contact): ContactFaults {
  const { shape } = contactSchema
  return {
    name: shape.name.safeParse(contact.name).success ? null : 'Enter a name.',
    address: shape.address.safeParse(contact.address).success
      ? null
      : 'Enter an e-mail address, as in name@firm.example.',
  }
}

function ContactRow({
  nth,
  contact,
  faults,
  onChange,
  onRemove,
}: {
  readonly nth: number
  readonly contact: Contact
  readonly faults: ContactFaults | undefined
  readonly onChange: (change: Partial<Contact>) => void
  readonly onRemove: () => void
}): ReactElement {
  return (
    <chakra.fieldset>
      <chakra.legend srOnly>Contact {nth + 1}</chakra.legend>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: '1fr 1.4fr 1fr auto' }}
        gap="3"
        alignItems="start"
      >
        <Field label="Contact" required error={faults?.name}>
          <DraftInput value={contact.name} onChange={(name) => onChange({ name })} maxLength={100} />
        </Field>
        <Field label="E-mail address" required error={faults?.address}>
          <DraftInput
            type="email"
            value={contact.address}
            onChange={(address) => onChange({ address })}
            maxLength={254}
          />
        </Field>
        <Field label="Phone">
          <DraftInput
            type="tel"
            value={contact.phone}
            onChange={(phone) => onChange({ phone })}
            maxLength={40}
          />
        </Field>
        <chakra.div pt={{ base: '0', md: '22px' }}>
          <Button
            look="quiet"
            onClick={onRemove}
            aria-label={`Remove contact ${nth + 1}${contact.name === '' ? '' : `, ${contact.name}`}`}
          >
            Remove
          </Button>
        </chakra.div>
      </chakra.div>
    </chakra.fieldset>
  )
}

const browsers = Intl.DateTimeFormat().resolvedOptions().timeZone

function TimeZone({
  value,
  onChoose,
}: {
  readonly value: string | null
  readonly onChoose: (zone: string | null) => void
}): ReactElement {
  if (value === null)
    return (
      <Select
        value="browser"
        choices={[
          { value: 'browser', label: 'That of whoever starts the project' },
          { value: 'fixed', label: 'Always the same: choose one' },
        ]}
        onChoose={(chosen) => chosen === 'fixed' && onChoose(browsers)}
      />
    )
  return (
    <chakra.div display="flex" gap="2">
      <TimeZoneSelect own={value} value={value} onChoose={onChoose} />
      <Button onClick={() => onChoose(null)}>Do not fix</Button>
    </chakra.div>
  )
}

/** Whether nothing differs but the version. */
const isLike = (draft: ClientDraft, settings: ClientSettings): boolean =>
  JSON.stringify(wordsOf(draft)) === JSON.stringify(wordsOf(settings))

/** What is set, in words, in the order of the page. */
const wordsOf = (of: ClientDraft | ClientSettings): readonly (readonly [name: string, words: string])[] => [
  ['Name', of.name],
  [
    'Contacts',
    of.contacts.map(({ name, address, phone }) => [name, address, phone].join(' ').trim()).join('; '),
  ],
  ['Second step for everybody', of.mfaRequired ? 'on' : 'off'],
  ['Ends without activity after', `${of.idleMinutes} minutes`],
  ['Ends in any case after', `${of.sessionHours} hours`],
  ['Time zone of new projects', of.defaults.timeZone ?? 'that of whoever starts the project'],
  ['Coding forms in new projects', of.defaults.codingForms ? 'on' : 'off'],
  ['QA copilot', of.qaCopilot ? 'on' : 'off'],
  ['Slack collection', of.slackCollection ? 'on' : 'off'],
]

/** Somebody else has saved other settings meanwhile: both are shown, and whoever stands here says which hold. */
function Meanwhile({
  mine,
  theirs,
  onTake,
  onKeep,
}: {
  readonly mine: ClientDraft
  readonly theirs: ClientSettings
  readonly onTake: () => void
  readonly onKeep: () => void
}): ReactElement {
  const own = wordsOf(mine)
  const other = wordsOf(theirs)
  return (
    <Notice tone="danger">
      <chakra.div display="flex" flexDirection="column" gap="2" alignItems="flex-start">
        <strong>Somebody else has changed the settings meanwhile. Nothing is overwritten.</strong>
        <chakra.ul listStyleType="none">
          {own.map(([name, words], nth) => {
            const of = other[nth]?.[1] ?? ''
            return words === of ? null : (
              <li key={name}>
                {name}: now {of || 'none'}, yours {words || 'none'}
              </li>
            )
          })}
        </chakra.ul>
        <chakra.div display="flex" gap="2">
          <Button size="sm" onClick={onTake}>
            Take theirs
          </Button>
          <Button size="sm" onClick={onKeep}>
            Keep mine, to save over theirs
          </Button>
        </chakra.div>
      </chakra.div>
    </Notice>
  )
}
