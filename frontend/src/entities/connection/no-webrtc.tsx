import { Icon } from '../../shared/ui/icon.js'
import { LATE_HELP } from '../../texts/late-waits.js'
import styles from './connection-help.module.css'
import { LATE_WORDS } from './late-words.js'

export function NoWebRtc() {
  const { title, what, tell, steps } = LATE_WORDS.impossible(LATE_HELP.otherPlayers)
  return (
    <div className={styles.lacking} role="alert">
      <Icon name="alert" />
      <div className={styles.words}>
        <p>
          <strong>{LATE_HELP.sentence({ title })}</strong> {what}
        </p>
        <p>{tell}</p>
        <p>{steps.join(' ')}</p>
      </div>
    </div>
  )
}
