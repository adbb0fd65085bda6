/** Before a form is saved: what that means for documents that are coded, with their lists. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { FormFinding } from '#contracts/form-builder.ts'
import { useLeads } from '../project/leads.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted, number } from '../ui/format.ts'
import { LeadTo } from '../ui/lead.tsx'

export function FindingsDialog({
  findings,
  onClose,
  onSave,
}: {
  readonly findings: readonly FormFinding[]
  readonly onClose: () => void
  readonly onSave: () => void
}): ReactElement {
  const leads = useLeads()
  const isRefused = findings.some(({ kind }) => kind === 'choiceUsed')
  return (
    <Dialog
      open
      title={isRefused ? 'The form cannot be saved like this' : 'Documents are coded with this form'}
      onClose={onClose}
      actions={
        <>
          <Button look={isRefused ? 'primary' : 'plain'} onClick={onClose}>
            Go on building
          </Button>
          {!isRefused && (
            <Button look="primary" onClick={onSave}>
              Save all the same
            </Button>
          )}
        </>
      }
    >
      <chakra.ul display="flex" flexDirection="column" gap="3" listStyleType="none">
        {findings.map((finding) => {
          const lead = leads.documents(finding.query)
          const documents = counted(finding.documents, 'document')
          const outside = finding.outside ?? 0
          return (
            <li key={`${finding.kind} ${finding.field} ${finding.choice ?? ''}`}>
              {lead === undefined || outside === finding.documents ? (
                documents
              ) : (
                <chakra.span textDecoration="underline">
                  <LeadTo lead={lead} name={`${documents}: list them`}>
                    {documents}
                  </LeadTo>
                </chakra.span>
              )}{' '}
              {said(finding)}
              {outside > 0 && ` ${number(outside)} of them ${outside === 1 ? 'is' : 'are'} not in review.`}
            </li>
          )
        })}
      </chakra.ul>
      <chakra.p color="muted">
        {isRefused
          ? 'Rename such a choice instead: what is coded with it stays coded. Or code the documents otherwise first.'
          : 'What is coded stays as it was coded. What you have built is kept while you look at the documents.'}
      </chakra.p>
    </Dialog>
  )
}

function said({ kind, field, choice, documents }: FormFinding): string {
  const one = documents === 1
  switch (kind) {
    case 'required':
      return `${one ? 'is' : 'are'} coded, and would lack a value of ${field}, which is required from now on.`
    case 'choiceUsed':
      return `${one ? 'is' : 'are'} coded with "${choice}" of ${field}, which cannot be removed as long as ${one ? 'it is' : 'they are'}.`
    case 'fieldGone':
      return `${one ? 'has' : 'have'} a value of ${field}, which the form would no longer show. The value stays.`
  }
}
