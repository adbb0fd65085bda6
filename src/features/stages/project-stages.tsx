/** The stages of a project whose tools come later. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { counted, number, percent } from '../ui/format.ts'
import { useWho } from '../ui/who.ts'
import { Promotion } from './promotion.tsx'
import { StageScreen } from './stage-screen.tsx'

export function RedactScreen(): ReactElement {
  return (
    <StageScreen
      title="Redact"
      icon="stop"
      lead="What must not be seen is covered before anything is handed over, and nothing of it is left underneath."
      holds={[
        'Redactions on page images, by hand and by what is searched for, each with its reason',
        'Redactions of cells, rows and columns in spreadsheets as they are',
        'A check of what is produced: no text, no layer and no metadata under what is covered',
      ]}
      figures={(report) => [
        { label: 'Documents', value: number(report.documents) },
        {
          label: 'With text',
          value: number(report.documents - report.withoutText),
          note: percent(report.documents - report.withoutText, report.documents),
        },
        { label: 'Coded', value: number(report.coded), note: percent(report.coded, report.documents) },
      ]}
    />
  )
}

export function ProduceScreen(): ReactElement {
  return (
    <StageScreen
      title="Produce"
      icon="produce"
      lead="Documents handed over with Bates numbers, redactions burned in, and load files that the other side can read."
      holds={[
        'Checks before anything is produced: not responsive, privileged, redacted but not tagged, families that are not whole',
        'Images with redactions burned in and verified, slip sheets for what is withheld',
        'Load files, read back and compared before they are handed over',
        'A privilege log built from the coding, every version kept',
      ]}
      figures={(report) => [
        { label: 'Documents', value: number(report.documents) },
        { label: 'Coded', value: number(report.coded), note: percent(report.coded, report.documents) },
        { label: 'Not coded yet', value: number(report.documents - report.coded) },
      ]}
    >
      {(report) =>
        report.documents > report.coded ? (
          <chakra.p color="muted">
            A production takes what is coded.{' '}
            <Link to="/overview/review">
              {counted(report.documents - report.coded, 'document is', 'documents are')} not coded yet.
            </Link>
          </chakra.p>
        ) : null
      }
    </StageScreen>
  )
}

export function PromoteExportScreen(): ReactElement {
  const { can } = useWho()
  return (
    <StageScreen
      title="Promote and export"
      icon="promote"
      lead="What goes on to review, to another platform, or out as files."
      holds={[
        'Export of natives, text and images with DAT, CSV or OPT load files, and a link that holds for seven days',
        'Transfer to a review platform of another provider, with its fields matched to these',
      ]}
      figures={(report) => [
        { label: 'Promoted to review', value: number(report.documents) },
        { label: 'Families', value: number(report.families) },
        { label: 'Exceptions', value: number(report.exceptions), note: 'not promoted, or without text' },
      ]}
    >
      {() => (can('collect.view') ? <Promotion /> : null)}
    </StageScreen>
  )
}
