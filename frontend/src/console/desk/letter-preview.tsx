import { APPEAL_WINDOW_MS } from '@kla/proto/web'
import { useRoughNow } from '../../shared/time/now.js'
import { dayWords } from '../../shared/time/when-words.js'
import { RULE_NAMES } from '../../texts/settings.js'
import { Facts } from '../kit/text.js'
import type { Chosen } from './decision-draft.js'
import styles from './decision-form.module.css'
import { measureSummary } from './words.js'

/** What the player is going to read, in the letter and under Standing. */
export function LetterPreview({ chosen }: { chosen: Chosen }) {
  const now = useRoughNow()
  return (
    <details className={styles.preview}>
      <summary>What the player reads</summary>
      <Facts
        facts={[
          ['Rule', chosen.rule === '' ? '-' : RULE_NAMES[chosen.rule]],
          ['What happened', chosen.facts || '-'],
          ['What follows', measureSummary(chosen, now) ?? '-'],
          ['Appeal until', dayWords(new Date(now + APPEAL_WINDOW_MS).toISOString())],
        ]}
      />
      {chosen.letter !== '' && <p className={styles.letter}>{chosen.letter}</p>}
      <p className={styles.also}>It leaves a minute after you decide. Undo before that sends nothing.</p>
    </details>
  )
}
