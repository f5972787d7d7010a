import { Spinner } from '../../../components/ui/spinner.js'
import { useCall } from '../call/services-context.js'
import { Blank } from '../../../components/stage/blank.js'
import { Picture } from '../../../components/stage/picture.js'
import styles from '../../../components/stage/pane.module.css'

/** The other player's picture, or why there is none. The sound goes on while the picture is off. */
export function OtherPicture({ name }: { name: string }) {
  const stream = useCall((view) => view.stream)
  const connection = useCall((view) => view.connection)
  const pictured = useCall(({ remote }) => remote === null || (remote.cam && remote.source === 'camera'))
  const standIn = useCall(({ remote }) => remote?.source === 'stand-in')

  if (stream === null) {
    return (
      <Blank name={name}>
        <Spinner />
        <p>Connecting you with {name}…</p>
      </Blank>
    )
  }
  return (
    <>
      <Picture stream={stream} label={`${name}’s picture`} />
      {!pictured && (
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
