import { remembered } from '../../shared/browser/remembered.js'
import { useMediaQuery } from '../../shared/browser/use-media-query.js'

/** Volume of the opponent's sound, from 0 to 1. */
export const opponentVolume = remembered('kla-opponent-volume', (stored) => {
  const volume = Number(stored ?? 1)
  return volume >= 0 && volume <= 1 ? volume : 1
})

/** True if the player hides their own picture here; it is still sent. */
export const ownPictureHidden = remembered<boolean>('kla-own-picture-hidden', (stored) => stored === 'true')

/** True on phones in either orientation, as in this feature's style sheets. */
export const usePhone = (): boolean => useMediaQuery('(width < 48rem), (height < 30rem)')
