import { useSelector } from 'react-redux'
import { BlockButton } from '../blocking/block-button.js'
import { useCall } from '../call/services-context.js'
import { OpponentLost } from '../connection/opponent-lost.js'
import { ReportButton } from '../reporting/report-button.js'
import { selectOpponent } from '../state/selectors.js'
import { useMe } from '../state/use-me.js'
import { AwaitedOpponent } from './awaited-opponent.js'
import { MediaNotes } from './media-notes.js'
import { FreeCorner } from './free-corner.js'
import { OtherPicture } from './other-picture.js'
import { Pane } from '../../../entities/stage/pane.js'
import { QualityBars } from './quality-bars.js'
import { ReadyNote } from './ready-note.js'
import { useAwaited } from './use-awaited.js'
import { useStanding } from './use-standing.js'
import styles from '../../../entities/stage/pane.module.css'

/** The other player's corner: who it is, camera and microphone, the quality of the connection, and Report. */
export function OtherPane() {
  const opponent = useSelector(selectOpponent(useMe()))
  const remote = useCall((view) => view.remote)
  const quality = useCall((view) => view.quality)
  const awaited = useAwaited(opponent)
  const standing = useStanding(opponent?.id ?? null)

  if (opponent === null) {
    return (
      <Pane
        side="other"
        fillsPhone
        label="The other corner"
        caption={<span className={styles.name}>Free corner</span>}
        controls={<OtherActions />}
      >
        <FreeCorner />
      </Pane>
    )
  }
  return (
    <Pane
      side="other"
      fillsPhone
      label={opponent.username}
      standing={standing}
      caption={
        <>
          <strong className={styles.name}>{opponent.username}</strong>
          <ReadyNote id={opponent.id} />
          {remote && <MediaNotes state={remote} />}
          <QualityBars quality={quality} />
        </>
      }
      controls={<OtherActions />}
      veil={!opponent.connected && !awaited && <OpponentLost name={opponent.username} />}
    >
      {awaited ? <AwaitedOpponent name={opponent.username} /> : <OtherPicture name={opponent.username} />}
    </Pane>
  )
}

const OtherActions = () => (
  <>
    <BlockButton />
    <ReportButton />
  </>
)
