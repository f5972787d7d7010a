import { ICON_PATHS } from './icon-paths.js'

export type IconName = keyof typeof ICON_PATHS

/** A line icon on a grid of 24, in the colour of the text around it. Says nothing to a screen reader. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={ICON_PATHS[name]} />
  </svg>
)
