import type { CupTieView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { WatchAsJudge } from '../cups/watch-as-judge.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { useMay } from '../session/use-may.js'
import { spectatorLink } from './spectators.js'
import styles from './cup-streams.module.css'

/** Ways to see a tie while it is played. */
export const StreamActions = ({ entry }: { entry: CupTieView }) => (
  <>
    {useMay()('cups.judge') && <WatchAsJudge entry={entry} />}
    <CopySpectatorLink entry={entry} />
  </>
)

function CopySpectatorLink({ entry }: { entry: CupTieView }) {
  const link = spectatorLink(entry, window.location.origin)
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address)
      toastSuccess('Spectator link copied.')
    } catch {
      toastError(`The link could not be copied: ${address}`)
    }
  }
  useShortcut('y', 'Copy the spectator link', () => link && void copy(link), link !== null)
  return (
    <div className={styles.way}>
      <Button wide disabled={link === null} aria-keyshortcuts="y" onClick={() => link && void copy(link)}>
        Copy spectator link
      </Button>
      <p className={styles.note}>
        {link === null
          ? 'Spectators come in only while both players allow it.'
          : 'It opens for signed-in adults, while both players allow it.'}
      </p>
    </div>
  )
}
