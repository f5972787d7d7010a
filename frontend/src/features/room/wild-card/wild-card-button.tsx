import type { ReactNode, Ref } from 'react'
import { useInventoryQuery } from '../../../entities/shop/shop.js'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { WILD_CARD } from '../../../texts/room-battle.js'
import type { Picking } from '../hand/use-pick.js'
import styles from './tray.module.css'
import type { Tray } from './use-tray.js'

interface WildCardButtonProps {
  ref: Ref<HTMLButtonElement>
  trayId: string
  tray: Tray
  picking: Picking
}

const PARTS = {
  count: (content: ReactNode) => <span className={styles.count}>{content}</span>,
  output: (content: ReactNode) => <output>{content}</output>,
  spoken: (content: ReactNode) => <span className="visually-hidden">{content}</span>,
}

export function WildCardButton({ ref, trayId, tray, picking: { locked, sending, wildCard } }: WildCardButtonProps) {
  const cards = useInventoryQuery().data?.wild_cards
  const playing = sending && wildCard !== null
  const played = !sending && wildCard !== null
  const words =
    cards === undefined
      ? WILD_CARD[played ? 'played' : 'name']
      : WILD_CARD[played ? 'playedAndLeft' : 'nameAndLeft']({ cards, ...PARTS })
  return (
    <Button
      ref={ref}
      className={styles.button}
      busy={playing}
      aria-disabled={locked}
      aria-expanded={tray.isOpen}
      aria-controls={tray.isOpen ? trayId : undefined}
      data-played={played || undefined}
      onClick={tray.toggle}
    >
      {!playing && <Icon name={tray.isOpen ? 'close' : wildCard === null ? 'wild-card' : 'check'} />}
      {tray.isOpen ? <span>{WILD_CARD.back(PARTS)}</span> : words}
    </Button>
  )
}
