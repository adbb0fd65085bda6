/** All settings of a production on one screen, with what they come to at the side. It can be left at any place. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { productionLimits } from '#contracts/production-settings.ts'
import type { Production } from '#contracts/productions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveProduction } from '#src/commands/production.ts'
import { productionBeginning, productionSettings } from '#src/reads/production.ts'
import { $isStale, $productionSave } from '#src/stores/production.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { Conflict } from './conflict.tsx'
import { faultsOf, type PartId, parts } from './faults.ts'
import { useNameFault } from './name-fault.ts'
import { DesignationsPart } from './parts/designations.tsx'
import { ImagesPart } from './parts/images.tsx'
import { LoadFilePart } from './parts/load-file.tsx'
import { NumberingPart } from './parts/numbering.tsx'
import { OrderPart } from './parts/order.tsx'
import type { PartProps } from './parts/part.ts'
import { StampsPart } from './parts/stamps.tsx'
import { TypesPart } from './parts/types.tsx'
import { VolumePart } from './parts/volume.tsx'
import { WhatPart } from './parts/what.tsx'
import { WithheldPart } from './parts/withheld.tsx'
import type { Frame } from './production-page.tsx'
import { Summary } from './summary.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { useProductionDraft } from './use-draft.ts'
import { isPrepared, productionPath } from './words.ts'

const shown: Readonly<Record<PartId, (props: PartProps) => ReactElement>> = {
  what: WhatPart,
  order: OrderPart,
  numbering: NumberingPart,
  stamps: StampsPart,
  withheld: WithheldPart,
  designations: DesignationsPart,
  types: TypesPart,
  images: ImagesPart,
  loadFile: LoadFilePart,
  volume: VolumePart,
}

export function Prepare({
  recorded,
  frame,
}: {
  readonly recorded: { readonly production: Production; readonly settings: ProductionSettings }
  readonly frame: Frame
}): ReactElement {
  const { run, last, stale } = useUnit({ run: dispatch, last: $productionSave, stale: $isStale })
  const { can } = useWho()
  const grantedBy = useGrantedBy('Litigation support and project managers change productions.')
  const { production } = recorded
  const { productionId } = production
  const draft = useProductionDraft(recorded)
  const { settings, isChanged, change } = draft
  const { again } = useRead(productionSettings, { productionId }, { once: true })
  const mayChange = can('production.manage') && isPrepared(production.state)
  const beginning = useRead(productionBeginning, mayChange ? {} : null).value
  const [tries, setTries] = useState(0)
  const [keeping, setKeeping] = useState(false)
  const nameFault = useNameFault(draft.name, production.name)
  const faults = faultsOf(settings)
  const isWhole = nameFault === null && faults.at.size === 0
  const form = useFaultFocus<HTMLDivElement>(tries, `${nameFault} ${[...faults.at.keys()].join()}`)
  const { sending, refusal, begin } = useFormSave(last, nothing)
  const isTheirs = stale && refusal !== null
  const save = () => {
    setTries(tries + 1)
    if (isWhole)
      run(
        saveProduction({
          formKey: begin(),
          ...{ productionId, settings, name: draft.name.trim(), version: draft.version },
        }),
      )
  }
  const words = isChanged ? (isWhole ? 'Not saved yet' : 'To be put right before it is saved') : 'Saved'
  return frame(
    undefined,
    <>
      {!mayChange && (
        <chakra.p role="status" color="muted">
          {isPrepared(production.state)
            ? `You can look at these settings. ${grantedBy}`
            : 'The production was run with these settings: they do not change any more.'}
        </chakra.p>
      )}
      {isTheirs ? (
        <Conflict recorded={production} draft={draft} look={again} />
      ) : (
        refusal !== null && <Notice tone="danger">{refusal}</Notice>
      )}
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 272px' }}
        gap="5"
        alignItems="start"
      >
        {/* First, as it leads to the parts; at the side where there is room. */}
        <chakra.div
          gridColumn={{ lg: '2' }}
          gridRow="1"
          position={{ base: 'static', lg: 'sticky' }}
          top="4"
          minWidth="0"
        >
          <Summary settings={settings} faults={faults} mayAsk={mayChange} />
        </chakra.div>
        <chakra.fieldset
          gridColumn="1"
          gridRow={{ base: '2', lg: '1' }}
          disabled={!mayChange || sending}
          aria-busy={sending}
          minWidth="0"
          border="none"
          // What has the keyboard is not under the bar that stays in view.
          css={{ '& input, & select, & textarea, & button': { scrollMarginBlock: '64px' } }}
        >
          <chakra.legend srOnly>Settings of the production</chakra.legend>
          <chakra.div ref={form} display="flex" flexDirection="column" gap="5">
            <Section title="Name" padded>
              <chakra.div
                display="grid"
                gap="4"
                gridTemplateColumns={{ base: '1fr', sm: 'minmax(0, 2fr) minmax(0, 1fr)' }}
              >
                <Field label="Name of the production" required error={mayChange ? nameFault : null}>
                  <DraftInput
                    value={draft.name}
                    maxLength={productionLimits.nameLength}
                    autoComplete="off"
                    onChange={draft.rename}
                  />
                </Field>
                {beginning !== null && (
                  <Field label="Take settings of a template" hint="What goes out and its numbers stay.">
                    <Select
                      value=""
                      placeholder="Choose a template"
                      choices={beginning.templates.map(({ name }) => ({ value: name, label: name }))}
                      onChoose={(name) => {
                        const template = beginning.templates.find((one) => one.name === name)
                        if (template !== undefined) change(overlaid(settings, template))
                      }}
                    />
                  </Field>
                )}
              </chakra.div>
            </Section>
            {parts.map(({ id, title }) => {
              const Part = shown[id]
              return (
                <chakra.div key={id} id={`part-${id}`} tabIndex={-1} scrollMarginTop="16">
                  <Section title={title} padded>
                    <Part
                      settings={settings}
                      change={change}
                      faults={faults}
                      beginning={beginning}
                      mayChange={mayChange}
                    />
                  </Section>
                </chakra.div>
              )
            })}
          </chakra.div>
        </chakra.fieldset>
      </chakra.div>
      {mayChange && (
        <SaveBar
          words={sending ? 'Saving …' : words}
          onKeep={() => setKeeping(true)}
          productionId={productionId}
          {...{ isChanged, sending }}
          onSave={save}
          onDiscard={draft.discard}
        />
      )}
      {keeping && <TemplateDialog productionId={productionId} onClose={() => setKeeping(false)} />}
    </>,
  )
}

