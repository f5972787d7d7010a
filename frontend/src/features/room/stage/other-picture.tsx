import { Spinner } from '../../../shared/ui/spinner.js'
import { useCall } from '../call/services-context.js'
import { Blank } from '../../../entities/stage/blank.js'
import { Picture } from '../../../entities/stage/picture.js'
import styles from '../../../entities/stage/pane.module.css'

/**
 * The other player's picture, or why there is none. The sound goes on while the picture is off. Until its first frame a picture
 * is clear, and over the words that tell of the connection.
 */
export function OtherPicture({ name }: { name: string }) {
  const stream = useCall((view) => view.stream)
  const live = useCall((view) => view.live)
  const connection = useCall((view) => view.connection)
  const pictured = useCall(({ remote }) => remote === null || (remote.cam && remote.source === 'camera'))
  const standIn = useCall(({ remote }) => remote?.source === 'stand-in')

  return (
    <>
      {!live && (
        <Blank name={name}>
          <Spinner />
          <p>Connecting you with {name}…</p>
        </Blank>
      )}
      {stream && <Picture stream={stream} label={`${name}’s picture`} />}
      {live && !pictured && (
        <Blank name={name}>
          <p>{standIn ? `${name} has no camera.` : `${name} has turned the camera off.`}</p>
        </Blank>
      )}
      {connection === 'recovering' && (
        <p className={styles.recovering}>
          <Spinner size={16} /> Picture interrupted. Reconnecting…
        </p>
      )}
    </>
  )
}
