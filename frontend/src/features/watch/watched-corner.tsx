import { useSyncExternalStore } from 'react'
import { LateHelp } from '../../entities/connection/late-help.js'
import { Blank, Pane } from '../../entities/stage/pane.js'
import paneStyles from '../../entities/stage/pane.module.css'
import { Picture } from '../../entities/stage/picture.js'
import { ShownGif } from '../../entities/stage/shown-gif.js'
import type { WatchAudience } from '../../shared/rtc/watch-audience.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { WATCHED_CORNER } from '../../texts/watch.js'
import styles from './watch.module.css'
import { clipFor, type WatchedRoom } from './watched-room.js'

interface WatchedCornerProps {
  id: number | null
  side: 'you' | 'other'
  room: WatchedRoom
  audience: WatchAudience
  muted: boolean
  veiled: boolean
}

export function WatchedCorner({ id, side, room, audience, muted, veiled }: WatchedCornerProps) {
  const player = room.players.find((one) => one.id === id)
  const clip = clipFor(room, id)
  if (!player) {
    return (
      <div className={styles.corner}>
        <Pane
          side={side}
          label={WATCHED_CORNER.empty}
          caption={<span className={paneStyles.name}>{WATCHED_CORNER.empty}</span>}
        >
          <Blank>
            <p>{WATCHED_CORNER.noOne}</p>
          </Blank>
        </Pane>
      </div>
    )
  }
  const { username, connected } = player
  const from = room.players.find((one) => one.id !== id)?.username ?? WATCHED_CORNER.unnamedOpponent
  const beaten = room.winnerId === id ? 'winner' : 'beaten'
  return (
    <div className={styles.corner}>
      <Pane
        side={side}
        label={username}
        status={room.phase === 'result' && room.winnerId !== null ? beaten : undefined}
        caption={
          <>
            <strong className={paneStyles.name}>{username}</strong>
            {veiled && <span className={styles.note}>{WATCHED_CORNER.blurred}</span>}
            {!connected && (
              <span className={styles.note} role="status">
                {WATCHED_CORNER.connectionLost}
              </span>
            )}
          </>
        }
      >
        <PlayerPicture id={player.id} name={username} audience={audience} muted={muted} veiled={veiled} />
      </Pane>
      {clip && (
        <ShownGif
          key={clip.round}
          gifUrl={clip.gifUrl}
          wildCard={clip.wildCard}
          from={from}
          side={side === 'you' ? 'other' : 'you'}
        />
      )}
    </div>
  )
}

interface PlayerPictureProps {
  id: number
  name: string
  audience: WatchAudience
  muted: boolean
  veiled: boolean
}

function PlayerPicture({ id, name, audience, muted, veiled }: PlayerPictureProps) {
  const picture = useSyncExternalStore(audience.subscribe, () => audience.get().byPlayer[id])
  const confirmed = useSyncExternalStore(audience.subscribe, () => audience.get().confirmed)
  if (!confirmed) {
    return (
      <Blank name={name}>
        <p role="status">{WATCHED_CORNER.unconfirmed}</p>
      </Blank>
    )
  }
  if (!picture?.stream) {
    return (
      <Blank name={name}>
        <Spinner />
        <p>{WATCHED_CORNER.waiting({ name })}</p>
        <LateHelp wait={picture?.connection === 'impossible' ? 'impossible' : 'watched'} name={name} />
      </Blank>
    )
  }
  return (
    <>
      <Picture stream={picture.stream} label={WATCHED_CORNER.video({ name })} muted={muted} veiled={veiled} />
      {picture.connection === 'recovering' && (
        <div className={paneStyles.recovering}>
          <Spinner size={16} /> {WATCHED_CORNER.interrupted}
          <LateHelp wait="watched" name={name} />
        </div>
      )}
    </>
  )
}