/** In view wherever one is on the screen. */
function SaveBar({
  words,
  productionId,
  isChanged,
  sending,
  onSave,
  onKeep,
  onDiscard,
}: {
  readonly words: string
  readonly productionId: number
  readonly isChanged: boolean
  readonly sending: boolean
  readonly onSave: () => void
  readonly onKeep: () => void
  readonly onDiscard: () => void
}): ReactElement {
  return (
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
      <chakra.span role="status" flex="1" fontSize="sm" color={isChanged ? 'attentionInk' : 'muted'}>
        {words}
      </chakra.span>
      {!isChanged && <Button onClick={onKeep}>Save as a template</Button>}
      <Button icon="undo" disabled={!isChanged} waits={sending} onClick={onDiscard}>
        Discard changes
      </Button>
      <Button look={isChanged ? 'primary' : 'plain'} busy={sending} disabled={!isChanged} onClick={onSave}>
        Save
      </Button>
      <ButtonTo
        look={isChanged ? 'plain' : 'primary'}
        to={productionPath(productionId, 'check')}
        icon="check"
      >
        Check
      </ButtonTo>
    </chakra.div>
  )
}

const nothing = () => undefined

/**
 * A template says how things go out; what goes out, and under which numbers, is of this production. One of the project has rules
 * of its own; one that is built in has none, and leaves those that are there.
 */
function overlaid(
  settings: ProductionSettings,
  {
    templateId,
    settings: template,
  }: { readonly templateId: number | null; readonly settings: ProductionSettings },
): ProductionSettings {
  const { set, families, order, numbering } = settings
  const { withheld, restriction, designations, designateFamilies, needsDesignation } = settings
  const rules = { withheld, restriction, designations, designateFamilies, needsDesignation }
  return {
    ...template,
    ...{ set, families, order, numbering },
    ...(templateId === null ? rules : {}),
  }
}
