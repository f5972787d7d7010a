import { useMediaQuery } from '../../shared/browser/use-media-query.js'

/** The same width as in the style sheets of this feature. */
const PHONE = '(width < 48rem)'

/** Whether the stage is drawn for a phone: one face large, the other small over it. */
export const usePhone = (): boolean => useMediaQuery(PHONE)
