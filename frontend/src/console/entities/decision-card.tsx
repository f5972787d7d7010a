import type { DecisionView } from '@kla/proto/web'
import type { ReactNode } from 'react'
import { When } from '../kit/moments.js'
import { Facts, Pill } from '../kit/text.js'
import styles from './decision-card.module.css'
import { BASIS_WORDS, DECISION_STATE_TONES, DECISION_STATE_WORDS, outcomeWords, RULE_WORDS } from './decisions.js'
import { Person } from './person.js'

/** One decision: who decided what, when, about whom, and why. */
export const DecisionCard = ({ decision, children }: { decision: DecisionView; children?: ReactNode }) => (
  <article className={styles.card} aria-label={`Decision about ${decision.account_name || `#${decision.account_id}`}`}>
    <p className={styles.head}>
      <strong>{outcomeWords(decision)}</strong> <Person id={decision.account_id} name={decision.account_name} />
      {decision.state !== 'in_force' && (
        <Pill tone={DECISION_STATE_TONES[decision.state]}>{DECISION_STATE_WORDS[decision.state]}</Pill>
      )}
      {decision.appeal && <Pill tone="blue">{decision.appeal.state === 'open' ? 'Appealed' : 'Appeal answered'}</Pill>}
    </p>
    <p className={styles.by}>
      {decision.decided_by}, <When at={decision.decided_at} />
      {decision.approved_by !== null && `, approved by ${decision.approved_by}`}
      {decision.rule !== null && `, rule: ${RULE_WORDS[decision.rule]}`}
    </p>
    {decision.facts !== '' && <p className={styles.text}>{decision.facts}</p>}
    <details className={styles.more}>
      <summary>Details</summary>
      <Facts facts={factsOf(decision)} />
      {decision.letter !== '' && <p className={styles.text}>Letter: {decision.letter}</p>}
    </details>
    {children}
  </article>
)

const factsOf = (decision: DecisionView) =>
  [
    ['Rests on', decision.basis.length === 0 ? '-' : decision.basis.map((each) => BASIS_WORDS[each]).join(', ')],
    ['Reports', decision.reports.length === 0 ? '-' : decision.reports.map((id) => `#${id}`).join(', ')],
    ['State', DECISION_STATE_WORDS[decision.state]],
    ...(decision.ended_at === null
      ? []
      : ([
          ['Ended', <When key="ended" at={decision.ended_at} />],
          ['Ended by', decision.ended_by ?? '-'],
        ] as const)),
    ['Appeal until', <When key="until" at={decision.appeal_until} />],
  ] as const
