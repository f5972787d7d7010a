import styles from './get-out.module.css'

/** Shortest time of black; less would be a flicker. */
const BLACK_MS = 400
/** Longest time of black, should the page after it fail. */
const BLACK_AT_MOST_MS = 5_000

let lift: (() => void) | null = null

/** Hiding the page makes it black sooner than blurring what is beneath. */
const hidePage = (hidden: boolean) => {
  const root = document.getElementById('root')
  if (root) root.style.visibility = hidden ? 'hidden' : ''
}

/** Black, over dialogs too, and silent, before React does anything. */
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

/** Stops all media, which are muted and covered by now. */
export function stopMedia(): void {
  for (const media of allMedia()) {
    media.pause()
    if (media.srcObject !== null) media.srcObject = null
  }
}

/** Another page is drawn beneath and takes the focus. */
export const drawBeneath = (): void => hidePage(false)

/** Removes the black once there is something else to see. */
export function liftBlack(): void {
  lift?.()
  lift = null
}
