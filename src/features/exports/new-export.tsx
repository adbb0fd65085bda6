/** A new export on one page: what goes out, in which forms, with which lists. Nothing is made before it is started. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ReplyOf } from '#contracts/call.ts'
import type { beginExport, ExportSettings } from '#contracts/exports.ts'
import { productionLimits, productionName } from '#contracts/production-settings.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { startExport } from '#src/commands/exports.ts'
import { exportBeginning, exportImages } from '#src/reads/exports.ts'
import {
  $exportSave,
  $refusedAt,
  $startedExport,
  draftKey,
  type ExportDraft,
  exportDrafts,
} from '#src/stores/exports.ts'
import { useFormSave } from '../fields/form-save.ts'
import { faultIn } from '../production/faults.ts'
import { ImageForm } from '../production/parts/images.tsx'
import { LoadFileInput } from '../production/parts/load-file.tsx'
import { SetInput } from '../production/parts/set-input.tsx'
import { VolumePart } from '../production/parts/volume.tsx'
import { usePresentSearch } from '../production/sets.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { DraftInput, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { exportFaults, refusedPath } from './faults.ts'
import { ImageAnswer } from './image-answer.tsx'
import { exportPath, exportsPath, newExportPath, ownColumns } from './words.ts'

export function NewExport({
  ofSearch,
}: {
  /** It begins with what the review screen shows. */
  readonly ofSearch: boolean
}): ReactElement {
  const answer = useRead(exportBeginning, {})
  return (
    <Page
      title="New export"
      within="Exports"
      above={
        <chakra.p fontSize="sm">
          <Link to={exportsPath}>Exports</Link>
        </chakra.p>
      }
      lead="Redactions are burned in. A file that is redacted, or holds one that is, goes out as its pages."
    >
      {answer.value === null ? (
        <Section>
          <Missing
            answer={answer}
            rows={8}
            title="What an export begins with could not be loaded"
            onRetry={answer.again}
          />
        </Section>
      ) : (
        <Form beginning={answer.value} ofSearch={ofSearch} />
      )}
    </Page>
  )
}

/** What is prepared stays while one looks at documents in between. */
function useExportDraft(settings: ExportSettings, ofSearch: boolean) {
  const { put, drop } = useUnit({ put: exportDrafts.put, drop: exportDrafts.drop })
  const navigate = useNavigate()
  const present = usePresentSearch()
  const held = useCached(exportDrafts, draftKey)
  const draft: ExportDraft = held ?? { name: '', settings }
  const keep = (next: ExportDraft) => put({ key: draftKey, value: next })
  const taken = ofSearch ? present : null
  // Once: the address would take the search again over what is changed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address says that it is to be taken
  useEffect(() => {
    if (!ofSearch) return
    if (taken !== null) keep({ ...draft, settings: { ...draft.settings, set: taken } })
    void navigate(newExportPath, { replace: true })
  }, [ofSearch])
  return {
    ...draft,
    isHeld: held !== null,
    rename: (name: string) => keep({ ...draft, name }),
    change: (part: Partial<ExportSettings>) => keep({ ...draft, settings: { ...draft.settings, ...part } }),
    discard: () => drop(draftKey),
  }
}

