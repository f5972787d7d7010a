import { useState } from 'react'
import { Link } from 'react-router'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { type ChatMessage, writerOf } from '../../entities/room/chat-messages.js'
import { clockOffsetMs } from '../../entities/room/clock-offset.js'
import { ChatLog } from '../../entities/stage/chat-log.js'
import { phaseTimer } from '../../entities/stage/phase-timer.js'
import { TimerRing } from '../../entities/stage/timer-ring.js'
import { Verdict } from '../../entities/stage/verdict.js'
import { Watchers } from '../../entities/stage/watchers.js'
import { cupPath, PATHS } from '../../shared/config/paths.js'
import type { WatchAudience } from '../../shared/rtc/watch-audience.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { WATCHED_BATTLE } from '../../texts/watch.js'
import styles from './watch.module.css'
import { WatchedCorner } from './watched-corner.js'
import { clipFor, isVeiled, type WatchedRoom } from './watched-room.js'
import { phaseWords } from './words.js'

interface WatchedBattleProps {
  room: WatchedRoom
  audience: WatchAudience
  rejoining: boolean
}

export function WatchedBattle({ room, audience, rejoining }: WatchedBattleProps) {
  const [muted, setMuted] = useState(true)
  const { title, text } = phaseWords(room)
  const [warm, cool] = room.corners
  // A lost connection would miss a withdrawal.
  const sight = { muted, veiled: isVeiled(room) || (rejoining && room.reveal !== null) }
  const showing = room.corners.some((id) => clipFor(room, id) !== null)
  const sideOfId = (id: number | null) => (id === cool ? 'other' : 'you')
  const sideOfLine = (line: ChatMessage) => sideOfId(writerOf(room.players, line)?.id ?? warm)
  return (
    <div className={styles.page}>
      <WatchHeader room={room} muted={muted} onMuted={setMuted} />
      <section className={styles.watchers} aria-label={WATCHED_BATTLE.whoIsWatching}>
        <Watchers watchers={room.watchers} empty={WATCHED_BATTLE.joining} />
      </section>
      <div className={styles.stage} data-showing={showing || undefined}>
        <WatchedCorner id={warm} side="you" room={room} audience={audience} {...sight} />
        <WatchedCorner id={cool} side="other" room={room} audience={audience} {...sight} />
        {room.phase === 'result' && (
          <Verdict side={room.winnerId === null ? 'none' : sideOfId(room.winnerId)}>{title}</Verdict>
        )}
        {rejoining && (
          <p className={styles.rejoining} role="alert">
            <Spinner /> {WATCHED_BATTLE.reconnecting}
          </p>
        )}
      </div>
      <div className={styles.dock}>
        <div className={styles.words} role="status">
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.text}>{text}</p>
        </div>
        <section className={styles.chat} aria-label={WATCHED_BATTLE.chat}>
          <h2 className={styles.chatTitle}>{WATCHED_BATTLE.chat}</h2>
          <ChatLog lines={room.lines} sideOf={sideOfLine} empty={WATCHED_BATTLE.noMessages} />
        </section>
      </div>
    </div>
  )
}

interface WatchHeaderProps {
  room: WatchedRoom
  muted: boolean
  onMuted: (muted: boolean) => void
}

function WatchHeader({ room, muted, onMuted }: WatchHeaderProps) {
  const { name, mode: game, category, tie, phase, round, clockSamplesMs } = room
  const kind = { mode: MODE_WORDS[game].name, category: CATEGORY_WORDS[category] }
  const timer = phaseTimer(room, clockOffsetMs(clockSamplesMs))
  return (
    <header className={styles.header}>
      <div className={styles.about}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.kind}>
          {phase === 'prompt' || phase === 'show'
            ? WATCHED_BATTLE.kindInRound({ round, ...kind })
            : WATCHED_BATTLE.kind(kind)}
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => onMuted(!muted)}>
          <Icon name={muted ? 'volume-off' : 'volume'} /> {muted ? WATCHED_BATTLE.soundOn : WATCHED_BATTLE.soundOff}
        </Button>
        <Link className={buttonClass({ variant: 'quiet' })} to={tie === null ? PATHS.cups : cupPath(tie.cupId)}>
          <Icon name="leave" /> {WATCHED_BATTLE.leave}
        </Link>
      </div>
      <TimerRing phase={phase} timer={timer} />
    </header>
  )
}
