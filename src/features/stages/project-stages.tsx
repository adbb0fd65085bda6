/** The stages of a project whose tools come later. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { counted, number, percent } from '../ui/format.ts'
import { MonthBars } from '../ui/month-bars.tsx'
import { BarList, Section } from '../ui/page.tsx'
import { StageScreen } from './stage-screen.tsx'

export function EdaScreen(): ReactElement {
  return (
    <StageScreen
      title="Early data assessment"
      icon="eda"
      lead="What is there, from when and from whom, before anybody reads it."
      holds={[
        'Dates, types, domains, correspondents and sizes side by side; a click narrows all of them',
        'Keyword reports: hits, families and unique hits for each term',
        'Samples with an interval of confidence',
        'What a choice would cost to review, in documents and hours',
      ]}
      figures={(report) => [
        {
          label: 'Documents',
          value: number(report.documents),
          note: counted(report.families, 'family', 'families'),
        },
        { label: 'Custodians', value: number(report.custodians) },
        { label: 'Without text', value: number(report.withoutText) },
        { label: 'Duplicates left out', value: number(report.duplicatesSuppressed) },
      ]}
    >
      {(report) => (
        <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="5">
          <Section title="By date" padded>
            <MonthBars months={report.byMonth} unit="document" />
          </Section>
          <Section title="By type" padded>
            <BarList label="Documents by type" rows={report.byRecordType.slice(0, 8)} tone="infoBar" />
          </Section>
        </chakra.div>
      )}
    </StageScreen>
  )
}

export function FilterScreen(): ReactElement {
  return (
    <StageScreen
      title="Filter"
      icon="filter"
      lead="What goes on to review, and what is left out, with the reason kept."
      holds={[
        'Filters by date, type, domain, custodian and keyword, saved as templates',
        'What each filter would leave out, before it does',
        'A record of what was left out, by which filter, that can be turned back',
      ]}
      figures={(report) => [
        { label: 'Documents in review', value: number(report.documents) },
        { label: 'Families', value: number(report.families) },
        { label: 'Duplicates left out', value: number(report.duplicatesSuppressed) },
      ]}
    >
      {(report) => (
        <Section title="By custodian" padded>
          <BarList label="Documents by custodian" rows={report.byCustodian} />
        </Section>
      )}
    </StageScreen>
  )
}

export function AnalysisScreen(): ReactElement {
  return (
    <StageScreen
      title="Analysis"
      icon="analysis"
      lead="How documents hang together: who wrote to whom, which belong to one conversation, which are nearly the same."
      holds={[
        'Correspondence between people and between domains over time',
        'Conversations put together from their messages, with those that say everything marked',
        'Near-duplicates by their wording, with what differs shown',
        'Clusters of subjects',
      ]}
      figures={(report) => [
        { label: 'Documents', value: number(report.documents) },
        { label: 'Families', value: number(report.families) },
        { label: 'Custodians', value: number(report.custodians) },
      ]}
    >
      {(report) => (
        <Section title="By date" padded>
          <MonthBars months={report.byMonth} unit="document" />
        </Section>
      )}
    </StageScreen>
  )
}

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
  return (
    <StageScreen
      title="Promote and export"
      icon="promote"
      lead="What goes on to review, to another platform, or out as files."
      holds={[
        'Promotion by hand for material that is not promoted by itself',
        'Export of natives, text and images with DAT, CSV or OPT load files, and a link that holds for seven days',
        'Transfer to a review platform of another provider, with its fields matched to these',
      ]}
      figures={(report) => [
        { label: 'Promoted to review', value: number(report.documents) },
        { label: 'Families', value: number(report.families) },
        { label: 'Exceptions', value: number(report.exceptions), note: 'not promoted, or without text' },
      ]}
    />
  )
}
