import type { ReportView } from '@kla/proto/web'
import { Link } from 'react-router'
import { Pill } from '../kit/text/pill.js'
import { When } from '../kit/text/when.js'
import { CATEGORY_WORDS, isGrave, STATUS_TONES, STATUS_WORDS } from '../words.js'
import styles from './subjects.module.css'

interface ReportEntryProps {
  report: ReportView
  beside?: number
  linkTo: (id: number) => string
}

export const ReportEntry = ({ report, beside, linkTo }: ReportEntryProps) => (
  <li className={styles.entry} aria-current={report.id === beside || undefined}>
    <p className={styles.head}>
      {report.id === beside ? <strong>#{report.id}</strong> : <Link to={linkTo(report.id)}>#{report.id}</Link>}{' '}
      <Pill tone={isGrave(report.category) ? 'red' : 'plain'}>{CATEGORY_WORDS[report.category]}</Pill>{' '}
      <Pill tone={STATUS_TONES[report.status]}>{STATUS_WORDS[report.status]}</Pill> <When at={report.created_at} />
    </p>
    <p className={styles.text}>{report.reason}</p>
  </li>
)
