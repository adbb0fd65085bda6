/** What the checks found: first what blocks, then what somebody has to accept with a reason. Then it can be run. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import type { FoundByCheck, Validation } from '#contracts/production-checks.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { Production } from '#contracts/productions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { acceptWarning, runProduction, validateProduction } from '#src/commands/production.ts'
import { productionPrefix, productionValidation } from '#src/reads/production.ts'
import { $productionSave } from '#src/stores/production.ts'
import { useFormSave } from '../fields/form-save.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, exactTime, number } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import type { Frame } from './production-page.tsx'
import { useUnsaved } from './use-draft.ts'
import { bates, checkNames, previewPath, productionPath } from './words.ts'

interface Recorded {
  readonly production: Production
  readonly settings: ProductionSettings
}

export function Check({
  recorded,
  frame,
}: {
  readonly recorded: Recorded
  readonly frame: Frame
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const { can } = useWho()
  const { production, settings } = recorded
  const { productionId, version, name } = production
  const mayManage = can('production.manage')
  const isUnsaved = useUnsaved(recorded)
  const answer = useRead(productionValidation, { productionId }, { asOf: `${version} ${production.state}` })
  const [asking, setAsking] = useState(false)
  const checking = useFormSave(last, nothing)
  const found = answer.value
  const isChecked = found !== null && found.at !== null
  const isCurrent = isChecked && found.version === version
  const validate = () => run(validateProduction({ formKey: checking.begin(), productionId, name, version }))
  const mayRun = isCurrent && found.mayRun && !isUnsaved
  const actions = mayManage ? (
    <>
      <Button
        icon={isChecked ? 'retry' : 'check'}
        look={mayRun ? 'plain' : 'primary'}
        busy={checking.sending}
        disabled={isUnsaved}
        onClick={validate}
      >
        {isChecked ? 'Validate again' : 'Validate'}
      </Button>
      {mayRun && (
        <Button look="primary" icon="play" onClick={() => setAsking(true)}>
          Run
        </Button>
      )}
    </>
  ) : undefined
  return frame(
    actions,
    <>
      {checking.refusal !== null && <Notice tone="danger">{checking.refusal}</Notice>}
      {isUnsaved && (
        <chakra.p role="status" color="attentionInk">
          Settings were changed here and are not saved. Save or discard them first.
        </chakra.p>
      )}
      <Missing answer={answer} rows={4} title="The checks could not be loaded" onRetry={answer.again} />
      {found !== null && !isChecked && (
        <Section>
          <EmptyState icon="check" title={checking.sending ? 'The checks are running' : 'Not checked yet'}>
            {checking.sending
              ? 'Every document of the production is looked at.'
              : 'Validating looks at every document that would go out: families, redactions, numbers, privilege, and more. Nothing is numbered by it.'}
          </EmptyState>
        </Section>
      )}
      {isChecked && (
        <Found validation={found} production={production} isCurrent={isCurrent} mayManage={mayManage} />
      )}
      {asking && found !== null && (
        <RunDialog recorded={recorded} validation={found} onClose={() => setAsking(false)} />
      )}
      {settings.set.query.queryString.trim() === '' && settings.set.query.type === null && isChecked && (
        <chakra.p fontSize="sm" color="muted">
          All documents in review are in this production: no search narrows it.
        </chakra.p>
      )}
    </>,
  )
}

const nothing = () => undefined

/** Pages that are not counted yet are none of what the checks say: each document has one. */
const leastPages = ({ documents, pages }: Pick<Validation, 'documents' | 'pages'>): number =>
  Math.max(documents, pages)

function Found({
  validation: { found, at, documents, pages },
  production,
  isCurrent,
  mayManage,
}: {
  readonly validation: Validation
  readonly production: Production
  /** It is about the settings as they are now. */
  readonly isCurrent: boolean
  readonly mayManage: boolean
}): ReactElement {
  const blocks = found.filter((one) => one.blocks)
  const warnings = found.filter((one) => !one.blocks)
  const open = warnings.filter(({ accepted }) => accepted === null).length
  return (
    <>
      <chakra.p role="status">
        {counted(documents, 'document')} with at least {counted(leastPages({ documents, pages }), 'page')},
        checked {at !== null && <Ago at={at} />}.{' '}
        {!isCurrent
          ? 'The settings have changed since: validate again.'
          : blocks.length > 0
            ? `${counted(blocks.length, 'check blocks', 'checks block')} the production.`
            : open > 0
              ? `Nothing blocks. ${counted(open, 'warning waits', 'warnings wait')} for somebody to accept ${open === 1 ? 'it' : 'them'}.`
              : 'Nothing is left to do: it can be run.'}
      </chakra.p>
      {blocks.length > 0 && (
        <Section
          title="These block the production"
          aside={
            mayManage ? (
              <ButtonTo size="sm" to={productionPath(production.productionId, 'prepare')}>
                Change the settings
              </ButtonTo>
            ) : undefined
          }
        >
          {blocks.map((one) => (
            <Finding key={one.check} found={one} production={production} mayAccept={false} />
          ))}
        </Section>
      )}
      {warnings.length > 0 && (
        <Section title="Warnings">
          {warnings.map((one) => (
            <Finding key={one.check} found={one} production={production} mayAccept={mayManage && isCurrent} />
          ))}
        </Section>
      )}
      {found.length === 0 && (
        <Section>
          <EmptyState icon="ok" title="The checks found nothing">
            No document blocks this production, and there is nothing to accept.
          </EmptyState>
        </Section>
      )}
    </>
  )
}

