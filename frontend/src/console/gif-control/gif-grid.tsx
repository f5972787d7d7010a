import type { GifView } from '@kla/proto/web'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useOnScreen } from '../../shared/browser/use-on-screen.js'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { Checkbox } from '../../shared/ui/fields.js'
import { Blurred } from '../entities/blurred-media.js'
import { When } from '../kit/moments.js'
import type { Selection } from '../kit/selection.js'
import { REPEATS, useOpening, useShortcut } from '../kit/shortcuts.js'
import styles from './gif-control.module.css'
import { columnsOf, placeAfter, withRange } from './grid-rules.js'
import { StatePills } from './state-pills.js'

interface GifGridProps {
  gifs: readonly GifView[]
  open: number | null
  selection: Selection | null
  stale: boolean
  onOpen: (id: number) => void
  onDelete: (gif: GifView) => void
}

const CONTROLS = 'a, button, input, label'

/** Arrow keys move, Space selects, Shift extends, Ctrl+A or Cmd+A selects the page, Enter opens. */
export function GifGrid({ gifs, open, selection, stale, onOpen, onDelete }: GifGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const opening = useOpening()
  const ids = gifs.map(({ id }) => id)
  const place = Math.max(0, active === null ? 0 : ids.indexOf(active))

  const cards = () => [...(grid.current?.children ?? [])] as HTMLElement[]
  const focus = (to: number) => {
    const card = cards()[to]
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }
  const step = (by: 1 | -1) => focus(active === null ? 0 : Math.min(Math.max(place + by, 0), ids.length - 1))
  useShortcut('j', 'Next entry', () => step(1), true, REPEATS)
  useShortcut('k', 'Previous entry', () => step(-1), true, REPEATS)
  useShortcut('Enter', 'Open the entry', null)

  const openGif = (id: number) => {
    if (id !== open) opening.begins()
    onOpen(id)
  }
  const choose = (id: number, extends_: boolean) => {
    if (!selection) return
    if (extends_) selection.select(withRange(ids, selection.ids, { anchor, id }))
    else selection.toggle(id)
    setAnchor(id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, target } = event
    const id = ids[place]
    if (!cards().includes(target as HTMLElement) || id === undefined || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() !== 'a' || !selection) return
      event.preventDefault()
      selection.select(ids)
      return
    }
    if (key === ' ') choose(id, event.shiftKey)
    else if (key === 'Enter') openGif(id)
    else {
      const to = placeAfter(key, place, {
        count: ids.length,
        columns: columnsOf(cards().map(({ offsetTop }) => offsetTop)),
      })
      const next = to === null ? undefined : ids[to]
      if (to === null || next === undefined) return
      focus(to)
      if (event.shiftKey && selection) {
        selection.select(withRange(ids, selection.ids, { anchor: anchor ?? id, id: next }))
        if (anchor === null) setAnchor(id)
      }
    }
    event.preventDefault()
  }
  const onClick = (event: MouseEvent, id: number) => {
    if (event.target instanceof Element && event.target.closest(CONTROLS)) return
    if (selection) choose(id, event.shiftKey)
    else openGif(id)
  }
  return (
    <div
      ref={grid}
      className={styles.gifs}
      role="grid"
      aria-label="GIFs"
      aria-multiselectable={selection !== null}
      aria-busy={stale}
      onKeyDown={onKeyDown}
    >
      {gifs.map((gif, index) => (
        <GifCard
          key={gif.id}
          gif={gif}
          isOpen={gif.id === open}
          isStop={index === place}
          selected={selection ? selection.has(gif.id) : null}
          onFocus={() => setActive(gif.id)}
          onClick={(event) => onClick(event, gif.id)}
          onChoose={(extended) => choose(gif.id, extended)}
          onOpen={() => openGif(gif.id)}
          onDelete={() => onDelete(gif)}
        />
      ))}
    </div>
  )
}

interface GifCardProps {
  gif: GifView
  isOpen: boolean
  /** True for the one that the Tab key reaches. */
  isStop: boolean
  /** Null where nothing can be selected. */
  selected: boolean | null
  onFocus: () => void
  onClick: (event: MouseEvent) => void
  onChoose: (extended: boolean) => void
  onOpen: () => void
  onDelete: () => void
}

function GifCard({ gif, isOpen, isStop, selected, ...on }: GifCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const onScreen = useOnScreen(card)
  const tabIndex = isStop ? 0 : -1
  return (
    <div
      ref={card}
      className={classNames(styles.card, styles.gif)}
      role="row"
      aria-selected={selected ?? undefined}
      aria-current={isOpen || undefined}
      tabIndex={tabIndex}
      onFocus={on.onFocus}
      onClick={on.onClick}
    >
      <div className={styles.gifCell} role="gridcell">
        <div className={styles.gifHead}>
          <Button
            variant="quiet"
            data-opens=""
            tabIndex={tabIndex}
            aria-label={`Open GIF ${gif.id}`}
            onClick={on.onOpen}
          >
            #{gif.id}
          </Button>
          <span>
            <StatePills gif={gif} />
          </span>
        </div>
        <div className={styles.preview}>
          {onScreen && <Blurred address={gif.thumbnail || gif.gif_url} label={`GIF ${gif.id}`} tabIndex={tabIndex} />}
        </div>
        <p className={styles.cardLink} title={gif.gif_url}>
          {gif.gif_url}
        </p>
        <p className={styles.muted}>
          {gif.tags.join(', ') || '-'}, <When at={gif.created_at} />
        </p>
        {selected !== null && (
          <div className={styles.gifFoot}>
            <Checkbox
              aria-label={`Select GIF ${gif.id}`}
              tabIndex={tabIndex}
              checked={selected}
              onChange={({ nativeEvent }) => on.onChoose((nativeEvent as unknown as globalThis.MouseEvent).shiftKey)}
            >
              Select
            </Checkbox>
            <Button variant="quiet" tabIndex={tabIndex} aria-label={`Delete GIF ${gif.id}`} onClick={on.onDelete}>
              Delete
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
