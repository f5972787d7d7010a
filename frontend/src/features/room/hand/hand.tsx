import { useId, useRef } from 'react'
import { useSelector } from 'react-redux'
import { Settling } from '../../../shared/ui/settling.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { UNNAMED } from '../../../texts/players.js'
import { HAND } from '../../../texts/room-battle.js'
import { SavesLeft } from '../saving/save-buttons.js'
import { selectHand, selectOpponent, useMe } from '../state/use-room.js'
import Late from '../waits/late.js'
import { FirstFrame } from '../wild-card/saved-grid.js'
import { WildCardTray } from '../wild-card/tray.js'
import type { Tray } from '../wild-card/use-tray.js'
import { WildCardButton } from '../wild-card/wild-card-button.js'
import { handTitle } from '../words.js'
import { GifCard } from './gif-card.js'
import styles from './hand.module.css'
import type { Picking } from './use-pick.js'

interface HandProps {
  phone: boolean
  picking: Picking
  tray: Tray
}

export function Hand({ phone, picking, tray }: HandProps) {
  const cards = useSelector(selectHand)
  const opponent = useSelector(selectOpponent(useMe()))?.username ?? UNNAMED.opponentInSentence
  const wildCard = useRef<HTMLButtonElement>(null)
  const trayId = useId()

  if (cards === null) {
    return (
      <div className={styles.awaited}>
        <Spinner /> {HAND.dealing}
        <Late wait="cards" />
      </div>
    )
  }
  const items = (
    <div className={styles.items}>
      {!tray.isOpen && <SavesLeft />}
      <WildCardButton ref={wildCard} trayId={trayId} tray={tray} picking={picking} />
    </div>
  )
  return (
    <Settling className={styles.hand}>
      <div className={styles.head}>
        {picking.wildCard !== null && (
          <span className={styles.played}>
            <FirstFrame key={picking.wildCard} gifUrl={picking.wildCard} />
          </span>
        )}
        <h2 className={styles.title}>{handTitle(opponent, { ...picking, trayOpen: tray.isOpen })}</h2>
        {!phone && items}
      </div>
      <div className={styles.table}>
        {/* Keeps its space below the tray. */}
        <ul className={styles.cards} data-covered={tray.isOpen || undefined}>
          {cards.map((card) => (
            <li key={card.index}>
              <GifCard
                card={card}
                picked={picking.picked === card.index}
                locked={picking.locked}
                onPick={() => void picking.pick(card.index)}
              />
            </li>
          ))}
        </ul>
        {tray.isOpen && (
          <WildCardTray
            id={trayId}
            opener={wildCard}
            onPlay={(gifUrl) => void picking.playWildCard(gifUrl)}
            onClose={tray.close}
          />
        )}
      </div>
      {phone && items}
    </Settling>
  )
}
