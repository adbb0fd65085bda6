/** How what comes is processed: duplicates, limits, text recognition, and passwords that are tried. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type DedupeScope,
  type DeNistAction,
  dedupeScopes,
  deNistActions,
  type InlineImageRule,
  inlineImageRules,
  type OcrLanguage,
  type ProcessingLimit,
  type ProcessingSettings,
  processingBounds,
  processingSettings,
} from '#contracts/processing.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveSettings } from '#src/commands/processing.ts'
import { processingSettings as processingRead } from '#src/reads/processing.ts'
import { $savingSettings } from '#src/stores/processing.ts'
import { $project } from '#src/stores/selection.ts'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { number } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { DeniedState, ErrorState, Skeleton } from '../ui/states.tsx'
import { PasswordLines } from './password-lines.tsx'
import { RecognitionFields } from './recognition-fields.tsx'
import { bccNames, dedupeNames, deNistNames, inlineImageNames, limits } from './words.ts'

export function SettingsSection({ projectId }: { readonly projectId: number }): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy(
    'Litigation support sees and changes them: there may be passwords among them.',
  )
  const managing = who.can('collect.manage')
  const { value, failure, again } = useRead(processingRead, managing ? { projectId } : null)
  return (
    <Section title="Processing settings" padded={value !== null}>
      {!managing ? (
        <DeniedState what="the settings of processing" grantedBy={grantedBy} />
      ) : value === null ? (
        failure === null ? (
          <Skeleton rows={5} />
        ) : (
          <ErrorState title="The settings could not be loaded" message={failure.message} onRetry={again} />
        )
      ) : (
        <SettingsForm projectId={projectId} settings={value} />
      )}
    </Section>
  )
}

function faultOf(name: ProcessingLimit, text: string): string | null {
  const [least, most] = processingBounds[name]
  const value = Number(text.replaceAll(/[,\s]/g, ''))
  return Number.isInteger(value) && value >= least && value <= most
    ? null
    : `A whole number from ${number(least)} to ${number(most)}.`
}

function SettingsForm({
  projectId,
  settings,
}: {
  readonly projectId: number
  readonly settings: ProcessingSettings
}): ReactElement {
  const [run, saving] = useUnit([dispatch, $savingSettings])
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [filledWith, setFilledWith] = useState(settings)
  // What was changed elsewhere comes into the form; what was changed in the form stands.
  if (filledWith !== settings) {
    setFilledWith(settings)
    setDraft(merged(draft, draftOf(filledWith), draftOf(settings)))
  }
  const [tries, setTries] = useState(0)
  const fields = useFaultFocus<HTMLFormElement>(tries, saving.phase === 'refused' ? saving : null)
  const { dedupe, deNist, inlineImages, compareBcc, ocrLanguages, autoOcr, passwords } = draft
  const lines = passwords.split(/\r?\n/).filter((line) => line.trim() !== '')
  const passwordFault = processingSettings.shape.passwords.safeParse(lines).success
    ? null
    : 'At most 500 passwords of up to 200 characters.'
  const languageFault = ocrLanguages.length > 0 ? null : 'Choose one language at least.'
  const change = (to: Partial<Draft>) => setDraft((before) => ({ ...before, ...to }))
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(settings))
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (passwordFault !== null || languageFault !== null) return
    if (limits.some(({ name }) => faultOf(name, draft.limits[name]) !== null)) return
    const numbers = Object.fromEntries(
      limits.map(({ name }) => [name, Number(draft.limits[name].replaceAll(/[,\s]/g, ''))]),
    ) as Record<ProcessingLimit, number>
    run(
      saveSettings({
        projectId,
        dedupe,
        deNist,
        inlineImages,
        compareBcc,
        ocrLanguages: [...ocrLanguages],
        autoOcr,
        passwords,
        ...numbers,
      }),
    )
  }
  return (
    <form ref={fields} onSubmit={send} noValidate aria-label="Processing settings">
      <chakra.p color="muted" mb="4" maxWidth="72ch">
        Jobs that are begun keep the settings that they were begun with; passwords count for them too.
        <TimeZone />
      </chakra.p>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
        columnGap="5"
        rowGap="4"
        alignItems="start"
      >
        <Field label="Duplicates are suppressed" hint="Of equal families the first is promoted.">
          <Select
            value={dedupe}
            choices={dedupeScopes.map((value) => ({ value, label: dedupeNames[value] }))}
            onChoose={(value) =>
              change({ dedupe: dedupeScopes.find((one) => one === value) ?? draft.dedupe })
            }
          />
        </Field>
        <Field label="De-NISTing" hint="Of files whose hashes the lists above have.">
          <Select
            value={deNist}
            choices={deNistActions.map((value) => ({ value, label: deNistNames[value] }))}
            onChoose={(value) =>
              change({ deNist: deNistActions.find((one) => one === value) ?? draft.deNist })
            }
          />
        </Field>
        <Field
          label="Images in messages are documents"
          hint="Logos and pictures that stand in the text; those that are none are recorded with the message."
        >
          <Select
            value={inlineImages}
            choices={inlineImageRules.map((value) => ({ value, label: inlineImageNames[value] }))}
            onChoose={(value) =>
              change({ inlineImages: inlineImageRules.find((one) => one === value) ?? draft.inlineImages })
            }
          />
        </Field>
        <Field
          label="Copies that differ in BCC alone"
          hint="The sender’s copy names its blind recipients; theirs do not."
        >
          <Select
            value={compareBcc ? 'yes' : 'no'}
            choices={(['no', 'yes'] as const).map((value) => ({ value, label: bccNames[value] }))}
            onChoose={(value) => change({ compareBcc: value === 'yes' })}
          />
        </Field>
        {limits.map(({ name, label, unit, hint }) => {
          const [least, most] = processingBounds[name]
          return (
            <Field
              key={name}
              label={`${label}, ${unit}`}
              error={tries > 0 ? faultOf(name, draft.limits[name]) : null}
              hint={`${hint} ${number(least)} to ${number(most)}.`}
            >
              <DraftInput
                inputMode="numeric"
                value={draft.limits[name]}
                onChange={(text) => change({ limits: { ...draft.limits, [name]: text } })}
              />
            </Field>
          )
        })}
      </chakra.div>
      <chakra.div mt="4" maxWidth="560px">
        <RecognitionFields
          ocrLanguages={ocrLanguages}
          autoOcr={autoOcr}
          error={tries > 0 ? languageFault : null}
          onChange={change}
        />
      </chakra.div>
      <chakra.div mt="4" maxWidth="560px">
        <PasswordLines
          value={passwords}
          count={lines.length}
          onChange={(text) => change({ passwords: text })}
          error={tries > 0 ? passwordFault : null}
        />
      </chakra.div>
      {saving.phase === 'refused' && (
        <chakra.div mt="4">
          <Notice tone="danger">
            {saving.message}
            {saving.conflict &&
              ' Their changes are in the form now, and yours stand: save again to keep both, or take theirs.'}
          </Notice>
        </chakra.div>
      )}
      <chakra.div mt="4" display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <Button type="submit" look="primary" busy={saving.phase === 'sending'}>
          Save the settings
        </Button>
        {changed && (
          <Button look="quiet" onClick={() => setDraft(draftOf(settings))}>
            {saving.phase === 'refused' && saving.conflict ? 'Take theirs' : 'Undo the changes'}
          </Button>
        )}
        <chakra.span role="status" color="okInk">
          {saving.phase === 'saved' && !changed && 'The settings are saved.'}
        </chakra.span>
      </chakra.div>
    </form>
  )
}

/** One for the whole project, so it is set with what the project is; whoever processes looks for it here. */
function TimeZone(): ReactElement | null {
  const project = useUnit($project)
  return project === null ? null : (
    <>
      {' '}
      Dates are told in the time zone of the project, {project.settings.timeZone}: it is set in the{' '}
      <Link to="/overview/ProjectSetting">project settings</Link>.
    </>
  )
}