function Form({
  beginning,
  ofSearch,
}: {
  readonly beginning: ReplyOf<typeof beginExport>
  readonly ofSearch: boolean
}): ReactElement {
  const { run, last, started, refusedAt } = useUnit({
    ...{ run: dispatch, last: $exportSave, started: $startedExport, refusedAt: $refusedAt },
  })
  const navigate = useNavigate()
  const draft = useExportDraft(beginning.settings, ofSearch)
  const { name, settings, change, discard } = draft
  const { set, families, natives, images, texts, loadFile } = settings
  const looked = useRead(exportImages, { set, families })
  const [tries, setTries] = useState(0)
  /** What was sent last: its refusal is about these settings, and no others. */
  const [sent, setSent] = useState<ExportSettings | null>(null)
  const { sending, refusal, begin } = useFormSave(last, () => {
    discard()
    if (started !== null) void navigate(exportPath(started))
  })
  const said = sent === settings ? refusal : null
  const at = exportFaults(settings)
  const isWhole = at.size === 0
  const where = said === null ? null : refusedPath(refusedAt, settings)
  if (said !== null && where !== null) at.set(where, said)
  const faults = { at }
  const nameFault = productionName.safeParse(name).success
    ? null
    : name.trim() === ''
      ? 'Give the export a name.'
      : 'A name has at most 100 characters, on one line.'
  const form = useFaultFocus<HTMLDivElement>(tries, `${nameFault} ${[...at.keys()].join()}`)
  const none = looked.value?.documents === 0
  const start = () => {
    setTries(tries + 1)
    if (nameFault !== null || !isWhole || none) return
    setSent(settings)
    run(startExport({ formKey: begin(), name: name.trim(), settings }))
  }
  const words =
    looked.failure !== null
      ? looked.failure.message
      : looked.value === null
        ? 'Looking at the documents …'
        : `${counted(looked.value.documents, 'document')} would go out`
  return (
    <>
      {said !== null && where === null && <Notice tone="danger">{said}</Notice>}
      <chakra.fieldset
        disabled={sending}
        aria-busy={sending}
        minWidth="0"
        border="none"
        // What has the keyboard is not under the bar that stays in view.
        css={{ '& input, & select, & button': { scrollMarginBlock: '64px' } }}
      >
        <chakra.legend srOnly>Settings of the export</chakra.legend>
        <chakra.div ref={form} display="flex" flexDirection="column" gap="5">
          <Section title="What goes out" padded>
            <chakra.div display="flex" flexDirection="column" gap="4">
              <Field
                label="Name of the export"
                required
                error={tries > 0 ? nameFault : null}
                hint="For the people of the project. Several may have the same."
              >
                <DraftInput
                  value={name}
                  maxLength={productionLimits.nameLength}
                  autoComplete="off"
                  onChange={draft.rename}
                />
              </Field>
              <SetInput
                set={set}
                onChange={(next) => change({ set: next })}
                error={
                  looked.failure?.message ??
                  faultIn(faults, 'set') ??
                  (none ? 'There are no documents to export. Choose others.' : null)
                }
                mayChange
              />
              <Switch
                on={families}
                onTurn={(on) => change({ families: on })}
                label="Complete the families"
                hint="All members of a family go out with it, also those that the search does not find."
              />
            </chakra.div>
          </Section>
          <Section title="Files, pages and texts" padded>
            <chakra.div display="flex" flexDirection="column" gap="4">
              <Switch
                on={natives}
                onTurn={(on) => change({ natives: on })}
                label="Files"
                hint="As they are. Of a redacted document its burned pages go out instead; of a spreadsheet with redacted cells its rebuilt copy."
              />
              <Switch
                on={texts}
                onTurn={(on) => change({ texts: on })}
                label="Texts"
                hint="A text file for each document; of a redacted one only what can still be read on its pages."
              />
              <Switch
                on={images !== null}
                onTurn={(on) =>
                  change({
                    images: on
                      ? (beginning.settings.images ?? { format: 'pdf', color: 'jpeg', stamped: true })
                      : null,
                  })
                }
                label="Images of the pages"
                hint="With redactions burned in, named by control number and page."
              />
              {images !== null && (
                <>
                  <ImageForm images={images} onChange={(next) => change({ images: next })} />
                  <Switch
                    on={images.stamped}
                    onTurn={(stamped) => change({ images: { ...images, stamped } })}
                    label="Stamp each page"
                    hint="Its name stands at its foot, as NW00000001_0001."
                  />
                  {looked.value !== null && <ImageAnswer answer={looked.value} />}
                </>
              )}
            </chakra.div>
          </Section>
          <Section title="Lists" padded>
            <LoadFileInput
              loadFile={loadFile}
              onChange={(next) => change({ loadFile: next })}
              faults={faults}
              own={ownColumns}
              fields={beginning.fields}
              handedOver={false}
            />
          </Section>
          <Section title="Volumes" padded>
            <VolumePart settings={settings} change={change} faults={faults} />
          </Section>
        </chakra.div>
      </chakra.fieldset>
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
        <chakra.span role="status" flex="1" fontSize="sm" color={looked.failure ? 'dangerInk' : 'muted'}>
          {tries > 0 && (nameFault !== null || at.size > 0)
            ? `${counted(at.size + (nameFault === null ? 0 : 1), 'thing has', 'things have')} to be put right before it can be started.`
            : words}
        </chakra.span>
        <Button icon="undo" disabled={!draft.isHeld} waits={sending} onClick={discard}>
          Begin anew
        </Button>
        <Button look="primary" icon="play" busy={sending} onClick={start}>
          Start
        </Button>
      </chakra.div>
    </>
  )
}
