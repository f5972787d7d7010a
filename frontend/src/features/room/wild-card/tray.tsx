import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useSavedGifsQuery, useWildCardsQuery } from '../../../entities/gif/saved-gifs.js'
import { useInventoryQuery } from '../../../entities/shop/shop.js'
import { useEscape } from '../../../shared/browser/keys.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { TRAY } from '../../../texts/room-battle.js'
import { ESCAPE_CLOSES } from '../exit/open-layers.js'
import { Retry } from '../items.js'
import { useRoom } from '../state/use-room.js'
import { SavedGrid } from './saved-grid.js'
import styles from './tray.module.css'

interface WildCardTrayProps {
  id: string
  opener: RefObject<HTMLElement | null>
  onPlay: (gifUrl: string) => void
  onClose: () => void
}

/** Replaces the hand and leaves faces and controls free. */
export function WildCardTray({ id, opener, onPlay, onClose }: WildCardTrayProps) {
  const tray = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!tray.current?.contains(document.activeElement)) tray.current?.focus({ preventScroll: true })
  }, [])
  useFocusBack(tray, opener)
  useEscape(onClose)

  return (
    <div
      ref={tray}
      id={id}
      className={styles.tray}
      role="region"
      aria-label={TRAY.label}
      tabIndex={-1}
      {...ESCAPE_CLOSES}
    >
      <TrayContent onPlay={onPlay} />
    </div>
  )
}

function TrayContent({ onPlay }: { onPlay: (gifUrl: string) => void }) {
  const inventory = useInventoryQuery()
  const counts = inventory.data
  const hasCards = counts !== undefined && counts.wild_cards > 0
  const roomId = useRoom(({ roomId }) => roomId)
  // Limits may have changed since the last battle in this room.
  const library = useWildCardsQuery(roomId ?? '', {
    skip: !hasCards || roomId === null,
    refetchOnMountOrArgChange: true,
  })

  if (counts === undefined && inventory.isError) {
    return (
      <p className={styles.words} role="alert">
        {TRAY.cardsUnknown} <Retry busy={inventory.isFetching} onRetry={inventory.refetch} />
      </p>
    )
  }
  if (counts !== undefined && !hasCards) {
    return (
      <p className={styles.words} role="status">
        {TRAY.noCards}
      </p>
    )
  }
  if (library.data === undefined && library.isError) {
    return (
      <p className={styles.words} role="alert">
        {TRAY.failed} <Retry busy={library.isFetching} onRetry={library.refetch} />
      </p>
    )
  }
  if (library.data === undefined) {
    return (
      <p className={styles.words} role="status">
        <Spinner /> {TRAY.loading}
      </p>
    )
  }
  if (library.data.length === 0) return <NothingToPlay />
  return <SavedGrid gifs={library.data} onPlay={onPlay} />
}

function NothingToPlay() {
  const saved = useSavedGifsQuery()
  const none = saved.data === undefined || saved.data.length === 0
  return <p className={styles.words}>{none ? TRAY.none : TRAY.nonePlayable}</p>
}

function useFocusBack(part: RefObject<HTMLElement | null>, opener: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const screen = element.closest('main')
      // Only the cleanup knows whether the opener remains.
      // oxlint-disable-next-line react/exhaustive-deps
      queueMicrotask(() => (opener.current ?? screen)?.focus({ preventScroll: true }))
    }
  }, [part, opener])
}
