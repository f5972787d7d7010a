import styles from './panic-exit.module.css'

/** A shorter time of black would flicker. */
const BLACK_MS = 400
const BLACK_AT_MOST_MS = 5_000

let lift: (() => void) | null = null

const hidePage = (hidden: boolean) => {
  const root = document.getElementById('root')
  if (root) root.style.visibility = hidden ? 'hidden' : ''
}

/** Blackens and silences everything, dialogs too, before React acts. */
export function blackOut(): void {
  hidePage(true)
  const black = document.createElement('div')
  black.className = styles.black ?? ''
  black.setAttribute('aria-hidden', 'true')
  black.dataset.blackout = ''
  // The top layer, where dialogs are.
  black.popover = 'manual'
  document.body.append(black)
  if ('showPopover' in black) black.showPopover()
  else for (const dialog of document.querySelectorAll('dialog[open]')) (dialog as HTMLDialogElement).close()

  for (const media of allMedia()) media.muted = true
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined)

  const since = performance.now()
  const remove = () => {
    hidePage(false)
    black.remove()
  }
  const latest = setTimeout(remove, BLACK_AT_MOST_MS)
  lift = () => {
    clearTimeout(latest)
    setTimeout(remove, Math.max(0, BLACK_MS - (performance.now() - since)))
  }
}

const allMedia = () => document.querySelectorAll<HTMLMediaElement>('video, audio')

/** Stops all media, muted and covered by now. */
export function stopMedia(): void {
  for (const media of allMedia()) {
    media.pause()
    if (media.srcObject !== null) media.srcObject = null
  }
}

export const drawBeneath = (): void => hidePage(false)

export function liftBlack(): void {
  lift?.()
  lift = null
}
