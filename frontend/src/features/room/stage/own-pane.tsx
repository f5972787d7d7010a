import { Button } from '../../../shared/ui/button.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { useLocalMedia, useServices } from '../call/services-context.js'
import { DeviceSwitches } from '../controls/device-switches.js'
import { FinishButton } from '../controls/finish-button.js'
import { useMe } from '../state/use-me.js'
import { Blank } from '../../../entities/stage/blank.js'
import { MediaNotes } from './media-notes.js'
import { Pane } from '../../../entities/stage/pane.js'
import { Picture } from '../../../entities/stage/picture.js'
import { ReadyNote } from './ready-note.js'
import { useStanding } from './use-standing.js'
import { useOwnStream } from './use-own-stream.js'
import styles from '../../../entities/stage/pane.module.css'

/** This player's corner. On a phone its switches lie under the thumb instead. */
export function OwnPane({ small }: { small: boolean }) {
  const { media } = useServices()
  const me = useMe()
  const stream = useOwnStream()
  const view = useLocalMedia((view) => view)
  const standing = useStanding(me)

  return (
    <Pane
      side="you"
      label="You"
      standing={standing}
      caption={
        <>
          <strong className={styles.name}>You</strong>
          {!small && <ReadyNote id={me} />}
          {!small && !view.asking && <MediaNotes state={view} />}
        </>
      }
      controls={
        !small && (
          <>
            <FinishButton />
            <DeviceSwitches />
          </>
        )
      }
    >
      {view.asking ? (
        <Blank>
          <Spinner />
          {!small && <p>Preparing camera… waiting for permission prompt…</p>}
        </Blank>
      ) : view.source === 'stand-in' ? (
        <Blank>
          <p>{small ? 'No camera' : 'No camera. The other player sees a black picture.'}</p>
          {!small && <Button onClick={() => void media.request()}>Try again</Button>}
        </Blank>
      ) : view.cam ? (
        <Picture stream={stream} own label="Your picture" />
      ) : (
        <Blank>
          <p>{small ? 'Camera off' : 'Your camera is off.'}</p>
        </Blank>
      )}
    </Pane>
  )
}