interface Draft {
  readonly dedupe: DedupeScope
  readonly deNist: DeNistAction
  readonly ocrLanguages: readonly OcrLanguage[]
  readonly inlineImages: InlineImageRule
  readonly compareBcc: boolean
  readonly autoOcr: boolean
  readonly passwords: string
  readonly limits: Readonly<Record<ProcessingLimit, string>>
}

/** The draft on top of other settings than those that it was begun with. */
function merged(draft: Draft, before: Draft, now: Draft): Draft {
  const pick = <V,>(own: V, old: V, other: V): V =>
    JSON.stringify(own) === JSON.stringify(old) ? other : own
  return {
    dedupe: pick(draft.dedupe, before.dedupe, now.dedupe),
    deNist: pick(draft.deNist, before.deNist, now.deNist),
    ocrLanguages: pick(draft.ocrLanguages, before.ocrLanguages, now.ocrLanguages),
    inlineImages: pick(draft.inlineImages, before.inlineImages, now.inlineImages),
    compareBcc: pick(draft.compareBcc, before.compareBcc, now.compareBcc),
    autoOcr: pick(draft.autoOcr, before.autoOcr, now.autoOcr),
    passwords: pick(draft.passwords, before.passwords, now.passwords),
    limits: Object.fromEntries(
      limits.map(({ name }) => [name, pick(draft.limits[name], before.limits[name], now.limits[name])]),
    ) as Draft['limits'],
  }
}

const draftOf = (settings: ProcessingSettings): Draft => ({
  dedupe: settings.dedupe,
  deNist: settings.deNist,
  ocrLanguages: settings.ocrLanguages,
  inlineImages: settings.inlineImages,
  compareBcc: settings.compareBcc,
  autoOcr: settings.autoOcr,
  passwords: settings.passwords.join('\n'),
  limits: Object.fromEntries(limits.map(({ name }) => [name, number(settings[name])])) as Record<
    ProcessingLimit,
    string
  >,
})
