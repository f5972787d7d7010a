import type { CupTieView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { Countdown } from '../kit/moments/countdown.js'
import styles from './cups.module.css'
import { useWatching } from './use-watching.js'

/** Whether there is a room to look into: it stays open while a dispute waits. */
export const isWatchable = ({ tie }: Pick<CupTieView, 'tie'>): boolean =>
  tie.state === 'playing' || tie.state === 'disputed'

/** The way into a tie's room for a judge. */
export function WatchAsJudge({ entry }: { entry: CupTieView }) {
  const { watch, asking, link } = useWatching(entry)
  const watchable = isWatchable(entry)
  useShortcut('w', 'Watch as judge', () => void watch(), watchable)
  return (
    <div className={styles.way}>
      <Button
        variant="primary"
        wide
        disabled={!watchable}
        busy={asking}
        aria-keyshortcuts="w"
        onClick={() => void watch()}
      >
        Watch as judge
      </Button>
      <p className={styles.note}>
        {watchable
          ? 'Both players see that a judge watches. When it begins and ends is written to the audit log; it ends after ten minutes.'
          : 'There is nothing to watch before the room of the tie is open.'}
      </p>
      {link && (
        <p role="status">
          No new tab?{' '}
          <a href={link.url} target="_blank" rel="opener">
            Open the room
          </a>
          . It opens once, for <Countdown until={link.expires_at} over="no time any more" />.
        </p>
      )}
    </div>
  )
}
