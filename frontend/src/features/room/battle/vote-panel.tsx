import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { SaveLastGif } from '../saving/save-last-gif.js'
import { useMe } from '../state/use-me.js'
import { endOfRounds } from '../../../entities/room/end-of-rounds.js'
import { useRoom } from '../state/use-room.js'
import { useVote } from './use-vote.js'
import styles from './phase-panel.module.css'
import voteStyles from './vote-panel.module.css'

/** One vote each: for oneself, for the other, or for nobody. */
export function VotePanel() {
  const me = useMe()
  const players = useRoom(({ players }) => players)
  const endReason = useRoom(({ endReason }) => endReason)
  const finishedBy = useRoom(({ finishedBy }) => finishedBy)
  const { vote, busy, voted, choice } = useVote()
  const sides = [...players].sort((a, b) => Number(b.id === me) - Number(a.id === me))
  const finisher = players.find(({ id }) => id === finishedBy)

  return (
    <div className={styles.beside}>
      <div className={styles.words}>
        <h2 className={styles.title}>Who won?</h2>
        <p className={styles.text}>
          {endOfRounds(endReason, finisher && (finisher.id === me ? 'You' : finisher.username))} A win needs both votes.
        </p>
        <div className={voteStyles.votes} role="group" aria-label="Your vote">
          {sides.map(({ id, username }) => (
            <Button
              key={id}
              className={voteStyles.vote}
              data-side={id === me ? 'you' : 'other'}
              aria-pressed={choice === id}
              disabled={voted || busy}
              onClick={() => void vote(id)}
            >
              {username}
              {id === me && ' (you)'}
            </Button>
          ))}
          <Button
            className={voteStyles.vote}
            aria-pressed={choice === null}
            disabled={voted || busy}
            onClick={() => void vote(null)}
          >
            No winner
          </Button>
        </div>
        <p className={voteStyles.note} role="status">
          {voted && (
            <>
              <Icon name="check" size={16} /> Vote submitted
            </>
          )}
        </p>
      </div>
      <SaveLastGif />
    </div>
  )
}
