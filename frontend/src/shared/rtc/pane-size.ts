import type { SendingLimits } from './adaptation/quality-levels.js'

/**
 * How large a picture is shown, in steps: the other side learns no more than these. `small` also while veiled; `none` on
 * a page that is hidden.
 */
export const PANE_SIZES = ['large', 'medium', 'small', 'none'] as const
export type PaneSize = (typeof PANE_SIZES)[number]

/** Clients do not name the large size. */
export const readPaneSize = (value: unknown): PaneSize => PANE_SIZES.find((size) => size === value) ?? 'large'

interface Shown {
  /** Width of the pane in CSS pixels. */
  readonly width: number
  readonly pixelRatio: number
  readonly hidden: boolean
  /** True in a window of its own, which outlives a hidden page. */
  readonly floating: boolean
  readonly veiled: boolean
}

/** Pixels of a screen beyond this ratio do not show in a picture of 640. */
const PIXEL_RATIO_MAX = 1.5
const WIDTHS = { large: 480, medium: 240 } as const

export function paneSizeOf({ width, pixelRatio, hidden, floating, veiled }: Shown): PaneSize {
  if (hidden && !floating) return 'none'
  if (veiled || floating) return 'small'
  if (width <= 0) return 'none'
  const pixels = width * Math.min(pixelRatio, PIXEL_RATIO_MAX)
  return pixels > WIDTHS.large ? 'large' : pixels > WIDTHS.medium ? 'medium' : 'small'
}

interface Reduction {
  readonly scale: number
  /** Bits per second of codecs that every browser has, and of those that need fewer. */
  readonly common: number
  readonly sparing: number
}

/** Measured by `npm run bench:video`: the figures of one row look alike. */
const REDUCTIONS: Readonly<Record<Exclude<PaneSize, 'none'>, Reduction>> = {
  large: { scale: 1, common: 600_000, sparing: 450_000 },
  medium: { scale: 4 / 3, common: 350_000, sparing: 250_000 },
  small: { scale: 8 / 3, common: 120_000, sparing: 90_000 },
}

/** Limits of a level of quality, further reduced to what the other side shows. */
export function limitsFor(level: SendingLimits, size: PaneSize, sparing: boolean): SendingLimits {
  if (size === 'none') return { ...level, active: false }
  const { scale, ...bps } = REDUCTIONS[size]
  const maxBitrate = bps[sparing ? 'sparing' : 'common']
  return {
    ...level,
    maxBitrate: Math.min(level.maxBitrate ?? Infinity, maxBitrate),
    scaleResolutionDownBy: Math.max(level.scaleResolutionDownBy, scale),
  }
}
