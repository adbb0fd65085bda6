/** What a job goes by: the settings of processing that it keeps, and what follows it by itself. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { Job } from '#contracts/jobs.ts'
import { type Automatic, automaticFrom, type JobSettings as Settings } from '#contracts/processing.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { setAutomatic } from '#src/commands/processing.ts'
import { jobSettings } from '#src/reads/processing.ts'
import { bccNames, dedupeNames, deNistNames, inlineImageNames, limits } from '../processing/words.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { number } from '../ui/format.ts'
import { Switch } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'

/** Of a collection and of an import: the others go by nothing that was set beforehand. */
export function JobSettings({ job }: { readonly job: Job }): ReactElement {
  const { projectId, jobId } = job
  const answer = useRead(jobSettings, { projectId, jobId }, { asOf: job.state })
  const { value } = answer
  return (
    <Section title="Settings" padded={value !== null}>
      <Missing
        answer={answer}
        rows={2}
        title="The settings of this job could not be loaded"
        onRetry={answer.again}
      />
      {value !== null && (
        <chakra.div display="flex" flexDirection="column" gap="4">
          <Follows job={job} what="process" on={value.autoProcess} />
          <Follows job={job} what="promote" on={value.autoPromote} />
          {value.processing !== null && <Kept settings={value.processing} />}
        </chakra.div>
      )}
    </Section>
  )
}

const words: Readonly<Record<Automatic, Readonly<Record<'label' | 'on' | 'off', string>>>> = {
  process: {
    label: 'Process its files automatically',
    on: 'What it copies is processed once all of it is in.',
    off: 'What it copies waits in its source until somebody has it processed.',
  },
  promote: {
    label: 'Promote its documents automatically',
    on: 'What it makes goes on to review as it comes in.',
    off: 'What it makes stays out of review until it is promoted.',
  },
}

/** A switch where it can still be turned by whoever looks, and a sentence elsewhere. */
function Follows({
  job,
  what,
  on,
}: {
  readonly job: Job
  readonly what: Automatic
  /** Null: not this job's. */
  readonly on: boolean | null
}): ReactElement | null {
  const run = useUnit(dispatch)
  const may = useWho().can('collect.manage')
  if (on === null) return null
  const { label, [on ? 'on' : 'off']: means } = words[what]
  if (!may || !automaticFrom[what].includes(job.state)) {
    const wait = may && job.state === 'Running' ? ' Pause the job to change that.' : ''
    return (
      <p>
        {means}
        {wait}
      </p>
    )
  }
  return (
    <Switch
      on={on}
      onTurn={(to) => run(setAutomatic({ projectId: job.projectId, jobId: job.jobId, what, on: to }))}
      label={label}
      hint={means}
    />
  )
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

function Kept({ settings }: { readonly settings: NonNullable<Settings['processing']> }): ReactElement {
  const facts: readonly (readonly [string, string])[] = [
    ['Duplicates are suppressed', dedupeNames[settings.dedupe]],
    [
      'De-NISTing',
      `${deNistNames[settings.deNist]}${settings.hashLists.map(({ name, version }) => ` · ${name} ${version}`).join('')}`,
    ],
    ['Images are documents', inlineImageNames[settings.inlineImages]],
    ['Copies with other BCC', bccNames[settings.compareBcc ? 'yes' : 'no']],
    ['Dates are told in', settings.timeZone.replaceAll('_', ' ')],
    [
      'OCR',
      `${settings.autoOcr ? 'When it ends' : 'When asked for'}, in ${settings.ocrLanguages.map((code) => languages.of(code)).join(', ')}`,
    ],
    ...limits.map(({ name, label, unit }) => [label, `${number(settings[name])} ${unit}`] as const),
  ]
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
      columnGap="5"
      fontSize="sm"
      aria-label="Settings that it keeps"
    >
      {facts.map(([name, said]) => (
        <chakra.div key={name} display="flex" gap="3" py="0.5">
          <chakra.dt color="faint" minWidth="170px">
            {name}
          </chakra.dt>
          <dd>{said}</dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
