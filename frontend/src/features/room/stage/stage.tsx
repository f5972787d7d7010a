import { type ReactNode, Suspense } from 'react'
import { useSelector } from 'react-redux'
import { useRemembered } from '../../../shared/browser/remembered.js'
import { Icon } from '../../../shared/ui/icon.js'
import { UNNAMED } from '../../../texts/players.js'
import { ROUND } from '../../../texts/room-stage.js'
import { ConnectionLost } from '../connection.js'
import { MovableCorner, OwnVerdict, ReceivedGif } from '../later-parts.js'
import { selectOpponent, selectShownGif, useMe, useRoom } from '../state/use-room.js'
import { ownPictureHidden } from '../view-settings.js'
import { OtherPane } from './other-pane.js'
import { OwnPane } from './own-pane.js'
import styles from './stage.module.css'

export function Stage({ phone }: { phone: boolean }) {
  const gif = useSelector(selectShownGif)
  const opponent = useSelector(selectOpponent(useMe()))
  const hidden = useRemembered(ownPictureHidden)
  const over = useRoom(({ phase }) => phase === 'result')
  const shown = gif && (
    <Suspense key={`gif-${gif.round}`}>
      <ReceivedGif
        gifUrl={gif.gifUrl}
        wildCard={gif.wildCard}
        from={opponent?.username ?? UNNAMED.opponentInSentence}
      />
    </Suspense>
  )
  const other = <OtherPane key="other" phone={phone} />
  // Keys preserve the opponent's picture and sound when a phone turns.
  const faces = (
    <div key="faces" className={styles.faces}>
      {phone
        ? [
            other,
            <Suspense key="corner">
              <MovableCorner small={hidden}>
                <OwnPane small />
              </MovableCorner>
            </Suspense>,
          ]
        : [<OwnPane key="own" small={false} />, other]}
    </div>
  )
  return (
    <div className={styles.stage} data-cast={shown ? 'three' : 'two'}>
      {phone ? [faces, shown] : [shown, faces]}
      {!phone && !shown && <Medallion />}
      <Suspense>{over && opponent && <OwnVerdict />}</Suspense>
      <ConnectionLost />
    </div>
  )
}

const word = (text: ReactNode) => <span className={styles.word}>{text}</span>
const number = (text: ReactNode) => <span className={styles.number}>{text}</span>

function Medallion() {
  const round = useRoom(({ round }) => round)
  const phase = useRoom(({ phase }) => phase)
  return (
    <div className={styles.medallion} key={`${phase}-${round}`} aria-hidden="true">
      <div className={styles.inside}>
        {phase === 'prompt' || phase === 'show' ? ROUND.shown({ round, word, number }) : <Icon name="bell" size={28} />}
      </div>
    </div>
  )
}
