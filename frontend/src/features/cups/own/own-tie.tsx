import { Button } from '../../../shared/ui/button.js'
import { Countdown } from '../../../shared/ui/countdown.js'
import { Panel } from '../../../shared/ui/panel.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import type { Cup, TieView } from '../../../entities/cup/cups.js'
import { tieName } from '../bracket/rounds.js'
import { opponentIn } from '../standing.js'
import { Corners } from './corners.js'
import { usePresence } from './use-presence.js'
import styles from './own.module.css'

interface OwnTieProps {
  cup: Cup
  tie: TieView
  userId: number
}

/** One's own next tie: who it is against, who is there, and the way into its room. */
export function OwnTie({ cup, tie, userId }: OwnTieProps) {
  const { here, present, lost, arrive } = usePresence(cup.id, tie.id)
  const opponentId = opponentIn(tie, userId)
  const opponent = cup.entries.find(({ id }) => id === opponentId) ?? null
  const rounds = Math.max(...cup.ties.map(({ round }) => round))
  const open = tie.state === 'called' || tie.state === 'playing'
  return (
    <Panel title={`Your tie: ${tieName(tie.round, rounds)}`} className={open ? styles.due : styles.panel}>
      <Corners
        opponent={opponent?.username ?? null}
        here={here || present.includes(userId)}
        opponentHere={opponentId !== null && present.includes(opponentId)}
        told={here && open}
      />
      {tie.state === 'waiting' && <p className={styles.text}>Your opponent is not known yet. It appears here.</p>}
      {tie.state === 'disputed' && (
        <p className={styles.text}>
          It is not settled who won. A judge looks at it, or else the rule decides; if you have not played, nobody
          advances.
        </p>
      )}
      {tie.state === 'called' && (
        <p>
          Both have to be here within {tie.deadline && <Countdown until={tie.deadline} />}. Whoever is not loses the tie.
        </p>
      )}
      {tie.state === 'playing' && <p>Your room is open.</p>}
      {open && !here && (
        <Button variant="primary" size="l" onClick={arrive}>
          {tie.state === 'playing' ? 'Go into the room' : 'I’m here'}
        </Button>
      )}
      {open && here && (
        <p className={styles.waiting} role="status">
          <Spinner />{' '}
          {lost
            ? 'Kla is not answering. Trying again…'
            : 'You are here. The room opens as soon as both are; stay on this page.'}
        </p>
      )}
    </Panel>
  )
}
