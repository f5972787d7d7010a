import type { Ref } from 'react'
import { useInventoryQuery } from '../../../entities/shop/shop.js'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import type { Picking } from '../hand/use-pick.js'
import styles from './tray.module.css'
import type { Tray } from './use-tray.js'

interface WildCardButtonProps {
  ref: Ref<HTMLButtonElement>
  trayId: string
  tray: Tray
  picking: Picking
}

export function WildCardButton({ ref, trayId, tray, picking: { locked, sending, wildCard } }: WildCardButtonProps) {
  const count = useInventoryQuery().data?.wild_cards
  const playing = sending && wildCard !== null
  return (
    <Button
      ref={ref}
      className={styles.button}
      busy={playing}
      aria-disabled={locked}
      aria-expanded={tray.isOpen}
      aria-controls={tray.isOpen ? trayId : undefined}
      data-played={(wildCard !== null && !sending) || undefined}
      onClick={tray.toggle}
    >
      {!playing && <Icon name={tray.isOpen ? 'close' : wildCard === null ? 'wild-card' : 'check'} />}
      {tray.isOpen ? (
        <span>
          Back<span className="visually-hidden"> to your cards</span>
        </span>
      ) : (
        <>
          {wildCard === null || sending ? 'Wild Card' : 'Wild Card played'}{' '}
          {count !== undefined && (
            <span className={styles.count}>
              <output>{count}</output>
              <span className="visually-hidden"> left</span>
            </span>
          )}
        </>
      )}
    </Button>
  )
}
