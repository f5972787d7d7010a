import type { AuditEntryView } from '@kla/proto/web'
import { Facts } from '../kit/text/facts.js'
import { Section } from '../kit/text/section.js'
import { When } from '../kit/text/when.js'
import { subjectWords } from './words.js'
import styles from './audit.module.css'

export const EntrySubject = ({ entry }: { entry: AuditEntryView }) => (
  <>
    <Facts facts={factsOf(entry)} />
    <Section title="Details">
      {entry.details === null ? (
        <p>-</p>
      ) : (
        // A region that scrolls has to be reached by the keyboard.
        <pre className={styles.details} aria-label="Details as JSON" role="region" tabIndex={0}>
          {JSON.stringify(entry.details, null, 2)}
        </pre>
      )}
    </Section>
  </>
)

const factsOf = (entry: AuditEntryView) =>
  [
    ['When', <When key="at" at={entry.at} />],
    ['Actor', entry.actor || '-'],
    ['Action', entry.action],
    ['Subject', subjectWords(entry)],
    ['Request', entry.request_id || '-'],
  ] as const
