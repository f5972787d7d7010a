/** A GIF as the provider lists it. */
export interface ProviderItem {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly hd: string
  readonly sd: string
  readonly thumbnail: string
}

/** The addresses of a GIF that the provider has. */
export type ProviderGif = Pick<ProviderItem, 'hd' | 'sd' | 'thumbnail'>

const ASPECT = 16 / 9
/** Specification, player document, section 9. */
const ASPECT_TOLERANCE = 0.05
/** Specification, player document, section 9. */
export const SEARCH_TARGET = 200

/** Whether a picture has the shape of the players' panes. */
export const fits = ({ width, height }: Pick<ProviderItem, 'width' | 'height'>): boolean =>
  height > 0 && Math.abs(width / height - ASPECT) <= ASPECT_TOLERANCE

/** Each item once, in an order that `random` (0 to below 1) decides, at most as many as a search is to find. */
export function pickShuffled(items: readonly ProviderItem[], random: () => number): ProviderGif[] {
  const left = [...new Map(items.map((item) => [item.id, item])).values()]
  for (let last = left.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = left[last] as ProviderItem
    left[last] = left[other] as ProviderItem
    left[other] = moved
  }
  return left.slice(0, SEARCH_TARGET).map(({ hd, sd, thumbnail }) => ({ hd, sd, thumbnail }))
}
