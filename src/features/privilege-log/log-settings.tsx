/** What the log is made by: what is privileged, columns, standard phrases, dates, and who is a lawyer. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { getLogSettings } from '#contracts/privilege-log.ts'
import { dateForms } from '#contracts/production-settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveLogSettings } from '#src/commands/privilege-log.ts'
import { privilegeLogSettings } from '#src/reads/privilege-log.ts'
import { $logForm, $logSettingsStale } from '#src/stores/privilege-log.ts'
import { useFormSave } from '../fields/form-save.ts'
import { RuleQuery } from '../production/parts/rule-query.tsx'
import { dateExamples } from '../production/words.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Fault, Field, Lines } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import type { Frame } from './privilege-log-screen.tsx'
import { SettingsColumns } from './settings-columns.tsx'
import { faultsOf, tidied, useSettingsDraft } from './settings-draft.ts'
import { SettingsMarks } from './settings-marks.tsx'
import { SettingsPeople } from './settings-people.tsx'

const dates = dateForms.map((value) => ({ value, label: `${value} (${dateExamples[value]})` }))

export function LogSettings({ frame }: { readonly frame: Frame }): ReactElement {
  const answer = useRead(privilegeLogSettings, {})
  return frame(
    <>
      <Missing answer={answer} rows={10} title="The settings could not be loaded" onRetry={answer.again} />
      {answer.value !== null && <Form recorded={answer.value} look={answer.again} />}
    </>,
  )
}

function Form({
  recorded,
  look,
}: {
  readonly recorded: ReplyOf<typeof getLogSettings>
  readonly look: () => void
}): ReactElement {
  const { run, last, isStale } = useUnit({ run: dispatch, last: $logForm, isStale: $logSettingsStale })
  const { can } = useWho()
  const mayChange = can('production.manage')
  const draft = useSettingsDraft(recorded.version, recorded.settings)
  const { sending, refusal, begin } = useFormSave(last, nothing)
  const { settings, change } = draft
  const faults = faultsOf(settings)
  const first = [...faults.values()][0]
  const save = () => {
    if (faults.size > 0 || !draft.isChanged) return
    const text = JSON.stringify(tidied(settings))
    run(saveLogSettings({ formKey: begin(), version: draft.version, settings: text }))
  }
  const isBehind = recorded.version > draft.version && draft.isChanged
  const fieldChoices = [
    { value: '', label: 'None: people write all of it' },
    ...recorded.fields.map(({ name, displayName }) => ({ value: name, label: displayName })),
  ]
  return (
    <>
      {refusal !== null && !isStale && <Notice tone="danger">{refusal}</Notice>}
      {(isBehind || (isStale && draft.isChanged)) && (
        <Notice tone="danger">
          <p>
            Somebody has changed these settings since you began. Nothing of yours was saved, and nothing of it
            is lost.
          </p>
          <chakra.div display="flex" gap="2" mt="2" flexWrap="wrap">
            {isBehind ? (
              <>
                <Button size="sm" onClick={draft.discard}>
                  Show theirs, discard mine
                </Button>
                <Button size="sm" onClick={draft.rebase}>
                  Keep mine, to be saved over theirs
                </Button>
              </>
            ) : (
              <Button size="sm" icon="retry" onClick={look}>
                Fetch what they changed
              </Button>
            )}
          </chakra.div>
        </Notice>
      )}
      <chakra.fieldset
        disabled={!mayChange || sending}
        border="none"
        minWidth="0"
        display="flex"
        flexDirection="column"
        gap="5"
        css={{ '& input, & select, & textarea, & button': { scrollMarginBlock: '64px' } }}
      >
        <chakra.legend srOnly>Settings of the privilege log</chakra.legend>
        <Section title="What is withheld" padded>
          <chakra.div display="flex" flexDirection="column" gap="4">
            <RuleQuery
              label="Documents that this search finds"
              value={settings.withheld.query ?? ''}
              error={faults.get('withheld.query') ?? null}
              mayAsk={can('document.search')}
              onSay={(query) => change({ withheld: { ...settings.withheld, query } })}
            />
            <Switch
              on={settings.withheld.productions}
              onTurn={(productions) => change({ withheld: { ...settings.withheld, productions } })}
              label="What a production withholds"
              hint="By the rules of its settings, once it is made."
            />
          </chakra.div>
        </Section>
        <Section title="Redactions for privilege" padded>
          <chakra.div
            display="grid"
            gap="4"
            gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))' }}
          >
            <SettingsMarks
              label="With one of these labels"
              chosen={settings.redacted.labels}
              known={recorded.labels}
              error={faultAt(faults, 'redacted.labels')}
              onChange={(labels) => change({ redacted: { ...settings.redacted, labels } })}
            />
            <SettingsMarks
              label="Or with one of these reasons"
              chosen={settings.redacted.reasons}
              known={recorded.reasons}
              error={faultAt(faults, 'redacted.reasons')}
              onChange={(reasons) => change({ redacted: { ...settings.redacted, reasons } })}
            />
          </chakra.div>
        </Section>
        <Section title="Columns">
          <SettingsColumns
            columns={settings.columns}
            fields={recorded.fields}
            faults={faults}
            onChange={(columns) => change({ columns })}
          />
        </Section>
        <Section title="Basis and description" padded>
          <chakra.div
            display="grid"
            gap="4"
            gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))' }}
          >
            <Field label="The basis is filled from" hint="What somebody writes into the log stands over it.">
              <Select
                value={settings.basisField ?? ''}
                choices={fieldChoices}
                onChoose={(value) => change({ basisField: value === '' ? null : value })}
              />
            </Field>
            <Field
              label="The description is filled from"
              hint="What somebody writes into the log stands over it."
            >
              <Select
                value={settings.descriptionField ?? ''}
                choices={fieldChoices}
                onChoose={(value) => change({ descriptionField: value === '' ? null : value })}
              />
            </Field>
            <Field label="Bases that are offered" hint="One a line." error={faultAt(faults, 'bases')}>
              <Lines
                rows={6}
                value={settings.bases.join('\n')}
                onChange={(text) => change({ bases: text.split('\n') })}
              />
            </Field>
            <Field
              label="Descriptions that are offered"
              hint="One a line."
              error={faultAt(faults, 'phrases')}
            >
              <Lines
                rows={6}
                value={settings.phrases.join('\n')}
                onChange={(text) => change({ phrases: text.split('\n') })}
              />
            </Field>
          </chakra.div>
        </Section>
        <Section title="Dates" padded>
          <chakra.div display="flex" flexDirection="column" gap="4" maxWidth="320px">
            <Field label="Form of a date">
              <Select
                value={settings.dates.form}
                choices={dates}
                onChoose={(value) =>
                  change({
                    dates: {
                      ...settings.dates,
                      form: dateForms.find((one) => one === value) ?? settings.dates.form,
                    },
                  })
                }
              />
            </Field>
            <Switch
              on={settings.dates.time}
              onTurn={(time) => change({ dates: { ...settings.dates, time } })}
              label="With hours and minutes"
            />
          </chakra.div>
        </Section>
        <SettingsPeople settings={settings} change={change} error={faultAt(faults, 'lawyers', 'people')} />
      </chakra.fieldset>
      {mayChange && (
        <chakra.div
          position="sticky"
          bottom="0"
          zIndex="header"
          display="flex"
          gap="2"
          alignItems="center"
          px="4"
          py="2"
          background="surface"
          borderWidth="1px"
          borderColor="line"
          borderRadius="lg"
        >
          <chakra.div flex="1" fontSize="sm" color={draft.isChanged ? 'attentionInk' : 'muted'}>
            {first === undefined ? (
              <span role="status">
                {sending ? (
                  'Saving …'
                ) : draft.isChanged ? (
                  'Not saved yet'
                ) : recorded.changed === null ? (
                  'Nobody has changed these settings'
                ) : (
                  <>
                    Saved by <Foreign text={recorded.changed.by} />, <Ago at={recorded.changed.at} />
                  </>
                )}
              </span>
            ) : (
              <Fault id="log-settings-fault">{first}</Fault>
            )}
          </chakra.div>
          <Button icon="undo" disabled={!draft.isChanged} waits={sending} onClick={draft.discard}>
            Discard changes
          </Button>
          <Button look="primary" busy={sending} disabled={!draft.isChanged || faults.size > 0} onClick={save}>
            Save
          </Button>
        </chakra.div>
      )}
    </>
  )
}

const nothing = () => undefined

/** What is wrong at one of these places, or in anything there. */
function faultAt(faults: ReadonlyMap<string, string>, ...places: readonly string[]): string | null {
  for (const [where, sentence] of faults)
    if (places.some((place) => where === place || where.startsWith(`${place}.`))) return sentence
  return null
}
