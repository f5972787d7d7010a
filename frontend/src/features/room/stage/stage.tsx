import { useSelector } from 'react-redux'
import { ConnectionLost } from '../connection/connection-lost.js'
import { selectOpponent, selectShownGif } from '../state/selectors.js'
import { useMe } from '../state/use-me.js'
import { Medallion } from './medallion.js'
import { MovableCorner } from './movable-corner.js'
import { OtherPane } from './other-pane.js'
import { OwnPane } from './own-pane.js'
import { OwnVerdict } from './own-verdict.js'
import { ReceivedGif } from './received-gif.js'
import styles from './stage.module.css'

/** Two corners, the ring between them, and in a round the clip that was sent. */
export function Stage({ phone }: { phone: boolean }) {
  const gif = useSelector(selectShownGif)
  const opponent = useSelector(selectOpponent(useMe()))
  const shown = gif && (
    <ReceivedGif
      key={gif.round}
      gifUrl={gif.gifUrl}
      wildCard={gif.wildCard}
      from={opponent?.username ?? 'the other player'}
    />
  )
  return (
    <div className={styles.stage} data-cast={shown ? 'three' : 'two'}>
      {phone ? (
        <>
          <div className={styles.faces}>
            <OtherPane />
            <MovableCorner>
              <OwnPane small />
            </MovableCorner>
          </div>
          {shown}
        </>
      ) : (
        <>
          {shown}
          <OwnPane small={false} />
          <OtherPane />
          {!shown && <Medallion />}
        </>
      )}
      <OwnVerdict />
      <ConnectionLost />
    </div>
  )
}
