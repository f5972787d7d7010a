import { useKeys } from '../../../shared/browser/keys.js'

interface Shortcuts {
  mic: () => void
  cam: () => void
  chat: () => void
  show: () => void
  blur: () => void
  wildCard: () => void
  pick: (index: number) => void
}

const isPressing = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a') !== null

export function useShortcuts(shortcuts: Shortcuts): void {
  useKeys((key, event) => {
    if (key === 'm') shortcuts.mic()
    else if (key === 'v') shortcuts.cam()
    else if (key === 's') shortcuts.show()
    else if (key === 'w') shortcuts.wildCard()
    else if (/^[1-9]$/.test(key)) shortcuts.pick(Number(key))
    else if (key === 'enter' && !isPressing(event.target)) {
      event.preventDefault()
      shortcuts.chat()
    }
  })
  useKeys((key) => void (key === 'b' && shortcuts.blur()), { urgent: true })
}