function Finding({
  found: { check, blocks, documents, some, message, accepted },
  production: { productionId, name },
  mayAccept,
}: {
  readonly found: FoundByCheck
  readonly production: Production
  readonly mayAccept: boolean
}): ReactElement {
  const [accepting, setAccepting] = useState(false)
  // A member that is left out, or behind a wall, is in no preview: it says so there.
  const { can } = useWho()
  const mayPreview = can('production.manage') && check !== 'familyIncomplete'
  return (
    <chakra.article
      aria-label={checkNames[check]}
      px="4"
      py="3"
      borderBottomWidth="1px"
      borderColor="line"
      _last={{ borderBottomWidth: '0' }}
      display="flex"
      flexDirection="column"
      gap="2"
    >
      <chakra.div display="flex" gap="3" alignItems="center" flexWrap="wrap">
        <Badge
          tone={blocks ? 'danger' : accepted === null ? 'attention' : 'ok'}
          icon={blocks ? 'stop' : accepted === null ? 'warning' : 'check'}
        >
          {blocks ? 'Blocks' : accepted === null ? 'Warning' : 'Accepted'}
        </Badge>
        <chakra.h3 fontSize="sm" flex="1" minWidth="160px">
          {checkNames[check]}
        </chakra.h3>
        {documents > 0 && <chakra.span color="muted">{counted(documents, 'document')}</chakra.span>}
        {mayAccept && accepted === null && (
          <Button size="sm" onClick={() => setAccepting(true)}>
            Accept with a reason
          </Button>
        )}
      </chakra.div>
      <p>{message}</p>
      {accepted !== null && (
        <chakra.p fontSize="sm" color="muted" title={exactTime(accepted.at)}>
          Accepted by <Foreign text={accepted.by} />, <Ago at={accepted.at} />:{' '}
          <Foreign text={accepted.reason} />
        </chakra.p>
      )}
      {some.length > 0 && (
        <chakra.details fontSize="sm">
          <chakra.summary cursor="pointer">
            {some.length < documents
              ? `Show the first ${number(some.length)} of ${counted(documents, 'document')}`
              : `Show ${counted(documents, 'document')}`}
          </chakra.summary>
          <chakra.ul
            listStyleType="none"
            mt="2"
            maxHeight="320px"
            overflowY="auto"
            tabIndex={0}
            aria-label="Documents"
          >
            {some.map(({ documentId, controlNumber, detail }) => (
              <chakra.li key={documentId} display="flex" gap="3" minHeight="row" alignItems="baseline">
                <DocumentLink documentId={documentId} controlNumber={controlNumber} />
                {mayPreview && <Link to={previewPath(productionId, documentId)}>Preview</Link>}
                <chakra.span color="muted">
                  <Foreign text={detail} />
                </chakra.span>
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.details>
      )}
      {accepting && (
        <AcceptDialog
          title={checkNames[check]}
          message={message}
          productionId={productionId}
          name={name}
          check={check}
          onClose={() => setAccepting(false)}
        />
      )}
    </chakra.article>
  )
}

function AcceptDialog({
  title,
  message,
  productionId,
  name,
  check,
  onClose,
}: {
  readonly title: string
  readonly message: string
  readonly productionId: number
  readonly name: string
  readonly check: FoundByCheck['check']
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(last, onClose)
  const fault = reason.trim() === '' ? 'Say why it may be so: it is on the record with the warning.' : null
  const send = () => {
    setTried(true)
    if (fault === null)
      run(acceptWarning({ formKey: begin(), productionId, name, check, reason: reason.trim() }))
  }
  return (
    <Dialog
      open
      title={`Accept: ${title}`}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Accept
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <p>{message}</p>
        <Field label="Reason" required error={tried ? fault : null}>
          <DraftInput data-first value={reason} maxLength={500} autoComplete="off" onChange={setReason} />
        </Field>
      </chakra.div>
    </Dialog>
  )
}

function RunDialog({
  recorded: { production, settings },
  validation: { documents, pages },
  onClose,
}: {
  readonly recorded: Recorded
  readonly validation: Validation
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const { sending, refusal, begin } = useFormSave(last, onClose)
  const { productionId, name, version } = production
  const { prefix, digits, start, level } = settings.numbering
  const next = useRead(productionPrefix, { prefix }).value?.next ?? null
  const first = start ?? next
  const least = leastPages({ documents, pages })
  const many = level === 'page' ? least : documents
  return (
    <Dialog
      open
      title={`Run ${name}`}
      onClose={onClose}
      onSubmit={() => run(runProduction({ formKey: begin(), productionId, name, version }))}
      actions={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button type="submit" look="primary" busy={sending} data-first>
            Run
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <p>
          {counted(documents, 'document')} with at least {counted(least, 'page')} go out
          {first === null ? (
            '.'
          ) : (
            <>
              , from{' '}
              <chakra.span fontFamily="mono" overflowWrap="anywhere">
                {bates(prefix, digits, first)}
              </chakra.span>{' '}
              to {level === 'page' && 'at least '}
              <chakra.span fontFamily="mono" overflowWrap="anywhere">
                {bates(prefix, digits, first + many - 1)}
              </chakra.span>
              .
            </>
          )}
        </p>
        <p>
          The list and the settings are frozen. The numbers are taken once all pages are counted, and stay
          taken. It can be paused and cancelled while it runs, and rolled back until it is delivered.
        </p>
      </chakra.div>
    </Dialog>
  )
}
