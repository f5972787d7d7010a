// Assistive technology fires bare clicks, and dictation fires `input` alone.
const SIGNS = ['click', 'input', 'keydown', 'pointerdown', 'pointermove', 'wheel'] as const

let usedAtMs = Date.now()

/** Unix milliseconds of a person's last input on this page, or of its opening or return to view. */
export const lastUseMs = (): number => usedAtMs

/** Watches for input until the page is gone. */
export function watchUse(): void {
  const onUse = (event: Event) => {
    // Also fired when the page moves under a pointer that rests.
    const rests = event instanceof MouseEvent && event.movementX === 0 && event.movementY === 0
    if (event.isTrusted && (event.type !== 'pointermove' || !rests)) usedAtMs = Date.now()
  }
  for (const sign of SIGNS) window.addEventListener(sign, onUse, { capture: true, passive: true })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') usedAtMs = Date.now()
  })
}
